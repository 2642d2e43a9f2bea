import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SeenNames } from '../../src/bulk/seen-names.ts';

it('knows which names were added before, as a Set does', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 2 }), { maxLength: 200 }), (texts) => {
      const known = new Set<string>();
      const seen = new SeenNames();
      for (const text of texts) {
        expect(seen.add(text)).toBe(!known.has(text));
        known.add(text);
      }
    }),
  );
});

it('forgets no name while it grows', () => {
  const seen = new SeenNames();
  const names = Array.from({ length: 20_000 }, (_, index) => `name-${index}.af`);
  expect(names.filter((name) => !seen.add(name))).toEqual([]);
  expect(names.filter((name) => seen.add(name))).toEqual([]);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Fingerprints } from '../../src/bulk/seen-names.ts';

it('tells what was added before from what was not, as a set does', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 2 }), { maxLength: 200 }), (texts) => {
      const known = new Set<string>();
      const prints = new Fingerprints();
      for (const text of texts) {
        expect(prints.add(text)).toBe(!known.has(text));
        known.add(text);
      }
    }),
  );
});

it('forgets none while it grows', () => {
  const prints = new Fingerprints();
  const names = Array.from({ length: 20_000 }, (_, index) => `name-${index}.af`);
  expect(names.filter((name) => !prints.add(name))).toEqual([]);
  expect(names.filter((name) => prints.add(name))).toEqual([]);
});

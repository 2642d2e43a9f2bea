import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { wrapText } from '../../src/output/terminal-text.ts';

it.each<[string, number, string[]]>([
  ['', 16, ['']],
  ['one two', 16, ['one two']],
  ['one two three four', 16, ['one two three', 'four']],
  ['one two three four', 15, ['one two three four']],
  [`a ${'x'.repeat(20)} b`, 16, ['a', 'x'.repeat(20), 'b']],
  ['日本日本日本 日本 日本日本', 18, ['日本日本日本 日本', '日本日本']],
])('wraps %j to %i columns as %j', async (text, width, expected) => {
  expect(await wrapText(text, width)).toEqual(expected);
});

it('wrapping loses no text, and only a single long word exceeds the width', async () => {
  const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 24 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(words, fc.integer({ min: 16, max: 40 }), async (list, width) => {
      const text = list.join(' ').normalize();
      const lines = await wrapText(text, width);
      expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      for (const line of lines.filter((candidate) => candidate.includes(' '))) {
        expect(stringWidth(line)).toBeLessThanOrEqual(width);
      }
    }),
  );
});

import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { cut, prepareToMeasure, widthOf, wrapped } from '../../src/output/measure.ts';

// Before anything is loaded.
const widthOfCut = widthOf(cut('kabul.af', 5));

await prepareToMeasure(['…']);

it('measures a text that was cut without anything to load', () => {
  expect(widthOfCut).toBe(5);
});

it.each<[string, number, string | undefined, string]>([
  ['herat', 5, undefined, 'herat'],
  ['herat', 4, undefined, 'her…'],
  ['herat', 4, '...', 'h...'],
  ['herat', 2, '...', '..'],
  ['herat', 0, undefined, ''],
  ['日本日本', 6, undefined, '日本…'],
  ['کِتاب‌خانه', 6, undefined, 'کِتاب‌خ…'],
  ['x'.repeat(20_000), 12, undefined, `${'x'.repeat(11)}…`],
  ['\u0301'.repeat(2000), 12, undefined, `${'\u0301'.repeat(1000)}…`],
])('%s in %i cells, with %s, is %s', (text, width, ellipsis, expected) => {
  expect(cut(text, width, ellipsis)).toBe(expected);
});

it.each<[string, number, string[]]>([
  ['', 16, ['']],
  ['one two', 16, ['one two']],
  ['one two three four', 16, ['one two three', 'four']],
  ['one two three four', 15, ['one two three four']],
  [`a ${'x'.repeat(20)} b`, 16, ['a', 'x'.repeat(20), 'b']],
  ['日本日本日本 日本 日本日本', 18, ['日本日本日本 日本', '日本日本']],
])('%j in lines of %i cells is %j', (text, width, expected) => {
  expect(wrapped(text, width)).toEqual(expected);
});

it('loses nothing, and fills no line beyond its width but with a single word', () => {
  const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 24 }), { maxLength: 12 });
  fc.assert(
    fc.property(words, fc.integer({ min: 16, max: 40 }), (list, width) => {
      const text = list.join(' ');
      const lines = wrapped(text, width);
      expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      for (const line of lines.filter((one) => one.includes(' '))) {
        expect(stringWidth(line)).toBeLessThanOrEqual(width);
      }
    }),
  );
});

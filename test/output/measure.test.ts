import fc from 'fast-check';
import stringWidth from 'string-width';
import { beforeEach, expect, it, vi } from 'vitest';
import { cut, prepareToMeasure, widthOf, wrapped } from '../../src/output/measure.ts';

// Before anything is loaded.
const widthOfCut = widthOf(cut('kabul.af', 5));

await prepareToMeasure(['…']);

const measured = vi.hoisted(() => ({ characters: 0 }));

vi.mock('string-width', async (original) => {
  const { default: widthOf } = await original<typeof import('string-width')>();
  return {
    default(text: string) {
      measured.characters += text.length;
      return widthOf(text);
    },
  };
});

const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');

/** The time that Node takes to segment a text grows with the square of its length. */
function segmentingWork(): number {
  return segment.mock.calls.reduce((sum, [text]) => sum + text.length ** 2, 0);
}

beforeEach(() => {
  measured.characters = 0;
  segment.mockClear();
});

it.each([
  'x'.repeat(20_000),
  'some words, '.repeat(2000),
  'کِتاب‌خانه '.repeat(2000),
  ' '.repeat(20_000),
])('breaks a long text into lines with work that grows with its length alone', (text) => {
  wrapped(text, 76);
  expect(measured.characters).toBeLessThanOrEqual(text.length);
  expect(segmentingWork()).toBeLessThan(text.length * 1000);
});

it('measures no more of a long text than it shows', () => {
  expect(cut('x'.repeat(20_000), 12)).toBe(`${'x'.repeat(11)}…`);
  expect(segmentingWork()).toBeLessThan(100_000);
});

it.each<[string, number, string | undefined, string]>([
  ['herat', 5, undefined, 'herat'],
  ['herat', 4, undefined, 'her…'],
  ['herat', 4, '...', 'h...'],
  ['herat', 2, '...', '..'],
  ['herat', 0, undefined, ''],
  ['日本日本', 6, undefined, '日本…'],
  ['کِتاب‌خانه', 6, undefined, 'کِتاب‌خ…'],
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

it('measures a text that was cut without anything to load', () => {
  expect(widthOfCut).toBe(5);
});

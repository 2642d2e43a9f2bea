import fc from 'fast-check';
import stringWidth from 'string-width';
import { beforeEach, expect, it, vi } from 'vitest';
import { cut, prepareToMeasure, wrapped } from '../../src/output/measure.ts';

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
  ['', 10, ['']],
  ['one two', 10, ['one two']],
  ['one two', 3, ['one', 'two']],
  ['one two three', 8, ['one two', 'three']],
  ['onetwothree', 4, ['onet', 'woth', 'ree']],
  ['a onetwothree', 4, ['a', 'onet', 'woth', 'ree']],
  ['one  two ', 4, ['one', 'two']],
  ['日本 日本日本', 5, ['日本', '日本', '日本']],
])('%j in lines of %i cells is %j', (text, width, expected) => {
  expect(wrapped(text, width)).toEqual(expected);
});

it('loses no word, and fills no line beyond its width', () => {
  const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 12 });
  fc.assert(
    fc.property(words, fc.integer({ min: 2, max: 20 }), (list, width) => {
      const text = list.join(' ').trim();
      const lines = wrapped(text, width);
      expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});

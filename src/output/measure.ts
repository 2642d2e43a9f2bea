/** Tells how many cells of a terminal a text takes. */
let wideWidth: ((text: string) => number) | undefined;

const ascii = /^[\x20-\x7e]*$/;

/** Loads what measures text beyond ASCII, if a text needs it: that takes 30 ms. */
export async function prepareToMeasure(texts: readonly string[]): Promise<void> {
  if (wideWidth === undefined && !texts.every((text) => ascii.test(text))) {
    wideWidth = (await import('string-width')).default;
  }
}

/** Counts the cells of a terminal that a text takes. cli-table3 measures with it, too. */
export function widthOf(text: string): number {
  // A text that was cut needs nothing loaded: the ellipsis is one cell.
  if (ascii.test(text.replace('…', '.'))) return text.length;
  if (wideWidth === undefined) throw new Error('the width of text beyond ASCII is not loaded');
  return wideWidth(text);
}

/** Shortens the text to at most `width` cells, and ends it with the ellipsis if anything is left out. */
export function cut(text: string, width: number, ellipsis = '…'): string {
  if (width < ellipsis.length) return ellipsis.slice(0, Math.max(0, width));
  let used = 0;
  let end = 0;
  for (const { segment, index } of graphemes(text)) {
    const wider = used + widthOf(segment);
    if (wider > width) return text.slice(0, end) + ellipsis;
    used = wider;
    if (used <= width - ellipsis.length) end = index + segment.length;
  }
  return text;
}

/** In less room broken lines are hard to read. */
const leastRoom = 16;

/** Lines that are broken between words. What the terminal breaks is copied in one piece: long words. */
export function wrapped(text: string, width: number): string[] {
  if (width < leastRoom || !Number.isFinite(width)) return [text];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ')) {
    const cells = widthOf(word);
    const isFirst = line === '';
    if (isFirst || used + 1 + cells <= width) {
      line += isFirst ? word : ` ${word}`;
      used += cells + (isFirst ? 0 : 1);
    } else {
      lines.push(line);
      line = word;
      used = cells;
    }
  }
  return [...lines, line];
}

let segmenter: Intl.Segmenter | undefined;

/** The time that Node takes to segment a text grows with the square of its length. */
const segmentedAtOnce = 256;

function* graphemes(text: string): Generator<{ segment: string; index: number }> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let start = 0;
  while (start < text.length) {
    const end = start + segmentedAtOnce;
    const parts = [...segmenter.segment(text.slice(start, end))];
    // The last one may go on behind the end.
    if (end < text.length && parts.length > 1) parts.pop();
    for (const { segment, index } of parts) yield { segment, index: start + index };
    start += parts.reduce((length, { segment }) => length + segment.length, 0);
  }
}

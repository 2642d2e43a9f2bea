let wideWidth: ((text: string) => number) | undefined;

const ascii = /^[\x20-\x7e]*$/;

/** No terminal shows more of a text that is cut, and Node is slow to segment a long one. */
const mostSegmented = 1000;

/** Least width to wrap at, since narrower lines are hard to read. */
const leastRoom = 16;

/** Loads what measures text beyond ASCII, if a text needs it: that takes 30 ms. */
export async function prepareToMeasure(texts: readonly string[]): Promise<void> {
  if (wideWidth === undefined && !texts.every((text) => ascii.test(text))) {
    wideWidth = (await import('string-width')).default;
  }
}

/** Width in terminal cells; cli-table3 measures with this function, too. */
export function widthOf(text: string): number {
  // A text that was cut needs nothing loaded: the ellipsis is one cell.
  if (ascii.test(text.replace('…', '.'))) return text.length;
  if (wideWidth === undefined) throw new Error('the width of text beyond ASCII is not loaded');
  return wideWidth(text);
}

/** Shortens the text to at most `width` cells, with an ellipsis if anything is left out. */
export function cut(text: string, width: number): string {
  if (width < 1) return '';
  const start = text.slice(0, mostSegmented);
  let used = 0;
  let kept = '';
  for (const { segment, index } of new Intl.Segmenter('en').segment(start)) {
    used += widthOf(segment);
    if (used > width) return `${kept}…`;
    if (used < width) kept = start.slice(0, index + segment.length);
  }
  return start === text ? text : `${kept}…`;
}

/** A word longer than the width stays whole, so that it can be copied. */
export async function wrapped(text: string, width: number): Promise<string[]> {
  const isShort = ascii.test(text) && text.length <= width;
  if (isShort || width < leastRoom || !Number.isFinite(width)) return [text];
  const { default: wrap } = await import('wrap-ansi');
  return wrap(text, width).split('\n');
}

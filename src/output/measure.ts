let wideWidth: ((text: string) => number) | undefined;

const ascii = /^[\x20-\x7e]*$/;

/** No terminal shows more of a text that is cut, and Node is slow to segment a long one. */
const mostSegmented = 1000;

/** Least width to wrap at, since narrower lines are hard to read. */
const leastRoom = 16;

/** Width in terminal cells. Beyond ASCII it is a library that measures, which takes 30 ms to load. */
export async function widthOf(text: string): Promise<number> {
  if (!isPlain(text)) wideWidth ??= (await import('string-width')).default;
  return measuredWidth(text);
}

/** Width of a text that `widthOf` has measured before: cli-table3 cannot wait. */
export function measuredWidth(text: string): number {
  return wideWidth && !isPlain(text) ? wideWidth(text) : text.length;
}

/** A text that was cut needs nothing loaded: the ellipsis is one cell. */
function isPlain(text: string): boolean {
  return ascii.test(text.replace('…', '.'));
}

export async function cut(text: string, width: number): Promise<string> {
  if (width < 1) return '';
  const start = text.slice(0, mostSegmented);
  let used = 0;
  let kept = '';
  for (const { segment, index } of new Intl.Segmenter('en').segment(start)) {
    used += await widthOf(segment);
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

let stringWidth: ((text: string) => number) | undefined;

const printableAscii = /^[\x20-\x7e]*$/;

/** No terminal shows more of a text that is cut, and Node is slow to segment a long one. */
const maxSegmentedLength = 1000;

/** Least width to wrap at, since narrower lines are hard to read. */
const minWrapWidth = 16;

/** Width in terminal cells. Beyond ASCII it is a library that measures, which takes 30 ms to load. */
export async function measureWidth(text: string): Promise<number> {
  if (!isAsciiText(text)) stringWidth ??= (await import('string-width')).default;
  return measureWidthSync(text);
}

/** Width of a text that `widthOf` has measured before: cli-table3 cannot wait. */
export function measureWidthSync(text: string): number {
  return stringWidth && !isAsciiText(text) ? stringWidth(text) : text.length;
}

/** A text that was cut needs nothing loaded: the ellipsis is one cell. */
function isAsciiText(text: string): boolean {
  return printableAscii.test(text.replace('…', '.'));
}

export async function truncateToWidth(text: string, width: number): Promise<string> {
  if (width < 1) return '';
  const prefix = text.slice(0, maxSegmentedLength);
  let usedWidth = 0;
  let result = '';
  for (const { segment, index } of new Intl.Segmenter('en').segment(prefix)) {
    usedWidth += await measureWidth(segment);
    if (usedWidth > width) return `${result}…`;
    if (usedWidth < width) result = prefix.slice(0, index + segment.length);
  }
  return prefix === text ? text : `${result}…`;
}

/** A word longer than the width stays whole, so that it can be copied. */
export async function wrapText(text: string, width: number): Promise<string[]> {
  const fitsOnOneLine = printableAscii.test(text) && text.length <= width;
  if (fitsOnOneLine || width < minWrapWidth || !Number.isFinite(width)) return [text];
  const { default: wrap } = await import('wrap-ansi');
  return wrap(text, width).split('\n');
}

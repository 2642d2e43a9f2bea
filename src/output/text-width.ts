let stringWidth: ((text: string) => number) | undefined;

const printableAscii = /^[\x20-\x7e]*$/;

/** Segment at most this many characters: `Intl.Segmenter` is slow, and no terminal is that wide. */
const maxSegmentedLength = 1000;

/** Below this many columns, text is not wrapped: narrower lines are hard to read. */
const minWrapWidth = 16;

/** Width in terminal columns. Loads `string-width`, which takes 30 ms, only for non-ASCII text. */
export async function measureWidth(text: string): Promise<number> {
  if (!isAsciiText(text)) stringWidth ??= (await import('string-width')).default;
  return measureWidthSync(text);
}

/** `measureWidth` for synchronous cli-table3; relies on `string-width` being loaded already. */
export function measureWidthSync(text: string): number {
  return stringWidth && !isAsciiText(text) ? stringWidth(text) : text.length;
}

/** Treats `…` as ASCII, since it is one column wide: truncated text needs no `string-width`. */
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

/** Wraps at word boundaries; a word longer than a line is not broken, so that it can be copied. */
export async function wrapText(text: string, width: number): Promise<string[]> {
  const fitsOnOneLine = printableAscii.test(text) && text.length <= width;
  if (fitsOnOneLine || width < minWrapWidth || !Number.isFinite(width)) return [text];
  const { default: wrap } = await import('wrap-ansi');
  return wrap(text, width).split('\n');
}

let stringWidth: ((text: string) => number) | undefined;

const printableAscii = /^[\x20-\x7e]*$/;

const minWrapWidth = 16;

/** `string-width` takes 30 ms to load, so it is loaded only for non-ASCII text. */
export async function measureTextWidth(text: string) {
  if (!isAsciiText(text)) stringWidth ??= (await import('string-width')).default;
  return measureTextWidthSync(text);
}

/**
 * Synchronous version of `measureTextWidth`, for cli-table3. It measures non-ASCII text correctly
 * only after `measureTextWidth` has loaded `string-width`.
 */
export function measureTextWidthSync(text: string) {
  return stringWidth && !isAsciiText(text) ? stringWidth(text) : text.length;
}

/**
 * Treats `…` as ASCII, so that truncated text can be measured without loading `string-width`: like
 * an ASCII character, `…` is one column wide.
 */
function isAsciiText(text: string) {
  return printableAscii.test(text.replace('…', '.'));
}

export async function truncateToWidth(text: string, width: number) {
  if (width < 1) return '';
  let usedWidth = 0;
  let result = '';
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    usedWidth += await measureTextWidth(segment);
    if (usedWidth > width) return `${result}…`;
    if (usedWidth < width) result += segment;
  }
  return text;
}

/** Wraps at word boundaries; a longer word stays whole, so that it can be copied. */
export async function wrapText(text: string, width: number) {
  const fitsOnOneLine = printableAscii.test(text) && text.length <= width;
  if (fitsOnOneLine || width < minWrapWidth || !Number.isFinite(width)) return [text];
  const { default: wrap } = await import('wrap-ansi');
  return wrap(text, width).split('\n');
}

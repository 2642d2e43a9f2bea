let stringWidth: ((text: string) => number) | undefined;

const printableAscii = /^[\x20-\x7e]*$/;

const minWrapWidth = 16;

/** `string-width` takes 30 ms to load, so it is loaded only for non-ASCII text. */
export async function loadTextWidth(text: string) {
  if (!printableAscii.test(text)) stringWidth ??= (await import('string-width')).default;
}

/** Measures non-ASCII text correctly only after `loadTextWidth()`. */
export function measureTextWidth(text: string) {
  return stringWidth && !printableAscii.test(text) ? stringWidth(text) : text.length;
}

/** Wraps at word boundaries; a longer word stays whole, so that it can be copied. */
export async function wrapText(text: string, width: number) {
  const fitsOnOneLine = printableAscii.test(text) && text.length <= width;
  if (fitsOnOneLine || width < minWrapWidth || !Number.isFinite(width)) return [text];
  const { default: wrap } = await import('wrap-ansi');
  return wrap(text, width).split('\n');
}

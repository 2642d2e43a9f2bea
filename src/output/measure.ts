import widthOf from 'string-width';

export { widthOf };

/** Shortens the text to at most `width` cells, and ends it with `…` if anything is left out. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  return width < 1 ? '' : `${startOf(text, width - 1)}…`;
}

/** The parts that fit; the first is cut if need be. */
export function fitted([first = '', ...others]: readonly string[], room: number): string {
  let line = cut(first, room);
  for (const part of others) {
    const longer = `${line}; ${part}`;
    if (widthOf(longer) <= room) line = longer;
  }
  return line;
}

/** Lines of no more than `width` cells, broken between words, and inside those that are longer. */
export function wrapped(text: string, width: number): string[] {
  const start = startOf(text, width);
  if (start === text || start === '') return [text];
  const lastSpace = text.lastIndexOf(' ', start.length);
  const end = lastSpace > 0 ? lastSpace : start.length;
  return [text.slice(0, end), ...wrapped(text.slice(end).trimStart(), width)];
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function startOf(text: string, width: number): string {
  let left = width;
  for (const { segment, index } of segmenter.segment(text)) {
    left -= widthOf(segment);
    if (left < 0) return text.slice(0, index);
  }
  return text;
}

import widthOf from 'string-width';

/** How many cells of a terminal a text takes, without its colours. */
export { widthOf };

/** The text in no more than `width` cells; `…` stands for what is left out. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  return width < 1 ? '' : `${startOf(text, width - 1)}…`;
}

/** As many parts as fit, whole; the first is cut when even that does not. */
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
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((part) => chunks(part, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function chunks(word: string, width: number): string[] {
  const start = startOf(word, width);
  const rest = word.slice(start.length);
  return rest === '' || start === '' ? [word] : [start, ...chunks(rest, width)];
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

import widthOf from 'string-width';

export { widthOf };

/** Shortens the text to at most `width` cells, and ends it with the ellipsis if anything is left out. */
export function cut(text: string, width: number, ellipsis = '…'): string {
  if (width < ellipsis.length) return ellipsis.slice(0, Math.max(0, width));
  let used = 0;
  let end = 0;
  for (const { segment, index } of graphemes(text)) {
    const wider = used + cellsOf(segment);
    if (wider > width) return text.slice(0, end) + ellipsis;
    used = wider;
    if (used <= width - ellipsis.length) end = index + segment.length;
  }
  return text;
}

/** Lines of no more than `width` cells, broken between words, and inside those that are longer. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let start = 0;
  let used = 0;
  /** Where the last word begins, and how far the line is filled before it. */
  let word = { at: 0, used: 0 };
  for (const { segment, index } of graphemes(text)) {
    const cells = cellsOf(segment);
    if (used + cells > width && index > start) {
      if (segment === ' ' || word.at <= start) {
        lines.push(text.slice(start, index));
        start = index;
        used = 0;
      } else {
        lines.push(text.slice(start, word.at));
        start = word.at;
        used -= word.used;
      }
    }
    if (segment === ' ' && index === start) {
      // A line begins with a word.
      start = index + 1;
      used = 0;
    } else used += cells;
    if (segment === ' ') word = { at: index + 1, used };
  }
  if (start < text.length || lines.length === 0) lines.push(text.slice(start));
  return lines.map((line) => line.trimEnd());
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The time that Node takes to segment a text grows with the square of its length. */
const segmentedAtOnce = 256;

function* graphemes(text: string): Generator<{ segment: string; index: number }> {
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

function cellsOf(segment: string): number {
  return /^[ -~]$/.test(segment) ? 1 : widthOf(segment);
}

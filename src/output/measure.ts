let wideWidth: ((text: string) => number) | undefined;

const ascii = /^[\x20-\x7e]*$/;

/** No terminal shows more of a text that is cut, and Node is slow to segment a long one. */
const mostSegmented = 1000;

/** In less room broken lines are hard to read. */
const leastRoom = 16;

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

/** Shortens the text to at most `width` cells, with the ellipsis if anything is left out. */
export function cut(text: string, width: number, ellipsis = '…'): string {
  if (width < ellipsis.length) return ellipsis.slice(0, Math.max(0, width));
  const start = text.slice(0, mostSegmented);
  let used = 0;
  let kept = '';
  for (const { segment, index } of new Intl.Segmenter('en').segment(start)) {
    used += widthOf(segment);
    if (used > width) return kept + ellipsis;
    if (used <= width - ellipsis.length) kept = start.slice(0, index + segment.length);
  }
  return start === text ? text : kept + ellipsis;
}

/** Long words stay whole, since a word that the terminal breaks can still be copied. */
export function wrapped(text: string, width: number): string[] {
  if (width < leastRoom || !Number.isFinite(width)) return [text];
  const lines: string[] = [];
  let room = 0;
  for (const word of text.split(' ')) {
    const cells = widthOf(word);
    if (lines.length > 0 && cells < room) {
      lines.push(`${lines.pop()} ${word}`);
      room -= cells + 1;
    } else {
      lines.push(word);
      room = width - cells;
    }
  }
  return lines;
}

import { isWholeName, wordsIn } from '../core/names.ts';
import { excerpt } from '../core/text.ts';
import { cellsOf, isBlank, recordsOf, type TableRecord } from './records.ts';

export type Texts = readonly string[];

export interface Sheet {
  /** Undefined where the first record is a row like any other. */
  headings: TableRecord | undefined;
  rows: readonly TableRecord[];
  /** Texts of the lines above the headings. */
  title: Texts;
}

/** So many records at the start show where the headings are, and which column holds what. */
export const recordsAhead = 10;

/** Of two that part as many lines equally often, the first is taken. */
const delimiters = ['\t', ';', ','];

/** People put `1.`, `(1)`, `a)`, `-`, `*`, `•`, `[x]` before the items of a list. */
export const listMarks = /^(•\s*|([-*]|\(?\p{Nd}+[.)]|[a-z]\)|\[[ x]?\])(\s+|$))+/iu;

/**
 * Reads CSV. The headings are the first record of several cells, or of one that `isKnown`.
 * @param isKnown tells a heading that is looked for
 * @returns undefined for a text without columns @throws UnfitFile
 */
export function sheetIn(
  lines: Texts,
  isKnown: (cell: string) => boolean,
  isOneEnough = false,
): Sheet | undefined {
  const delimiter = delimiterOf(lines) ?? (isOneEnough ? ',' : undefined);
  if (delimiter === undefined) return undefined;
  const isHead = ({ cells }: TableRecord) =>
    (isOneEnough && cells.some(isKnown)) || isParted(cells);
  const start = startOf(recordsOf(lines, delimiter), isHead);
  if (start === undefined) return undefined;
  const records = [...recordsOf(lines, delimiter)];
  const [head, ...rows] = records.slice(start);
  const title = records.slice(0, start).map(({ cells }) => filledIn(cells).join(' '));
  const isRow = head?.cells.some(isWholeName) && !head.cells.some(isKnown);
  if (head === undefined || isRow)
    return { headings: undefined, rows: records.slice(start), title };
  // Lists that were put together repeat their headings.
  const own = head.cells.join();
  return { headings: head, rows: rows.filter(({ cells }) => cells.join() !== own), title };
}

export function filledIn(cells: Texts): string[] {
  return cells.filter((cell) => cell !== '');
}

export function titleNote(title: Texts): string {
  return `taken for a title: ${excerpt(title.join(' '), 80)}`;
}

/** Tells whether the record has a filled cell for which there is no heading. */
export function isTooLong({ cells }: TableRecord, { headings, rows }: Sheet): boolean {
  const width = (headings ?? rows[0])?.cells.length;
  return filledIn(cells.slice(width)).length > 0;
}

/** The words of a line of text, without its comment and the mark of a list before it. */
export function bare(line: string): string {
  const text = line.replace(/(^|\s)#.*$/, '');
  return text.trim().replace(listMarks, '');
}

/** @returns the place of the headings; undefined where a line of names shows that this is no table */
function startOf(
  records: Iterable<TableRecord>,
  isHead: (record: TableRecord) => boolean,
): number | undefined {
  let place = 0;
  for (const record of records) {
    if (isHead(record)) return place;
    place += 1;
    if (place === recordsAhead || isOfNames(record.cells)) return undefined;
  }
  return undefined;
}

function isParted(cells: Texts): boolean {
  return filledIn(cells).length > 1 && !isOfNames(cells);
}

function isOfNames(cells: Texts): boolean {
  // Joined by blanks, a cell such as #N/A would begin a comment.
  const words = wordsIn(bare(cells.join(',')));
  return words.length > 0 && words.every(isWholeName);
}

function delimiterOf(lines: Texts): string | undefined {
  const [, stated] = /^sep=(.)$/i.exec(lines[0] ?? '') ?? [];
  if (stated !== undefined) return stated;
  const ahead = linesAhead(lines);
  const scores = delimiters.map((delimiter) => {
    const records = ahead.map((line) => cellsOf(line, delimiter) ?? []);
    const parted = records.filter((cells) => filledIn(cells).length > 1);
    return { delimiter, lines: parted.length, cells: parted.flat().length };
  });
  scores.sort((one, other) => other.lines - one.lines || other.cells - one.cells);
  return scores.find(({ lines: count }) => count > 0)?.delimiter;
}

/** Comments say nothing about the form; where every line begins with `#`, none is taken for one. */
function linesAhead(lines: Texts): string[] {
  const filled = lines.filter((line) => !isBlank(line));
  const others = filled.filter((line) => !line.startsWith('#'));
  return (others.length > 0 ? others.map(bare) : filled).slice(0, recordsAhead);
}

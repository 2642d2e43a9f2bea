import { parse } from 'csv-parse/sync';
import { isDomainName, splitWords } from '../core/names.ts';
import { truncateLine, unescapeFormula } from '../core/text.ts';
import { type Failure, systemCode, UnfitFile, usageFailure } from '../errors.ts';

export type Texts = readonly string[];

export interface TableRecord {
  cells: Texts;
  /** Number of its first line, counted from 1. */
  line: number;
}

export interface Sheet {
  /** Undefined where the first record is a row like any other. */
  headings: Texts | undefined;
  rows: readonly TableRecord[];
  /** Text of the lines above the headings; empty if there are none. */
  title: string;
}

/** So many records at the start show where the headings are, and which column holds what. */
export const recordsAhead = 10;

/** More lines are rather a quotation mark that was never closed. */
const mostLinesOfRecord = 20;

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
  const records = recordsOf(lines, delimiter);
  const head = records
    .slice(0, recordsAhead)
    .find(({ cells }) => (isOneEnough && cells.some(isKnown)) || isParted(cells));
  if (head === undefined) return undefined;
  const start = records.indexOf(head);
  const above = records.slice(0, start).map(({ cells }) => cells);
  // A line of names shows that this is no table.
  if (above.some(isOfNames)) return undefined;
  const title = filledIn(above.flat()).join(' ');
  const rows = records.slice(start);
  const isRow = head.cells.some(isDomainName) && !head.cells.some(isKnown);
  if (isRow) return { headings: undefined, rows, title };
  // Lists that were put together repeat their headings.
  const own = head.cells.join();
  return { headings: head.cells, rows: rows.filter(({ cells }) => cells.join() !== own), title };
}

/** Reads a text: a record for each name, and one for each line that holds anything else. */
export function recordsOfText(lines: Texts): TableRecord[] {
  return lines.flatMap((line, at) => {
    const text = bare(line);
    const words = splitWords(text);
    const cells = words.length < 2 || words.every(isDomainName) ? words : [text];
    return cells.map((cell) => ({ cells: [cell], line: at + 1 }));
  });
}

/** Parts lines into records, without blank ones and comments. @throws UnfitFile */
export function recordsOf(lines: Texts, delimiter: string): TableRecord[] {
  const records: TableRecord[] = [];
  let first = 0;
  for (let last = 0; last < lines.length; last += 1) {
    const text = lines.slice(first, last + 1).join('\n');
    const cells = cellsOf(text, delimiter);
    if (cells === undefined) {
      if (last + 1 - first >= mostLinesOfRecord) break;
      continue;
    }
    const isComment = cells.length === 1 && text.trimStart().startsWith('#');
    if (!isComment && !isBlank(text)) records.push({ cells, line: first + 1 });
    first = last + 1;
  }
  if (first === lines.length) return records;
  throw new UnfitFile(
    `the quotation mark on line ${first + 1} is not closed within ${mostLinesOfRecord} lines`,
    'close it, or write it twice if it is a part of the cell',
  );
}

/** True for a line without a word, and for the delimiter that Excel states above a table. */
export function isBlank(line: string): boolean {
  return /^(sep=)?[\s,;]*$/i.test(line);
}

function filledIn(cells: Texts): string[] {
  return cells.filter((cell) => cell !== '');
}

export function titleNote(title: string): string {
  return `taken for a title: ${truncateLine(title, 80)}`;
}

export function isTooLong({ cells }: TableRecord, headings: Texts): boolean {
  return filledIn(cells.slice(headings.length)).length > 0;
}

/** @returns the refusal of a table in which no column is called so, or several are */
export function unclearColumn(
  table: string,
  heading: string,
  headings: Texts,
  hint: string | undefined,
): Failure {
  const known = truncateLine(filledIn(headings).join(', ')) || 'none';
  return usageFailure(
    `it is not clear which column of ${table} is '${heading}'; the headings are ${known}`,
    hint,
  );
}

function bare(line: string): string {
  return line
    .replace(/(^|\s)#.*$/, '')
    .trim()
    .replace(listMarks, '');
}

function isParted(cells: Texts): boolean {
  return filledIn(cells).length > 1 && !isOfNames(cells);
}

function isOfNames(cells: Texts): boolean {
  // Joined by blanks, a cell such as #N/A would begin a comment.
  const words = splitWords(bare(cells.join(',')));
  return words.length > 0 && words.every(isDomainName);
}

function delimiterOf(lines: Texts): string | undefined {
  const [, stated] = /^sep=(.)$/i.exec(lines[0] ?? '') ?? [];
  if (stated !== undefined) return stated;
  const ahead = linesAhead(lines);
  const scores = delimiters.map((delimiter) => {
    const parted = ahead
      .map((line) => cellsOf(line, delimiter) ?? [])
      .filter((cells) => filledIn(cells).length > 1);
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

/** @returns undefined until the quoted cell is closed */
function cellsOf(text: string, delimiter: string): string[] | undefined {
  const plain = () => text.split(delimiter).map((cell) => unescapeFormula(cell.trim()));
  if (!text.includes('"')) return plain();
  try {
    const [cells = []] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
    });
    return cells.map(unescapeFormula);
  } catch (error) {
    if (systemCode(error) === 'CSV_QUOTE_NOT_CLOSED') return undefined;
    // Text after the closing quotation mark: the marks are a part of the cell.
    return plain();
  }
}

import { parse } from 'csv-parse/sync';
import { isDomainName, splitWords } from '../core/domain-names.ts';
import { truncateLine, unescapeFormula } from '../core/text.ts';
import { type Failure, systemErrorCode, UnusableFileError, usageFailure } from '../errors.ts';

export type StringList = readonly string[];

export interface SourceRecord {
  cells: StringList;
  /** Number of its first line, counted from 1. */
  line: number;
}

export interface SourceTable {
  /** Undefined where the first record is a row like any other. */
  headings: StringList | undefined;
  rows: readonly SourceRecord[];
  /** Text of the lines above the headings; empty if there are none. */
  title: string;
}

/** So many records at the start show where the headings are, and which column holds what. */
export const headerScanRows = 10;

/** More lines are rather a quotation mark that was never closed. */
const maxLinesPerRecord = 20;

/** Of two that part as many lines equally often, the first is taken. */
const candidateDelimiters = ['\t', ';', ','];

/** People put `1.`, `(1)`, `a)`, `-`, `*`, `•`, `[x]` before the items of a list. */
export const bulletPattern = /^(•\s*|([-*]|\(?\p{Nd}+[.)]|[a-z]\)|\[[ x]?\])(\s+|$))+/iu;

/**
 * Reads CSV. The headings are the first record of several cells, or of one that `isKnown`.
 * @param isKnownHeading tells a heading that is looked for
 * @returns undefined for a text without columns @throws UnfitFile
 */
export function parseCsv(
  lines: StringList,
  isKnownHeading: (cell: string) => boolean,
  allowSingleColumn = false,
): SourceTable | undefined {
  const delimiter = detectDelimiter(lines) ?? (allowSingleColumn ? ',' : undefined);
  if (delimiter === undefined) return undefined;
  const records = parseCsvRecords(lines, delimiter);
  const header = records
    .slice(0, headerScanRows)
    .find(
      ({ cells }) => (allowSingleColumn && cells.some(isKnownHeading)) || hasMultipleCells(cells),
    );
  if (header === undefined) return undefined;
  const headerIndex = records.indexOf(header);
  const precedingRows = records.slice(0, headerIndex).map(({ cells }) => cells);
  // A line of names shows that this is no table.
  if (precedingRows.some(areDomainNames)) return undefined;
  const title = nonEmptyCells(precedingRows.flat()).join(' ');
  const rows = records.slice(headerIndex);
  const isDataRow = header.cells.some(isDomainName) && !header.cells.some(isKnownHeading);
  if (isDataRow) return { headings: undefined, rows, title };
  // Lists that were put together repeat their headings.
  const headerText = header.cells.join();
  return {
    headings: header.cells,
    rows: rows.filter(({ cells }) => cells.join() !== headerText),
    title,
  };
}

/** Reads a text: a record for each name, and one for each line that holds anything else. */
export function parseTextRecords(lines: StringList): SourceRecord[] {
  return lines.flatMap((line, index) => {
    const text = stripListMarkup(line);
    const words = splitWords(text);
    const cells = words.length < 2 || words.every(isDomainName) ? words : [text];
    return cells.map((cell) => ({ cells: [cell], line: index + 1 }));
  });
}

/** Parts lines into records, without blank ones and comments. @throws UnfitFile */
export function parseCsvRecords(lines: StringList, delimiter: string): SourceRecord[] {
  const records: SourceRecord[] = [];
  let first = 0;
  for (let last = 0; last < lines.length; last += 1) {
    const text = lines.slice(first, last + 1).join('\n');
    const cells = splitCells(text, delimiter);
    if (cells === undefined) {
      if (last + 1 - first >= maxLinesPerRecord) break;
      continue;
    }
    const isComment = cells.length === 1 && text.trimStart().startsWith('#');
    if (!isComment && !isBlankLine(text)) records.push({ cells, line: first + 1 });
    first = last + 1;
  }
  if (first === lines.length) return records;
  throw new UnusableFileError(
    `the quotation mark on line ${first + 1} is not closed within ${maxLinesPerRecord} lines`,
    'close it, or write it twice if it is a part of the cell',
  );
}

/** True for a line without a word, and for the delimiter that Excel states above a table. */
export function isBlankLine(line: string): boolean {
  return /^(sep=)?[\s,;]*$/i.test(line);
}

function nonEmptyCells(cells: StringList): string[] {
  return cells.filter((cell) => cell !== '');
}

export function titleNote(title: string): string {
  return `taken for a title: ${truncateLine(title, 80)}`;
}

export function hasExtraCells({ cells }: SourceRecord, headings: StringList): boolean {
  return nonEmptyCells(cells.slice(headings.length)).length > 0;
}

/** @returns the refusal of a table in which no column is called so, or several are */
export function ambiguousColumnFailure(
  table: string,
  heading: string,
  headings: StringList,
  hint: string | undefined,
): Failure {
  const headingList = truncateLine(nonEmptyCells(headings).join(', ')) || 'none';
  return usageFailure(
    `it is not clear which column of ${table} is '${heading}'; the headings are ${headingList}`,
    hint,
  );
}

function stripListMarkup(line: string): string {
  return line
    .replace(/(^|\s)#.*$/, '')
    .trim()
    .replace(bulletPattern, '');
}

function hasMultipleCells(cells: StringList): boolean {
  return nonEmptyCells(cells).length > 1 && !areDomainNames(cells);
}

function areDomainNames(cells: StringList): boolean {
  // Joined by blanks, a cell such as #N/A would begin a comment.
  const words = splitWords(stripListMarkup(cells.join(',')));
  return words.length > 0 && words.every(isDomainName);
}

function detectDelimiter(lines: StringList): string | undefined {
  const [, declared] = /^sep=(.)$/i.exec(lines[0] ?? '') ?? [];
  if (declared !== undefined) return declared;
  const sample = pickSampleLines(lines);
  const scores = candidateDelimiters.map((delimiter) => {
    const multiCellRows = sample
      .map((line) => splitCells(line, delimiter) ?? [])
      .filter((cells) => nonEmptyCells(cells).length > 1);
    return { delimiter, lines: multiCellRows.length, cells: multiCellRows.flat().length };
  });
  scores.sort((one, other) => other.lines - one.lines || other.cells - one.cells);
  return scores.find(({ lines: count }) => count > 0)?.delimiter;
}

/** Comments say nothing about the form; where every line begins with `#`, none is taken for one. */
function pickSampleLines(lines: StringList): string[] {
  const nonBlank = lines.filter((line) => !isBlankLine(line));
  const uncommented = nonBlank.filter((line) => !line.startsWith('#'));
  return (uncommented.length > 0 ? uncommented.map(stripListMarkup) : nonBlank).slice(
    0,
    headerScanRows,
  );
}

/** @returns undefined until the quoted cell is closed */
function splitCells(text: string, delimiter: string): string[] | undefined {
  const splitPlain = () => text.split(delimiter).map((cell) => unescapeFormula(cell.trim()));
  if (!text.includes('"')) return splitPlain();
  try {
    const [cells = []] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
    });
    return cells.map(unescapeFormula);
  } catch (error) {
    if (systemErrorCode(error) === 'CSV_QUOTE_NOT_CLOSED') return undefined;
    // Text after the closing quotation mark: the marks are a part of the cell.
    return splitPlain();
  }
}

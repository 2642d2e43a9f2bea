import { parse } from 'csv-parse/sync';
import { isDomainName, splitWords } from '../core/domain-names.ts';
import { truncateLine, unescapeCsvFormula } from '../core/text.ts';
import { type Failure, getSystemErrorCode, UnusableFileError, usageFailure } from '../errors.ts';

export type StringList = readonly string[];

export interface SourceRecord {
  cells: StringList;
  /** Number of the line on which the record begins, counted from 1. */
  line: number;
}

export interface SourceTable {
  /** Undefined if the table has no header row. */
  headings: StringList | undefined;
  rows: readonly SourceRecord[];
  /** Text of the lines above the header row; empty if there are none. */
  title: string;
  /** True for plain text, in which each record is a single domain name or a whole line. */
  isText: boolean;
}

/** Only this many records are searched for the header row and for the column of names. */
export const maxHeaderScanRows = 10;

/** If a CSV record has more lines than this, a quotation mark is assumed to be unclosed. */
const maxLinesPerRecord = 20;

/** CSV delimiters that can be detected. If two fit equally well, the earlier one is used. */
const candidateDelimiters = ['\t', ';', ','];

/** Matches list markers at the start of a line: `1.`, `(1)`, `a)`, `-`, `*`, `•`, `[x]`. */
export const listMarkerPattern = /^(•\s*|([-*]|\(?\p{Nd}+[.)]|[a-z]\)|\[[ x]?\])(\s+|$))+/iu;

/**
 * Parses lines as CSV, or as plain text if they have no columns.
 * @throws an UnusableFileError if a quotation mark is not closed
 */
export function parseSourceTable(
  lines: StringList,
  isKnownHeading: (cell: string) => boolean,
  allowSingleColumn = false,
): SourceTable {
  const csv = parseCsv(lines, isKnownHeading, allowSingleColumn);
  const text = { headings: undefined, rows: parseTextRecords(lines), title: '', isText: true };
  return csv ?? text;
}

/**
 * Parses lines as CSV. The header is the first record with several cells; if `allowSingleColumn` is
 * true, a record that contains a known heading is also accepted as the header.
 * @returns undefined if the lines are plain text without columns
 * @throws an UnusableFileError if a quotation mark is not closed
 */
function parseCsv(
  lines: StringList,
  isKnownHeading: (cell: string) => boolean,
  allowSingleColumn: boolean,
): SourceTable | undefined {
  const delimiter = detectDelimiter(lines) ?? (allowSingleColumn ? ',' : undefined);
  if (delimiter === undefined) return undefined;
  const records = parseCsvRecords(lines, delimiter);
  const header = records
    .slice(0, maxHeaderScanRows)
    .find(
      ({ cells }) => (allowSingleColumn && cells.some(isKnownHeading)) || hasMultipleCells(cells),
    );
  if (header === undefined) return undefined;
  const headerIndex = records.indexOf(header);
  const precedingRows = records.slice(0, headerIndex).map(({ cells }) => cells);
  // If a row above the header contains only domain names, the file is plain text, not a table.
  if (precedingRows.some(areDomainNames)) return undefined;
  const title = nonEmptyCells(precedingRows.flat()).join(' ');
  const rows = records.slice(headerIndex);
  const isDataRow = header.cells.some(isDomainName) && !header.cells.some(isKnownHeading);
  if (isDataRow) return { headings: undefined, rows, title, isText: false };
  // Drop repeated header rows, which occur in files that were concatenated from several lists.
  const headerText = header.cells.join();
  return {
    headings: header.cells,
    rows: rows.filter(({ cells }) => cells.join() !== headerText),
    title,
    isText: false,
  };
}

/**
 * Parses plain text. Each domain name becomes a record; a line that also contains other words
 * becomes a single record.
 */
function parseTextRecords(lines: StringList): SourceRecord[] {
  return lines.flatMap((line, index) => {
    const text = stripListMarkup(line);
    const words = splitWords(text);
    const cells = words.length < 2 || words.every(isDomainName) ? words : [text];
    return cells.map((cell) => ({ cells: [cell], line: index + 1 }));
  });
}

/**
 * Parses lines as CSV records, skipping blank lines and comments.
 * @throws an UnusableFileError if a quotation mark is not closed
 */
export function parseCsvRecords(lines: StringList, delimiter: string): SourceRecord[] {
  const records: SourceRecord[] = [];
  let startIndex = 0;
  for (let endIndex = 0; endIndex < lines.length; endIndex += 1) {
    const text = lines.slice(startIndex, endIndex + 1).join('\n');
    const cells = splitCells(text, delimiter);
    if (cells === undefined) {
      if (endIndex + 1 - startIndex >= maxLinesPerRecord) break;
      continue;
    }
    const isComment = cells.length === 1 && text.trimStart().startsWith('#');
    if (!isComment && !isBlankLine(text)) records.push({ cells, line: startIndex + 1 });
    startIndex = endIndex + 1;
  }
  if (startIndex === lines.length) return records;
  throw new UnusableFileError(
    `the quotation mark on line ${startIndex + 1} is not closed within ${maxLinesPerRecord} lines`,
    'close it, or write it twice if it is a part of the cell',
  );
}

/**
 * Returns true for a line without text, and for a line such as `sep=;`, which tells Excel the
 * delimiter.
 */
export function isBlankLine(line: string): boolean {
  return /^(sep=)?[\s,;]*$/i.test(line);
}

function nonEmptyCells(cells: StringList): string[] {
  return cells.filter((cell) => cell !== '');
}

export function formatTableTitleNote(title: string): string {
  return `taken for a title: ${truncateLine(title, 80)}`;
}

export function hasExtraCells({ cells }: SourceRecord, headings: StringList): boolean {
  return nonEmptyCells(cells.slice(headings.length)).length > 0;
}

/** Creates the `usage` Failure for a heading that no column has, or that several columns have. */
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
    .replace(listMarkerPattern, '');
}

function hasMultipleCells(cells: StringList): boolean {
  return nonEmptyCells(cells).length > 1 && !areDomainNames(cells);
}

function areDomainNames(cells: StringList): boolean {
  // Join the cells with commas, since after a space a cell such as `#N/A` would start a comment.
  const words = splitWords(stripListMarkup(cells.join(',')));
  return words.length > 0 && words.every(isDomainName);
}

function detectDelimiter(lines: StringList): string | undefined {
  const [, declaredDelimiter] = /^sep=(.)$/i.exec(lines[0] ?? '') ?? [];
  if (declaredDelimiter !== undefined) return declaredDelimiter;
  const sample = pickSampleLines(lines);
  const scores = candidateDelimiters.map((delimiter) => {
    const multiCellRows = sample
      .map((line) => splitCells(line, delimiter) ?? [])
      .filter((cells) => nonEmptyCells(cells).length > 1);
    return { delimiter, lines: multiCellRows.length, cells: multiCellRows.flat().length };
  });
  scores.sort((left, right) => right.lines - left.lines || right.cells - left.cells);
  return scores.find(({ lines: count }) => count > 0)?.delimiter;
}

/**
 * Picks the lines from which the delimiter is detected. Comments are excluded, unless every line
 * starts with `#`.
 */
function pickSampleLines(lines: StringList): string[] {
  const nonBlankLines = lines.filter((line) => !isBlankLine(line));
  const uncommentedLines = nonBlankLines.filter((line) => !line.startsWith('#'));
  return (
    uncommentedLines.length > 0 ? uncommentedLines.map(stripListMarkup) : nonBlankLines
  ).slice(0, maxHeaderScanRows);
}

/** @returns undefined if the text ends within a quoted cell */
function splitCells(text: string, delimiter: string): string[] | undefined {
  const splitPlain = () => text.split(delimiter).map((cell) => unescapeCsvFormula(cell.trim()));
  if (!text.includes('"')) return splitPlain();
  try {
    const [cells = []] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
    });
    return cells.map(unescapeCsvFormula);
  } catch (error) {
    if (getSystemErrorCode(error) === 'CSV_QUOTE_NOT_CLOSED') return undefined;
    // Other text follows a closing quotation mark, so treat quotation marks as ordinary characters.
    return splitPlain();
  }
}

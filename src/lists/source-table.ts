import { parse } from 'csv-parse/sync';
import { isDomainName, splitWords } from '../core/domain-names.ts';
import { pluralize, trimInvisible, truncateLine, unescapeCsvFormula } from '../core/text.ts';
import { getSystemErrorCode, UnusableFileError, usageFailure } from '../errors.ts';

export interface SourceRecord {
  cells: readonly string[];
  /** Number of the line on which the record begins, or of the row of a sheet, counted from 1. */
  line: number;
  /** Columns whose cells are numbers in a workbook, in which `.` is always the decimal sign. */
  numberColumns?: ReadonlySet<number>;
  /** Columns with an error or an uncomputed formula of a workbook. */
  valuelessColumns?: ReadonlySet<number>;
}

/** The content of a file: lines of text, or the records of a workbook's sheet. */
export interface InputContent {
  lines: readonly string[];
  records?: readonly SourceRecord[];
  notes: readonly string[];
}

export interface SourceTable {
  headings: readonly string[] | undefined;
  rows: readonly SourceRecord[];
  notes: string[];
  /** True for plain text. Each record is then one domain name, or a line with any other word. */
  isText: boolean;
}

/** Only this many records are searched for the header row and for the column of names. */
export const maxHeaderScanRows = 10;

/** If a CSV record has more lines than this, a quotation mark is assumed to be unclosed. */
const maxLinesPerRecord = 20;

/** CSV delimiters that can be detected. If two fit equally well, the earlier one is used. */
const candidateDelimiters = ['\t', ';', ','];

/** Matches list markers at the start of a line: `1.`, `(1)`, `a)`, `-`, `*`, `•`, `[x]`. */
const listMarkerPattern = /^(•\s*|([-*]|\(?\p{Nd}+[.)]|[a-z]\)|\[[ x]?\])(\s+|$))+/iu;

/**
 * Parses lines as CSV, or as plain text if they have no columns. The header is the first record
 * with several cells, or with `allowSingleColumn` the first record with a known heading.
 * @throws an UnusableFileError if a quotation mark is unclosed
 */
export function parseSourceTable(
  content: InputContent,
  isKnownHeading: (cell: string) => boolean,
  allowSingleColumn = false,
): SourceTable {
  const { textLines, textNotes } = toTextLines(content);
  const isTable = isWideSheet(content) || !hasRemarksThroughout(textLines);
  const records = isTable ? splitRecords(content, allowSingleColumn) : [];
  const headerIndex = records
    .slice(0, maxHeaderScanRows)
    .findIndex(
      ({ cells }) =>
        (allowSingleColumn && cells.some(isKnownHeading)) ||
        (nonEmptyCells(cells).length > 1 && !areDomainNames(cells)),
    );
  const header = records[headerIndex];
  const precedingRows = records.slice(0, headerIndex).map(({ cells }) => cells);
  // If a row above the header contains only domain names, the file is plain text, not a table.
  if (!header || precedingRows.some(areDomainNames)) {
    const rows = parseTextRecords(textLines);
    return { headings: undefined, rows, notes: [...content.notes, ...textNotes], isText: true };
  }
  const title = nonEmptyCells(precedingRows.flat()).join(' ');
  const titleNotes = title === '' ? [] : [`taken for a title: ${truncateLine(title, 80)}`];
  const isDataRow = header.cells.some(isDomainName) && !header.cells.some(isKnownHeading);
  const lastHeading = header.cells.findLastIndex(Boolean);
  const headings = isDataRow ? undefined : header.cells.slice(0, lastHeading + 1);
  const headerText = header.cells.join();
  // Drop repeated header rows, which occur in files that were concatenated from several lists.
  const rows = records
    .slice(headerIndex)
    .filter(({ cells }) => isDataRow || cells.join() !== headerText);
  return { headings, rows, notes: [...content.notes, ...titleNotes], isText: false };
}

interface TextLine {
  text: string;
  line: number;
  /** True for an error or an uncomputed formula of a workbook. */
  isValueless?: boolean;
}

/**
 * Returns the lines of a text file, or the rows of a sheet as text. Leaves out rows that begin in
 * another column than most and hold no dot, such as a stray word beside the list.
 */
function toTextLines({ lines, records }: InputContent) {
  if (records === undefined) {
    const textLines = lines.map((text, index) => ({ text, line: index + 1 }));
    return { textLines, textNotes: [] };
  }
  const mainColumn = findMainColumn(records);
  const kept = records.filter(({ cells }) => cells[mainColumn] || cells.some(hasDot));
  const textLines = kept.map(({ cells, line, valuelessColumns }) => ({
    text: cells.join(' ').replace(/\s+/g, ' '),
    line,
    isValueless: valuelessColumns?.has(mainColumn) ?? false,
  }));
  const skippedCount = records.length - kept.length;
  const note = `left out ${pluralize(skippedCount, 'row')} without a domain`;
  return { textLines, textNotes: skippedCount > 0 ? [note] : [] };
}

/** Finds the column that is filled most often. */
function findMainColumn(records: readonly SourceRecord[]) {
  const counts = new Map<number, number>();
  for (const { cells } of records)
    for (const [column, cell] of cells.entries())
      if (cell !== '') counts.set(column, (counts.get(column) ?? 0) + 1);
  const [[column] = [0]] = [...counts].sort(([, left], [, right]) => right - left);
  return column;
}

/** Returns true for a sheet with several filled columns. */
function isWideSheet({ records = [] }: InputContent) {
  const columns = records.flatMap(({ cells }) =>
    [...cells.keys()].filter((column) => cells[column] !== ''),
  );
  return new Set(columns).size > 1;
}

function splitRecords(content: InputContent, allowSingleColumn: boolean) {
  const { lines, records } = content;
  if (records !== undefined) {
    const isComment = ({ cells, valuelessColumns }: SourceRecord) =>
      nonEmptyCells(cells).length === 1 &&
      cells.find(Boolean)?.startsWith('#') &&
      !valuelessColumns?.size;
    const isTable = allowSingleColumn || isWideSheet(content);
    return isTable ? records.filter((record) => !isComment(record)) : [];
  }
  const delimiter = detectDelimiter(lines) ?? (allowSingleColumn ? ',' : undefined);
  return delimiter ? parseCsvRecords(lines, delimiter) : [];
}

/**
 * Returns true if each of the first lines is a name beside a remark, such as `1. x.af, in Herat`,
 * whose commas then separate no columns.
 */
function hasRemarksThroughout(lines: readonly TextLine[]) {
  const sample = lines
    .filter(({ text }) => !isBlankLine(text) && !text.trimStart().startsWith('#'))
    .slice(0, maxHeaderScanRows)
    .map(({ text }) => trimInvisible(text));
  const isListed = (text: string) => listMarkerPattern.test(text) || /^\S*[^\s,;] +\S/.test(text);
  const remarks = sample.filter((text) => extractLeadingName(text)?.hasRemark);
  return (
    remarks.length > 0 &&
    remarks.every(isListed) &&
    sample.every((text) => remarks.includes(text) || areDomainNames([text]))
  );
}

/**
 * Finds the domain name at the beginning of text such as `1. x.af - Shop in Herat`.
 * @returns undefined if the text does not begin with a name, or holds a second one
 */
export function extractLeadingName(text: string) {
  const [name = '', ...others] = splitWords(stripListMarkup(text));
  const isName = hasDot(name) && isDomainName(name);
  return isName && !others.some(isDomainName) ? { name, hasRemark: others.length > 0 } : undefined;
}

/** Parses plain text. A line of domain names becomes several records, any other line one. */
function parseTextRecords(lines: readonly TextLine[]) {
  return lines.flatMap(({ text: fullText, line, isValueless }): SourceRecord | SourceRecord[] => {
    if (isValueless) return { cells: [fullText.trim()], line, valuelessColumns: new Set([0]) };
    const text = stripListMarkup(fullText);
    const words = splitWords(text);
    const cells = words.length < 2 || words.every(isDomainName) ? words : [text];
    return cells.map((cell) => ({ cells: [cell], line }));
  });
}

/** Parses CSV records, skipping comments. @throws an UnusableFileError if a quote is not closed */
export function parseCsvRecords(lines: readonly string[], delimiter: string) {
  const records: SourceRecord[] = [];
  let startIndex = 0;
  for (let endIndex = 0; endIndex < lines.length; endIndex += 1) {
    const text = lines.slice(startIndex, endIndex + 1).join('\n');
    const cells = splitCells(text, delimiter);
    if (!cells) {
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

/** Returns true for a line without text, and for `sep=;`, which sets the delimiter for Excel. */
function isBlankLine(line: string) {
  return /^(sep=)?[\s,;]*$/i.test(line);
}

function nonEmptyCells(cells: readonly string[]) {
  return cells.filter(Boolean);
}

export function hasExtraCells({ cells }: SourceRecord, headings: readonly string[]) {
  return cells.slice(headings.length).some(Boolean);
}

export function hasDot(text: string) {
  return /[.。．｡]/.test(text);
}

/**
 * Returns true if a cell of the column without a dot is text such as `Total`, not a name without its
 * TLD: at least three cells have a dot, and at most a quarter of the filled cells have none.
 */
export function requiresTld(cells: readonly string[]) {
  const filledCells = cells.filter(Boolean);
  const dottedCount = filledCells.filter(hasDot).length;
  return dottedCount >= 3 && 4 * dottedCount >= 3 * filledCells.length;
}

export function ambiguousColumnFailure(
  table: string,
  heading: string,
  headings: readonly string[],
  hint: string | undefined,
) {
  const headingList = truncateLine(nonEmptyCells(headings).join(', ')) || 'none';
  return usageFailure(
    `it is not clear which column of ${table} is '${heading}'; the headings are ${headingList}`,
    hint,
  );
}

function stripListMarkup(line: string) {
  const text = trimInvisible(line.replace(/(^|\s)#.*$/, ''));
  return trimInvisible(text.replace(listMarkerPattern, ''));
}

function areDomainNames(cells: readonly string[]) {
  // Do not join the cells with spaces: a cell such as `#N/A` would be stripped as a comment.
  const words = splitWords(stripListMarkup(cells.join(',')));
  return words.length > 0 && words.every(isDomainName);
}

function detectDelimiter(lines: readonly string[]) {
  const [, declaredDelimiter] = /^sep=(.)$/i.exec(lines[0] ?? '') ?? [];
  if (declaredDelimiter) return declaredDelimiter;
  const nonBlankLines = lines.filter((line) => !isBlankLine(line));
  const uncommentedLines = nonBlankLines.filter((line) => !line.startsWith('#'));
  // Skip comments, unless every line starts with `#`.
  const sample =
    uncommentedLines.length > 0 ? uncommentedLines.map(stripListMarkup) : nonBlankLines;
  const scores = candidateDelimiters.map((delimiter) => {
    const multiCellRows = sample
      .slice(0, maxHeaderScanRows)
      .map((line) => splitCells(line, delimiter) ?? [])
      .filter((cells) => nonEmptyCells(cells).length > 1);
    return { delimiter, rows: multiCellRows.length, cells: multiCellRows.flat().length };
  });
  scores.sort((left, right) => right.rows - left.rows || right.cells - left.cells);
  return scores.find(({ rows }) => rows > 0)?.delimiter;
}

/** @returns undefined if the text ends within a quoted cell */
function splitCells(text: string, delimiter: string) {
  const splitPlain = () =>
    text.split(delimiter).map((cell) => unescapeCsvFormula(trimInvisible(cell)));
  if (!text.includes('"')) return splitPlain();
  try {
    const [cells = []] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
    });
    return cells.map((cell) => unescapeCsvFormula(trimInvisible(cell)));
  } catch (error) {
    if (getSystemErrorCode(error) === 'CSV_QUOTE_NOT_CLOSED') return undefined;
    // Other text follows a closing quotation mark, so treat quotation marks as ordinary characters.
    return splitPlain();
  }
}

import { parse } from 'csv-parse/sync';
import { trimInvisible, unescapeCsvFormula } from '../core/text.ts';
import { getSystemErrorCode, UnusableFileError } from '../errors.ts';
import { containsAfName } from './lines.ts';

export interface Cell {
  text: string;
  /** True for a number from a workbook, where `.` is always the decimal separator. */
  isNumber?: boolean;
  /** True for a spreadsheet error (`#N/A`) and for a formula without a cached value. */
  isValueless?: boolean;
}

export interface Row {
  cells: readonly Cell[];
  line: number;
}

export interface InputSheet {
  name: string;
  isWorkbook: boolean;
  isHidden?: boolean;
  rows: readonly Row[];
  notes: readonly string[];
}

export interface InputTable {
  headings: readonly string[] | undefined;
  firstCells: readonly string[];
  /** True if a header row was found, even a single heading above a list of names. */
  hasHeading: boolean;
  rows: readonly Row[];
  titleRows: readonly Row[];
  isWorkbook: boolean;
}

const maxHeadingRows = 10;

/** A CSV record with more lines than this is assumed to be missing a closing quote. */
const maxLinesPerRecord = 20;

const delimiters = ['\t', ';', ','];

export const cellDelimiters = /[\t;,]/;

/**
 * A sheet is a table if one of its first ten nonempty rows has a known heading and no `.af` name.
 * @throws an UnusableFileError if a table has an unclosed quote
 */
export function parseTable(
  sheet: InputSheet,
  isKnownHeading: (cell: string) => boolean,
): InputTable {
  const [heading] = findDelimiters(sheet)
    .flatMap((delimiter) =>
      previewRecords(sheet.rows, delimiter).map(({ cells, line }) => {
        const texts = cells.map(({ text }) => text);
        const width = texts.filter(Boolean).length;
        return { texts, line, delimiter, width, knownCount: texts.filter(isKnownHeading).length };
      }),
    )
    .filter(({ texts, knownCount }) => knownCount > 0 && !texts.some(containsAfName))
    .sort((left, right) => right.knownCount - left.knownCount || right.width - left.width);
  const { isWorkbook } = sheet;
  if (!heading) {
    const rows = sheet.rows.filter(isFilled);
    const firstCells = rows.slice(0, 1).flatMap((row) => joinCells(row).split(cellDelimiters));
    return { headings: undefined, firstCells, hasHeading: false, rows, titleRows: [], isWorkbook };
  }
  const { delimiter, line, texts, width } = heading;
  const isList = width === 1;
  const records = isList ? sheet.rows : [...parseRecords(sheet.rows, delimiter)];
  const filled = records.filter(isFilled);
  return {
    hasHeading: true,
    firstCells: texts,
    headings: isList ? undefined : texts.slice(0, texts.findLastIndex(Boolean) + 1),
    rows: filled.filter((row) => row.line > line),
    titleRows: filled.filter((row) => row.line < line),
    isWorkbook,
  };
}

export function joinCells({ cells }: Row, separator = '\t') {
  return cells.map(({ text }) => text).join(separator);
}

/**
 * Returns a hint if a row does not fit the headings: a CSV record has too many cells or too few to
 * include `column`, or a row of a workbook has a domain name to the right of the last heading.
 */
export function explainRowMismatch(
  { headings = [], isWorkbook }: InputTable,
  { cells }: Row,
  column: number,
) {
  const extra = cells.slice(headings.length);
  if (isWorkbook)
    return extra.some(({ text }) => containsAfName(text))
      ? 'write a heading above each column'
      : undefined;
  return cells.length <= column || extra.some(({ text }) => text !== '')
    ? 'a cell with the delimiter in it needs quotation marks: "1,250.00"'
    : undefined;
}

/** False for blank rows, comments, and `sep=;`, which tells Excel the delimiter. */
function isFilled({ cells }: Row) {
  const [first, ...others] = cells.filter(({ text }) => /[^\s,;]/.test(text));
  if (first === undefined) return false;
  if (others.length > 0) return !/^#\s/.test(first.text);
  return first.isValueless || !/^\s*#|^sep=.$/i.test(first.text);
}

function findDelimiters({ isWorkbook, rows: [first] }: InputSheet) {
  if (isWorkbook) return [undefined];
  const [, declared] = /^sep=(.)$/i.exec(first?.cells[0]?.text ?? '') ?? [];
  return declared === undefined ? delimiters : [declared];
}

function previewRecords(rows: readonly Row[], delimiter: string | undefined) {
  const preview: Row[] = [];
  try {
    for (const record of parseRecords(rows, delimiter)) {
      if (isFilled(record)) preview.push(record);
      if (preview.length === maxHeadingRows) break;
    }
  } catch (error) {
    // Ignore an unclosed quote here, since the file may be plain text.
    if (!(error instanceof UnusableFileError)) throw error;
  }
  return preview;
}

/** Parses CSV. @throws an UnusableFileError if a quote is not closed within 20 lines */
export function* parseRecords(
  lines: readonly Row[],
  delimiter: string | undefined,
): Generator<Row> {
  if (delimiter === undefined) {
    yield* lines;
    return;
  }
  let text = '';
  let start: Row | undefined;
  let lineCount = 0;
  for (const row of lines) {
    start ??= row;
    lineCount += 1;
    text += `${lineCount > 1 ? '\n' : ''}${row.cells[0]?.text ?? ''}`;
    const cells = splitCells(text, delimiter);
    if (cells === undefined && lineCount < maxLinesPerRecord) continue;
    if (cells === undefined) break;
    yield { cells, line: start.line };
    start = undefined;
    text = '';
    lineCount = 0;
  }
  if (start === undefined) return;
  throw new UnusableFileError(
    `the quotation mark on line ${start.line} is not closed within ${maxLinesPerRecord} lines`,
    'close it, or write it twice if it is a part of the cell',
  );
}

/** @returns undefined if the string ends inside a quoted cell */
function splitCells(text: string, delimiter: string): Cell[] | undefined {
  if (!text.includes('"')) return text.split(delimiter).map(parseCell);
  try {
    const [cells = []]: string[][] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
    });
    return cells.map(parseCell);
  } catch (error) {
    if (getSystemErrorCode(error) === 'CSV_QUOTE_NOT_CLOSED') return undefined;
    // If the quoting is invalid, then treat quotes as ordinary characters.
    return text.split(delimiter).map(parseCell);
  }
}

const spreadsheetError = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|ERROR!)$/i;

function parseCell(text: string): Cell {
  const trimmed = unescapeCsvFormula(trimInvisible(text));
  return { text: trimmed, isValueless: spreadsheetError.test(trimmed) };
}

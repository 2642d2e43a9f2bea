import { parse } from 'csv-parse/sync';
import { unguardCell } from '../core/spreadsheet-cell.ts';
import { systemCode, UnfitFile } from '../errors.ts';

export interface TableRecord {
  cells: readonly string[];
  /** Number of its first line, counted from 1. */
  line: number;
}

/** More lines are rather a quotation mark that was never closed. */
const mostLinesOfRecord = 20;

/** Parts lines into records, without blank ones and comments. @throws UnfitFile */
export function* recordsOf(
  lines: readonly string[],
  delimiter: string,
): Generator<TableRecord, void> {
  let first = 0;
  for (let last = 0; last < lines.length; last += 1) {
    const text = lines.slice(first, last + 1).join('\n');
    const cells = cellsOf(text, delimiter);
    if (cells === undefined) {
      if (last + 1 - first >= mostLinesOfRecord) break;
      continue;
    }
    const isComment = cells.length === 1 && text.trimStart().startsWith('#');
    if (!isComment && !isBlank(text)) yield { cells, line: first + 1 };
    first = last + 1;
  }
  if (first === lines.length) return;
  const says = `the quotation mark on line ${first + 1} is not closed within ${mostLinesOfRecord} lines`;
  throw new UnfitFile(says, 'close it, or write it twice if it is a part of the cell');
}

/** True for a line without a word, and for the delimiter that Excel states above a table. */
export function isBlank(line: string): boolean {
  return /^(sep=)?[\s,;]*$/i.test(line);
}

/** @returns undefined until the quoted cell is closed */
export function cellsOf(text: string, delimiter: string): string[] | undefined {
  const plain = () => text.split(delimiter).map((cell) => unguardCell(cell.trim()));
  if (!text.includes('"')) return plain();
  try {
    const options = { delimiter, relax_column_count: true, relax_quotes: true, trim: true };
    const [cells = []] = parse(text, options);
    return cells.map(unguardCell);
  } catch (error) {
    if (systemCode(error) === 'CSV_QUOTE_NOT_CLOSED') return undefined;
    // Text after the closing quotation mark: the marks are a part of the cell.
    return plain();
  }
}

import { parse } from 'csv-parse/sync';
import { unguardCell } from '../core/spreadsheet-cell.ts';
import { excerpt } from '../core/text.ts';
import { systemCode, UnfitFile } from '../errors.ts';

/** Two blanks and more part the columns of a table that dotaf has printed. */
const delimiters = ['\t', ';', ',', '  '];

/** More lines in one cell are rather a quotation mark that was never closed. */
const mostLinesOfRecord = 1000;

/** Takes the most frequent delimiter, since a comma may also be in a price or a name. */
export function delimiterOf(header: string): string {
  const text = header.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((one) => text.split(one).length);
  const most = Math.max(...counts);
  return delimiters[counts.indexOf(most)] ?? ',';
}

/** Parts lines into cells. A quoted cell may go on in the next line. @throws UnfitFile */
export function* recordsOf(lines: Iterable<string>, delimiter: string): Generator<string[]> {
  let open: string[] = [];
  for (const line of lines) {
    open.push(line);
    const cells = cellsOf(open.join('\n'), delimiter);
    if (cells !== undefined) {
      open = [];
      yield cells;
    } else if (open.length > mostLinesOfRecord) break;
  }
  if (open.length === 0) return;
  throw new UnfitFile(`the quotation mark in '${excerpt(open[0] ?? '', 40)}' is never closed`);
}

/** Letters and digits of a heading: `Due Date`, `due_date` and `dueDate` are all `duedate`. */
export function lettersOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** @returns undefined until the quoted cell is closed */
function cellsOf(text: string, delimiter: string): string[] | undefined {
  const mark = delimiter === '  ' ? / {2,}/ : delimiter;
  const plain = () => {
    const cells = text.split(mark);
    return cells.map((cell) => unguardCell(cell.trim()));
  };
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

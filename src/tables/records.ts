import { parse } from 'csv-parse/sync';
import { unguardCell } from '../core/spreadsheet-cell.ts';
import { excerpt } from '../core/text.ts';
import { systemCode, UnfitFile } from '../errors.ts';

export interface TableLine {
  /** The number of its last line, as an editor counts. */
  number: number;
  cells: readonly string[];
}

/** Two blanks part the columns of a table that dotaf has printed. */
const delimiters = [',', ';', '\t', '  '];

/** More lines in one cell are rather a quotation mark that was never closed. */
const mostLinesOfRecord = 1000;

/** The most frequent one, since a comma may also be in a price or a name. */
export function delimiterOf(header: string): string {
  const text = header.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((one) => text.split(one).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Parts lines into cells. A quoted cell may go on in the next line. @throws UnfitFile */
export async function* recordsOf(
  lines: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<TableLine> {
  let number = 0;
  let open: string[] = [];
  for await (const line of lines) {
    number += 1;
    open.push(line);
    const cells = cellsOf(open.join('\n'), delimiter);
    if (cells !== undefined) {
      open = [];
      yield { number, cells };
    } else if (open.length > mostLinesOfRecord) break;
  }
  if (open.length === 0) return;
  throw new UnfitFile(`the quotation mark in '${excerpt(open[0] ?? '', 40)}' is never closed`);
}

/** Undefined while a quoted cell is open. */
export function cellsOf(text: string, delimiter: string): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter).map(cellOf);
  try {
    const [cells = []] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
    });
    return cells.map(unguardCell);
  } catch (error) {
    if (systemCode(error) === 'CSV_QUOTE_NOT_CLOSED') return undefined;
    // What stands behind a closing quotation mark makes it a part of the text.
    return text.split(delimiter).map(cellOf);
  }
}

function cellOf(text: string): string {
  return unguardCell(text.trim());
}

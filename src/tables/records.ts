import { parse } from 'csv-parse/sync';
import { isObject, type JsonObject } from '../core/json.ts';
import { unguardCell } from '../core/spreadsheet-cell.ts';
import { excerpt } from '../core/text.ts';
import { systemCode, UnfitFile } from '../errors.ts';

/** Two blanks and more part the columns of a table that dotaf has printed. */
const delimiters = ['\t', ';', ',', '  '];

/** More lines in one cell are rather a quotation mark that was never closed. */
const mostLinesOfRecord = 1000;

/** The most frequent one, since a comma may also be in a price or a name. */
export function delimiterOf(header: string): string {
  const text = header.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((one) => text.split(one).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

export async function* rowsIn(
  lines: AsyncIterable<string>,
  kind: 'jsonl' | 'csv',
): AsyncGenerator<JsonObject> {
  if (kind === 'jsonl') {
    for await (const line of lines) yield objectIn(line);
    return;
  }
  let headings: string[] | undefined;
  for await (const cells of recordsOf(lines, ',')) {
    if (headings === undefined) headings = cells;
    else yield Object.fromEntries(headings.map((heading, column) => [heading, cells[column]]));
  }
}

/** One value a line, or a single one if the first line does not end it. @throws UnfitFile */
export async function* jsonValues(lines: AsyncIterable<string>): AsyncGenerator<unknown> {
  let text = '';
  let isByLine: boolean | undefined;
  for await (const line of lines) {
    isByLine ??= /[\]}]\s*$/.test(line);
    text += `${line}\n`;
    if (!isByLine || text.trim() === '') continue;
    yield valueIn(text);
    text = '';
  }
  if (text.trim() !== '') yield valueIn(text);
}

/** Parts lines into cells. A quoted cell may go on in the next line. @throws UnfitFile */
export async function* recordsOf(
  lines: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<string[]> {
  let open: string[] = [];
  for await (const line of lines) {
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

/** Undefined while a quoted cell is open. */
export function cellsOf(text: string, delimiter: string): string[] | undefined {
  const mark = delimiter === '  ' ? / {2,}/ : delimiter;
  const plain = () => text.split(mark).map((cell) => unguardCell(cell.trim()));
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

function valueIn(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UnfitFile('it begins as JSON, and is not');
  }
}

/** What is compared of a heading: `Due Date`, `due_date` and `dueDate` are all `duedate`. */
export function lettersOf(heading: string): string {
  return heading.toLowerCase().replace(/[\s_.-]/g, '');
}

function objectIn(line: string): JsonObject {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

import { parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import type { Context } from '../cli/context.ts';
import { unguardCell } from '../core/spreadsheet-cell.ts';
import { Failure } from '../errors.ts';
import { readNamedFile, readText } from '../platform/files.ts';

export interface TableLine {
  /** As an editor counts it. */
  number: number;
  cells: readonly string[];
}

export interface TableFile {
  /** As messages call it. */
  name: string;
  /** Never empty. */
  lines: readonly [TableLine, ...TableLine[]];
  /** Of cells. */
  delimiter: string;
}

const delimiters = [',', ';', '\t'];

const parsedLines = z.array(
  z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }),
);

/** Values that say that there is none; MySQL writes a missing day as `0000-00-00`. */
const noValue =
  /^(-|n\/?a|null|none|never|\\n|(0000[-/.]00[-/.]00|00[-/.]00[-/.]0000)( 00:00(:00)?)?)?$/i;

/** Reads a CSV file, or stdin for `-`. @throws Failure `io`, or `usage` for what is no table */
export async function readTableFile(
  { surroundings, signal }: Context,
  file: string,
): Promise<TableFile> {
  const name = file === '-' ? 'stdin' : `'${file}'`;
  const text =
    file === '-'
      ? await readText(() => surroundings.stdin.stream, name, signal)
      : await readNamedFile(file, signal);
  const delimiter = delimiterOf(text);
  const [first, ...others] = linesOf(name, text, delimiter);
  if (first === undefined) {
    throw new Failure('usage', `${name} is empty`, { hint: 'its first line names the columns' });
  }
  return { name, lines: [first, ...others], delimiter };
}

/** Undefined for an empty cell, and for one that says that it is. */
export function cellAt({ cells }: TableLine, column: number | undefined): string | undefined {
  const cell = column === undefined ? '' : (cells[column] ?? '');
  return noValue.test(cell) ? undefined : cell;
}

/** @param says a reason beyond what was expected */
export function unreadable(
  { name }: TableFile,
  { number }: TableLine,
  heading: string,
  cell: string,
  hint: string,
  says = `cannot be read as '${heading}'`,
): Failure {
  return new Failure('usage', `${name}, line ${number}: '${cell}' ${says}`, { hint });
}

/** The most frequent one of the first line, since a comma may also be in a price or a name. */
function delimiterOf(text: string): string {
  const header = (/\S.*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = delimiters.map((one) => header.split(one).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

function linesOf(name: string, text: string, delimiter: string): TableLine[] {
  try {
    const lines: unknown = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
    return z.parse(parsedLines, lines).map(({ record, info }) => ({
      number: info.lines,
      cells: record.map(unguardCell),
    }));
  } catch {
    throw new Failure('usage', `${name} is not CSV`, {
      hint: 'save it as CSV with a header line',
    });
  }
}

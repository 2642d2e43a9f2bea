import type { Context } from '../cli/context.ts';
import { isObject } from '../core/json.ts';
import { wordsOf } from '../core/words.ts';
import { Failure, fileFailure, UnfitFile } from '../errors.ts';
import { plainText } from '../output/fields.ts';
import { openNamedFile, untilStopped } from '../platform/files.ts';
import { linesOf } from '../tables/lines.ts';
import { delimiterOf, recordsOf } from '../tables/records.ts';
import type { MappedHeading } from './compare-options.ts';

export interface TableLine {
  /** As an editor counts it. */
  number: number;
  cells: readonly string[];
}

export interface Table {
  /** As messages call it. */
  name: string;
  header: readonly string[];
  lines: readonly TableLine[];
}

/** The field of a column that is to be left out. */
const leftOut = '-';

/** Values that say that there is none; MySQL writes a missing day as `0000-00-00`. */
const noValue = /^(-|n\/?a|null|none|never|0000-00-00.*)?$/i;

/** Reads CSV or JSON lines from a file, or from stdin for `-`. @throws Failure `io`, `usage` */
export async function readTable({ surroundings, signal }: Context, file: string): Promise<Table> {
  const name = file === '-' ? 'stdin' : `'${file}'`;
  try {
    const stream = file === '-' ? surroundings.stdin.stream : await openNamedFile(file);
    const text: string[] = [];
    for await (const line of linesOf(untilStopped(stream, signal))) text.push(line);
    // Excel may write `sep=;` above the header.
    const first = text.findIndex((line) => !/^(sep=.)?\s*$/i.test(line));
    const isJson = /^\s*[[{]/.test(text[first] ?? '');
    const [header, ...lines] = isJson ? jsonLines(text) : await csvLines(text.slice(first), first);
    if (header !== undefined) return { name, header: header.cells, lines };
  } catch (error) {
    signal.throwIfAborted();
    const hint = 'save it as UTF-8 text, as CSV, or as one JSON object per line';
    const isUnfit = error instanceof UnfitFile;
    throw fileFailure('io', `cannot read ${name}`, error, isUnfit ? hint : undefined);
  }
  throw new Failure('usage', `${name} is empty`, { hint: 'its first line names the columns' });
}

/**
 * Finds the columns of a field: those that the user gave it, then the one that is called by the
 * name of the field, then the others whose heading, in lower-case words, matches its pattern.
 *
 * @throws Failure `usage` for a mapped heading or field that does not exist
 */
export function columnFinder<Field extends string>(
  header: readonly string[],
  patterns: Readonly<Record<Field, RegExp>>,
  mapped: readonly MappedHeading[],
): (field: Field) => number[] {
  const headings = header.map(plainHeading);
  const letters = header.map(lettersOf);
  const fields = Object.keys(patterns);
  const fieldOf = new Map(
    mapped.map(({ heading, field }) => {
      const column = letters.indexOf(lettersOf(heading));
      if (column < 0) throw unknownName('heading', heading, header);
      if (!fields.includes(field) && field !== leftOut) throw unknownName('field', field, fields);
      return [column, field];
    }),
  );
  return (field) => {
    const columns = [...headings.keys()];
    const found = columns.filter(
      (column) => !fieldOf.has(column) && patterns[field].test(headings[column] ?? ''),
    );
    const named = found.filter((column) => headings[column] === plainHeading(field));
    return [
      ...new Set([
        ...columns.filter((column) => fieldOf.get(column) === field),
        ...named,
        ...found,
      ]),
    ];
  };
}

/** `Auto-Renew`, `auto_renew` and `autoRenew` are all `auto renew`. */
export function plainHeading(heading: string): string {
  return wordsOf(heading).join(' ');
}

/** Undefined for an empty cell, and for one that says that it is. */
export function cellAt({ cells }: TableLine, column: number | undefined): string | undefined {
  const cell = column === undefined ? '' : (cells[column] ?? '');
  return noValue.test(cell) ? undefined : cell;
}

/** @param says what is wrong with the cell */
export function unreadable(
  { name }: Table,
  { number }: TableLine,
  cell: string,
  says: string,
  hint: string,
): Failure {
  return new Failure('usage', `${name}, line ${number}: '${cell}' ${says}`, { hint });
}

export async function noteUnused(
  { output }: Context,
  { header }: Table,
  used: readonly (number | undefined)[],
): Promise<void> {
  const unused = header.filter((heading, column) => heading !== '' && !used.includes(column));
  if (unused.length === 0) return;
  await output.note(
    `not compared: ${unused.join(', ')}; --map <heading>=<field> says what a column is`,
  );
}

/** @param before how many lines come before these */
async function csvLines(text: readonly string[], before: number): Promise<TableLine[]> {
  const lines: TableLine[] = [];
  const delimiter = delimiterOf(text[0] ?? '');
  let number = before;
  async function* counted() {
    for (const line of text) {
      number += 1;
      // More than two blanks part the columns of a table that dotaf has printed.
      yield delimiter === '  ' ? line.replace(/ {2,}/g, delimiter) : line;
    }
  }
  for await (const cells of recordsOf(counted(), delimiter)) {
    if (cells.some((cell) => cell !== '')) lines.push({ number, cells });
  }
  return lines;
}

/** One object per line, or lists of them; the keys of all are the header. */
function jsonLines(text: readonly string[]): TableLine[] {
  const rows = text.flatMap((line, index) =>
    line.trim() === '' ? [] : objectsIn(line).map((row) => ({ number: index + 1, row })),
  );
  const keys = [...new Set(rows.flatMap(({ row }) => Object.keys(row)))];
  return [
    { number: 0, cells: keys },
    ...rows.map(({ number, row }) => ({ number, cells: keys.map((key) => plainText(row[key])) })),
  ];
}

function objectsIn(line: string) {
  try {
    const value: unknown = JSON.parse(line);
    const values: unknown[] = Array.isArray(value) ? value : [value];
    const objects = values.filter(isObject);
    if (objects.length === values.length) return objects;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UnfitFile('it is not one JSON object per line');
}

function unknownName(kind: string, name: string, known: readonly string[]): Failure {
  return new Failure('usage', `--map: no ${kind} is '${name}'`, {
    hint: `the ${kind}s are ${known.filter((one) => one !== '').join(', ')}`,
  });
}

function lettersOf(heading: string): string {
  return heading.toLowerCase().replace(/[\s_.-]/g, '');
}

import type { Context } from '../cli/context.ts';
import { isObject } from '../core/json.ts';
import { named } from '../core/text.ts';
import { wordsOf } from '../core/words.ts';
import { Failure, fileFailure, UnfitFile } from '../errors.ts';
import { plainText } from '../output/fields.ts';
import { openNamedFile, untilStopped } from '../platform/files.ts';
import { linesOf } from '../tables/lines.ts';
import { delimiterOf, recordsOf } from '../tables/records.ts';
import type { MappedHeading } from './options.ts';

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

/** Texts that stand for an empty cell; MySQL writes a missing day as `0000-00-00`. */
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
    const [header, ...lines] = isJson ? jsonLines(text) : await csvLines(text, first);
    if (header !== undefined) return { name, header: header.cells, lines };
  } catch (error) {
    signal.throwIfAborted();
    const hint = 'save it as UTF-8 text, as CSV, or as one JSON object per line';
    const isUnfit = error instanceof UnfitFile;
    throw fileFailure('io', `cannot read ${name}`, error, isUnfit ? hint : undefined);
  }
  throw new Failure('usage', `${name} is empty`, { hint: 'its first line names the columns' });
}

/** The columns of a table by what they hold. */
export class Columns<Field extends string> {
  readonly table: Table;
  readonly #patterns: Readonly<Record<Field, RegExp>>;
  readonly #mapped: ReadonlyMap<number, string>;
  readonly #used = new Set<number>();

  /**
   * @param patterns match the headings of each field, in lower-case words
   * @throws Failure `usage` for a mapped heading or field that does not exist
   */
  constructor(
    table: Table,
    patterns: Readonly<Record<Field, RegExp>>,
    mapped: readonly MappedHeading[],
  ) {
    this.table = table;
    this.#patterns = patterns;
    const headings = table.header.map(lettersOf);
    const fields = Object.keys(patterns);
    this.#mapped = new Map(
      mapped.map(({ heading, field }) => {
        const column = headings.indexOf(lettersOf(heading));
        if (column < 0) throw unknownName('heading', heading, table.header);
        if (![...fields, leftOut].includes(field)) throw unknownName('field', field, fields);
        return [column, field];
      }),
    );
  }

  /**
   * Those that the user gave the field, then the one that is called by its name, then the others.
   *
   * @param most counts as used
   */
  of(field: Field, most = 1): number[] {
    const columns = [...this.table.header.keys()];
    const headings = this.table.header.map(plainHeading);
    const mapped = columns.filter((column) => this.#mapped.get(column) === field);
    const found = columns.filter(
      (column) => !this.#mapped.has(column) && this.#patterns[field].test(headings[column] ?? ''),
    );
    const called = found.filter((column) => headings[column] === plainHeading(field));
    const chosen = [...new Set([...mapped, ...called, ...found])].slice(0, most);
    for (const column of chosen) this.#used.add(column);
    return chosen;
  }

  /**
   * Reads what the cells of a line say; undefined if they are empty.
   *
   * @throws Failure `usage` for what cannot be read, since it must not count as something that agrees
   */
  read<Value>(
    line: TableLine,
    columns: readonly number[],
    parse: (cell: string) => Value | undefined,
    hint: string,
  ): Value | undefined {
    const cell = columns.flatMap((column) => cellAt(line, column) ?? []).join(' ');
    if (cell === '') return undefined;
    const value = parse(cell);
    if (value !== undefined) return value;
    const heading = this.table.header[columns[0] ?? 0];
    throw unreadable(this.table, line, cell, `cannot be read as '${heading}'`, hint);
  }

  async noteUnused({ output }: Context): Promise<void> {
    const { header } = this.table;
    const unused = header.filter((heading, column) => heading !== '' && !this.#used.has(column));
    if (unused.length === 0) return;
    const says = '--map <heading>=<field> says what a column is';
    await output.note(`not compared: ${unused.join(', ')}; ${says}`);
  }
}

/** `Auto-Renew`, `auto_renew` and `autoRenew` are all `auto renew`. */
export function plainHeading(heading: string): string {
  return wordsOf(heading).join(' ');
}

/** Undefined for an empty cell, and for one that says that it is. */
export function cellAt({ cells }: TableLine, column = -1): string | undefined {
  const cell = cells[column] ?? '';
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

/** @param name of the table @param things one for each line */
export async function warnOfTwice(
  { output }: Context,
  name: string,
  things: readonly string[],
): Promise<void> {
  const twice = new Set(things.filter((thing, at) => things.indexOf(thing) < at));
  if (twice.size === 0) return;
  await output.warning(`${name}: ${named([...twice])} on several lines; the last one counts`);
}

/** @param first the index of the header */
async function csvLines(text: readonly string[], first: number): Promise<TableLine[]> {
  const delimiter = delimiterOf(text[first] ?? '');
  const lines: TableLine[] = [];
  let number = Math.max(0, first);
  async function* counted() {
    for (const line of text.slice(number)) {
      number += 1;
      yield line;
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

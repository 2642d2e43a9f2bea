import type { Context } from '../cli/context.ts';
import { named } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { nameOfFile, readLines } from '../tables/lines.ts';
import { delimiterOf, lettersOf, recordsOf } from '../tables/records.ts';
import type { MappedHeading } from './options.ts';

type Cells = readonly string[];

export interface Table {
  /** Name of the table in messages. */
  name: string;
  header: Cells;
  rows: readonly Cells[];
}

const ignored = '-';

/** Texts that stand for an empty cell; MySQL writes a missing day as `0000-00-00`. */
const noValue = /^(-|n\/?a|null|none|never|0000-00-00.*)?$/i;

/** Reads CSV from a file, or from stdin for `-`. @throws Failure `io`, `usage` */
export async function readTable(context: Context, file: string): Promise<Table> {
  const name = nameOfFile(file);
  const redactor = await context.redactor();
  return readLines(context, file, (text) => {
    if (redactor.text(text.join('\n')) === undefined) {
      throw new Failure('usage', `${name} holds the key or the secret of the account`, {
        hint: 'take it out: a list that is compared is shown in parts',
      });
    }
    // Excel may write `sep=;` above the header.
    const lines = text.slice(text.findIndex((line) => !/^(sep=.)?\s*$/i.test(line)));
    const records = [...recordsOf(lines, delimiterOf(lines[0] ?? ''))];
    const [header, ...rows] = records.filter((cells) => cells.some((cell) => cell !== ''));
    if (header !== undefined) return { name, header, rows };
    throw new Failure('usage', `${name} is empty`, { hint: 'its first line names the columns' });
  });
}

export class Columns<Field extends string> {
  readonly #table: Table;
  readonly #headings: readonly string[];
  readonly #patterns: Readonly<Record<Field, RegExp>>;
  readonly #mapped = new Map<number, string>();
  readonly #used = new Set<number>();

  /** @param patterns of headings, as `lettersOf` writes them @throws Failure `usage` */
  constructor(
    table: Table,
    patterns: Readonly<Record<Field, RegExp>>,
    mapped: readonly MappedHeading[],
  ) {
    this.#table = table;
    this.#headings = table.header.map(lettersOf);
    this.#patterns = patterns;
    const fields = Object.keys(patterns);
    for (const { heading, field } of mapped) {
      const column = this.#headings.indexOf(lettersOf(heading));
      if (column < 0) throw unknownName('heading', heading, table.header);
      if (![...fields, ignored].includes(field)) throw unknownName('field', field, fields);
      this.#mapped.set(column, field);
    }
  }

  /** Columns that `--map` gives the field; otherwise those of its name, then those like it. */
  all(field: Field): number[] {
    const columns = [...this.#headings.keys()];
    const mapped = columns.filter((column) => this.#mapped.get(column) === field);
    if (mapped.length > 0) return mapped;
    const like = columns.filter((column) => {
      const heading = this.#headings[column] ?? '';
      return !this.#mapped.has(column) && this.#patterns[field].test(heading);
    });
    const own = like.filter((column) => this.#headings[column] === lettersOf(field));
    return [...new Set([...own, ...like])];
  }

  first(field: Field): number[] {
    return this.all(field).slice(0, 1);
  }

  required(field: Field): number[] {
    const columns = this.first(field);
    if (columns.length > 0) return columns;
    throw new Failure('usage', `no column of ${this.#table.name} is called '${field}'`, {
      hint: `call one column '${field}', or give --map <heading>=${field}`,
    });
  }

  /** Reads null from an empty cell. @throws Failure for a cell that `parse` cannot read */
  reader<Value>(
    columns: readonly number[],
    parse: (cell: string) => Value | null | undefined,
    hint: string,
  ): (cells: Cells) => Value | null {
    const { name, header } = this.#table;
    for (const column of columns) this.#used.add(column);
    return (cells) => {
      const cell = columns.flatMap((column) => cellAt(cells, column) ?? []).join(' ');
      if (cell === '') return null;
      const value = parse(cell);
      if (value !== undefined && value !== null) return value;
      const says = `'${cell}' cannot be read as '${header[columns[0] ?? 0]}'`;
      throw new Failure('usage', `${name}: ${says}`, { hint });
    };
  }

  async noteUnused({ output }: Context): Promise<void> {
    const { header } = this.#table;
    const unused = header.filter((heading, column) => heading !== '' && !this.#used.has(column));
    if (unused.length === 0) return;
    const says = '--map <heading>=<field> says what a column is';
    await output.note(`not compared: ${unused.join(', ')}; ${says}`);
  }
}

/** @returns undefined for an empty cell, and for one that says so, such as `n/a` */
export function cellAt(cells: Cells, column: number): string | undefined {
  const cell = cells[column] ?? '';
  return noValue.test(cell) ? undefined : cell;
}

export async function warnOfTwice(
  { output }: Context,
  name: string,
  things: readonly string[],
): Promise<void> {
  const twice = new Set(things.filter((thing, at) => things.indexOf(thing) < at));
  if (twice.size === 0) return;
  await output.warning(`${name}: ${named([...twice])} on several lines; the last one counts`);
}

function unknownName(kind: string, name: string, known: readonly string[]): Failure {
  const names = known.filter((one) => one !== '').join(', ');
  return new Failure('usage', `--map: no ${kind} is '${name}'`, {
    hint: `the ${kind}s are ${names}`,
  });
}

import type { Context } from '../cli/context.ts';
import { isWholeName, wordsIn } from '../core/names.ts';
import { lettersOf, named } from '../core/text.ts';
import { Failure, UnfitFile } from '../errors.ts';
import { nameOfFile, readLines } from '../tables/lines.ts';
import type { TableRecord } from '../tables/records.ts';
import { bare, filledIn, isTooLong, type Sheet, sheetIn, titleNote } from '../tables/sheet.ts';
import type { MappedHeading } from './options.ts';

type Cells = readonly string[];

/** Patterns of headings by field, for headings as `lettersOf` writes them. */
type Patterns<Field extends string> = Readonly<Record<Field, RegExp>>;

const ignored = '-';

/** Texts that stand for an empty cell; MySQL writes a missing day as `0000-00-00`. */
const noValue = /^(-|n\/?a|null|none|never|0000-00-00.*)?$/i;

/** The columns of a table of CSV, by the fields that their headings name. */
export class Columns<Field extends string> {
  /** Name of the table in messages. */
  readonly name: string;
  readonly header: Cells;
  readonly rows: readonly TableRecord[];
  readonly #headings: readonly string[];
  readonly #patterns: Patterns<Field>;
  readonly #mapped = new Map<number, string>();
  readonly #used = new Set<number>();

  /** Reads a file, or stdin for `-`. @throws Failure `io`, `usage` */
  static async read<Field extends string>(
    context: Context,
    file: string,
    patterns: Patterns<Field>,
    mapped: readonly MappedHeading[] = [],
  ): Promise<Columns<Field>> {
    const known: readonly RegExp[] = Object.values(patterns);
    const given = mapped.map(({ heading }) => lettersOf(heading));
    const isKnown = (cell: string) => {
      const letters = lettersOf(cell);
      return given.includes(letters) || known.some((pattern) => pattern.test(letters));
    };
    const sheet = await readLines(context, file, (lines) => {
      const read = sheetIn(lines, isKnown, true) ?? plainSheet(lines);
      const long = read.rows.find((row) => isTooLong(row, read));
      if (long === undefined) return read;
      throw new UnfitFile(`line ${long.line} has more cells than the headings`, delimiterHint);
    });
    if (sheet.title.length > 0) await context.output.note(titleNote(sheet.title));
    return new Columns(nameOfFile(file), sheet, patterns, mapped);
  }

  private constructor(
    name: string,
    { headings, rows }: Sheet,
    patterns: Patterns<Field>,
    mapped: readonly MappedHeading[],
  ) {
    const header = headings?.cells ?? headerOfNames(rows[0]?.cells ?? []);
    if (header.length === 0) {
      throw new Failure('usage', `${name} is empty`, { hint: 'its first line names the columns' });
    }
    this.name = name;
    this.header = header;
    this.rows = rows;
    this.#headings = header.map(lettersOf);
    this.#patterns = patterns;
    const fields = Object.keys(patterns);
    for (const { heading, field } of mapped) {
      const column = this.#headings.indexOf(lettersOf(heading));
      if (column < 0) throw unknownName('heading', heading, header);
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

  /** @throws Failure `usage` without such a column, `io` for a row that ends before it */
  required(field: Field): number[] {
    const [column] = this.first(field);
    const heading = this.#headings[column ?? -1];
    const called = this.#headings.filter((one) => one === heading);
    if (column === undefined || called.length > 1) {
      const which = column === undefined ? 'no column' : 'more than one column';
      const headings = filledIn(this.header).join(', ') || 'none';
      const says = `${which} of ${this.name} is called '${field}'; the headings are ${headings}`;
      const hint = `call one column '${field}', or give --map '<heading>=${field}'`;
      throw new Failure('usage', says, { hint });
    }
    const short = this.rows.find(({ cells }) => cells.length <= column);
    if (short === undefined) return [column];
    const says = `line ${short.line} ends before the column '${this.header[column]}'`;
    throw new Failure('io', `cannot read ${this.name}: ${says}`, { hint: 'remove the line' });
  }

  /** Reads null from an empty cell. @throws Failure for a cell that `parse` cannot read */
  reader<Value>(
    columns: readonly number[],
    parse: (cell: string) => Value | null | undefined,
    hint: string,
  ): (row: TableRecord) => Value | null {
    for (const column of columns) this.#used.add(column);
    return ({ cells }) => {
      const cell = columns.flatMap((column) => cellAt(cells, column) ?? []).join(' ');
      if (cell === '') return null;
      const value = parse(cell);
      if (value !== undefined && value !== null) return value;
      const says = `'${cell}' cannot be read as '${this.header[columns[0] ?? 0]}'`;
      throw new Failure('usage', `${this.name}: ${says}`, { hint });
    };
  }

  async noteUnused({ output }: Context): Promise<void> {
    const unused = this.header.filter(
      (heading, column) =>
        heading !== '' && !this.#used.has(column) && this.#mapped.get(column) !== ignored,
    );
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

const delimiterHint = 'a cell with the delimiter in it needs quotation marks: "1,250.00"';

/** A list of names, or of one column whose heading nobody knows. */
function plainSheet(lines: Cells): Sheet {
  const records = lines.flatMap((line, at) => {
    const text = bare(line);
    const words = wordsIn(text);
    const cells = words.every(isWholeName) ? words : [text];
    return cells.map((cell) => ({ cells: [cell], line: at + 1 }));
  });
  const [first, ...rows] = records;
  if (first === undefined || isWholeName(first.cells[0] ?? '')) {
    return { headings: undefined, rows: records, title: [] };
  }
  return { headings: first, rows, title: [] };
}

/** Headings for a table that has none: `domain` above the first name, if its row holds only one. */
function headerOfNames(cells: Cells): string[] {
  const names = cells.filter(isWholeName);
  return cells.map((cell) => (names.length === 1 && cell === names[0] ? 'domain' : ''));
}

function unknownName(kind: string, name: string, known: readonly string[]): Failure {
  const names = known.filter((one) => one !== '').join(', ');
  return new Failure('usage', `--map: no ${kind} is '${name}'`, {
    hint: `the ${kind}s are ${names}`,
  });
}

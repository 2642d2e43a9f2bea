import { isDomainName } from '../core/names.ts';
import { type Notice, note, warning } from '../core/notices.ts';
import { joinNames, normalizeHeading } from '../core/text.ts';
import { Failure, usageFailure } from '../errors.ts';
import { type ListHost, nameOfFile, readLines } from '../tables/lines.ts';
import {
  isTooLong,
  recordsOfText,
  type Sheet,
  sheetIn,
  type TableRecord,
  type Texts,
  titleNote,
  unclearColumn,
} from '../tables/sheet.ts';

/** A heading of the user's file, and the field that its column holds. */
export interface MappedHeading {
  heading: string;
  field: string;
}

/** Reads `Next Due Date=expiry`. */
export function parseMapping(text: string): MappedHeading[] | undefined {
  const [, heading, field] = /^\s*(\S.*?)\s*=\s*([^=]*[^=\s])\s*$/s.exec(text) ?? [];
  return heading && field ? [{ heading, field: field.toLowerCase() }] : undefined;
}

/** Patterns of headings by field, for headings as `lettersOf` writes them. */
type Patterns<Field extends string> = Readonly<Record<Field, RegExp>>;

const ignored = '-';

/** Texts that stand for an empty cell; MySQL writes a missing day as `0000-00-00`. */
const noValue = /^(-|n\/?a|null|none|never|0000-00-00.*)?$/i;

export class Columns<Field extends string> {
  readonly name: string;
  readonly header: Texts;
  readonly rows: readonly TableRecord[];
  /** Remarks about how the file was read. */
  readonly notices: readonly Notice[];
  readonly #headings: readonly string[];
  readonly #patterns: Patterns<Field>;
  readonly #mapped = new Map<number, string>();
  readonly #used = new Set<number>();

  /** Reads a file, or stdin for `-`. @throws Failure `io`, `usage` */
  static async read<Field extends string>(
    host: ListHost,
    file: string,
    patterns: Patterns<Field>,
    mapped: readonly MappedHeading[],
  ) {
    const known = Object.values<RegExp>(patterns);
    const given = mapped.map(({ heading }) => normalizeHeading(heading));
    const isKnown = (cell: string) => {
      const letters = normalizeHeading(cell);
      return given.includes(letters) || known.some((pattern) => pattern.test(letters));
    };
    const sheet = await readLines(host, file, (lines) => {
      const table = sheetIn(lines, isKnown, true);
      return table ?? { headings: undefined, rows: recordsOfText(lines), title: '' };
    });
    return new Columns(nameOfFile(file), sheet, patterns, mapped);
  }

  private constructor(
    name: string,
    { headings, rows, title }: Sheet,
    patterns: Patterns<Field>,
    mapped: readonly MappedHeading[],
  ) {
    this.name = name;
    this.header =
      headings ?? rows[0]?.cells.map((cell) => (isDomainName(cell) ? 'domain' : '')) ?? [];
    this.rows = rows;
    this.notices = title === '' ? [] : [note(titleNote(title))];
    this.#headings = this.header.map(normalizeHeading);
    this.#patterns = patterns;
    const fields = [...Object.keys(patterns), ignored];
    for (const { heading, field } of mapped) {
      const column = this.#headings.indexOf(normalizeHeading(heading));
      if (column < 0) throw this.#unclear(heading, field);
      if (!fields.includes(field)) {
        throw usageFailure(`--map: no field is '${field}'`, `the fields are ${fields.join(', ')}`);
      }
      this.#mapped.set(column, field);
    }
  }

  /** Columns that `--map` gives the field; otherwise those with a heading like it. */
  all(field: Field): number[] {
    const columns = [...this.#headings.keys()];
    const mapped = columns.filter((column) => this.#mapped.get(column) === field);
    if (mapped.length > 0) return mapped;
    return columns.filter((column) => {
      const heading = this.#headings[column] ?? '';
      return !this.#mapped.has(column) && this.#patterns[field].test(heading);
    });
  }

  /** @returns one column at most, one that is called like the field before all others */
  first(field: Field): number[] {
    return this.#meant(field).slice(0, 1);
  }

  /** @throws Failure `usage` without one such column, `io` for a row that does not fit */
  required(field: Field): number[] {
    const [column, ...others] = this.#meant(field);
    if (column === undefined || others.length > 0) throw this.#unclear(field, field);
    const unfit = this.rows.find(
      (row) => row.cells.length <= column || isTooLong(row, this.header),
    );
    if (unfit === undefined) return [column];
    const says = `cannot read ${this.name}: line ${unfit.line} does not fit the headings`;
    throw new Failure('io', says, {
      hint: 'a cell with the delimiter in it needs quotation marks: "1,250.00"',
    });
  }

  /** Reads null from an empty cell. @throws Failure for a cell that `parse` cannot read */
  reader<Value>(
    columns: readonly number[],
    parse: (cell: string) => Value | null | undefined,
    hint: string,
  ): (row: TableRecord) => Value | null {
    for (const column of columns) this.#used.add(column);
    return ({ cells, line }) => {
      const cell = columns.flatMap((column) => cellAt(cells, column) ?? []).join(' ');
      if (cell === '') return null;
      const value = parse(cell) ?? null;
      if (value !== null) return value;
      throw usageFailure(
        `${this.name}: '${cell}' cannot be read as '${this.header[columns[0] ?? 0]}' (line ${line})`,
        hint,
      );
    };
  }

  /** Names the columns that no reader was made for. */
  unusedNotices(): Notice[] {
    const unused = this.header.filter(
      (heading, column) =>
        heading !== '' && !this.#used.has(column) && this.#mapped.get(column) !== ignored,
    );
    if (unused.length === 0) return [];
    const names = unused.join(', ');
    return [note(`not compared: ${names}; --map <heading>=<field> says what a column is`)];
  }

  #meant(field: Field): number[] {
    const columns = this.all(field);
    const own = columns.filter((column) => this.#headings[column] === normalizeHeading(field));
    return own.length > 0 ? own : columns;
  }

  #unclear(heading: string, field: string): Failure {
    return unclearColumn(
      this.name,
      heading,
      this.header,
      `call one column '${field}', or give --map '<heading>=${field}'`,
    );
  }
}

/** @returns undefined for an empty cell, and for one that says so, such as `n/a` */
export function cellAt(cells: Texts, column: number): string | undefined {
  const cell = cells[column] ?? '';
  return noValue.test(cell) ? undefined : cell;
}

export function duplicateNotices(name: string, things: readonly string[]): Notice[] {
  const twice = new Set(things.filter((thing, at) => things.indexOf(thing) < at));
  if (twice.size === 0) return [];
  return [warning(`${name}: ${joinNames([...twice])} on several lines; the last one counts`)];
}

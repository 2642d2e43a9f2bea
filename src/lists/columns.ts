import { isDomainName } from '../core/domain-names.ts';
import { type Notice, note, warning } from '../core/notices.ts';
import { joinNames, normalizeHeading } from '../core/text.ts';
import { Failure, usageFailure } from '../errors.ts';
import { formatFileName, type ReadContext, readSourceFile } from './source-file.ts';
import {
  ambiguousColumnFailure,
  hasExtraCells,
  parseCsv,
  parseTextRecords,
  type SourceRecord,
  type SourceTable,
  type StringList,
  titleNote,
} from './source-table.ts';

/** A heading of the user's file, and the field that its column holds. */
export interface ColumnMapping {
  heading: string;
  field: string;
}

/** Reads `Next Due Date=expiry`. */
export function parseMapping(text: string): ColumnMapping[] | undefined {
  const [, heading, field] = /^\s*(\S.*?)\s*=\s*([^=]*[^=\s])\s*$/s.exec(text) ?? [];
  return heading && field ? [{ heading, field: field.toLowerCase() }] : undefined;
}

/** Patterns of headings by field, for headings as `lettersOf` writes them. */
type HeadingPatterns<Field extends string> = Readonly<Record<Field, RegExp>>;

const ignoredField = '-';

/** Texts that stand for an empty cell; MySQL writes a missing day as `0000-00-00`. */
const emptyCellPattern = /^(-|n\/?a|null|none|never|0000-00-00.*)?$/i;

export class ColumnMap<Field extends string> {
  readonly name: string;
  readonly header: StringList;
  readonly rows: readonly SourceRecord[];
  /** Remarks about how the file was read. */
  readonly notices: readonly Notice[];
  readonly #normalizedHeadings: readonly string[];
  readonly #patterns: HeadingPatterns<Field>;
  readonly #fieldByColumn = new Map<number, string>();
  readonly #usedColumns = new Set<number>();

  /** Reads a file, or stdin for `-`. @throws Failure `io`, `usage` */
  static async read<Field extends string>(
    host: ReadContext,
    file: string,
    patterns: HeadingPatterns<Field>,
    mappings: readonly ColumnMapping[],
  ) {
    const headingPatterns = Object.values<RegExp>(patterns);
    const mappedHeadings = mappings.map(({ heading }) => normalizeHeading(heading));
    const isKnownHeading = (cell: string) => {
      const normalized = normalizeHeading(cell);
      return (
        mappedHeadings.includes(normalized) ||
        headingPatterns.some((pattern) => pattern.test(normalized))
      );
    };
    const sourceTable = await readSourceFile(host, file, (lines) => {
      const table = parseCsv(lines, isKnownHeading, true);
      return table ?? { headings: undefined, rows: parseTextRecords(lines), title: '' };
    });
    return new ColumnMap(formatFileName(file), sourceTable, patterns, mappings);
  }

  private constructor(
    name: string,
    { headings, rows, title }: SourceTable,
    patterns: HeadingPatterns<Field>,
    mappings: readonly ColumnMapping[],
  ) {
    this.name = name;
    this.header =
      headings ?? rows[0]?.cells.map((cell) => (isDomainName(cell) ? 'domain' : '')) ?? [];
    this.rows = rows;
    this.notices = title === '' ? [] : [note(titleNote(title))];
    this.#normalizedHeadings = this.header.map(normalizeHeading);
    this.#patterns = patterns;
    const fields = [...Object.keys(patterns), ignoredField];
    for (const { heading, field } of mappings) {
      const column = this.#normalizedHeadings.indexOf(normalizeHeading(heading));
      if (column < 0) throw this.#ambiguousColumn(heading, field);
      if (!fields.includes(field)) {
        throw usageFailure(`--map: no field is '${field}'`, `the fields are ${fields.join(', ')}`);
      }
      this.#fieldByColumn.set(column, field);
    }
  }

  /** Columns that `--map` gives the field; otherwise those with a heading like it. */
  findAll(field: Field): number[] {
    const columns = [...this.#normalizedHeadings.keys()];
    const mappedColumns = columns.filter((column) => this.#fieldByColumn.get(column) === field);
    if (mappedColumns.length > 0) return mappedColumns;
    return columns.filter((column) => {
      const heading = this.#normalizedHeadings[column] ?? '';
      return !this.#fieldByColumn.has(column) && this.#patterns[field].test(heading);
    });
  }

  /** @returns one column at most, one that is called like the field before all others */
  findFirst(field: Field): number[] {
    return this.#findBest(field).slice(0, 1);
  }

  /** @throws Failure `usage` without one such column, `io` for a row that does not fit */
  requireOne(field: Field): number[] {
    const [column, ...others] = this.#findBest(field);
    if (column === undefined || others.length > 0) throw this.#ambiguousColumn(field, field);
    const malformedRow = this.rows.find(
      (row) => row.cells.length <= column || hasExtraCells(row, this.header),
    );
    if (malformedRow === undefined) return [column];
    const message = `cannot read ${this.name}: line ${malformedRow.line} does not fit the headings`;
    throw new Failure('io', message, {
      hint: 'a cell with the delimiter in it needs quotation marks: "1,250.00"',
    });
  }

  /** Reads null from an empty cell. @throws Failure for a cell that `parse` cannot read */
  createReader<Value>(
    columns: readonly number[],
    parse: (cell: string) => Value | null | undefined,
    hint: string,
  ): (row: SourceRecord) => Value | null {
    for (const column of columns) this.#usedColumns.add(column);
    return ({ cells, line }) => {
      const cell = columns.flatMap((column) => getCellValue(cells, column) ?? []).join(' ');
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
        heading !== '' &&
        !this.#usedColumns.has(column) &&
        this.#fieldByColumn.get(column) !== ignoredField,
    );
    if (unused.length === 0) return [];
    const names = unused.join(', ');
    return [note(`not compared: ${names}; --map <heading>=<field> says what a column is`)];
  }

  #findBest(field: Field): number[] {
    const columns = this.findAll(field);
    const exact = columns.filter(
      (column) => this.#normalizedHeadings[column] === normalizeHeading(field),
    );
    return exact.length > 0 ? exact : columns;
  }

  #ambiguousColumn(heading: string, field: string): Failure {
    return ambiguousColumnFailure(
      this.name,
      heading,
      this.header,
      `call one column '${field}', or give --map '<heading>=${field}'`,
    );
  }
}

/** @returns undefined for an empty cell, and for one that says so, such as `n/a` */
export function getCellValue(cells: StringList, column: number): string | undefined {
  const cell = cells[column] ?? '';
  return emptyCellPattern.test(cell) ? undefined : cell;
}

export function warnDuplicates(name: string, things: readonly string[]): Notice[] {
  const twice = new Set(things.filter((thing, at) => things.indexOf(thing) < at));
  if (twice.size === 0) return [];
  return [warning(`${name}: ${joinNames([...twice])} on several lines; the last one counts`)];
}

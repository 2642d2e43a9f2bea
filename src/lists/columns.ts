import { isDomainName } from '../core/domain-names.ts';
import { createNote, createWarning } from '../core/notices.ts';
import { joinNames, normalizeColumnHeading, truncateLine } from '../core/text.ts';
import { usageFailure } from '../errors.ts';
import type { ColumnMapping } from './column-mapping.ts';
import { formatFileName, type InputFileContext, readInputFile } from './input-file.ts';
import {
  ambiguousColumnFailure,
  hasDot,
  hasExtraCells,
  parseSourceTable,
  requiresTld,
  type SourceRecord,
  type SourceTable,
} from './source-table.ts';

const ignoredField = '-';

const malformedRowHint = 'a cell with the delimiter in it needs quotation marks: "1,250.00"';

/** Matches empty cells and placeholders. MySQL writes a missing date as `0000-00-00`. */
const emptyCellPattern = /^(-|n\/?a|null|none|never|0000-00-00.*)?$/i;

/** A table from the user's file, whose columns are found by `--map` or by heading patterns. */
export class ColumnMap<Field extends string> {
  readonly name;
  readonly header;
  readonly rows;
  readonly notices;
  readonly #normalizedHeadings;
  /** Maps each field to a pattern, which is matched against headings after normalization. */
  readonly #patterns;
  readonly #fieldByColumn = new Map<number, string>();
  readonly #usedColumns = new Set<number>();
  readonly #requiredColumns: number[] = [];
  /** Cells and rows that were left out, with their lines. */
  readonly #leftOut = new Set<string>();
  readonly #hints = new Set<string>();
  /** False after a row or cell that cannot be read. A total row is complete without a domain. */
  isComplete = true;

  /** Reads a file, or stdin if `file` is `-`. @throws an `io` or `usage` Failure */
  static async read<Field extends string>(
    context: InputFileContext,
    file: string,
    patterns: Record<Field, RegExp>,
    mappings: readonly ColumnMapping[],
  ) {
    const isKnownHeading = (cell: string) => {
      const normalized = normalizeColumnHeading(cell);
      return (
        mappings.some(({ heading }) => normalizeColumnHeading(heading) === normalized) ||
        Object.values<RegExp>(patterns).some((pattern) => pattern.test(normalized))
      );
    };
    const sourceTable = await readInputFile(context, file, (lines) =>
      parseSourceTable(lines, isKnownHeading, true),
    );
    return new ColumnMap(formatFileName(file), sourceTable, patterns, mappings);
  }

  private constructor(
    name: string,
    { headings, rows, notes }: SourceTable,
    patterns: Record<Field, RegExp>,
    mappings: readonly ColumnMapping[],
  ) {
    this.name = name;
    this.header =
      headings ?? rows[0]?.cells.map((cell) => (isDomainName(cell) ? 'domain' : '')) ?? [];
    this.rows = rows;
    this.notices = notes.map(createNote);
    this.#normalizedHeadings = this.header.map(normalizeColumnHeading);
    this.#patterns = patterns;
    const fields = [...Object.keys(patterns), ignoredField];
    for (const { heading, field } of mappings) {
      const column = this.#normalizedHeadings.indexOf(normalizeColumnHeading(heading));
      if (column < 0) throw this.#ambiguousColumn(heading, field);
      if (!fields.includes(field)) {
        throw usageFailure(`--map: no field is '${field}'`, `the fields are ${fields.join(', ')}`);
      }
      this.#fieldByColumn.set(column, field);
    }
  }

  /** Finds the columns that `--map` assigns to the field, or else those with a matching heading. */
  findAll(field: Field) {
    const columns = [...this.#normalizedHeadings.keys()];
    const mappedColumns = columns.filter((column) => this.#fieldByColumn.get(column) === field);
    if (mappedColumns.length > 0) return mappedColumns;
    return columns.filter((column) => {
      const heading = this.#normalizedHeadings[column] ?? '';
      return !this.#fieldByColumn.has(column) && this.#patterns[field].test(heading);
    });
  }

  /** Finds at most one column, preferably one whose heading equals the name of the field. */
  findFirst(field: Field) {
    return this.#findBest(field).slice(0, 1);
  }

  /** Finds the field's only column. @throws a `usage` Failure unless exactly one column matches */
  requireOne(field: Field) {
    const [column, ...otherColumns] = this.#findBest(field);
    if (column === undefined || otherColumns.length > 0) throw this.#ambiguousColumn(field, field);
    this.#requiredColumns.push(column);
    return [column];
  }

  /** Leaves out rows that do not fit the headings, and total rows, if given the names' column. */
  findValidRows(nameColumn = -1) {
    const needsTld = requiresTld(this.rows.map(({ cells }) => cells[nameColumn] ?? ''));
    return this.rows.filter((row) => {
      const { cells } = row;
      const isTooShort = this.#requiredColumns.some((column) => cells.length <= column);
      const name = cells[nameColumn];
      if (name && needsTld && !hasDot(name)) this.#leaveOut(name, row);
      else if (isTooShort || hasExtraCells(row, this.header))
        this.#leaveOut(cells.join(), row, malformedRowHint);
      else return true;
      return false;
    });
  }

  /**
   * Creates a function that joins and parses a row's cells. It returns null if they are empty, and
   * undefined if they cannot be read, which is reported.
   */
  createReader<Value>(
    columns: readonly number[],
    parse: (cell: string) => Value | null | undefined,
    hint = '',
  ) {
    for (const column of columns) this.#usedColumns.add(column);
    return (row: SourceRecord) => {
      const values = columns.map((column) => row.cells[column] ?? '');
      const cell = values.filter((value) => !emptyCellPattern.test(value)).join(' ');
      if (cell === '') return null;
      const value = parse(cell) ?? undefined;
      if (value === undefined) this.#leaveOut(cell, row, hint);
      return value;
    };
  }

  /** Returns a warning if something was left out. Call this after reading. */
  getLeftOutWarnings() {
    if (this.#leftOut.size === 0) return [];
    const parts = [`left out: ${joinNames([...this.#leftOut], 20)}`, ...this.#hints];
    return [createWarning(`${this.name}: ${parts.join('; ')}`)];
  }

  getUnusedColumnNotices() {
    const unusedHeadings = this.header.filter(
      (heading, column) =>
        heading !== '' &&
        !this.#usedColumns.has(column) &&
        this.#fieldByColumn.get(column) !== ignoredField,
    );
    if (unusedHeadings.length === 0) return [];
    const text = `not compared: ${unusedHeadings.join(', ')}`;
    return [createNote(`${text}; --map <heading>=<field> says what a column is`)];
  }

  #leaveOut(cell: string, { line }: SourceRecord, hint?: string) {
    this.#leftOut.add(`'${truncateLine(cell, 40)}' (line ${line})`);
    if (hint === undefined) return;
    this.#hints.add(hint);
    this.isComplete = false;
  }

  #findBest(field: Field) {
    const columns = this.findAll(field);
    const exactMatches = columns.filter(
      (column) => this.#normalizedHeadings[column] === normalizeColumnHeading(field),
    );
    return exactMatches.length > 0 ? exactMatches : columns;
  }

  #ambiguousColumn(heading: string, field: string) {
    return ambiguousColumnFailure(
      this.name,
      heading,
      this.header,
      `call one column '${field}', or give --map '<heading>=${field}'`,
    );
  }
}

export function warnAboutDuplicates(name: string, values: readonly string[]) {
  const duplicates = new Set(values.filter((value, index) => values.indexOf(value) < index));
  if (duplicates.size === 0) return [];
  return [
    createWarning(`${name}: ${joinNames([...duplicates])} on several lines; the last one counts`),
  ];
}

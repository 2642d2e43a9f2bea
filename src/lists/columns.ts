import type { Report } from '../core/report.ts';
import { joinNames, normalizeColumnHeading, shellQuote, truncateLine } from '../core/text.ts';
import { usageFailure } from '../errors.ts';
import { type AmountCell, createAmountParser } from './amounts.ts';
import type { ColumnMapping } from './column-mapping.ts';
import { createFileDateParser } from './file-dates.ts';
import { formatFileName, type InputFileContext, readInputFile } from './input-file.ts';
import {
  ambiguousColumnFailure,
  extractLeadingName,
  hasDot,
  hasExtraCells,
  parseSourceTable,
  requiresTld,
  type SourceRecord,
  type SourceTable,
} from './source-table.ts';

const ignoredField = '-';

const saveOnceHint = 'open and save the file once, so that its formulas have values';

const extraCellHint = 'write a heading above each column';

const malformedRowHint = 'a cell with the delimiter in it needs quotation marks: "1,250.00"';

/** Matches empty cells and placeholders. MySQL writes a missing date as `0000-00-00`. */
const emptyCellPattern = /^(-|n\/?a|null|none|0000-00-00.*)?$/i;

export interface TableSource {
  file: string;
  sheet?: string | undefined;
  map?: readonly ColumnMapping[] | undefined;
  /** The command that hints suggest, such as `dotaf prices compare`. */
  command: string;
}

/** A table from the user's file, whose columns are found by `--map` or by heading patterns. */
export class ColumnMap<Field extends string> {
  readonly name;
  readonly header;
  readonly rows;
  readonly #notes;
  readonly #commandLine;
  readonly #normalizedHeadings;
  /** Maps each field to a pattern, which is matched against headings after normalization. */
  readonly #patterns;
  readonly #fieldByColumn = new Map<number, string>();
  readonly #usedColumns = new Set<number>();
  readonly #requiredColumns: number[] = [];
  /** Cells and rows that were left out, with their lines. */
  readonly #leftOut = new Set<string>();
  readonly #hints = new Set<string>();

  /** Reads a file, or stdin if `file` is `-`. @throws an `io` or `usage` Failure */
  static async read<Field extends string>(
    context: InputFileContext,
    source: TableSource,
    patterns: Record<Field, RegExp>,
  ) {
    const { file, sheet, map: mappings = [] } = source;
    const isKnownHeading = (cell: string) => {
      const normalized = normalizeColumnHeading(cell);
      return (
        mappings.some(({ heading }) => normalizeColumnHeading(heading) === normalized) ||
        Object.values<RegExp>(patterns).some((pattern) => pattern.test(normalized))
      );
    };
    const options = { sheet, reportsOtherSheets: true };
    const sourceTable = await readInputFile(context, file, options, (content) =>
      parseSourceTable(content, isKnownHeading, true),
    );
    return new ColumnMap(source, sourceTable, patterns);
  }

  private constructor(
    { file, command, map: mappings = [] }: TableSource,
    { headings, rows, notes }: SourceTable,
    patterns: Record<Field, RegExp>,
  ) {
    this.name = formatFileName(file);
    const mapOptions = mappings.map(
      ({ heading, field }) => ` --map ${shellQuote(`${heading}=${field}`)}`,
    );
    this.#commandLine = `${command} ${shellQuote(file)}${mapOptions.join('')}`;
    this.header = headings ?? rows[0]?.cells.map((cell) => (holdsName(cell) ? 'domain' : '')) ?? [];
    this.rows = rows;
    this.#notes = [...notes];
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

  /**
   * Finds the field's only column.
   * @param isLikely whether a cell looks like a value of the field, for the hint of the Failure
   * @throws a `usage` Failure unless exactly one column matches
   */
  requireOne(field: Field, isLikely: (cell: string) => boolean) {
    const [column, ...otherColumns] = this.#findBest(field);
    if (column === undefined || otherColumns.length > 0)
      throw this.#ambiguousColumn(field, field, this.#guessHeading(isLikely));
    this.#requiredColumns.push(column);
    return [column];
  }

  /**
   * Drops rows that do not fit the header. If the column of names is given, also drops total rows.
   */
  findValidRows(nameColumn = -1) {
    const needsTld = requiresTld(this.rows.map(({ cells }) => cells[nameColumn] ?? ''));
    return this.rows.filter((row) => {
      const { cells } = row;
      const isTooShort = this.#requiredColumns.some((column) => cells.length <= column);
      const name = cells[nameColumn];
      if (row.valuelessColumns?.has(nameColumn)) this.#leaveOut(name ?? '', row, saveOnceHint);
      else if (name && needsTld && !hasDot(name)) this.#leaveOut(name, row);
      else if (isTooShort || hasExtraCells(row, this.header))
        this.#leaveOut(cells.join(), row, row.numberColumns ? extraCellHint : malformedRowHint);
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
    hint: string | ((cell: string) => string) = '',
  ) {
    for (const column of columns) this.#usedColumns.add(column);
    return (row: SourceRecord) => {
      const values = columns.map((column) => row.cells[column] ?? '');
      const cell = values.filter((value) => !emptyCellPattern.test(value)).join(' ');
      if (cell === '') return null;
      const hasNoValue = columns.some((column) => row.valuelessColumns?.has(column));
      const value = hasNoValue ? undefined : (parse(cell) ?? undefined);
      const cellHint = typeof hint === 'string' ? hint : hint(cell);
      if (value === undefined) this.#leaveOut(cell, row, hasNoValue ? saveOnceHint : cellHint);
      return value;
    };
  }

  /** Creates a function that reads the amount of a row, or null or undefined like `createReader`. */
  createAmountReader(column: number) {
    this.#usedColumns.add(column);
    const toCell = ({ cells, numberColumns }: SourceRecord): AmountCell => ({
      text: cells[column] ?? '',
      isNumber: numberColumns?.has(column) ?? false,
    });
    const { parse, assumedExample } = createAmountParser(this.rows.map(toCell));
    if (assumedExample) this.#notes.push(assumedExample);
    return (row: SourceRecord) => {
      const cell = toCell(row);
      if (emptyCellPattern.test(cell.text)) return null;
      const amount = row.valuelessColumns?.has(column) ? { hint: saveOnceHint } : parse(cell);
      if (!('hint' in amount)) return amount;
      this.#leaveOut(cell.text, row, amount.hint);
      return undefined;
    };
  }

  /**
   * Creates functions that read the dates of a row, one for each field. The cells of all these
   * columns decide together whether dates are day-first.
   */
  async createDateReaders<DateField extends Field>(fields: readonly DateField[]) {
    const columns = fields.map((field) => this.findFirst(field));
    const cells = this.rows.flatMap((row) =>
      columns.flat().map((column) => row.cells[column] ?? ''),
    );
    const { parse, notes, explain } = await createFileDateParser(cells);
    this.#notes.push(...notes);
    return columns.map((column) => this.createReader(column, parse, explain));
  }

  /** Reports notes, and what was left out. Call this after reading. */
  reportNotices(report: Report) {
    for (const note of this.#notes) report.note(note);
    if (this.#leftOut.size === 0) return;
    const text = [`left out: ${joinNames([...this.#leftOut], 20)}`, ...this.#hints].join('; ');
    // Without a hint, as for a row of totals, nothing is missing.
    report[this.#hints.size > 0 ? 'gap' : 'warn'](`${this.name}: ${text}`);
  }

  reportUnusedColumns(report: Report) {
    const unusedHeadings = this.header.filter(
      (heading, column) =>
        heading !== '' &&
        !this.#usedColumns.has(column) &&
        this.#fieldByColumn.get(column) !== ignoredField,
    );
    if (unusedHeadings.length === 0) return;
    const text = `not compared: ${unusedHeadings.join(', ')}`;
    report.note(`${text}; --map <heading>=<field> says what a column is`);
  }

  #leaveOut(cell: string, { line }: SourceRecord, hint?: string) {
    this.#leftOut.add(`'${truncateLine(cell, 40)}' (line ${line})`);
    if (hint !== undefined) this.#hints.add(hint);
  }

  #findBest(field: Field) {
    const columns = this.findAll(field);
    const exactMatches = columns.filter(
      (column) => this.#normalizedHeadings[column] === normalizeColumnHeading(field),
    );
    return exactMatches.length > 0 ? exactMatches : columns;
  }

  /**
   * Finds the heading of the only column in which most cells look like the wanted values; none if
   * several columns do.
   */
  #guessHeading(isLikely: (cell: string) => boolean) {
    const counts = this.header.map(
      (_, column) => this.rows.filter(({ cells }) => isLikely(cells[column] ?? '')).length,
    );
    const maxCount = Math.max(1, ...counts);
    const likely = this.header.filter(
      (heading, column) =>
        counts[column] === maxCount && heading && !this.#fieldByColumn.has(column),
    );
    return likely.length === 1 ? likely[0] : undefined;
  }

  #ambiguousColumn(heading: string, field: string, likelyHeading?: string) {
    const line = `${this.#commandLine} --map ${shellQuote(`${likelyHeading}=${field}`)}`;
    return ambiguousColumnFailure(
      this.name,
      heading,
      this.header,
      likelyHeading ? line : `call one column '${field}', or give --map '<heading>=${field}'`,
    );
  }
}

function holdsName(cell: string) {
  return extractLeadingName(cell) !== undefined;
}

export function warnAboutDuplicates(name: string, values: readonly string[], report: Report) {
  const duplicates = new Set(values.filter((value, index) => values.indexOf(value) < index));
  if (duplicates.size === 0) return;
  report.warn(`${name}: ${joinNames([...duplicates])} on several lines; the last one counts`);
}

import type { Report } from '../core/report.ts';
import { joinNames, normalizeColumnHeading, shellQuote, truncateLine } from '../core/text.ts';
import { usageError } from '../errors.ts';
import { createAmountParser } from './amounts.ts';
import { createFileDateParser } from './file-dates.ts';
import { type FileSource, formatFileName } from './input-file.ts';
import { type Cell, explainRowMismatch, type InputTable, joinCells, type Row } from './table.ts';

export type HeadingPatterns<Field extends string> = Readonly<Record<Field, RegExp>>;

const ignoredField = '-';

/** Matches empty cells and placeholders. MySQL exports a missing date as `0000-00-00`. */
export const emptyCellPattern = /^(-|n\/?a|null|none|0000-00-00.*)?$/i;

export const columnMappingHint = "--map '<heading>=<field>' says what a column is";

export function createHeadingTest(patterns: HeadingPatterns<string>, { map = [] }: FileSource) {
  const mapped = map.map(({ heading }) => normalizeColumnHeading(heading));
  return (cell: string) => {
    const heading = normalizeColumnHeading(cell);
    return mapped.includes(heading) || isKnownHeading(patterns, heading);
  };
}

function isKnownHeading(patterns: HeadingPatterns<string>, heading: string) {
  return Object.values(patterns).some((pattern) => pattern.test(heading));
}

export class FileColumns<Field extends string> {
  readonly headings: readonly string[];
  readonly rows: readonly Row[];
  readonly #table;
  readonly #source;
  readonly #patterns;
  readonly #normalizedHeadings;
  readonly #fieldByColumn = new Map<number, string>();
  readonly #usedColumns = new Set<number>();
  readonly #problems: Problem[] = [];

  /** @throws a `usage` error if `--map` has an unknown heading or field, or repeats a field */
  constructor(table: InputTable, source: FileSource, patterns: HeadingPatterns<Field>) {
    this.headings = table.headings ?? [];
    this.rows = table.rows;
    this.#table = table;
    this.#source = source;
    this.#patterns = patterns;
    this.#normalizedHeadings = this.headings.map(normalizeColumnHeading);
    const fields = [...Object.keys(patterns), ignoredField];
    for (const { heading, field: typedField } of source.map ?? []) {
      const column = this.findHeading(heading);
      if (column < 0) throw unclearHeadingError(source, heading, typedField, this.headings);
      const field = findField(fields, typedField);
      if (field === undefined)
        throw usageError(
          `--map: no field is '${typedField}'`,
          `the fields are ${fields.join(', ')}`,
        );
      if (field !== ignoredField && [...this.#fieldByColumn.values()].includes(field))
        throw usageError(`--map gives the field '${field}' twice`, 'leave one of them out');
      this.#fieldByColumn.set(column, field);
    }
  }

  findHeading(heading: string) {
    const exact = this.headings.indexOf(heading);
    return exact >= 0 ? exact : this.#normalizedHeadings.indexOf(normalizeColumnHeading(heading));
  }

  /** A column mapped by `--map` replaces all columns whose heading matches the field's pattern. */
  findAll(field: Field) {
    const columns = [...this.headings.keys()];
    const mapped = columns.filter((column) => this.#fieldByColumn.get(column) === field);
    const matching = columns.filter(
      (column) =>
        !this.#fieldByColumn.has(column) &&
        this.#patterns[field].test(this.#normalizedHeadings[column] ?? ''),
    );
    return mapped.length > 0 ? mapped : matching;
  }

  /** Finds the column for a field, preferring one whose heading equals the field name. */
  findFirst(field: Field) {
    const columns = this.findAll(field);
    const name = normalizeColumnHeading(field);
    return columns.find((column) => this.#normalizedHeadings[column] === name) ?? columns[0];
  }

  requireOne(field: Field) {
    const [column, ...others] = this.findAll(field);
    if (column === undefined || others.length > 0) throw this.unclearHeading(field);
    return column;
  }

  /** Returns the columns that no parser uses and that `--map heading=-` does not exclude. */
  findUnused() {
    return [...this.headings.keys()].filter(
      (column) =>
        !this.#usedColumns.has(column) && this.#fieldByColumn.get(column) !== ignoredField,
    );
  }

  getLabel(column: number) {
    return this.headings[column] || `column ${column + 1}`;
  }

  isKnown(column: number) {
    return isKnownHeading(this.#patterns, this.#normalizedHeadings[column] ?? '');
  }

  markUsed(columns: readonly number[]) {
    for (const column of columns) this.#usedColumns.add(column);
  }

  getCell({ cells }: Row, column: number): Cell {
    return cells[column] ?? { text: '' };
  }

  /**
   * The returned function parses a row's nonempty cells, joined with spaces. It returns null if all
   * are empty. If parsing fails, it records a problem with the hint and returns undefined.
   */
  createReader<Value>(
    columns: readonly (number | undefined)[],
    parse: (text: string, firstCell: Cell) => Value | null | undefined,
    hint: string | ((text: string) => string),
  ) {
    const used = columns.filter((column) => column !== undefined);
    this.markUsed(used);
    return (row: Row): Value | null | undefined => {
      const cells = used.map((column) => this.getCell(row, column));
      const filled = cells.filter(({ text }) => !emptyCellPattern.test(text));
      const [firstCell] = filled;
      if (!firstCell) return null;
      const text = filled.map((cell) => cell.text).join(' ');
      const valueless = filled.find(({ isValueless }) => isValueless);
      const value = valueless ? undefined : (parse(text, firstCell) ?? undefined);
      if (value !== undefined) return value;
      const cellHint = typeof hint === 'string' ? hint : hint(text);
      this.addProblem(row, text, valueless ? explainMissingValue(valueless).hint : cellHint);
      return undefined;
    };
  }

  /** Creates a parser for each amount column; all of them use the same decimal separator. */
  createAmountReaders<Column extends { column: number }>(
    amountColumns: readonly Column[],
    report: Report,
  ) {
    const isFilled = ({ text, isValueless }: Cell) => !isValueless && !emptyCellPattern.test(text);
    const cells = amountColumns.flatMap(({ column }) =>
      this.rows.map((row) => this.getCell(row, column)),
    );
    const { parse, explain, assumedExample } = createAmountParser(cells.filter(isFilled));
    if (assumedExample) report.note(assumedExample);
    return amountColumns.map((amountColumn) => {
      const readAmount = this.createReader(
        [amountColumn.column],
        (_, cell) => parse(cell),
        explain,
      );
      return { ...amountColumn, readAmount };
    });
  }

  /** Whether dates are day-first is inferred from the cells of all date columns together. */
  async createDateReaders(fields: readonly Field[], report: Report) {
    const columns = fields.map((field) => this.findFirst(field));
    const cells = this.rows.flatMap((row) =>
      columns.map((column) => (column === undefined ? '' : this.getCell(row, column).text)),
    );
    const { parse, notes, explain } = await createFileDateParser(cells);
    for (const note of notes) report.note(note);
    return columns.map((column) => this.createReader([column], parse, explain));
  }

  reportMisfit(row: Row, column: number) {
    const hint = explainRowMismatch(this.#table, row, column);
    if (hint !== undefined) this.addProblem(row, joinCells(row, ', '), hint);
    return hint !== undefined;
  }

  addProblem({ line }: Row, text: string, hint: string) {
    this.#problems.push({ line, text, hint });
  }

  addDoubt({ line }: Row, text: string, hint: string) {
    this.#problems.push({ line, text, hint, label: 'doubted' });
  }

  reportProblems(report: Report) {
    const text = formatColumnProblems(formatFileName(this.#source.file), this.#problems);
    if (text !== undefined) report.gap(text);
  }

  unclearHeading(field: Field) {
    return unclearHeadingError(this.#source, field, field, this.headings);
  }
}

interface Problem {
  line: number;
  text: string;
  hint?: string | undefined;
  /** `doubted` marks a value that was parsed but is implausible. */
  label?: 'left out' | 'doubted';
}

export function formatColumnProblems(name: string, problems: readonly Problem[]) {
  if (problems.length === 0) return undefined;
  const sorted = problems.toSorted((left, right) => left.line - right.line);
  const lists = ['left out', 'doubted'].flatMap((heading) => {
    const cells = sorted.filter(({ label = 'left out' }) => label === heading);
    const places = cells.map(({ text, line }) => `'${truncateLine(text, 40)}' (line ${line})`);
    return places.length > 0 ? `${heading}: ${joinNames([...new Set(places)], 20)}` : [];
  });
  const hints = new Set(sorted.flatMap(({ hint }) => hint || []));
  return `${name}: ${[...lists, ...hints].join('; ')}`;
}

function findField(fields: readonly string[], typedField: string) {
  const wanted = normalizeColumnHeading(typedField);
  return fields.find(
    (field) => field === typedField || (wanted !== '' && normalizeColumnHeading(field) === wanted),
  );
}

export function missingTableError({ firstCells }: InputTable, source: FileSource, field: string) {
  const { heading = field, field: wanted = field } = source.map?.[0] ?? {};
  return unclearHeadingError(
    source,
    heading,
    wanted,
    firstCells.map((cell) => cell.trim()),
  );
}

function unclearHeadingError(
  { file, command, map = [] }: FileSource,
  heading: string,
  field: string,
  headings: readonly string[],
) {
  const mapOptions = map
    .filter((mapping) => mapping.field !== field)
    .map((mapping) => ` --map ${shellQuote(`${mapping.heading}=${mapping.field}`)}`);
  const list = truncateLine(headings.filter(Boolean).join(', ')) || 'none';
  return usageError(
    `it is not clear which column of ${formatFileName(file)} is '${heading}'; the headings are ${list}`,
    `${command} ${shellQuote(file)}${mapOptions.join('')} --map '<heading>=${field}'`,
  );
}

export function explainMissingValue({ text }: Cell) {
  return text.startsWith('#')
    ? {
        reason: 'is an error of the spreadsheet',
        hint: `${text} is an error of the spreadsheet: correct its cell`,
      }
    : {
        reason: 'is a formula without a value',
        hint: 'open and save the file once, so that its formulas have values',
      };
}

export function warnAboutDuplicates(name: string, values: readonly string[], report: Report) {
  const lastIndexes = new Map(values.map((value, index) => [value, index]));
  const duplicates = new Set(values.filter((value, index) => lastIndexes.get(value) !== index));
  if (duplicates.size > 0)
    report.warn(`${name}: ${joinNames([...duplicates])} on several lines; the last one counts`);
}

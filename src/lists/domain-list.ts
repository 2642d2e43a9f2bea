import { type DomainName, hasDot, parseDomainName, stripWww } from '../core/domain-names.ts';
import type { Report } from '../core/report.ts';
import { joinNames, pluralize, truncateLine } from '../core/text.ts';
import {
  Columns,
  createHeadingTest,
  emptyCellPattern,
  explainValueless,
  type HeadingPatterns,
  missingTableError,
} from './columns.ts';
import {
  type FileSource,
  formatFileName,
  type InputFileContext,
  readInputTable,
} from './input-file.ts';
import { holdsAfName, type ParsedLine, parseLine } from './lines.ts';
import { type Cell, explainMisfit, joinCells, type Row } from './table.ts';

/** A domain name that a user wants, or a line that holds none. */
export interface NameEntry {
  /** The name as written, which may be invalid, or the text of the line. */
  text: string;
  /** Why the line holds no name that can be looked up. */
  reason?: string;
}

/** A domain name in a file. */
export interface ListEntry extends NameEntry {
  line: number;
  row: Row;
  /** True for a word without a dot, which is a name only with `--tld`. */
  isLabel?: boolean;
  /** What to write instead of a line without a name. */
  hint?: string;
}

export interface DomainList<Field extends string> {
  /** Name of the file in messages. */
  name: string;
  /** In the order of the file. */
  entries: readonly ListEntry[];
  /** Rows whose domain cell is empty. */
  emptyRows: readonly Row[];
  /** Undefined for text. */
  columns: Columns<Field> | undefined;
}

/** Headings of a column of domain names, in lower case and without separators. */
export const domainHeadingPattern = /^(domains?|domainname|fqdn|hostname|(نام)?دامنه|دومین)$/;

/**
 * Reads the domain names of a text file, CSV file or workbook. Each name becomes an entry, and so
 * does each line without a name, with the reason; only empty domain cells are merely counted.
 * @throws an `io` error, or a `usage` error if the column of names is unclear
 */
export async function readDomainList<Field extends string>(
  context: InputFileContext,
  source: FileSource,
  patterns: HeadingPatterns<Field | 'domain'>,
): Promise<DomainList<Field | 'domain'>> {
  const table = await readInputTable(context, source, createHeadingTest(patterns, source));
  const { report } = context;
  const name = formatFileName(source.file);
  const titles = table.titleRows.filter((row) => holdsAfName(joinCells(row)));
  if (titles.length > 0)
    report.gap(`${name}: names above the headings are left out: ${describeLines(titles)}`);
  if (!table.hasHeading && source.map) throw missingTableError(table, source, 'domain');
  const columns = table.headings && new Columns<Field | 'domain'>(table, source, patterns);
  const column = columns?.requireOne('domain');
  if (column !== undefined) columns?.markUsed([column]);
  const parsedRows = table.rows.map((row) => {
    if (column === undefined) return parseNames(row, toTextCell(row));
    const hint = explainMisfit(table, row, column);
    if (hint === undefined) return parseNames(row, row.cells[column]);
    const entry = toProblemEntry(row, joinCells(row, ', '), 'does not fit the columns');
    return { row, entries: [{ ...entry, hint }] };
  });
  noteSentences(name, parsedRows, report);
  return {
    name,
    entries: parsedRows.flatMap(({ entries }) => entries),
    emptyRows: parsedRows.flatMap(({ row, entries }) => (entries.length === 0 ? row : [])),
    columns,
  };
}

/** The entries of a row; `parsedLine` is undefined if its cell cannot be parsed. */
interface ParsedRow {
  row: Row;
  entries: ListEntry[];
  parsedLine?: ParsedLine;
}

function parseNames(row: Row, cell: Cell = { text: '' }): ParsedRow {
  if (cell.isValueless) {
    const { reason, hint } = explainValueless(cell);
    return { row, entries: [{ ...toProblemEntry(row, cell.text, reason), hint }] };
  }
  const parsedLine = parseLine(emptyCellPattern.test(cell.text) ? '' : cell.text);
  const { line } = row;
  const entries: ListEntry[] = parsedLine.names.map((text) => {
    return { text, line, row, isLabel: !hasDot(text) };
  });
  if (entries.length === 0 && parsedLine.isSentence)
    entries.push(toProblemEntry(row, cell.text, 'has no name that ends in .af'));
  return { row, entries, parsedLine };
}

function toProblemEntry(row: Row, text: string, reason: string): ListEntry {
  return { text: truncateLine(text, 60), line: row.line, row, reason };
}

/** Notes how many lines hold other words, and which names among these are not taken. */
function noteSentences(name: string, rows: readonly ParsedRow[], report: Report) {
  const sentences = rows.flatMap(({ parsedLine }) => (parsedLine?.isSentence ? parsedLine : []));
  const withNames = sentences.filter(({ names }) => names.length > 0);
  const otherNames = new Set(sentences.flatMap((line) => line.otherNames));
  if (withNames.length === 0) return;
  const lines = pluralize(withNames.length, 'line');
  const notTaken = otherNames.size > 0 ? `; not taken: ${joinNames([...otherNames], 20)}` : '';
  report.note(`${name}: ${lines} with other words beside the names${notTaken}`);
}

/** Warns about columns with `.af` names that are not among the entries of the list. */
export function warnAboutOtherColumns(
  { name, entries, columns }: DomainList<string>,
  report: Report,
) {
  if (!columns) return;
  const known = new Set(entries.map(({ text }) => text.toLowerCase()));
  const holdsNewName = ({ text }: Cell) =>
    holdsAfName(text) && parseLine(text).names.some((found) => !known.has(found.toLowerCase()));
  for (const column of columns.findUnused()) {
    const rows = columns.rows.filter((row) => holdsNewName(columns.getCell(row, column)));
    if (rows.length > 0)
      report.gap(
        `${name}: other names in '${columns.getLabel(column)}' are left out: ${describeLines(rows)}`,
      );
  }
}

/**
 * Selects the valid names of a list, for commands that do not show the others in rows.
 * @returns the names with their rows; the rows without a name, such as totals; and the entries with
 * names that cannot be read
 */
export function selectValidNames({ entries, emptyRows }: DomainList<string>) {
  const names: { domain: DomainName; row: Row }[] = [];
  const nameless: { line: number }[] = [];
  const unread: ListEntry[] = [];
  for (const row of emptyRows) {
    if (!holdsAfName(joinCells(row))) nameless.push(row);
    else unread.push(toProblemEntry(row, joinCells(row, ', '), 'has no name in its column'));
  }
  for (const entry of entries) {
    const domain = entry.reason ? undefined : parseDomainName(entry.text);
    if (domain) names.push({ domain: stripWww(domain), row: entry.row });
    else if (
      entry.row.cells.some(({ isValueless }) => isValueless) ||
      holdsAfName(joinCells(entry.row))
    )
      unread.push(entry);
    else nameless.push(entry);
  }
  return { names, nameless, unread };
}

/** Formats the lines of rows, such as `lines 3, 4 and 2 more`. */
export function describeLines(rows: readonly { line: number }[]) {
  const lines = [...new Set(rows.map(({ line }) => line))].sort((a, b) => a - b);
  return `${lines.length === 1 ? 'line' : 'lines'} ${joinNames(lines.map(String), 20)}`;
}

function toTextCell({ cells }: Row): Cell {
  const filled = cells.filter(({ text }) => text !== '');
  const withValue = filled.filter(({ isValueless }) => !isValueless);
  const [first] = filled;
  if (withValue.length === 0 && first) return first;
  return { text: withValue.map(({ text }) => text).join('\t') };
}

import { type DomainName, hasDot, parseDomainName, stripWww } from '../core/domain-names.ts';
import type { Report } from '../core/report.ts';
import { joinNames, pluralize, truncateLine } from '../core/text.ts';
import {
  createHeadingTest,
  emptyCellPattern,
  explainMissingValue,
  FileColumns,
  type HeadingPatterns,
  missingTableError,
} from './columns.ts';
import {
  type FileSource,
  formatFileName,
  type InputFileContext,
  readInputTable,
} from './input-file.ts';
import { containsAfName, type ParsedLine, parseInputLine } from './lines.ts';
import {
  type Cell,
  cellDelimiters,
  explainRowMismatch,
  type InputTable,
  joinCells,
  type Row,
} from './table.ts';

export interface NameEntry {
  /** The name as written, which may be invalid, or the truncated line if it has no name. */
  text: string;
  /** The reason why `text` is not looked up, or undefined if it may be a domain name. */
  reason?: string;
}

export interface ListEntry extends NameEntry {
  line: number;
  row: Row;
  /** True for a word without a dot, which becomes a domain name only with `--tld`. */
  isLabel?: boolean;
  hint?: string;
}

export interface NameList<Field extends string> {
  name: string;
  entries: readonly ListEntry[];
  emptyRows: readonly Row[];
  columns: FileColumns<Field> | undefined;
  /** Cells of the first line, if it looks like a header row without any known heading. */
  unknownHeadings: readonly string[];
}

export const domainHeadingPattern = /^(domains?|domainname|fqdn|hostname|(نام)?دامنه|دومین)$/;

/**
 * Returns an entry with a `reason` for a nonempty line without a name instead of ignoring it.
 * @throws an `io` error, or a `usage` error if a table does not have exactly one domain column
 */
export async function readNameList<Field extends string>(
  context: InputFileContext,
  source: FileSource,
  patterns: HeadingPatterns<Field | 'domain'>,
): Promise<NameList<Field | 'domain'>> {
  const table = await readInputTable(context, source, createHeadingTest(patterns, source));
  const { report } = context;
  const name = formatFileName(source.file);
  const titles = table.titleRows.filter((row) => containsAfName(joinCells(row)));
  if (titles.length > 0)
    report.gap(`${name}: names above the headings are left out: ${formatLineNumbers(titles)}`);
  if (!table.hasHeading && source.map) throw missingTableError(table, source, 'domain');
  const columns = table.headings && new FileColumns<Field | 'domain'>(table, source, patterns);
  const column = columns?.requireOne('domain');
  if (column !== undefined) columns?.markUsed([column]);
  const parsedRows = table.rows.map((row) => {
    if (column === undefined) return parseNames(row, toTextCell(row));
    const hint = explainRowMismatch(table, row, column);
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
    unknownHeadings: table.hasHeading ? [] : findUnknownHeadings(table),
  };
}

/** A sentence with a comma is no header row: the line below it must have as many cells. */
function findUnknownHeadings({ firstCells, rows }: InputTable) {
  const headings = firstCells.map((cell) => cell.trim()).filter((cell) => /\p{L}/u.test(cell));
  const [, nextRow] = rows;
  const nextCells = nextRow ? joinCells(nextRow).split(cellDelimiters) : [];
  const isTable = headings.length > 1 && nextCells.length === firstCells.length;
  return isTable && !headings.some(containsAfName) ? headings : [];
}

interface ParsedRow {
  row: Row;
  entries: ListEntry[];
  parsedLine?: ParsedLine;
}

function parseNames(row: Row, cell: Cell = { text: '' }): ParsedRow {
  if (cell.isValueless) {
    const { reason, hint } = explainMissingValue(cell);
    return { row, entries: [{ ...toProblemEntry(row, cell.text, reason), hint }] };
  }
  const parsedLine = parseInputLine(emptyCellPattern.test(cell.text) ? '' : cell.text);
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

function noteSentences(name: string, rows: readonly ParsedRow[], report: Report) {
  const sentences = rows.flatMap(({ parsedLine }) => (parsedLine?.isSentence ? parsedLine : []));
  const withNames = sentences.filter(({ names }) => names.length > 0);
  const otherNames = new Set(sentences.flatMap((line) => line.otherNames));
  if (withNames.length === 0) return;
  const lines = pluralize(withNames.length, 'line');
  const notTaken = otherNames.size > 0 ? `; not taken: ${joinNames([...otherNames], 20)}` : '';
  report.note(`${name}: ${lines} with other words beside the names${notTaken}`);
}

/** Warns about `.af` names outside the domain column, since they are not looked up. */
export function warnAboutOtherColumns(
  { name, entries, columns }: NameList<string>,
  report: Report,
) {
  if (!columns) return;
  const known = new Set(entries.map(({ text }) => text.toLowerCase()));
  const holdsNewName = ({ text }: Cell) =>
    containsAfName(text) &&
    parseInputLine(text).names.some((found) => !known.has(found.toLowerCase()));
  for (const column of columns.findUnused()) {
    const rows = columns.rows.filter((row) => holdsNewName(columns.getCell(row, column)));
    if (rows.length > 0)
      report.gap(
        `${name}: other names in '${columns.getLabel(column)}' are left out: ${formatLineNumbers(rows)}`,
      );
  }
}

/** Splits a list into valid names, rows without a name (such as totals), and unparsable rows. */
export function selectValidNames({ entries, emptyRows }: NameList<string>) {
  const names: { domain: DomainName; row: Row }[] = [];
  const nameless: { line: number }[] = [];
  const unread: ListEntry[] = [];
  for (const row of emptyRows) {
    if (!containsAfName(joinCells(row))) nameless.push(row);
    else unread.push(toProblemEntry(row, joinCells(row, ', '), 'has no name in its column'));
  }
  for (const entry of entries) {
    const domain = entry.reason ? undefined : parseDomainName(entry.text);
    if (domain) names.push({ domain: stripWww(domain), row: entry.row });
    else if (
      entry.row.cells.some(({ isValueless }) => isValueless) ||
      containsAfName(joinCells(entry.row))
    )
      unread.push(entry);
    else nameless.push(entry);
  }
  return { names, nameless, unread };
}

export function formatLineNumbers(rows: readonly { line: number }[]) {
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

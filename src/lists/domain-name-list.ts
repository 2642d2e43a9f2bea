import { isDomainName, splitWords } from '../core/domain-names.ts';
import { normalizeColumnHeading, pluralize, shellQuote, truncateLine } from '../core/text.ts';
import { usageFailure } from '../errors.ts';
import {
  ambiguousColumnFailure,
  extractLeadingName,
  hasDot,
  hasExtraCells,
  type InputContent,
  maxHeaderScanRows,
  parseSourceTable,
  requiresTld,
  type SourceRecord,
  type SourceTable,
} from './source-table.ts';

export interface DomainNameEntry {
  text: string;
  reason?: string;
  /** The row of a table that the name is from. */
  record?: SourceRecord | undefined;
  /** True if other words stand beside the name in its line or cell. */
  hasRemark?: boolean;
}

interface ListSource {
  /** Name of the list in messages: `stdin`, or the file's path in quotation marks. */
  name: string;
  /** Command line to which hints add `--map`. Undefined if the command lacks that option. */
  commandLine?: string;
  map?: string | undefined;
}

interface DomainNameList {
  names: DomainNameEntry[];
  notes: string[];
  /** The number of rows that were skipped because their name cell is empty. */
  emptyCount?: number;
  headings?: readonly string[] | undefined;
}

const domainHeadings = ['domain', 'domains', 'domainname', 'fqdn', 'دامنه', 'نامدامنه', 'دومین'];

/**
 * Parses domain names from CSV or plain text.
 * @throws a `usage` Failure if the column of names is unclear, and an UnusableFileError if the CSV
 * is malformed
 */
export function parseDomainNameList(content: InputContent, source: ListSource): DomainNameList {
  const table = parseSourceTable(content, (cell) => isDomainHeading(cell, source.map));
  const list = table.isText ? parsePlainList(table, source) : parseNameTable(table, source);
  return { ...list, notes: [...table.notes, ...describeRemarks(list.names)] };
}

function describeRemarks(names: readonly DomainNameEntry[]) {
  const count = names.filter(({ hasRemark }) => hasRemark).length;
  return count > 0 ? [`left out the remark beside ${pluralize(count, 'name')}`] : [];
}

function isDomainHeading(cell: string, map?: string) {
  const normalized = normalizeColumnHeading(cell);
  return map ? normalized === normalizeColumnHeading(map) : domainHeadings.includes(normalized);
}

function parseNameTable(table: SourceTable, source: ListSource) {
  const { headings, rows } = table;
  const header = headings ?? rows[0]?.cells ?? [];
  const validRows = rows.filter((row) => !hasExtraCells(row, header));
  const headedColumns = findColumns([headings ?? []], (cell) => isDomainHeading(cell, source.map));
  const hasHeading = headedColumns.length > 0;
  const [column, ...otherColumns] = hasHeading ? headedColumns : findNameColumns(validRows, source);
  if (column === undefined || otherColumns.length > 0) {
    const { name, map = 'domain' } = source;
    throw ambiguousColumnFailure(name, map, headings ?? [], getNameColumnHint(table, source));
  }
  const needsTld = !hasHeading || requiresTld(validRows.map(({ cells }) => cells[column] ?? ''));
  const names = rows.flatMap((row) => {
    const { cells, line } = row;
    const cell = cells[column];
    if (cell === undefined || cell.includes('\n') || hasExtraCells(row, header)) {
      const reason = `does not fit the columns (line ${line})`;
      return { text: truncateLine(cells.join(', '), 60), reason };
    }
    if (cell === '') return [];
    if (row.valuelessColumns?.has(column)) return toValuelessEntry(cell, line);
    return { ...parseNameText(cell, line, needsTld), record: row };
  });
  return { names, emptyCount: rows.length - names.length, headings };
}

function toValuelessEntry(text: string, line: number): DomainNameEntry {
  const reason = `is a formula without a value, or an error (line ${line}): open and save the file once`;
  return { text: truncateLine(text, 60), reason };
}

/** Parses a cell, or a line of text, that holds a name and perhaps a remark. */
function parseNameText(text: string, line: number, needsTld: boolean): DomainNameEntry {
  const leading = extractLeadingName(text);
  if (leading) return { text: leading.name, hasRemark: leading.hasRemark };
  return needsTld ? requireDot(text, line) : { text };
}

/** Finds the column of domain names; finds none if several columns contain `.af` names. */
function findNameColumns(records: readonly SourceRecord[], { map }: ListSource) {
  const rows = records.map(({ cells }) => cells);
  const columns = findColumns(rows.slice(0, maxHeaderScanRows), isDomainName);
  const otherCells = rows.flatMap((cells) => cells.toSpliced(columns[0] ?? 0, 1));
  const hasOtherName = otherCells
    .flatMap(splitWords)
    .some((word) => /\.af$/i.test(word) && isDomainName(word));
  return map || hasOtherName ? [] : columns;
}

function findColumns(rows: readonly (readonly string[])[], matches: (cell: string) => boolean) {
  const columns = [...(rows[0] ?? []).keys()];
  return columns.filter((column) => rows.every((cells) => matches(cells[column] ?? '')));
}

function getNameColumnHint(
  { headings, rows }: SourceTable,
  { commandLine, map = 'domain' }: ListSource,
) {
  const lateHeadingRow = rows.find(({ cells }) => cells.some((cell) => isDomainHeading(cell, map)));
  if (lateHeadingRow)
    return `remove what stands above line ${lateHeadingRow.line}, which has the heading '${map}'`;
  if (!commandLine || !headings)
    return "write the heading 'domain' above the column of the domains";
  return `${commandLine} --map ${shellQuote(`${guessHeading(headings, rows)}=domain`)}`;
}

function guessHeading(headings: readonly string[], rows: readonly SourceRecord[]) {
  const counts = headings.map(
    (_, column) => rows.filter(({ cells }) => isDomainName(cells[column] ?? '')).length,
  );
  const maxCount = Math.max(...counts);
  const [guess, ...otherHeadings] = headings.filter((_, column) => counts[column] === maxCount);
  return guess && otherHeadings.length === 0 ? guess : '<heading>';
}

function parsePlainList({ rows }: SourceTable, source: ListSource) {
  const { name, commandLine, map } = source;
  const records = rows.map(({ cells, line, valuelessColumns }) => ({
    text: cells.join(),
    line,
    isValueless: valuelessColumns !== undefined,
  }));
  const [first, ...rest] = records;
  if (!first) return { names: [] };
  const hasHeading = isDomainHeading(first.text, map);
  if (map && !hasHeading) throw ambiguousColumnFailure(name, map, [], commandLine);
  const isSingleLabel = !hasDot(first.text) && splitWords(first.text).length === 1;
  const isAmbiguousHeading =
    isSingleLabel && rest.length > 0 && rest.every(({ text }) => hasDot(text));
  // Commands without a `--map` option skip words without a dot, so a heading does no harm there.
  if (isAmbiguousHeading && !hasHeading && commandLine) {
    throw usageFailure(
      `'${first.text}' in ${name} may be a heading or a name`,
      `${commandLine} --map ${shellQuote(`${first.text}=domain`)}`,
    );
  }
  // Below a heading, the lines are a column of a table.
  const needsTld = hasHeading && requiresTld(rest.map(({ text }) => text));
  const names = (hasHeading ? rest : records).map(({ text, line, isValueless }) => {
    if (isValueless) return toValuelessEntry(text, line);
    if (splitWords(text).length > 1 && extractLeadingName(text) === undefined)
      return { text: truncateLine(text, 60), reason: `has several words (line ${line})` };
    return parseNameText(text, line, needsTld);
  });
  return { names };
}

/** Rejects text without a dot, since it may be something other than a domain name. */
function requireDot(text: string, line: number): DomainNameEntry {
  if (hasDot(text)) return { text };
  const name = `${text}.af`;
  const advice = isDomainName(name) ? `; if it is a name, write ${name}` : '';
  return { text, reason: `has no dot (line ${line})${advice}` };
}

import path from 'node:path';
import { parseDomainName, stripWww } from '../core/domain-names.ts';
import { normalizeColumnHeading, pluralize } from '../core/text.ts';
import { usageFailure } from '../errors.ts';
import { warnAboutDuplicates } from '../lists/columns.ts';
import { parseDomainNameList } from '../lists/domain-name-list.ts';
import {
  formatFileName,
  type InputFileContext,
  type InputFileOptions,
  readInputFile,
} from '../lists/input-file.ts';
import type { SourceRecord } from '../lists/source-table.ts';

export type DomainsFile = Awaited<ReturnType<typeof readDomainsFile>>;

/** The part of a file that holds the reseller's own columns. */
interface FileTable {
  /** The name of the file in messages. */
  name: string;
  headings: readonly string[];
  /** Records by domain name; undefined for a name of a text list. */
  rows: ReadonlyMap<string, SourceRecord | undefined>;
}

/** @returns the headings that `--fields file.<heading>,…` selects */
export function parseFileFields(fields = '') {
  return fields
    .split(',')
    .map((field) => field.trim())
    .filter((field) => /^file(\.|$)/.test(field))
    .map((field) => field.slice('file.'.length));
}

/** Reads the domains-file. `rows` maps names to records. @throws an `io` or `usage` Failure */
export async function readDomainsFile(
  context: InputFileContext,
  file: string,
  options: InputFileOptions = {},
) {
  const name = formatFileName(file);
  const { report } = context;
  const list = await readInputFile(context, file, options, (content) => {
    for (const note of content.notes) report.note(note);
    return parseDomainNameList(content, { name });
  });
  const rows = list.names.flatMap(({ text, reason, record }) => {
    const domain = reason ? undefined : parseDomainName(text);
    return domain ? [[stripWww(domain), record] as const] : [];
  });
  const names = rows.map(([domain]) => domain);
  const skippedCount = (list.emptyCount ?? 0) + list.names.length - rows.length;
  warnAboutDuplicates(name, names, report);
  if (skippedCount > 0) {
    const skipped = `${pluralize(skippedCount, 'row')} of ${path.basename(file)}`;
    report.closingNotes.push(`${skipped} without a domain`);
  }
  return { name, headings: list.headings ?? [], rows: new Map(rows) };
}

/** Finds columns by their headings. @throws a `usage` Failure if the file lacks one of them */
export function findDomainsFileColumns(
  { name, headings }: FileTable,
  columnNames: readonly string[],
) {
  const normalizedHeadings = headings.map(normalizeColumnHeading);
  return columnNames.map((columnName) => {
    const column = normalizedHeadings.indexOf(normalizeColumnHeading(columnName));
    const heading = headings[column];
    if (heading !== undefined) return { heading, column };
    const headingList = headings.filter(Boolean).join(', ');
    throw usageFailure(
      `no heading of ${name} is '${columnName}'`,
      headingList === '' ? 'it has no headings' : `the headings are ${headingList}`,
    );
  });
}

/** @returns null if the cell is empty, or holds a formula without a cached value */
function getCell(record: SourceRecord | undefined, column: number) {
  const hasValue = record && !record.valuelessColumns?.has(column);
  return (hasValue && record.cells[column]) || null;
}

/** Adds the property `file` to a row, which holds the selected cells of its domain by heading. */
export function addDomainsFileCells<Row extends { domain: string | null }>(
  row: Row,
  { rows }: FileTable,
  columns: ReturnType<typeof findDomainsFileColumns>,
) {
  if (columns.length === 0) return row;
  const record = rows.get(row.domain ?? '');
  const pairs = columns.map(({ heading, column }) => [heading, getCell(record, column)] as const);
  return { ...row, file: Object.fromEntries(pairs) };
}

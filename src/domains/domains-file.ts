import path from 'node:path';
import { normalizeColumnHeading, pluralize } from '../core/text.ts';
import { usageError } from '../errors.ts';
import { formatColumnProblems, warnAboutDuplicates } from '../lists/columns.ts';
import type { FileSource, InputFileContext } from '../lists/input-file.ts';
import { domainHeadingPattern, readNameList, selectValidNames } from '../lists/name-list.ts';
import type { Row } from '../lists/table.ts';
import { getDomainNames } from './list.ts';

export type DomainsFile = Awaited<ReturnType<typeof readDomainsFile>>;

export interface FileTable {
  name: string;
  headings: readonly string[];
  /** Rows by domain name. If a name occurs more than once, the last row wins. */
  rows: ReadonlyMap<string, Row>;
}

/** @returns the file headings in a `--fields` value: `Customer` for `domain,file.Customer` */
export function parseFileFields(fields = '') {
  return fields
    .split(',')
    .map((field) => field.trim())
    .filter((field) => /^file(\.|$)/.test(field))
    .map((field) => field.slice('file.'.length));
}

export async function readDomainsFile(context: InputFileContext, source: FileSource) {
  const { report } = context;
  const list = await readNameList(context, source, { domain: domainHeadingPattern });
  const { name, columns } = list;
  const { names, nameless, unread } = selectValidNames(list);
  warnAboutDuplicates(name, getDomainNames(names), report);
  const problemText = formatColumnProblems(name, unread);
  if (problemText !== undefined) report.warn(problemText);
  if (nameless.length > 0) {
    const skipped = `${pluralize(nameless.length, 'row')} of ${path.basename(source.file)}`;
    report.closingNotes.push(`${skipped} without a domain`);
  }
  return {
    name,
    headings: columns?.headings ?? [],
    rows: new Map(names.map(({ domain, row }) => [domain, row])),
    hasUnreadNames: unread.length > 0,
  };
}

/** Prefers exact matches. @throws a `usage` error if a heading is missing or ambiguous */
export function findDomainsFileColumns(
  { name, headings }: FileTable,
  columnNames: readonly string[],
) {
  const allColumns = headings.map((heading, column) => ({ heading, column }));
  return columnNames.map((columnName) => {
    const wanted = normalizeColumnHeading(columnName);
    const exact = allColumns.filter(({ heading }) => heading === columnName);
    const similar = allColumns.filter(({ heading }) => normalizeColumnHeading(heading) === wanted);
    const [match, ...others] = exact.length > 0 ? exact : similar;
    if (match && others.length === 0) return match;
    const headingList = headings.filter(Boolean).join(', ');
    throw usageError(
      match
        ? `several headings of ${name} are '${columnName}'`
        : `no heading of ${name} is '${columnName}'`,
      headingList === ''
        ? "the column of its domains needs the heading 'domain'"
        : `the headings are ${headingList}`,
    );
  });
}

export function addDomainsFileCells<Item extends { domain: string | null }>(
  item: Item,
  { rows }: FileTable,
  columns: ReturnType<typeof findDomainsFileColumns>,
) {
  if (columns.length === 0) return item;
  const row = rows.get(item.domain ?? '');
  const pairs = columns.map(({ heading, column }) => [heading, getText(row, column)] as const);
  return { ...item, file: Object.fromEntries(pairs) };
}

export function createCellReader(table: FileTable, heading: string) {
  const [{ column } = { column: -1 }] = findDomainsFileColumns(table, [heading]);
  return (domain: string | null) => getText(table.rows.get(domain ?? ''), column) ?? '';
}

function getText(row: Row | undefined, column: number) {
  const cell = row?.cells[column];
  return (!cell?.isValueless && cell?.text) || null;
}

import { parseDomainName, stripWww } from '../core/domain-names.ts';
import { type Notice, note } from '../core/notices.ts';
import { normalizeHeading, pluralize } from '../core/text.ts';
import { usageFailure } from '../errors.ts';
import { warnDuplicates } from '../lists/columns.ts';
import { parseDomainNameList } from '../lists/domain-name-list.ts';
import { formatFileName, type ReadContext, readSourceFile } from '../lists/source-file.ts';

export interface DomainsFile {
  name: string;
  headings: readonly string[];
  /** Cells by domain name; the last line wins for duplicates. */
  rows: ReadonlyMap<string, readonly string[]>;
  notices: readonly Notice[];
}

/** Reads the `--domains-file`, skipping rows without a domain. @throws Failure `io`, `usage` */
export async function readDomainsFile(context: ReadContext, file: string): Promise<DomainsFile> {
  const name = formatFileName(file);
  const list = await readSourceFile(context, file, (lines) => parseDomainNameList(lines, { name }));
  const notices = list.notes.map((text) => note(`${name}: ${text}`));
  const rows = list.names.flatMap(({ text, reason, cells = [] }) => {
    const domain = reason === undefined ? parseDomainName(text) : undefined;
    return domain === undefined ? [] : [[stripWww(domain), cells] as const];
  });
  const skippedCount = list.names.length - rows.length;
  if (skippedCount > 0) {
    notices.push(note(`${name}: skipped ${pluralize(skippedCount, 'row')} without a domain`));
  }
  const names = rows.map(([domain]) => domain);
  notices.push(...warnDuplicates(name, names));
  return { name, headings: list.headings ?? [], rows: new Map(rows), notices };
}

/** @param columnNames headings, ignoring case and separators @throws Failure `usage` if missing */
export function findFileColumns({ name, headings }: DomainsFile, columnNames: readonly string[]) {
  const normalizedHeadings = headings.map(normalizeHeading);
  return columnNames.map((columnName) => {
    const column = normalizedHeadings.indexOf(normalizeHeading(columnName));
    const heading = headings[column];
    if (heading !== undefined) return { heading, column };
    const headingList = headings.filter(Boolean).join(', ');
    throw usageFailure(
      `no heading of ${name} is '${columnName}'`,
      headingList === '' ? 'it has no headings' : `the headings are ${headingList}`,
    );
  });
}

/** Adds the domain's cells from the domains file as property `file`, keyed by heading. */
export function addFileColumns<Row extends { domain: string | null }>(
  row: Row,
  domainsFile: DomainsFile,
  columns: ReturnType<typeof findFileColumns>,
) {
  const cells = domainsFile.rows.get(row.domain ?? '');
  const pairs = columns.map(({ heading, column }) => [heading, cells?.[column] || null] as const);
  return { ...row, file: Object.fromEntries(pairs) };
}

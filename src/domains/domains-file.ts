import { parseDomainName, stripWww } from '../core/domain-names.ts';
import { type Notice, note } from '../core/notices.ts';
import { normalizeHeading, pluralize } from '../core/text.ts';
import { usageFailure } from '../errors.ts';
import { warnDuplicates } from '../lists/columns.ts';
import { parseNameList } from '../lists/name-list.ts';
import { formatFileName, type ReadContext, readSourceFile } from '../lists/source-file.ts';

export interface DomainsFile {
  name: string;
  headings: readonly string[];
  /** The cells of each name; of several lines the last. */
  rows: ReadonlyMap<string, readonly string[]>;
  notices: readonly Notice[];
}

/** @throws Failure `io`, `usage` */
export async function readDomainsFile(host: ReadContext, file: string): Promise<DomainsFile> {
  const name = formatFileName(file);
  const listed = await readSourceFile(host, file, (lines) => parseNameList(lines, { name }));
  const notices = listed.notes.map((text) => note(`${name}: ${text}`));
  const rows = listed.names.flatMap(({ text, reason, cells = [] }) => {
    const domain = reason === undefined ? parseDomainName(text) : undefined;
    return domain === undefined ? [] : [[stripWww(domain), cells] as const];
  });
  const skipped = listed.names.length - rows.length;
  if (skipped > 0) {
    notices.push(note(`${name}: skipped ${pluralize(skipped, 'row')} without a domain`));
  }
  const names = rows.map(([domain]) => domain);
  notices.push(...warnDuplicates(name, names));
  return { name, headings: listed.headings ?? [], rows: new Map(rows), notices };
}

/** @param columnNames names of columns, whose case and separators do not count @throws Failure `usage` */
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

/** Adds cells of the own list to a domain, by their headings. */
export function addFileColumns<Row extends { domain: string | null }>(
  row: Row,
  own: DomainsFile,
  columns: ReturnType<typeof findFileColumns>,
) {
  const cells = own.rows.get(row.domain ?? '');
  const pairs = columns.map(({ heading, column }) => [heading, cells?.[column] || null] as const);
  return { ...row, file: Object.fromEntries(pairs) };
}

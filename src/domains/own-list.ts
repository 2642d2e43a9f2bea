import { readNames } from '../check/lists.ts';
import { duplicateNotices } from '../compare/tables.ts';
import { wholeName, withoutWww } from '../core/names.ts';
import { type Notice, note } from '../core/notices.ts';
import { counted, lettersOf } from '../core/text.ts';
import { usageFailure } from '../errors.ts';
import { type ListHost, nameOfFile, readLines } from '../tables/lines.ts';

export interface OwnList {
  name: string;
  headings: readonly string[];
  /** The cells of each name; of several lines the last. */
  rows: ReadonlyMap<string, readonly string[]>;
  notices: readonly Notice[];
}

/** @throws Failure `io`, `usage` */
export async function readDomainsFile(host: ListHost, file: string): Promise<OwnList> {
  const name = nameOfFile(file);
  const listed = await readLines(host, file, (lines) => readNames(lines, { name }));
  const notices = listed.notes.map((text) => note(`${name}: ${text}`));
  const rows = listed.names.flatMap(({ text, reason, cells = [] }) => {
    const domain = reason === undefined ? wholeName(text) : undefined;
    return domain === undefined ? [] : [[withoutWww(domain), cells] as const];
  });
  const skipped = listed.names.length - rows.length;
  if (skipped > 0) {
    notices.push(note(`${name}: skipped ${counted(skipped, 'row')} without a domain`));
  }
  const names = rows.map(([domain]) => domain);
  notices.push(...duplicateNotices(name, names));
  return { name, headings: listed.headings ?? [], rows: new Map(rows), notices };
}

/** @param typed names of columns, whose case and separators do not count @throws Failure `usage` */
export function ownColumns({ name, headings }: OwnList, typed: readonly string[]) {
  const known = headings.map(lettersOf);
  return typed.map((one) => {
    const column = known.indexOf(lettersOf(one));
    const heading = headings[column];
    if (heading !== undefined) return { heading, column };
    const filled = headings.filter(Boolean).join(', ');
    throw usageFailure(
      `no heading of ${name} is '${one}'`,
      filled === '' ? 'it has no headings' : `the headings are ${filled}`,
    );
  });
}

/** Adds cells of the own list to a domain, by their headings. */
export function withColumns<Row extends { domain: string | null }>(
  row: Row,
  own: OwnList,
  columns: ReturnType<typeof ownColumns>,
) {
  const cells = own.rows.get(row.domain ?? '');
  const pairs = columns.map(({ heading, column }) => [heading, cells?.[column] || null] as const);
  return { ...row, file: Object.fromEntries(pairs) };
}

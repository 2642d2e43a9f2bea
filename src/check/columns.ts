import { isNameBelow, isWholeName, wordsIn } from '../core/names.ts';
import { excerpt, shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { lettersOf, recordsOf } from '../tables/records.ts';

/** What stands in a list where a name belongs. */
export interface Entry {
  text: string;
  /** Why the text is not taken for a name, whatever it looks like. */
  reason?: string;
}

export interface List {
  /** As messages call it: `stdin`, or a path in quotes. */
  name: string;
  /** The line that reads it: `dotaf check --file x.csv`. */
  line: string;
  /** The heading that --map gives to the column of domains. */
  map: string | undefined;
  /** One word among others is a name if it is below one of these. */
  tlds: readonly string[];
  /** Takes what may be a name, but is not asked for, so that a note can say so. */
  leftOut: Set<string>;
}

type Row = readonly string[];

/** So many rows decide which column holds the domains if no heading does. */
const rowsAhead = 10;

const domainHeadings = new Set(['domain', 'domains', 'domainname', 'fqdn']);

/** Reads one column of CSV. @throws Failure `usage` where it is not clear which */
export async function* namesInTable(
  lines: AsyncIterable<string>,
  delimiter: string,
  list: List,
): AsyncGenerator<Entry> {
  const rows = rowsIn(recordsOf(lines, delimiter), list);
  const top = await taken(rows, 1);
  const [first = []] = top;
  const headed = headedColumns(first, list);
  const isHeaded = headed.length > 0 || list.map !== undefined;
  if (!isHeaded) top.push(...(await taken(rows, rowsAhead - 1)));
  if (top.length === 0) return;
  const [column, other] = isHeaded ? headed : columnsOfNames(top);
  if (column === undefined || other !== undefined) throw unclear(list, top);

  const isHeader = !isWholeName(first[column] ?? '');
  for await (const cells of chained(top, rows)) {
    // Lists that were put together repeat their headings.
    if (isHeader && cells.join() === first.join()) continue;
    const text = cells[column] ?? '';
    if (text !== '') yield isHeaded ? { text } : dottedOnly(text);
    if (!isHeaded) leaveOut(cells.toSpliced(column, 1), list);
  }
}

export function isDomainHeading(heading: string): boolean {
  return domainHeadings.has(lettersOf(heading));
}

/** For a place that may hold other things than names: there a bare label is none. */
export function dottedOnly(text: string): Entry {
  return /[.。．｡]/.test(text) ? { text } : { text, reason: 'has no dot' };
}

export async function* chained<Item>(
  first: Iterable<Item>,
  rest: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  yield* first;
  yield* rest;
}

/** The records that hold something, without comments and the line in which Excel has `sep=;`. */
async function* rowsIn(records: AsyncIterable<Row>, list: List): AsyncGenerator<Row> {
  for await (const cells of records) {
    const isComment = /^(#(?!\d*$)|sep=)/i.test(cells[0] ?? '');
    if (isComment) leaveOut(cells, list);
    else if (cells.some((cell) => cell !== '')) yield cells;
  }
}

function leaveOut(cells: Row, { tlds, leftOut }: List): void {
  const words = cells.flatMap(wordsIn);
  for (const word of words) if (isNameBelow(word, tlds)) leftOut.add(word);
}

async function taken(rows: AsyncGenerator<Row>, count: number): Promise<Row[]> {
  const top: Row[] = [];
  while (top.length < count) {
    const { value, done } = await rows.next();
    if (done) break;
    top.push(value);
  }
  return top;
}

/** A row that holds a name below .af is not the headings, unless --map says so. */
function headedColumns(first: Row, { map, tlds }: Pick<List, 'map' | 'tlds'>): number[] {
  if (map === undefined && first.some((cell) => isNameBelow(cell, tlds))) return [];
  const isOurs = (heading = '') =>
    map === undefined ? isDomainHeading(heading) : lettersOf(heading) === lettersOf(map);
  return [...first.keys()].filter((column) => isOurs(first[column]));
}

function columnsOfNames(top: readonly Row[]): number[] {
  const rows = top[0]?.some(isWholeName) ? top : top.slice(1);
  const columns = [...(rows[0] ?? []).keys()];
  return columns.filter((column) => rows.every((cells) => isWholeName(cells[column] ?? '')));
}

/** The hint proposes a heading that speaks of domains, or else one above names. */
function unclear({ name, line, map, tlds }: List, top: readonly Row[]): Failure {
  const [first = []] = top;
  const isAboveNames = (heading: string) =>
    top.some((cells) => isWholeName(cells[first.indexOf(heading)] ?? ''));
  const lone = first.filter((heading) => headedColumns(first, { map: heading, tlds }).length === 1);
  const likely = lone.find((heading) => /domain/i.test(heading)) ?? lone.find(isAboveNames);
  const says =
    map === undefined
      ? `it is not clear which column of ${name} holds the domains`
      : `no column of ${name} alone is headed '${map}'`;
  const headings = excerpt(first.filter((heading) => heading !== '').join(', '));
  const hint =
    likely === undefined
      ? "call only the column of the domains 'domain', or write one name per line"
      : `${line} --map ${shellWord(excerpt(likely))}=domain`;
  return new Failure('usage', `${says}; the headings are ${headings}`, { hint });
}

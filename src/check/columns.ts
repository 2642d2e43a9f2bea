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
  const rows = filledRows(recordsOf(lines, delimiter));
  const top = await taken(rows, 1);
  const [first = []] = top;
  const headed = headedColumns(first, list);
  const isHeaded = headed.length > 0 || list.map !== undefined;
  if (!isHeaded) top.push(...(await taken(rows, rowsAhead - 1)));
  const [column, other] = isHeaded ? headed : columnsOfNames(top);
  if (column === undefined || other !== undefined) throw unclear(list, top);
  const isSure = isHeaded || !top.some((cells) => holdsName(cells.toSpliced(column, 1), list));
  if (!isSure) throw unclear(list, top);

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

/** In CSV a first cell such as `#` or `#17` is a heading or a number, and begins no comment. */
export function isComment(line: string): boolean {
  return /^\s*#(?!\d*\s*[,;\t])/.test(line);
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

async function* filledRows(records: AsyncIterable<Row>): AsyncGenerator<Row> {
  for await (const cells of records) {
    const isFilled = cells.some((cell) => cell !== '');
    if (isFilled && !isComment(cells.join())) yield cells;
  }
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
function headedColumns(first: Row, { map, tlds }: List): number[] {
  if (map !== undefined) return columnsWhere(first, (cell) => lettersOf(cell) === lettersOf(map));
  if (first.some((cell) => isNameBelow(cell, tlds))) return [];
  return columnsWhere(first, isDomainHeading);
}

function columnsOfNames(top: readonly Row[]): number[] {
  const [first = []] = top;
  const rows = first.some(isWholeName) ? top : top.slice(1);
  const [sample = []] = rows;
  return columnsWhere(sample, (_, column) =>
    rows.every((cells) => isWholeName(cells[column] ?? '')),
  );
}

function columnsWhere(cells: Row, isMeant: (cell: string, column: number) => boolean): number[] {
  return [...cells.keys()].filter((column) => isMeant(cells[column] ?? '', column));
}

function leaveOut(cells: Row, list: List): void {
  for (const name of namesBelow(cells, list)) list.leftOut.add(name);
}

function holdsName(cells: Row, list: List): boolean {
  return namesBelow(cells, list).length > 0;
}

function namesBelow(cells: Row, { tlds }: List): string[] {
  return cells.flatMap(wordsIn).filter((word) => isNameBelow(word, tlds));
}

/** The hint proposes a heading that speaks of domains, or else one above names. */
function unclear(list: List, top: readonly Row[]): Failure {
  const [first = []] = top;
  const headings = first.filter((heading) => heading !== '');
  const says = `it is not clear which column of ${list.name} holds the domains`;
  const lone = headings.filter(
    (heading) => headedColumns(first, { ...list, map: heading }).length === 1,
  );
  const isAboveNames = (heading: string) =>
    top.some((cells) => isWholeName(cells[first.indexOf(heading)] ?? ''));
  const [likely] = [
    ...lone.filter((heading) => /domain/i.test(heading)),
    ...lone.filter(isAboveNames),
    // A single row is rather one of names than one of headings.
    ...(top.length > 1 ? lone : []),
  ];
  if (likely === undefined || holdsName(first, list)) {
    const hint = "write one name per line, or the heading 'domain' above their column";
    return new Failure('usage', says, { hint });
  }
  const hint = `${list.line} --map ${shellWord(excerpt(likely))}=domain`;
  return new Failure('usage', `${says}; the headings are ${excerpt(headings.join(', '))}`, {
    hint,
  });
}

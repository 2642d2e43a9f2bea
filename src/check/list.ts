import { isObject } from '../core/json.ts';
import { isWholeName } from '../core/names.ts';
import { wordsOf } from '../core/words.ts';
import { UnfitFile } from '../errors.ts';
import { cellsOf, delimiterOf, recordsOf } from '../tables/records.ts';

interface Heading {
  cells: string[];
  delimiter: string;
  /** Those that may hold the domains, the most telling first. */
  columns: number[];
  /** Otherwise it may as well be a label that somebody wants to check. */
  isSure: boolean;
}

const sureHeadings = [
  ...['domain', 'domains', 'domain name', 'domain names', 'domainname', 'domainnames'],
  ...['fqdn', 'fqdns', 'hostname', 'hostnames', 'host name', 'host names'],
];

const likelyHeadings = ['name', 'names', 'host', 'hosts', 'site', 'website', 'url', 'zone'];

const nameOnly = /^[a-z0-9][a-z0-9.-]*[a-z]$/;

/** `1.`, `(1)`, `-`, `[x]`, `•`: what people put before the items of a list. */
const listMarks = /^(?:(?:[•‣◦▪●·–—]|\(?\p{Nd}+\)|\[[ x]?\]|(?:[-*+]|\p{Nd}+\.)(?=\s|$))\s*)+/iu;

/** Quoted, or up to a blank, a comma or a semicolon, also the Arabic and the ideographic ones. */
const fields = /"((?:[^"]|"")*)"|[^\s,;،؛、，；]+/g;

/** The names that the lines of a list ask for, in order. @throws UnfitFile for JSON without names */
export async function* namesIn(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  const first = await firstLine(lines);
  if (first === undefined) return;
  if (/^\s*[[{]\s*(["{}[\]]|$)/.test(first)) {
    for await (const line of chained([first], lines)) yield* namesInJson(line);
    return;
  }
  const heading = headingIn(first);
  const second = heading === undefined ? undefined : await firstLine(lines);
  const rest = chained(second === undefined ? [] : [second], lines);
  const column = heading && columnOf(heading, second);
  if (heading === undefined || column === undefined) {
    for await (const line of chained([first], rest)) yield* namesInLine(line);
    return;
  }
  for await (const { cells } of recordsOf(rest, heading.delimiter)) {
    // Lists that were put together repeat their headings.
    const isHeading = cells.length > 1 && cells.join() === heading.cells.join();
    if (!isHeading && !cells[0]?.startsWith('#')) yield* namesInLine(cells[column] ?? '');
  }
}

/** All items: those that were read already, and the rest. */
export async function* chained<Item>(
  first: readonly Item[],
  rest: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  yield* first;
  yield* rest;
}

/** The parts of a word that was typed, if each is a whole name; otherwise the word. */
export function namesInWord(word: string): string[] {
  const parts = word.match(fields) ?? [];
  return parts.length > 0 && (parts.length === 1 || parts.every(isWholeName)) ? parts : [word];
}

async function firstLine(lines: AsyncGenerator<string>): Promise<string | undefined> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) return undefined;
    if (namesInLine(value).length > 0 || headingIn(value) !== undefined) return value;
  }
}

/** A heading names the domain, and no domain stands beside it. The first may be a number sign. */
function headingIn(line: string): Heading | undefined {
  const delimiter = delimiterOf(line);
  const cells = cellsOf(line, delimiter) ?? [];
  const isComment = line.startsWith('#') && cells.length === 1;
  if (isComment || cells.some((cell) => /\.af$/i.test(cell))) return undefined;
  const headings = cells.map((cell) => wordsOf(cell).join(' '));
  const columnsOf = (words: string[]) => words.flatMap((word) => placesOf(word, headings));
  const sure = columnsOf(sureHeadings);
  const columns = sure.length > 0 ? sure : columnsOf(likelyHeadings);
  const isSure = sure.length > 0 || cells.length > 1;
  return columns.length > 0 ? { cells, delimiter, columns, isSure } : undefined;
}

function placesOf(word: string, words: readonly string[]): number[] {
  return words.flatMap((other, place) => (other === word ? place : []));
}

/** @param line the first below the heading */
function columnOf({ columns, delimiter, isSure }: Heading, line = ''): number | undefined {
  const cells = cellsOf(line, delimiter) ?? [];
  const named = columns.find((column) => namesInLine(cells[column] ?? '').some(isWholeName));
  return named ?? (isSure ? columns[0] : undefined);
}

/** The first field, whatever it is, and of the others those that are domain names. */
function namesInLine(line: string): string[] {
  if (nameOnly.test(line)) return [line];
  const text = (line.split('#')[0] ?? '').trim().replace(listMarks, '');
  const [first, ...others] = Array.from(text.matchAll(fields), ([field, quoted]) =>
    quoted === undefined ? field : quoted.replaceAll('""', '"').trim(),
  );
  return [first ?? '', ...others.filter(isWholeName)].filter((name) => name !== '');
}

function namesInJson(line: string): string[] {
  if (line.trim() === '') return [];
  try {
    return namesInValue(JSON.parse(line));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnfitFile('it is not one JSON value per line');
    throw error;
  }
}

function namesInValue(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(namesInValue);
  const name = isObject(value) ? (value.domain ?? value.domains ?? value.name) : undefined;
  if (name === undefined || name === null) throw new UnfitFile('it is JSON without domains');
  return namesInValue(name);
}

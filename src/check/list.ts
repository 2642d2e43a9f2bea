import { isObject } from '../core/json.ts';
import { isWholeName } from '../core/names.ts';
import { wordsOf } from '../core/words.ts';
import { UnfitFile } from '../errors.ts';
import { cellsOf, delimiterOf, recordsOf } from '../tables/records.ts';

interface Heading {
  cells: string[];
  delimiter: string;
  /** Those that may hold the domains. */
  columns: number[];
  /** Otherwise it may as well be a label that somebody wants to check. */
  isSure: boolean;
}

const likelyHeading = /^(name|host|site|website|url|zone)s?$/;

/** The most telling first. */
const headings = [/^domain( ?name)?s?$/, /^(fqdn|host ?name)s?$/, likelyHeading];

const nameOnly = /^[a-z0-9][a-z0-9.-]*[a-z]$/;

/** `1.`, `(1)`, `-`, `[x]`, `•`: what people put before the items of a list. */
const listMarks = /^(?:(?:[•‣◦▪●·–—]|\(?\p{Nd}+\)|\[[ x]?\]|(?:[-*+]|\p{Nd}+\.)(?=\s|$))\s*)+/iu;

/** Quoted, or up to a blank, a comma or a semicolon, also the Arabic and the ideographic ones. */
const fields = /"((?:[^"]|"")*)"|[^\s,;،؛、，；]+/g;

/** The names that the lines of a list ask for, in order. @throws UnfitFile for JSON without names */
export async function* namesIn(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  const first = await firstLine(lines);
  if (first === undefined) return;
  if (/^\s*(%PDF-|\{\\rtf|<(!doctype|html|\?xml))/i.test(first))
    throw new UnfitFile('it is a document, not a list');
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
    const isHeading = cells.join() === heading.cells.join();
    if (!isHeading && !cells[0]?.startsWith('#')) yield* namesInLine(cells[column] ?? '');
  }
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
    // Excel's own line before the headings.
    if (/^sep=.$/i.test(value)) continue;
    if (namesInLine(value).length > 0 || headingIn(value) !== undefined) return value;
  }
}

/** A heading names the domain, and no domain stands beside it. The first may be a number sign. */
function headingIn(line: string): Heading | undefined {
  const delimiter = delimiterOf(line);
  const cells = cellsOf(line, delimiter) ?? [];
  const isComment = line.startsWith('#') && cells.length === 1;
  if (isComment || cells.some((cell) => /\.af$/i.test(cell))) return undefined;
  const words = cells.map((cell) => wordsOf(cell).join(' '));
  for (const heading of headings) {
    const columns = words.flatMap((word, column) => (heading.test(word) ? [column] : []));
    const isSure = heading !== likelyHeading || cells.length > 1;
    if (columns.length > 0) return { cells, delimiter, columns, isSure };
  }
  return undefined;
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

async function* chained(
  first: readonly string[],
  rest: AsyncIterable<string>,
): AsyncGenerator<string> {
  yield* first;
  yield* rest;
}

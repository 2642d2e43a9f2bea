import { isObject } from '../core/json.ts';
import { isWholeName } from '../core/names.ts';
import { wordsOf } from '../core/words.ts';
import { UnfitFile } from '../errors.ts';
import { cellsOf, delimiterOf, recordsOf } from '../tables/records.ts';

const sureHeadings = [/^domain( ?name)?s?$/, /^(fqdn|host ?name)s?$/];

/** Alone in a line, it may as well be a label that somebody wants to check. */
const likelyHeading = /^(name|host|site|website|url|zone)s?$/;

const nameOnly = /^[a-z0-9][a-z0-9.-]*[a-z]$/;

/** `1.`, `(1)`, `-`, `[x]`, `•`: what people put before the items of a list. */
const listMarks =
  /^(?:(?:[•‣◦▪●·–—☐☑✓✔→►]|\(?\p{Nd}+\)|\[[ x\p{Nd}]*\]|(?:[-*+>]|\p{Nd}+[.．]|[a-z]\))(?=\s|$))\s*)+/iu;

/** Quoted, or up to a blank, a comma or a semicolon, also the Arabic and the ideographic ones. */
const fields = /"((?:[^"]|"")*)"|[^\s\u0085,;،؛、，；|｜٫٬()<>[\]]+/g;

/** The names that the lines of a list ask for, in order. @throws UnfitFile for JSON without names */
export async function* namesIn(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  const first = await firstLine(lines);
  if (/^\s*(%PDF-|\{\\rtf|<(!doctype|html|\?xml)|.?PNG|Rar!|BZh\d|ÐÏ|\ufffd)/i.test(first))
    throw new UnfitFile('it is a document, not a list');
  if (/^\s*[[{]\s*(["{}[\]]|$)/.test(first)) {
    for await (const line of chained(first, lines)) yield* namesInJson(line);
    return;
  }
  const words = first.trim().split(/\s+/);
  const place = words.length > 1 && !/[.,;\t"]/.test(first) ? words.findIndex(isSureHeading) : -1;
  if (place >= 0) {
    for await (const line of lines) yield* namesInLine(line.trim().split(/\s+/)[place] ?? '');
    return;
  }
  const delimiter = delimiterOf(first);
  const heading = cellsOf(first, delimiter) ?? [];
  const columns = domainColumns(first, heading);
  // The lines below a heading show which column holds the names, if any does.
  const second = columns.length === 0 ? undefined : await firstLine(lines);
  const rest = second === undefined ? lines : chained(second, lines);
  const below = cellsOf(second ?? '', delimiter) ?? [];
  const named = columns.find((column) => namesInLine(below[column] ?? '').some(isWholeName));
  const isSure = heading.length > 1 || !likelyHeading.test(first.toLowerCase());
  const column = named ?? (isSure ? columns[0] : undefined);
  if (column === undefined) {
    for await (const line of chained(first, rest)) yield* namesInLine(line);
    return;
  }
  for await (const cells of recordsOf(rest, delimiter)) {
    // Lists that were put together repeat their headings.
    const isHeading = cells.join() === heading.join();
    if (!isHeading && !cells[0]?.startsWith('#')) yield* namesInLine(cells[column] ?? '');
  }
}

function isSureHeading(word: string): boolean {
  return sureHeadings.some((heading) => heading.test(word.toLowerCase()));
}

export function namesInWord(word: string): string[] {
  const parts = word.match(fields) ?? [];
  return parts.length > 0 && (parts.length === 1 || parts.every(isWholeName)) ? parts : [word];
}

async function firstLine(lines: AsyncGenerator<string>): Promise<string> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) return '';
    // Excel's own line before the headings.
    if (/^sep=.$/i.test(value)) continue;
    const isHeading = domainColumns(value, cellsOf(value, delimiterOf(value)) ?? []).length > 0;
    const isJson = /^\s*[[{]/.test(value);
    if (isHeading || isJson || namesInLine(value).length > 0) return value;
  }
}

/**
 * The columns of a heading that may hold domains. A heading names the domain, and no domain stands
 * beside it; its first cell may be a number sign.
 */
function domainColumns(line: string, cells: readonly string[]): number[] {
  const isComment = line.startsWith('#') && cells.length === 1;
  if (isComment || cells.some((cell) => /\.af$/i.test(cell))) return [];
  const words = cells.map((cell) => wordsOf(cell).join(' '));
  const found = [...sureHeadings, likelyHeading].map((heading) =>
    words.flatMap((word, column) => (heading.test(word) ? [column] : [])),
  );
  return found.find(({ length }) => length > 0) ?? [];
}

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

async function* chained(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

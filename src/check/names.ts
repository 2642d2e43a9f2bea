import type { Readable } from 'node:stream';
import type { Context } from '../cli/context.ts';
import { counted } from '../core/durations.ts';
import { isObject } from '../core/json.ts';
import { type DomainName, isWholeName, likelyName, tidyName } from '../core/names.ts';
import { wordsOf } from '../core/words.ts';
import { Failure, fileFailure, UnfitFile } from '../errors.ts';
import type { FailedRow } from '../output/row.ts';
import { openNamedFile, untilStopped } from '../platform/files.ts';
import { linesOf } from '../tables/lines.ts';
import { cellsOf, delimiterOf, recordsOf } from '../tables/records.ts';

export interface ListedName {
  /** A name, or an input that is not one, without any password in it. */
  text: string;
  reason?: string;
}

export interface NameRequest {
  typed: readonly string[];
  file?: string | undefined;
  doing: string;
  none: Failure;
}

export interface OpenNames {
  names: AsyncIterable<ListedName> | readonly ListedName[];
  typed?: readonly DomainName[];
  empty?: string;
  /** A list, or many typed names: it waits for the rate limit without a bound, and leaves room. */
  isBulk: boolean;
}

const mostSingleLookUps = 8;
const mostNamedInNote = 3;

const usualHint = 'a name is letters, digits and inner hyphens between dots, such as kabul.af';

const listHint = 'save it as UTF-8 text, as CSV, or as one JSON object per line';

const sureHeading = /^(domain( ?name)?|fqdn|host ?name)s?$/;

/** Alone in a line, it may as well be a label that somebody wants to check. */
const likelyHeading = /^(name|host|site|website|url|zone)s?$/;

const headings = [/^domain( ?name)?s?$/, sureHeading, likelyHeading];

const nameOnly = /^[a-z0-9][a-z0-9.-]*[a-z]$/;

/** People put `1.`, `(1)`, `-`, `[x]`, `•` before the items of a list. */
const listMarks =
  /^(?:(?:[•‣◦▪●·–—☐☑✓✔→►]|\(?\p{Nd}+\)|\[[ x\p{Nd}]*\]|(?:[-*+>]|\p{Nd}+[.．]|[a-z]\))(?=\s|$))\s*)+/iu;

/** Quoted, or up to a blank, a comma or a semicolon, also the Arabic and the ideographic ones. */
const fields = /"((?:[^"]|"")*)"|[^\s\u0085,;،؛、，；|｜٫٬()<>[\]]+/g;

/** @throws Failure `usage`, `io`, `invalid_name` with every typed word that is not a name */
export async function openNames(context: Context, request: NameRequest): Promise<OpenNames> {
  const { typed, file, doing, none } = request;
  if (file !== undefined && typed.length > 0) {
    throw new Failure('usage', '--file and names exclude each other', {
      hint: 'put the names into the file, or leave --file out',
    });
  }
  const { surroundings, output, signal } = context;
  const { stdin } = surroundings;
  const isAsked = (file ?? typed.join(' ')) === '-';
  if (isAsked || (file === undefined && typed.length === 0 && stdin.isPiped)) {
    if (stdin.isTTY) {
      await output.note('reading names, one per line, until Ctrl-D');
      // A line that moves would be drawn over what is typed.
      output.endProgress();
    }
    const listed = listedNames(async () => stdin.stream, 'stdin', signal);
    const names = tidied(listed, context, doing, isAsked ? undefined : none);
    return { names, empty: 'stdin holds no names', isBulk: true };
  }
  const names: ListedName[] = [];
  if (file !== undefined) {
    const listed = listedNames(() => openNamedFile(file), `'${file}'`, signal);
    for await (const name of tidied(listed, context, doing)) names.push(name);
    return { names, empty: `'${file}' holds no names`, isBulk: true };
  }
  const words = typed.flatMap(wordsTyped);
  for await (const name of tidied(words, context, doing, none)) names.push(name);
  const refused = names.filter(({ reason }) => reason !== undefined);
  if (refused.length > 0) throw invalidName(refused);
  const isBulk = names.length > mostSingleLookUps;
  return { names, typed: names.map(({ text }) => text), isBulk };
}

export function invalidRow(name: ListedName): FailedRow {
  const { text, reason } = name;
  const failure = invalidName([name]).saying(`not a domain name: it ${reason}`);
  return { asked: { domain: text }, failure: failure.with({ about: `'${text}'` }) };
}

/** Each name once. A note at the end says what was changed. @throws `none` if there is no name */
async function* tidied(
  inputs: AsyncIterable<string> | Iterable<string>,
  { settings, output }: Context,
  doing: string,
  none?: Failure,
): AsyncGenerator<ListedName> {
  const tlds = settings.preference('tld');
  const seen = new Set<string>();
  const changes: string[] = [];
  let [changed, duplicates] = [0, 0];
  for await (const input of inputs) {
    const read = tidyName(input, tlds);
    const shown = input.trim().replace(/^.*@/s, '…@');
    const { names, tidying } = read.ok ? read.value : { names: [shown] };
    if (tidying !== undefined) {
      changed += 1;
      if (changed <= mostNamedInNote) changes.push(`${names.join(' and ')} for '${shown}'`);
    }
    for (const text of names) {
      if (seen.has(text)) duplicates += 1;
      else yield read.ok ? { text } : { text, reason: read.reason };
      seen.add(text);
    }
  }
  if (seen.size === 0 && none !== undefined) throw none;
  const others = counted(changed - changes.length, 'other');
  const more = changed > changes.length ? ` and ${others}` : '';
  const parts = changed > 0 ? [`${doing} ${changes.join(', ')}${more}`] : [];
  if (duplicates > 0) parts.push(`left out ${counted(duplicates, 'duplicate')}`);
  if (parts.length > 0) await output.note(parts.join('; '));
}

async function* listedNames(
  open: () => Promise<Readable>,
  what: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  try {
    yield* namesIn(linesOf(untilStopped(await open(), signal)));
  } catch (error) {
    signal.throwIfAborted();
    const hint = error instanceof UnfitFile ? listHint : undefined;
    throw fileFailure('io', `cannot read ${what}`, error, hint);
  }
}

/** The names that a list asks for, in order. @throws UnfitFile for what is no list */
async function* namesIn(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  const first = await firstLine(lines);
  if (/^\s*(%PDF-|\{\\rtf|<(!doctype|html|\?xml)|.?PNG|Rar!|BZh\d|ÐÏ|\ufffd)/i.test(first))
    throw new UnfitFile('it is a document, not a list');
  if (/^\s*[[{]\s*(["{}[\]]|$)/.test(first)) {
    for await (const line of chained(first, lines)) yield* namesInJson(line);
    return;
  }
  const words = first.trim().toLowerCase().split(/\s+/);
  const isTable = words.length > 1 && !/[.,;\t"]/.test(first);
  const place = isTable ? words.findIndex((word) => sureHeading.test(word)) : -1;
  if (place >= 0) {
    for await (const line of lines) yield* namesInLine(line.trim().split(/\s+/)[place] ?? '');
    return;
  }
  const delimiter = delimiterOf(first);
  const heading = cellsOf(first, delimiter) ?? [];
  const columns = domainColumns(heading);
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

function wordsTyped(word: string): string[] {
  const parts = word.match(fields) ?? [];
  return parts.length > 0 && (parts.length === 1 || parts.every(isWholeName)) ? parts : [word];
}

/** The first line that is neither blank nor a comment; a heading may begin with a number sign. */
async function firstLine(lines: AsyncGenerator<string>): Promise<string> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) return '';
    const isComment = value.startsWith('#') && cellsOf(value, delimiterOf(value))?.length === 1;
    // Excel has a line of its own before the headings.
    if (!isComment && value.trim() !== '' && !/^sep=.$/i.test(value)) return value;
  }
}

function domainColumns(cells: readonly string[]): number[] {
  if (cells.some((cell) => /\.af$/i.test(cell))) return [];
  const words = cells.map((cell) => wordsOf(cell).join(' '));
  const heading = headings.find((one) => words.some((word) => one.test(word)));
  return words.flatMap((word, column) => (heading?.test(word) ? [column] : []));
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

function invalidName(refused: readonly ListedName[]): Failure {
  const likely = refused.length === 1 ? likelyName(refused[0]?.text ?? '') : undefined;
  const reasons = refused.map(({ text, reason }) => `'${text}' ${reason}`);
  return new Failure('invalid_name', `not a domain name: ${reasons.join('; ')}`, {
    hint: likely === undefined ? usualHint : `did you mean ${likely}?`,
  });
}

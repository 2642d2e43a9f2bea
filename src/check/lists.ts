import type { Readable } from 'node:stream';
import { isObject, jsonText } from '../core/json.ts';
import { isNameBelow, isWholeName, wordsIn } from '../core/names.ts';
import { excerpt } from '../core/text.ts';
import { Failure, fileFailure, UnfitFile } from '../errors.ts';
import { untilStopped } from '../platform/files.ts';
import { linesOf } from '../tables/lines.ts';
import { delimiterOf, jsonValues } from '../tables/records.ts';
import {
  chained,
  dottedOnly,
  type Entry,
  isComment,
  isDomainHeading,
  type List,
  namesInTable,
} from './columns.ts';

const listHint = 'save it as UTF-8 text, as CSV, or as JSON';

const jsonStart = /^\s*(\[\s*(["{]|\]?\s*$)|\{\s*(["}]|$))/;

/** A table that dotaf has printed. Two blanks and more part its columns. */
const tableStart = /^DOMAIN {2}/;

/** Excel may state the delimiter above the headings, as `sep=;`. */
const statedDelimiter = /^sep=(.)\s*$/i;

/** People put `1.`, `(1)`, `a)`, `-`, `*`, `•`, `[x]` before the items of a list. */
const listMarks = /^(•\s*|([-*]|\(?\p{Nd}+[.)]|[a-z]\)|\[[ x]?\])(\s+|$))+/iu;

const dottedWord = /[.。．｡]\p{L}{2}/u;

/** Reads what a list asks for, in order and as it comes. @throws Failure `usage`, `io` */
export async function* entriesIn(
  open: () => Promise<Readable>,
  list: List,
  signal: AbortSignal,
): AsyncGenerator<Entry> {
  try {
    yield* entriesOf(linesOf(untilStopped(await open(), signal)), list);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Failure) throw error;
    const hint = error instanceof UnfitFile ? listHint : undefined;
    throw fileFailure('io', `cannot read ${list.name}`, error, hint);
  }
}

async function* entriesOf(lines: AsyncGenerator<string>, list: List): AsyncGenerator<Entry> {
  const first = await firstLine(lines);
  if (first === undefined) return;
  const all = chained([first], lines);
  const isJson = jsonStart.test(first);
  const [, stated] = statedDelimiter.exec(first) ?? [];
  if (stated !== undefined) yield* namesInTable(lines, stated, list);
  else if (tableStart.test(first)) yield* namesInTable(untilBlank(all), '  ', list);
  else if (!isJson && isCsv(first)) yield* namesInTable(all, delimiterOf(first), list);
  else if (list.map !== undefined) throw notCsv(list, isJson ? 'JSON' : 'text');
  else if (isJson) yield* namesInJson(all);
  else yield* namesInText(isHeading(first) ? lines : all, list);
}

/** Below a blank line stands something else, as the months of a forecast. */
async function* untilBlank(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) {
    if (line.trim() === '') return;
    yield line;
  }
}

async function firstLine(lines: AsyncGenerator<string>): Promise<string | undefined> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) return undefined;
    if (value.trim() !== '' && !isComment(value)) return value;
  }
}

function isCsv(first: string): boolean {
  const words = wordsIn(bare(first));
  const isOfNames = words.length > 0 && words.every(isWholeName);
  return /[,;\t]/.test(first.trim()) && !isOfNames;
}

function isHeading(first: string): boolean {
  return isDomainHeading(wordsIn(first).join('').replace(/:$/, ''));
}

function notCsv({ name, line }: List, form: string): Failure {
  return new Failure('usage', `--map is for CSV, and ${name} is ${form}`, { hint: line });
}

async function* namesInText(lines: AsyncIterable<string>, list: List): AsyncGenerator<Entry> {
  for await (const line of lines) {
    const text = bare(line);
    const words = wordsIn(text);
    const [word = ''] = words;
    if (words.length === 1) yield { text: word };
    if (words.length > 1) yield* namesAmong(words, text, list);
  }
}

function namesAmong(words: readonly string[], line: string, { tlds, leftOut }: List): Entry[] {
  const names = words.filter((word) => isNameBelow(word, tlds));
  if (names.length === 0) {
    return [{ text: line, reason: 'has several words, and no name below .af' }];
  }
  for (const word of words) {
    if (dottedWord.test(word) && !names.includes(word)) leftOut.add(word);
  }
  return names.map((text) => ({ text }));
}

/** A line without its comment and the mark before its name. */
function bare(line: string): string {
  return line
    .replace(/(^|\s)#.*$/, '')
    .trim()
    .replace(listMarks, '');
}

async function* namesInJson(lines: AsyncIterable<string>): AsyncGenerator<Entry> {
  let isFirst = true;
  for await (const value of jsonValues(lines)) {
    const items = isObject(value) && Array.isArray(value.domains) ? value.domains : value;
    for (const item of [items].flat()) {
      const entry = nameInItem(item);
      // Further down, an item without a name is a row like any other.
      if (isFirst && entry === undefined) throw new UnfitFile('it is JSON without domains');
      yield entry ?? { text: excerpt(jsonText(item), 60), reason: 'is JSON without a domain' };
      isFirst = false;
    }
  }
}

function nameInItem(item: unknown): Entry | undefined {
  if (typeof item === 'string') return { text: item };
  const { domain, name } = isObject(item) ? item : {};
  if (typeof domain === 'string') return { text: domain };
  if (typeof name === 'string') return dottedOnly(name);
  return undefined;
}

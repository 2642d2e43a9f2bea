import type { Readable } from 'node:stream';
import { isObject } from '../core/json.ts';
import { isNameBelow, isWholeName, wordsIn } from '../core/names.ts';
import { Failure, fileFailure, UnfitFile } from '../errors.ts';
import { untilStopped } from '../platform/files.ts';
import { linesOf } from '../tables/lines.ts';
import { delimiterOf, jsonValues } from '../tables/records.ts';
import {
  chained,
  dottedOnly,
  type Entry,
  isDomainHeading,
  type List,
  namesInTable,
} from './columns.ts';

const listHint = 'save it as UTF-8 text, as CSV, or as JSON';

const documentStart = /^\s*(%PDF-|\{\\rtf|<(!doctype|html|\?xml)|.?PNG|Rar!|BZh\d|\ufffd)/i;

const jsonStart = /^\s*(\[\s*(["{]|\]?\s*$)|\{\s*(["}]|$))/;

/** A table that dotaf has printed. Two blanks and more part its columns. */
const tableStart = /^DOMAIN {2}/;

const comment = /(^|\s)#.*$/;

/** In CSV a first cell such as `#` or `#17` is a heading or a number, and begins no comment. */
const commentLine = /^\s*#(?!\d*\s*[,;\t])/;

/** People put `1.`, `(1)`, `-`, `[x]`, `•` before the items of a list. */
const listMarks =
  /^(?:(?:[•‣◦▪●·–—☐☑✓✔→►]|\(?\p{Nd}+\)|\[[ x\p{Nd}]*\]|(?:[-*+>]|\p{Nd}+[.．]|[a-z]\))(?=\s|$))\s*)+/iu;

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
  if (documentStart.test(first)) throw new UnfitFile('it is a document, not a list');
  const all = chained([first], lines);
  const isJson = jsonStart.test(first);
  const delimiter = isJson ? undefined : delimiterIn(first);
  if (delimiter !== undefined) {
    yield* namesInTable(all, delimiter, list);
    return;
  }
  if (list.map !== undefined) {
    const says = `--map is for CSV, and ${list.name} is ${isJson ? 'JSON' : 'text'}`;
    throw new Failure('usage', says, { hint: list.line });
  }
  const isHeading = isDomainHeading(wordsIn(bare(first)).join('').replace(/:$/, ''));
  yield* isJson ? namesInJson(all) : namesInText(isHeading ? lines : all, list);
}

async function firstLine(lines: AsyncGenerator<string>): Promise<string | undefined> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) return undefined;
    if (value.trim() !== '' && !commentLine.test(value)) return value;
  }
}

/** Undefined for text. Excel may state a delimiter above the headings, as `sep=;`. */
function delimiterIn(first: string): string | undefined {
  if (tableStart.test(first)) return '  ';
  const [, stated] = /^sep=(.)\s*$/i.exec(first) ?? [];
  if (stated !== undefined) return stated;
  if (!/[,;\t]/.test(first.trim())) return undefined;
  const words = wordsIn(bare(first));
  const isOfNames = words.length > 0 && words.every(isWholeName);
  return isOfNames ? undefined : delimiterOf(first);
}

async function* namesInText(lines: AsyncIterable<string>, list: List): AsyncGenerator<Entry> {
  for await (const line of lines) {
    const words = wordsIn(bare(line));
    const isName = (word: string) => words.length === 1 || isNameBelow(word, list.tlds);
    if (words.length > 0 && !words.some(isName)) {
      yield { text: bare(line), reason: 'has several words, and no name below .af' };
      continue;
    }
    for (const word of words) {
      if (isName(word)) yield { text: word };
      else if (dottedWord.test(word)) list.leftOut.add(word);
    }
  }
}

function bare(line: string): string {
  return line.replace(comment, '').trim().replace(listMarks, '');
}

async function* namesInJson(lines: AsyncIterable<string>): AsyncGenerator<Entry> {
  for await (const value of jsonValues(lines)) {
    const items = isObject(value) && Array.isArray(value.domains) ? value.domains : value;
    for (const item of [items].flat()) yield* namesInItem(item);
  }
}

/** None for an item whose name is null. @throws UnfitFile for one that has no such key */
function namesInItem(item: unknown): Entry[] {
  if (typeof item === 'string') return [{ text: item }];
  const { domain, name } = isObject(item) ? item : {};
  if (typeof domain === 'string') return [{ text: domain }];
  if (typeof name === 'string') return [dottedOnly(name)];
  if (domain === null || name === null) return [];
  throw new UnfitFile('it is JSON without domains');
}

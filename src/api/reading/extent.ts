import { isObject, type JsonObject } from '../../core/json.ts';
import { boundedJson } from '../bounds.ts';
import { count, flag, opposite, text } from './values.ts';
import { type Entry, walk } from './walk.ts';
import { phraseSet, Speller, wordSet } from './words.ts';

export interface Extent {
  total: number | null;
  /** Null when the answer says neither. */
  isMore: boolean | null;
}

/** Words of every sign that say what is counted, or where. */
const things =
  'items item records record results result domains elements entries rows hits objects x odata hydra data of is';

const groups = wordSet(
  'x meta metadata pagination paginator paging page pages link links cursor cursors list hits data result',
  'results response payload info domains items collection reply return query summary embedded total account',
);

/** A sign that a list is cut, or whole: the words of its key without the words that add nothing. */
const signs = [
  sign(
    'more',
    'more, has more, has next, next available, truncated, incomplete, partial, capped, limited, overflow, limit reached',
    'are page pages available',
  ),
  sign(
    'pages',
    'total pages, pages total, pages, last page, page count, count pages, pages count, num pages, number pages, total page, pages last',
    'wp',
  ),
  sign('whole', 'last, complete, done, end, final, eof', 'page list'),
  sign('rest', 'remaining, left'),
  sign('way', 'cursor, after, scroll', 'id token'),
  sign('size', 'per page, page size, size page, limit, max, top', 'list'),
  sign(
    'total',
    'total, filtered, found, matching, available, all, count all, count total, num found, active domains, of',
    'count number size value all grand overall wp estimated',
  ),
  sign('count', 'count, number, num, rowcount, row count, domain count'),
  sign(
    'next',
    'next, continuation, last evaluated',
    'page pages url uri link links href cursor token offset marker key id number start',
  ),
  sign(
    'before',
    'prev, previous, has prev, has previous',
    'page pages url uri link links href cursor token',
  ),
  sign(
    'position',
    'page, pages current, page current, current page, offset, skip, start, from, page number, page index',
    'this at index',
  ),
] as const;

type Sign = (typeof signs)[number]['means'];

const speller = new Speller([
  ...wordSet(things),
  ...groups,
  ...signs.flatMap(({ names, fillers }) => [
    ...fillers,
    ...[...names].flatMap((name) => name.split(' ')),
  ]),
]);

/** @param holders objects that hold the list, or one another: what they say is about it */
export function extentOf(
  holders: readonly unknown[],
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
  length: number,
): Extent {
  const said = [...holders, fieldsOf(headers)].filter(isObject).flatMap(signsIn);
  const counts = (means: Sign) =>
    said.flatMap((one) => (one.means === means ? (countIn(one.value) ?? []) : []));
  // A count that only repeats the length says nothing about the total.
  const totals = [...counts('total'), ...counts('count').filter((number) => number > length)];
  const most = Math.max(...totals);
  const isMore = said.flatMap(({ means, value }) => moreIn(means, value) ?? []);
  if (status === 206) isMore.push(true);
  // A page that is full may be followed by others, unless the answer says that there are none.
  const isFull = length > 0 && counts('size').includes(length);
  const hasWay = said.some(({ means, value }) => means === 'way' && isWay(value) === true);
  if (isMore.length === 0 && (isFull || hasWay)) isMore.push(true);
  return {
    total: most >= 0 ? most : null,
    // One sign that there is more outweighs those that there is none.
    isMore: isMore.length > 0 ? isMore.includes(true) : null,
  };
}

function moreIn(means: Sign, value: unknown): boolean | undefined {
  if (means === 'more') return flag(value);
  if (means === 'next') return isWay(value);
  if (means === 'before') return (flag(value) ?? isWay(value)) || undefined;
  if (means === 'whole') return typeof value === 'number' ? undefined : opposite(value);
  const number = countIn(value);
  if (number === undefined) return undefined;
  if (means === 'rest') return number > 0;
  if (means === 'pages') return number > 1;
  // Positions begin with 0 or 1, and larger ones than a list can have are times.
  return means === 'position' ? (number > 1 && number < 1e6) || undefined : undefined;
}

function signsIn(holder: JsonObject): { means: Sign; value: unknown }[] {
  const isGroup = (key: string) => speller.wordsOf(key).every((word) => groups.has(word));
  const isOpen = ({ path, value }: Entry) => isObject(value) && path.every(isGroup);
  return walk(holder, isOpen).flatMap(({ path, value }) => {
    if (Array.isArray(value) && value.some(isObject)) return linksIn(value);
    const told = typeof value === 'string' ? toldBy(value) : undefined;
    if (told) return [told];
    const own = speller.wordsOf(path.at(-1) ?? '');
    // The key of a group may say what its own keys leave out.
    const all = [...speller.wordsOf(path.at(-2) ?? ''), ...own];
    const isPages = signs.find((one) => one.means === 'pages' && says(one, all));
    const found =
      isPages ?? signs.find((one) => says(one, own)) ?? signs.find((one) => says(one, all));
    return found ? [{ means: found.means, value }] : [];
  });
}

/** Reads `Showing 1 to 2 of 57 entries`, `1-2/57`, and `1/29`, which counts pages. */
function toldBy(said: string): { means: Sign; value: unknown } | undefined {
  const total = /^(?:showing\b.*|\d+\s*[-–]\s*\d+\s*)(?:of|\/)\s*([\d,]+)\b/i.exec(said)?.[1];
  if (total !== undefined) return { means: 'total', value: total };
  const pages = /^\d+\s*\/\s*(\d+)$/.exec(said)?.[1];
  return pages === undefined ? undefined : { means: 'pages', value: pages };
}

function countIn(value: unknown): number | undefined {
  return count(typeof value === 'string' ? value.replace(/,(?=\d{3}\b)/g, '') : value);
}

/** Reads `[{rel: 'next', href: …}]`. */
function linksIn(list: readonly unknown[]): { means: Sign; value: unknown }[] {
  return list.flatMap((link) => {
    const rel = isObject(link) && 'href' in link ? link.rel : undefined;
    return rel === 'next' || rel === 'prev' ? [{ means: 'next', value: link }] : [];
  });
}

function sign<Means extends string>(means: Means, names: string, fillers = '') {
  return { means, names: phraseSet(names), fillers: wordSet(things, fillers) };
}

function says({ names, fillers }: (typeof signs)[number], words: readonly string[]): boolean {
  return (
    names.has(words.join(' ')) || names.has(words.filter((word) => !fillers.has(word)).join(' '))
  );
}

/** Makes fields of the headers that hold more than one. */
function fieldsOf({
  link = '',
  'content-range': range = '',
  ...others
}: Readonly<Record<string, string>>): JsonObject {
  const part = /^(?!bytes)\D*(\d+)?.*\/(\d+|\*)/.exec(range);
  const entries = Object.entries(others).map(([name, value]) => [
    name,
    value.startsWith('{') ? boundedJson(value) : value,
  ]);
  return {
    ...Object.fromEntries(entries),
    ...(part && { offset: part[1], total: part[2] }),
    ...(/\brel\s*=\s*["']?[^"',;]*\b(?:next|prev)\b/i.test(link) && { next: link }),
  };
}

/** Tells an address, a cursor or a number that leads on from the forms of nothing. */
function isWay(value: unknown): boolean | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.length > 0;
  if (!isObject(value)) return !/^(null|none|false|0|-1|)$/i.test(text(value) ?? '');
  const way = ['href', 'url', 'uri', 'link', 'cursor', 'token'].find((key) => key in value);
  return way === undefined ? Object.keys(value).length > 0 : isWay(value[way]);
}

import { isObject, type JsonObject } from '../../core/json.ts';
import { boundedJson } from '../envelope.ts';
import { count, flag, opposite, text } from './values.ts';
import { type Entry, walk } from './walk.ts';
import { phraseSet, Speller, wordSet } from './words.ts';

export interface Extent {
  total: number | null;
  /** Null when the answer says neither. */
  isMore: boolean | null;
}

interface Sign {
  names: ReadonlySet<string>;
  fillers: ReadonlySet<string>;
  more: (value: unknown) => boolean | undefined;
}

const things =
  'items item records record results result domains elements entries rows hits objects x odata hydra data of is';

const groups = wordSet(
  'x meta metadata pagination paginator paging page pages link links cursor cursors list hits data result',
  'results response payload info domains items collection reply return query summary embedded total account',
);

const pages = sign(
  'total pages, pages total, pages, last page, page count, count pages, pages count, num pages, number pages, total page, pages last',
  'wp',
  (value) => isOver(value, 1),
);
const total = sign(
  'total, filtered, found, matching, available, all, count all, count total, num found, active domains, of',
  'count number size value all grand overall wp estimated',
);
const length = sign('count, number, num, rowcount, row count, domain count');
const size = sign('per page, page size, size page, limit, max, top', 'list');
const way = sign('cursor, after, scroll', 'id token');
const next = sign(
  'next, continuation, last evaluated',
  'page pages url uri link links href cursor token offset marker key id number start',
  isWay,
);

/** The first that fits is meant. */
const signs: readonly Sign[] = [
  sign(
    'more, has more, has next, next available, truncated, incomplete, partial, capped, limited, overflow, limit reached',
    'are page pages available',
    flag,
  ),
  pages,
  sign('last, complete, done, end, final, eof', 'page list', (value) =>
    typeof value === 'number' ? undefined : opposite(value),
  ),
  sign('remaining, left', '', (value) => isOver(value, 0)),
  way,
  size,
  total,
  length,
  next,
];

const speller = new Speller([
  ...groups,
  ...signs.flatMap(({ names, fillers }) => [...fillers, ...wordSet(...names)]),
]);

/** @param holders objects that hold the list, or one another: what they say is about it */
export function extentOf(
  holders: readonly unknown[],
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
  listed: number,
): Extent {
  const said = [...holders, fieldsOf(headers)].filter(isObject).flatMap(signsIn);
  const valuesOf = (one: Sign) => said.flatMap(([sign, value]) => (sign === one ? [value] : []));
  const countsOf = (one: Sign) => valuesOf(one).flatMap((value) => countIn(value) ?? []);
  // A count that only repeats the length says nothing about the total.
  const most = Math.max(...countsOf(total), ...countsOf(length).filter((one) => one > listed));
  const isMore = said.flatMap(([{ more }, value]) => more(value) ?? []);
  if (status === 206) isMore.push(true);
  // A page that is full may be followed by others, unless the answer says that there are none.
  const isFull = listed > 0 && countsOf(size).includes(listed);
  if (isMore.length === 0 && (isFull || valuesOf(way).some(isWay))) isMore.push(true);
  return {
    total: most >= 0 ? most : null,
    isMore: isMore.length > 0 ? isMore.includes(true) : null,
  };
}

function signsIn(holder: JsonObject): [Sign, unknown][] {
  const isGroup = (key: string) => speller.wordsOf(key).every((word) => groups.has(word));
  const isOpen = ({ path, value }: Entry) => isObject(value) && path.every(isGroup);
  return walk(holder, isOpen).flatMap(({ path, value }): [Sign, unknown][] => {
    const items = Array.isArray(value) ? value.filter(isObject) : [];
    const links = items.filter(({ rel }) => rel === 'next');
    if (items.length > 0) return links.map(({ href }) => [next, href]);
    const shown = texts.find(({ pattern }) => pattern.test(text(value) ?? ''));
    if (shown) return [[shown.says, text(value)?.replace(shown.pattern, '$1')]];
    const own = speller.wordsOf(path.at(-1) ?? '');
    const all = [...speller.wordsOf(path.at(-2) ?? ''), ...own];
    const found = says(pages, all)
      ? pages
      : (signs.find((one) => says(one, own)) ?? signs.find((one) => says(one, all)));
    return found ? [[found, value]] : [];
  });
}

/** `Showing 1 to 2 of 57 entries`, `1-2/57`, and `1/29`, which counts pages. */
const texts = [
  { pattern: /^(?:showing\b.*|\d+\s*[-–]\s*\d+\s*)(?:of|\/)\s*([\d,]+)\b.*$/i, says: total },
  { pattern: /^\d+\s*\/\s*(\d+)$/, says: pages },
];

function countIn(value: unknown): number | undefined {
  return count(typeof value === 'string' ? value.replace(/,(?=\d{3}\b)/g, '') : value);
}

function isOver(value: unknown, number: number): boolean | undefined {
  const found = countIn(value);
  return found === undefined ? undefined : found > number;
}

function sign(names: string, fillers = '', more: Sign['more'] = () => undefined): Sign {
  return { names: phraseSet(names), fillers: wordSet(things, fillers), more };
}

function says({ names, fillers }: Sign, words: readonly string[]): boolean {
  const telling = words.filter((word) => !fillers.has(word));
  return names.has(words.join(' ')) || names.has(telling.join(' '));
}

function fieldsOf(headers: Readonly<Record<string, string>>): JsonObject {
  const { link = '', 'content-range': range = '', ...others } = headers;
  const entries = Object.entries(others).map(([name, value]) => [
    name,
    value.startsWith('{') ? boundedJson(value) : value,
  ]);
  return {
    ...Object.fromEntries(entries),
    total: /^(?!bytes).*\/(\d+)/.exec(range)?.[1],
    ...(/\brel\s*=\s*["']?[^"',;]*\bnext\b/i.test(link) && { next: link }),
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

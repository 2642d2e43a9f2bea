import { isObject, type JsonObject } from '../../core/json.ts';
import { boundedJson } from '../bounds.ts';
import type { Field } from './fields.ts';
import { FactReader } from './reader.ts';
import { count, flag, opposite, text } from './values.ts';

export interface Extent {
  total: number | null;
  /** Null when the answer says neither. */
  isMore: boolean | null;
}

const through =
  'x meta metadata pagination paginator paging page links link cursors cursor list hits';

const things = 'items records results domains elements entries rows hits objects x';

/** Signs that a list is cut, or whole. */
const signs = {
  total: {
    ranks: [{ names: 'total', read: count }],
    fillers: `${things} count number of odata hydra all available found matching value size pagination wp`,
    through,
  } satisfies Field<number>,
  count: {
    ranks: [{ names: 'count, number of, num found', read: count }],
    fillers: `${things} odata hydra result pagination`,
    through,
  } satisfies Field<number>,
  pages: {
    ranks: [{ names: 'total|count|number|num|last pages|page, pages', read: count }],
    fillers: 'x of count',
    through: `${through} pages`,
    // The total of a page may be that of its domains.
    isOther: (_, { words }) =>
      !words.slice(-2).flat().includes('pages') && !words.slice(-1).flat().includes('page'),
  } satisfies Field<number>,
  more: {
    ranks: [
      { names: 'more, has next, next available, truncated, incomplete, partial', read: flag },
      {
        names: 'last, complete, done, end',
        // A number is that of a page.
        read: (value) => (typeof value === 'number' ? undefined : opposite(value)),
      },
    ],
    fillers: `${things} is has are page pages data available`,
    through,
  } satisfies Field<boolean>,
  next: {
    ranks: [{ names: 'next, continuation, last evaluated', read: isWay }],
    fillers: `${things} page url uri link links href cursor token offset marker key id number odata hydra`,
    through,
  } satisfies Field<boolean>,
  // A list that begins later is cut, too; one that begins at its beginning may be cut at its end.
  before: {
    ranks: [
      { names: 'has prev|previous', read: (value) => flag(value) || undefined },
      { names: 'prev|previous', read: (value) => isWay(value) || undefined },
      { names: 'page, current pages, offset, skip, start, from', read: isLater },
    ],
    fillers: `${things} is page url uri link links href cursor token index at number current this`,
    through: `${through} pages`,
  } satisfies Field<boolean>,
};

/** @param holders objects that hold the list, or one another: what they say is about it */
export function extentOf(
  holders: readonly unknown[],
  headers: Readonly<Record<string, string>>,
  length: number,
): Extent {
  const reader = new FactReader(signs);
  const said = [...holders, fieldsOf(headers)]
    .filter(isObject)
    .map((one) => reader.everything(one));
  const totals = said.flatMap(({ total }) => total);
  // A count that only repeats the length says nothing about the total.
  const counts = said.flatMap(({ count: numbers }) => numbers).filter((number) => number > length);
  const most = Math.max(...totals, ...counts);
  const isMore = said.flatMap(({ more, next, before, pages }) => [
    ...[...more, ...next, ...before],
    ...pages.map((last) => last > 1),
  ]);
  return {
    total: most >= 0 ? most : null,
    // One sign that there is more outweighs those that there is none.
    isMore: isMore.length > 0 ? isMore.includes(true) : null,
  };
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

/** Positions begin with 0 or 1, and larger ones than a list can have are times. */
function isLater(value: unknown): true | undefined {
  const position = count(value) ?? 0;
  return (position > 1 && position < 1e6) || undefined;
}

/** Tells an address, a cursor or a number that leads on from the forms of nothing. */
function isWay(value: unknown): boolean | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.length > 0;
  if (!isObject(value)) return !/^(null|none|false|0|-1|)$/i.test(text(value) ?? '');
  const way = ['href', 'url', 'uri', 'link', 'cursor', 'token'].find((key) => key in value);
  return way === undefined ? Object.keys(value).length > 0 : isWay(value[way]);
}

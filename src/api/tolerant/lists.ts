import { isObject } from '../../core/json.ts';
import { type Path, wordSet } from './fields.ts';
import { hostName } from './values.ts';
import { knownWordsOf } from './words.ts';

export interface ItemList {
  path: Path;
  /** With their keys in the answer. */
  items: (readonly [key: string, item: unknown])[];
  /** Every key on the way may be that of a list. */
  isNamed: boolean;
}

interface Held {
  path: Path;
  /** Of the last key. */
  words: readonly string[];
  value: unknown;
  isNamed: boolean;
}

const listWords = wordSet(
  'domains domain names list items item results result records entries rows data content objects values value edges nodes hydra members member quotes prices pricing collection embedded documents docs entities hits resources response payload',
);

const plurals = wordSet('domains items results records entries rows data list edges nodes');

const deepest = 3;

/** Lists, and maps by name or number: the shallow ones first, and domains before their neighbours. */
export function listsIn(data: unknown): ItemList[] {
  const lists: ItemList[] = [];
  const single: ItemList[] = [];
  let level: Held[] = [{ path: [], value: data, words: ['data'], isNamed: true }];
  for (let depth = 0; depth <= deepest; depth += 1) {
    const others = level.filter(({ path, value, words, isNamed }) => {
      const isPlural = words.some((word) => plurals.has(word));
      const items = itemsOf(value, isPlural);
      if (items) lists.push({ path, items, isNamed });
      else if (isPlural && depth > 0 && isObject(value))
        single.push({ path: path.slice(0, -1), items: [[path.at(-1) ?? '', value]], isNamed });
      return items === undefined;
    });
    level = others.flatMap(heldBy).toSorted((one, other) => isOfDomains(other) - isOfDomains(one));
  }
  return [...lists, ...single];
}

/**
 * Finds the list of domains: under a usual name, or else the only one whose objects all have a domain
 * name. An account without domains may send null, or an object without anything.
 *
 * @param isFact tells a key that means something else
 */
export function domainItems(
  data: unknown,
  hasName: (item: unknown) => boolean,
  isFact: (key: string) => boolean,
): unknown[] | undefined {
  const lists = listsIn(data).map((list) => ({ ...list, items: list.items.map(itemWithKey) }));
  const usual = lists.filter(({ isNamed }) => isNamed);
  const others = lists.filter(
    ({ path, items, isNamed }) =>
      !isNamed &&
      items.length > 0 &&
      items.every((item) => isObject(item) && hasName(item)) &&
      !path.some(isFact),
  );
  const list =
    usual.find(({ items }) => items.some(hasName)) ??
    usual.find(({ path }) => path.some((key) => /domain/i.test(key))) ??
    (others.length === 1 ? others[0] : usual[0]);
  return list?.items;
}

function heldBy({ path, value, isNamed }: Held): Held[] {
  return Object.entries(isObject(value) ? value : {}).map(([key, inner]) => {
    const words = knownWordsOf(key, listWords);
    const isListName = words.every((word) => listWords.has(word));
    return { path: [...path, key], value: inner, words, isNamed: isNamed && isListName };
  });
}

function isOfDomains({ words }: Held): number {
  return Number(words.includes('domains') || words.includes('domain'));
}

/** Also of `{"kabul.af": {…}}`, and `{"0": {…}, "2": {…}}`, which PHP makes of a list with gaps. */
function itemsOf(value: unknown, isPlural: boolean): ItemList['items'] | undefined {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item]);
  if (value === null) return isPlural ? [] : undefined;
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.length === 0) return isPlural ? [] : undefined;
  if (entries.every(([key, item]) => /^\d+$/.test(key) && isObject(item))) return entries;
  const named = entries.filter(([key]) => hostName(key) !== undefined);
  const isMap = entries.every((entry) => named.includes(entry) || typeof entry[1] !== 'object');
  return isMap && named.length > 0 ? named : undefined;
}

function itemWithKey([key, item]: readonly [string, unknown]): unknown {
  if (hostName(key) === undefined) return item;
  return isObject(item) ? { domain: key, ...item } : { domain: key, value: item };
}

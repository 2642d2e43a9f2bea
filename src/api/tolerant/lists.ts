import { isObject } from '../../core/json.ts';
import { wordSet } from './fields.ts';
import type { Path } from './paths.ts';
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
  'domains domain names list items item results result records entries rows data content objects values value edges nodes hydra members member quotes prices pricing price products product tlds tld rates offers collection embedded documents docs entities hits resources response payload get reply viewer source search query find',
);

const plurals = wordSet('domains items results records entries rows data list edges nodes');

const deepest = 3;

/** Lists, and maps by name or number: the shallow ones first, and domains before their neighbours. */
export function listsIn(data: unknown): ItemList[] {
  const lists: ItemList[] = [];
  let level: Held[] = [{ path: [], value: data, words: ['data'], isNamed: true }];
  for (let depth = 0; depth <= deepest; depth += 1) {
    const others = level.filter(({ path, value, words, isNamed }) => {
      const items = itemsOf(value, isPlural(words));
      if (items) lists.push({ path, items, isNamed });
      return items === undefined || items.some(([, item]) => Array.isArray(item));
    });
    level = others.flatMap(heldBy).toSorted((one, other) => isOfDomains(other) - isOfDomains(one));
  }
  return lists;
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
): { path: Path; items: unknown[]; isOneOfSeveral?: boolean } | undefined {
  const lists = listsIn(data).map((list) => ({ ...list, items: list.items.map(itemWithKey) }));
  const usual = lists.filter(({ isNamed }) => isNamed);
  const others = lists.filter(
    ({ path, items }) =>
      items.length > 0 &&
      items.every((item) => isObject(item) && hasName(item)) &&
      !path.some(isFact),
  );
  const chosen =
    usual.find(({ items }) => items.some(hasName)) ??
    usual.find(({ path }) => path.some((key) => /domain/i.test(key))) ??
    (others.length === 1 ? others[0] : undefined) ??
    (others.length === 0 ? (singleItem(data, hasName) ?? usual[0]) : undefined);
  return chosen && { ...chosen, isOneOfSeveral: others.some((list) => list !== chosen) };
}

/** Many conversions from XML make an object of a list of one. */
function singleItem(data: unknown, hasName: (item: unknown) => boolean) {
  let level: Held[] = [{ path: [], value: data, words: [], isNamed: true }];
  for (let depth = 0; depth <= deepest; depth += 1) {
    const one = level.find(
      ({ value, words }) => isPlural(words) && isObject(value) && hasName(value),
    );
    if (one) return { path: one.path.slice(0, -1), items: [one.value] };
    level = level.flatMap(heldBy).filter(({ isNamed }) => isNamed);
  }
  return undefined;
}

function heldBy({ path, value, isNamed }: Held): Held[] {
  return Object.entries(isObject(value) || Array.isArray(value) ? value : {}).map(
    ([key, inner]) => {
      const words = knownWordsOf(key, listWords);
      const isListName = words.every((word) => listWords.has(word) || /^\d$/.test(word));
      return { path: [...path, key], value: inner, words, isNamed: isNamed && isListName };
    },
  );
}

function isPlural(words: readonly string[]): boolean {
  return words.some((word) => plurals.has(word));
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
  const held = entries.filter(([, one]) => typeof one === 'object' && one !== null);
  const byNumber = held.filter(([name, one]) => isObject(one) && /^\d+$/.test(name));
  const byName = held.filter(([name, one]) => isObject(one) && hostName(name) !== undefined);
  return [byNumber, byName].find((items) => items.length > held.length / 2);
}

function itemWithKey([key, item]: readonly [string, unknown]): unknown {
  return isObject(item) && hostName(key) !== undefined ? { domain: key, ...item } : item;
}

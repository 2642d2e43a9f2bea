import { isObject } from '../../core/json.ts';
import { hostName } from './values.ts';
import { type Path, walk } from './walk.ts';
import { Speller, wordSet } from './words.ts';

interface ItemList {
  path: Path;
  items: readonly unknown[];
  /** Every key on the way is one that a list of domains may have. */
  isNamed: boolean;
}

const listWords = wordSet(
  'domains domain names list lists items item result results record records entries rows data content',
  'objects object values value edges nodes node hydra member members collection embedded documents docs',
  'entities hits resources response payload get reply return viewer source search query find registrations',
  'portfolio services products',
);

const plurals = wordSet('domains items results records entries rows data list edges nodes');

/** Words of lists that hold some of the domains. */
const parts = wordSet(
  'expired expiring active inactive suspended pending locked parked redemption archived recent latest',
  'more other others rest remaining disabled',
);

/** Words of lists of domains that are not, or no longer, those of the account. */
const foreign = wordSet(
  'suggested suggestion suggestions similar alternative alternatives available deleted removed out',
  'transferred transfers watched watchlist wishlist cart',
);

/** Lists of what is sold hold other things, too. */
const ofSales = /^(services|products)$/i;

const speller = new Speller([...listWords, ...parts, ...foreign]);

/** How many keys and positions may lead to a list. */
const deepest = 4;

/**
 * Finds the list of domains: under a usual name, or else the only one whose objects all have a domain
 * name. An account without domains may send null, or an object without anything.
 */
export function domainItems(
  data: unknown,
  hasName: (item: unknown) => boolean,
): { path: Path; items: readonly unknown[]; isOneOfSeveral: boolean } | undefined {
  const lists = listsIn(data);
  const usual = lists
    .filter(({ isNamed }) => isNamed)
    .toSorted((one, other) => Number(isOfSales(one)) - Number(isOfSales(other)));
  const isOfDomains = ({ items }: ItemList) =>
    items.length > 0 && items.every((item) => isObject(item) && hasName(item));
  const isPart = ({ path }: ItemList) => {
    const words = path.flatMap((key) => speller.wordsOf(key));
    const isOwn = words.some((word) => parts.has(word) || /^domains?$/.test(word));
    return isOwn && !words.some((word) => foreign.has(word));
  };
  const others = lists.filter((list) => !list.isNamed && isOfDomains(list));
  const chosen =
    usual.find(({ items }) => items.some(hasName) && isUniform(items)) ??
    usual.find(({ path }) => path.some((key) => /domain/i.test(key))) ??
    (others.length === 1 ? others[0] : undefined) ??
    (others.length === 0 ? (singleItem(data, hasName) ?? usual[0]) : undefined);
  const isStrange = chosen?.isNamed === false && !chosen.path.some((key) => /domain/i.test(key));
  const isOneOfSeveral =
    isStrange || lists.some((list) => list !== chosen && isOfDomains(list) && isPart(list));
  return chosen && { path: chosen.path, items: chosen.items, isOneOfSeveral };
}

function isOfSales({ path }: ItemList): boolean {
  return path.some((key) => ofSales.test(key));
}

function isUniform(items: readonly unknown[]): boolean {
  return items.every(isObject) || items.every((item) => hostName(item) !== undefined);
}

/** Lists, and maps by name or number: the shallow ones first, and domains before their neighbours. */
function listsIn(data: unknown): ItemList[] {
  const whole = { path: [], value: data, holders: [] };
  const found = new Set<unknown>(itemsOf(data, []) && [data]);
  const entries = [
    whole,
    ...walk(Object(data), ({ path, value, holders }) => {
      const isInList = holders.some((holder) => found.has(holder));
      const isList = itemsOf(value, path) !== undefined;
      if (isList) found.add(value);
      return path.length < deepest && !isInList;
    }),
  ];
  const depth = ({ path }: ItemList) =>
    path.length - (path.some((key) => /domain/i.test(key)) ? 0.5 : 0);
  return entries
    .flatMap(({ path, value, holders }) => {
      const items =
        path.length < deepest && !holders.slice(0, -1).some((one) => found.has(one))
          ? itemsOf(value, path)
          : undefined;
      return items === undefined ? [] : [{ path, items, isNamed: path.every(isListName) }];
    })
    .sort((one, other) => depth(one) - depth(other));
}

function isListName(key: string): boolean {
  return speller.wordsOf(key).every((word) => listWords.has(word) || /^\d$/.test(word));
}

/** Many conversions from XML make an object of a list of one. */
function singleItem(data: unknown, hasName: (item: unknown) => boolean): ItemList | undefined {
  const one = walk(Object(data), ({ path }) => path.every(isListName)).find(
    ({ path, value }) =>
      path.length < deepest &&
      path.every(isListName) &&
      isPlural(path) &&
      isObject(value) &&
      hasName(value),
  );
  return one && { path: one.path.slice(0, -1), items: [one.value], isNamed: true };
}

function isPlural(path: Path): boolean {
  return path.length === 0 || speller.wordsOf(path.at(-1) ?? '').some((word) => plurals.has(word));
}

/** Also of `{"kabul.af": {…}}`, and `{"0": {…}, "2": {…}}`, which PHP makes of a list with gaps. */
function itemsOf(value: unknown, path: Path): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (value === null) return isPlural(path) ? [] : undefined;
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.length === 0) return isPlural(path) ? [] : undefined;
  const held = entries.filter(([, one]) => typeof one === 'object' && one !== null);
  const byNumber = held.filter(([name, one]) => isObject(one) && /^\d+$/.test(name));
  const byName = held.filter(([name, one]) => isObject(one) && hostName(name) !== undefined);
  const items = [byNumber, byName].find((some) => some.length > held.length / 2);
  return items?.map(([key, item]) =>
    isObject(item) && hostName(key) !== undefined ? { domain: key, ...item } : item,
  );
}

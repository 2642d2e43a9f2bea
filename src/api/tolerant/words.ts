import { isObject, type JsonObject } from '../../core/json.ts';
import { wordsOf as plainWordsOf, segmented } from '../../core/words.ts';

/** No name is longer, and a longer key would take long to be told into words. */
const longestKey = 64;

/** The words of a key; `name_server` is one, as `nameserver` is. */
export function wordsOf(key: string): string[] {
  // Salesforce marks fields of one's own.
  const words = plainWordsOf(key.replace(/__c$/, ''));
  const isServer = (at: number) => words[at - 1] === 'name' && words[at]?.startsWith('server');
  return words.flatMap((word, at) => {
    if (isServer(at + 1)) return [];
    return isServer(at) ? [`name${word}`] : [word];
  });
}

/** The words of a key, told apart by known ones where they are written as one: `EXPIRYDATE`. */
export function knownWordsOf(key: string, known: ReadonlySet<string>): string[] {
  if (key.length > longestKey) return [key];
  return wordsOf(key).flatMap((word) => segmented(word, known));
}

/** The keys of a value beside its type, as from XML, Firestore or MongoDB. */
const textKeys = [
  ...['#text', '_', '$t', '_text', '$numberDecimal', 'stringValue', 'integerValue'],
  ...['doubleValue', 'booleanValue', 'timestampValue', 'arrayValue'],
];

/** A value without its type, or out of a list of one. */
export function bare(value: unknown): unknown {
  const isOne = Array.isArray(value) && value.length === 1 && typeof value[0] !== 'object';
  if (isOne) return value[0];
  if (!isObject(value)) return value;
  const key = textKeys.find((one) => one in value);
  return key === undefined ? value : value[key];
}

/** RDAP sends events, and others links or settings, as `[{eventAction: 'expiration', eventDate}]`. */
export function labelled(list: unknown): JsonObject | undefined {
  if (!Array.isArray(list)) return undefined;
  const pairs = list.filter(isObject).flatMap((item): [string, unknown][] => {
    const label = item.eventAction ?? item.event ?? item.rel ?? item.key ?? item.name ?? item.type;
    const content = item.eventDate ?? item.date ?? item.href ?? item.value;
    return typeof label === 'string' && content !== undefined ? [[label, content]] : [];
  });
  const isOnly = (label: string) => pairs.filter(([other]) => other === label).length === 1;
  return Object.fromEntries(pairs.filter(([label]) => isOnly(label)));
}

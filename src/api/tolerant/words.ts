import { isObject, type JsonObject } from '../../core/json.ts';

/** No name is longer, and a longer key would take long to be told into words. */
const longestKey = 64;

/** The words of a key: `expiryDate`, `expiry_date` and `EXPIRY-DATE` are all `expiry date`. */
export function wordsOf(key: string): string[] {
  return (
    key
      // Salesforce marks fields of one's own.
      .replace(/__c$/, '')
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .replace(/(\p{L})(\d)/gu, '$1 $2')
      .toLowerCase()
      // The name of a server is another thing than a name server.
      .replace(/name[^\p{L}\d]{0,3}server/gu, 'nameserver')
      .split(/[^\p{L}\d]+/u)
      .filter((word) => word !== '')
  );
}

/** The words of a key, told apart by known ones where they are written as one: `EXPIRYDATE`. */
export function knownWordsOf(key: string, known: ReadonlySet<string>): string[] {
  if (key.length > longestKey) return [key];
  if (known.has(key)) return [key];
  return wordsOf(key).flatMap((word) => segmented(word, known));
}

/** As few known words as make up the whole of a word (`expirydate`), or else the word itself. */
export function segmented(word: string, known: ReadonlySet<string>): string[] {
  const shortest: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end += 1) {
    for (let start = 0; start < end; start += 1) {
      const before = shortest[start];
      const part = word.slice(start, end);
      if (before === undefined || !known.has(part)) continue;
      if (before.length + 1 < (shortest[end]?.length ?? end + 1)) shortest[end] = [...before, part];
    }
  }
  return shortest[word.length] ?? [word];
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
  const key = isObject(value) ? textKeys.find((one) => one in value) : undefined;
  return isObject(value) && key !== undefined ? value[key] : value;
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

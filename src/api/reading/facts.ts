import { isObject, type JsonObject } from '../../core/json.ts';
import { bare } from './values.ts';
import { type Entry, type Path, startsWith, valuesOn, walk, without } from './walk.ts';
import { Speller, wordSet } from './words.ts';

export interface Place {
  path: Path;
  words: readonly (readonly string[])[];
  sent: unknown;
  holder: JsonObject;
  isInside: boolean;
  isStated: boolean;
}

/** Null for a value that is this fact and cannot be read, undefined where the key means something else. */
export type Read<Value> = (value: unknown, place: Place) => Value | null | undefined;

/** Names that mean the same: they must agree. */
export interface Rank<Value> {
  /** With commas between: the words of a key, or of it and keys above it, say `valid|paid until`. */
  names: string;
  read?: Read<Value>;
  /** A common word, which counts only beside another fact about the same thing. */
  isWeak?: true;
  /** Keys that differ by a number (`ns1`, `ns2`) are read together, as a list. */
  isSeries?: true;
}

/** The first rank that was sent decides: what is null does not yield to a weaker name. */
export interface Fact<Value> {
  ranks: readonly (string | Rank<Value>)[];
  read: Read<Value>;
  fillers?: string;
  groups?: string;
}

export type Facts = Record<string, Fact<unknown>>;

export type Found<Wanted extends Facts> = {
  [Name in keyof Wanted]: Wanted[Name] extends Fact<infer Value> ? Value | null : never;
};

export interface Reading<Wanted extends Facts> {
  found: Found<Wanted>;
  from: ReadonlyMap<keyof Wanted, readonly Path[]>;
  extra: JsonObject | undefined;
}

/** The keys or paths that the user says hold some facts, of the object that these are about. */
export type StatedKeys = ReadonlyMap<string, string>;

export interface Subject {
  path: Path;
  name: string | null;
  /** Nothing outside of the object is about it. */
  isAlone: boolean;
}

/** Words of keys that merely wrap what an answer is about, and never name a thing. */
const innerWrappers = wordSet(
  'data attribute attributes property properties field fields detail details info information value',
  'embedded inf domain domains',
);

const wrappers = new Set([
  ...innerWrappers,
  ...wordSet('datum result results response reply payload item object node content return res'),
]);

/** The keys under which an object says what it is. */
const identity = wordSet(
  'name title type version product kind category plan resource object domain fqdn label code sku',
  'service class package subject role host ip url message msg operator server typename check user description timezone language email',
);

/** Words that say of an object that it is a domain, or a part of what is said of one. */
const ofDomains = wordSet(
  'domain domains domainname name names registration registrations registered tld cctld standard',
  'regular list collection tier account reseller',
);

const ofIds = wordSet(
  'domain object registry roid account customer client owner reseller registrar contract handle uuid',
);

interface Meaning extends Rank<unknown> {
  fact: string;
  read: Read<unknown>;
  rank: number;
  phrases: readonly (readonly ReadonlySet<string>[])[];
  fillers: ReadonlySet<string>;
  groups: ReadonlySet<string>;
}

interface Hit {
  meaning: Meaning;
  place: Place;
  value: unknown;
  read: unknown;
}

const root: Subject = { path: [], name: null, isAlone: false };

export class FactReader<Wanted extends Facts> {
  readonly #facts: Wanted;
  readonly #stated: StatedKeys;
  readonly #ownGroups: ReadonlySet<string>;
  readonly #meanings: readonly Meaning[];
  readonly #speller: Speller;
  readonly #named = new Map<string, readonly Meaning[]>();

  /** @param ownGroups words of keys whose objects may have a name, since it is that of a fact */
  constructor(facts: Wanted, stated: StatedKeys = new Map(), ownGroups = '') {
    this.#facts = facts;
    this.#stated = stated;
    this.#ownGroups = wordSet(ownGroups);
    this.#meanings = Object.entries(facts).flatMap(([fact, { ranks, read, ...words }]) =>
      ranks.map((one, rank) => {
        const spec = typeof one === 'string' ? { names: one } : one;
        const phrases = spec.names
          .split(', ')
          .map((phrase) => phrase.split(' ').map((word) => wordSet(word)));
        const [fillers, groups] = [wordSet(words.fillers ?? ''), wordSet(words.groups ?? '')];
        return { read, ...spec, fact, rank, phrases, fillers, groups };
      }),
    );
    const known = this.#meanings.flatMap(({ phrases, fillers, groups }) =>
      [...phrases.flat(), fillers, groups].flatMap((set) => [...set]),
    );
    this.#speller = new Speller([...wrappers, ...known]);
  }

  read(source: JsonObject, subject: Subject = root): Reading<Wanted> {
    const hits = [
      ...this.#statedHits(source, subject),
      ...this.#entries(source, subject).flatMap((entry) => this.#hitsOf(entry, subject)),
    ];
    // Beside an object that says more than the name, only groups and servers are about the domain.
    const isTold = hits.some(({ meaning, place }) => place.isInside && meaning.fact !== 'domain');
    const isOfSubject = ({ meaning, place }: Hit) =>
      !isTold || place.words.length > 1 || meaning.fact === 'nameservers';
    const heard = hits.filter(
      (hit) => hit.place.isInside || (!subject.isAlone && isOfSubject(hit)),
    );
    return this.#decide(source, heard);
  }

  /** Reads only what the object itself says. */
  direct(object: JsonObject): Found<Wanted> {
    const hits = walk(object, () => false).flatMap((entry) => this.#hitsOf(entry, root));
    return this.#decide(object, [...this.#statedHits(object, root), ...hits]).found;
  }

  isWrapper(key: string, more?: ReadonlySet<string>): boolean {
    return this.#speller.wordsOf(key).every((word) => wrappers.has(word) || more?.has(word));
  }

  /**
   * Tells an object that calls itself something else than a domain, or than the one of this name.
   * @param but what it may call itself
   */
  isOther(object: JsonObject, name: string | null, but?: ReadonlySet<string>): boolean {
    return Object.entries(object).some(([key, value]) => {
      const words = this.#speller.wordsOf(key.replace(/^.*\./, ''));
      if (words.length > 1 && /^(id|number|no)$/.test(words.at(-1) ?? ''))
        return !but && !words.some((word) => ofIds.has(word)) && /string|number/.test(typeof value);
      const telling = words.filter((word) => !/^(object|resource|type|name|class)$/.test(word));
      const [word = words.at(-1) ?? '', more] = telling;
      if (more !== undefined || !identity.has(word) || but?.has(word)) return false;
      if (typeof value !== 'string') return value !== null && word !== 'domain' && word !== 'code';
      const said = value.trim().toLowerCase().replace(/\.$/, '');
      const isOfDomain = this.#speller.wordsOf(said).every((one) => ofDomains.has(one));
      return !isOfDomain && !`${name?.toLowerCase()}.`.startsWith(`${said}.`);
    });
  }

  #decide(source: JsonObject, all: readonly Hit[]): Reading<Wanted> {
    const found: Record<string, unknown> = {};
    for (const fact of Object.keys(this.#facts)) found[fact] = null;
    const from = new Map<keyof Wanted, readonly Path[]>();
    const used: Path[] = [];
    const order = ({ meaning, place }: Hit) => (place.isInside ? 0 : 1000) + meaning.rank;
    const hits = all.filter((hit) => !hit.meaning.isWeak || isSupported(hit, all));
    for (const first of hits.toSorted((one, other) => order(one) - order(other))) {
      const { fact } = first.meaning;
      if (from.has(fact)) continue;
      const same = hits.filter((hit) => order(hit) === order(first) && isAlike(hit, first));
      const [value, said] = agreed(first, same);
      found[fact] = value;
      from.set(
        fact,
        same.map(({ place }) => place.path),
      );
      const isUsed = ({ place: { sent } }: Hit) =>
        value === null ? sent === null || sent === '' : !saysMore(sent, value);
      used.push(...said.filter(isUsed).map(({ place }) => place.path));
    }
    return { found: found as Found<Wanted>, from, extra: without(source, used) };
  }

  /** What may be about the subject: its own, and what is around it. */
  #entries(source: JsonObject, subject: Subject): Entry[] {
    return walk(source, ({ path, value, holders }) => {
      if (startsWith(subject.path, path)) return true;
      const list = holders.at(-1);
      const isItem = Array.isArray(list);
      // Of several items, those beside the subject are about something else.
      if (isItem && (list.length > 1 || startsWith(subject.path, path.slice(0, -1)))) return false;
      const key = path.at(isItem ? -2 : -1) ?? '';
      if (Array.isArray(value)) return value.length === 1 && this.isWrapper(key);
      const isOwn = this.#speller.wordsOf(key).every((word) => this.#ownGroups.has(word));
      return isObject(value) && !this.isOther(value, subject.name, isOwn ? ownIdentity : undefined);
    });
  }

  #hitsOf({ path, value: sent, holders }: Entry, subject: Subject): Hit[] {
    const holder = holders.at(-1);
    if (!isObject(holder)) return [];
    const isInside = path.length > subject.path.length && startsWith(path, subject.path);
    const start = isInside ? subject.path.length : 0;
    const keys = path.filter((_, at) => at >= start && !Array.isArray(holders[at]));
    const meanings = this.#meaningsOf(keys, isInside && subject.name !== null);
    if (meanings.length === 0) return [];
    const words = keys.map((key) => this.#speller.wordsOf(key));
    const place: Place = { path, words, sent, holder, isInside, isStated: false };
    const value = bare(sent);
    return meanings.flatMap((meaning) => {
      const read = meaning.read(meaning.isSeries ? [value] : value, place);
      const isHolder = isObject(value) || (Array.isArray(value) && value.some(isObject));
      return read === undefined || (read === null && isHolder)
        ? []
        : [{ meaning, place, value, read }];
    });
  }

  /** Where a key is there that the user says holds a fact, it decides. */
  #statedHits(source: JsonObject, { path: start }: Subject): Hit[] {
    const object = valuesOn(source, start).at(-1);
    return [...this.#stated].flatMap(([fact, key]) => {
      const first = this.#meanings.find((one) => one.fact === fact);
      const keys = isObject(object) && Object.hasOwn(object, key) ? [key] : key.split('.');
      const sent = valuesOn(object, keys).at(-1);
      const value = bare(sent);
      if (first === undefined || sent === undefined || !isObject(object)) return [];
      const meaning = { ...first, rank: -1 };
      const path = [...start, ...keys];
      const place = { path, words: [], sent, holder: object, isInside: true, isStated: true };
      const read = meaning.read(meaning.isSeries ? [value] : value, place) ?? null;
      return [{ meaning, place, value, read }];
    });
  }

  #meaningsOf(keys: readonly string[], isInside: boolean): readonly Meaning[] {
    const phrase = [isInside, ...keys].join('\n');
    const known = this.#named.get(phrase);
    if (known) return known;
    const words = keys.map((key) => this.#speller.wordsOf(key));
    const transparent = isInside ? innerWrappers : wrappers;
    const meanings = this.#meanings.filter((one) =>
      isNamed(one, words.at(-1) ?? [], words.flat(), transparent),
    );
    this.#named.set(phrase, meanings);
    return meanings;
  }
}

const ownIdentity = wordSet('name title type label code host message service');

/** Tells whether all words of a key and those above it name a fact, and say nothing else that matters. */
function isNamed(
  { phrases, fillers, groups, isSeries }: Meaning,
  own: readonly string[],
  all: readonly string[],
  transparent: ReadonlySet<string>,
): boolean {
  return phrases.some((phrase) => {
    const fits = (word: string) =>
      phrase.some((words) => words.has(word)) ||
      fillers.has(word) ||
      (isSeries && /^\d{1,2}$/.test(word));
    return (
      own.every(fits) &&
      all.every((word) => fits(word) || transparent.has(word) || groups.has(word)) &&
      phrase.every((words) => all.some((word) => words.has(word)))
    );
  });
}

function isAlike({ meaning, place }: Hit, first: Hit): boolean {
  return meaning.fact === first.meaning.fact && place.path.length === first.place.path.length;
}

/** Another fact is said in the same object, or in one that holds it and names a step. */
function isSupported({ meaning, place }: Hit, hits: readonly Hit[]): boolean {
  const steps = /^(current|next|progress|upgrade|advancement)$/;
  const isOfStep = place.words.at(-2)?.some((word) => steps.test(word));
  return hits.some(
    (other) =>
      (other.place.holder === place.holder ||
        (isOfStep && startsWith(place.path, other.place.path.slice(0, -1)))) &&
      other.meaning.fact !== meaning.fact &&
      !other.meaning.isWeak &&
      other.read !== null,
  );
}

/**
 * Hits of one rank must agree; those of a series, such as `ns1` and `ns2`, are read together.
 *
 * @returns the fact, and the hits that say it
 */
function agreed({ meaning, place, read }: Hit, hits: readonly Hit[]): [unknown, readonly Hit[]] {
  if (!meaning.isSeries) {
    const text = JSON.stringify(read);
    return [hits.every((hit) => JSON.stringify(hit.read) === text) ? read : null, hits];
  }
  const series = hits.filter((hit) => hit.place.holder === place.holder).toSorted(byKey);
  // Of several lists, the one with the plainest name is meant.
  const list = series.find(({ value }) => Array.isArray(value));
  const said = list === undefined ? series : [list];
  const values = said.map(({ value }) => value);
  return [meaning.read(values, place) ?? null, said];
}

/** The shorter key first, and `ns2` before `ns10`. */
function byKey(one: Hit, other: Hit): number {
  const [key = '', otherKey = ''] = [one.place.path.at(-1), other.place.path.at(-1)];
  return key.length - otherKey.length || (key < otherKey ? -1 : 1);
}

function saysMore(sent: unknown, fact: unknown): boolean {
  const items = [sent].flat();
  return items.some(isObject) || (Array.isArray(sent) && items.length !== [fact].flat().length);
}

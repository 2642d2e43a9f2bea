import { isObject, type JsonObject } from '../../core/json.ts';
import { bare } from './values.ts';
import { type Entry, type Path, startsWith, valuesOn, walk, without } from './walk.ts';
import { Speller, wordSet } from './words.ts';

/** A value and what is around it. */
export interface Place {
  path: Path;
  /** The words of each key on the way, its own last. */
  words: readonly (readonly string[])[];
  /** The value as it came. */
  sent: unknown;
  holder: JsonObject;
  /** It lies in the object that the facts are about. */
  isInside: boolean;
  /** The user says that it holds the fact. */
  isStated?: boolean;
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
  /** The surest first. */
  ranks: readonly (string | Rank<Value>)[];
  read: Read<Value>;
  /** Words that add nothing to a name. */
  fillers?: string;
  /** Words of keys of groups that belong to the fact. */
  groups?: string;
}

export type Facts = Record<string, Fact<unknown>>;

/** A fact that was not sent, or not understood, is null. */
export type Found<Wanted extends Facts> = {
  [Name in keyof Wanted]: Wanted[Name] extends Fact<infer Value> ? Value | null : never;
};

export interface Reading<Wanted extends Facts> {
  found: Found<Wanted>;
  /** For each fact that was sent, the paths that decided. */
  from: ReadonlyMap<keyof Wanted, readonly Path[]>;
  /** Everything that was not read, as it was sent. */
  extra: JsonObject | undefined;
}

/** The keys or paths that the user says hold some facts, of the object that these are about. */
export type StatedKeys = ReadonlyMap<string, string>;

/** The object that the facts are about. */
export interface Subject {
  path: Path;
  name: string | null;
  /** The objects around it are about something else. */
  isAlone: boolean;
}

/** Words of keys that merely wrap what an answer is about, and never name a thing. */
const wrappers = wordSet(
  'data datum result results response reply payload item object attribute attributes property',
  'properties field fields detail details info information node content value return embedded res inf',
  'domain domains',
);

/** Those of keys within the object that an answer is about. */
const innerWrappers = wordSet(
  'data attribute attributes property properties field fields detail details info information value',
  'embedded inf domain domains',
);

/** What an object calls itself by. */
const identity = wordSet(
  'name title type version product kind category plan resource object domain fqdn label code sku',
  'service class package subject role host ip url message msg operator server typename check user description timezone language email',
);

/** The objects of some facts have these, too. */
const ownIdentity = wordSet('name title type label code host message service');

const noIdentity: ReadonlySet<string> = new Set();

/** Words that say of an object that it is a domain, or a part of what is said of one. */
const ofDomains = wordSet(
  'domain domains domainname name names registration registrations registered tld cctld standard',
  'regular list collection tier account reseller',
);

/** Ids of the domain itself, and of whom it belongs to. */
const ofIds = wordSet(
  'domain object registry roid account customer client owner reseller registrar contract handle uuid',
);

interface Meaning extends Omit<Rank<unknown>, 'names'> {
  fact: string;
  read: Read<unknown>;
  rank: number;
  phrases: readonly (readonly ReadonlySet<string>[])[];
  fillers: ReadonlySet<string>;
  groups: ReadonlySet<string>;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

interface Hit {
  meaning: Meaning;
  place: Place;
  value: unknown;
  read: unknown;
}

const root: Subject = { path: [], name: null, isAlone: false };

/** Reads facts out of answers of unknown shape by the words of their keys. */
export class FactReader<Wanted extends Facts> {
  readonly #facts: Wanted;
  readonly #stated: StatedKeys;
  readonly #ownGroups: ReadonlySet<string>;
  readonly #meanings: readonly Meaning[];
  readonly #speller: Speller;
  readonly #known: ReadonlySet<string>;
  readonly #named = new Map<string, readonly Meaning[]>();

  /** @param ownGroups words of keys whose objects may have a name, since it is that of a fact */
  constructor(facts: Wanted, stated: StatedKeys = new Map(), ownGroups = '') {
    this.#facts = facts;
    this.#stated = stated;
    this.#ownGroups = wordSet(ownGroups);
    this.#meanings = Object.entries(facts).flatMap(([fact, { ranks, ...rest }]) => {
      const fillers = wordSet(rest.fillers ?? '');
      const groups = wordSet(rest.groups ?? '');
      return ranks.map((rank, index) => {
        const { names, ...spec } = typeof rank === 'string' ? { names: rank } : rank;
        const phrases = names
          .split(', ')
          .map((phrase) => phrase.split(' ').map((one) => wordSet(one)));
        return { read: rest.read, ...spec, fact, rank: index, phrases, fillers, groups };
      });
    });
    const words = this.#meanings.flatMap(({ phrases, fillers, groups }) => [
      ...[...phrases.flat(), fillers, groups].flatMap((set) => [...set]),
    ]);
    this.#known = new Set([...wrappers, ...this.#ownGroups, ...words]);
    this.#speller = new Speller(this.#known);
  }

  read(source: JsonObject, subject: Subject = root): Reading<Wanted> {
    const hits = this.#hits(source, subject);
    // Beside an object that says more than the name, only groups and servers are about the domain.
    const isTold = hits.some(({ meaning, place }) => place.isInside && meaning.fact !== 'domain');
    const isOfSubject = ({ meaning, place }: Hit) =>
      !isTold || place.words.length > 1 || meaning.fact === 'nameservers';
    const { found, from, used } = this.#decide([
      ...this.#statedHits(source, subject.path),
      ...hits.filter((hit) => hit.place.isInside || (!subject.isAlone && isOfSubject(hit))),
    ]);
    return { found, from, extra: without(source, used) };
  }

  /** Reads what the keys of an object itself say. */
  direct(object: JsonObject): Found<Wanted> {
    const hits = walk(object, () => false).flatMap((entry) => this.#hitsOf(entry, root));
    return this.#decide([...this.#statedHits(object, []), ...hits]).found;
  }

  /** Tells a key that merely wraps. */
  isWrapper(key: string, more?: ReadonlySet<string>): boolean {
    return this.#speller.wordsOf(key).every((word) => wrappers.has(word) || more?.has(word));
  }

  /** Tells an object that calls itself something else than a domain, or than the one of this name. */
  isOther(object: JsonObject, name: string | null, but = noIdentity): boolean {
    return Object.entries(object).some(([key, value]) => {
      const words = this.#speller.wordsOf(key.replace(/^.*\./, ''));
      // The id of an order or of a plan says what the object is.
      const isId = /^(id|number|no)$/.test(words.at(-1) ?? '') && words.length > 1;
      if (isId) return but.size === 0 && !words.some((word) => ofIds.has(word)) && isPlain(value);
      const telling = words.filter((word) => !/^(object|resource|type|name|class)$/.test(word));
      const [word = words.at(-1) ?? '', more] = telling;
      if (more !== undefined || !identity.has(word) || but.has(word)) return false;
      if (typeof value !== 'string') return value !== null && word !== 'domain' && word !== 'code';
      const said = this.#speller.wordsOf(value.toLowerCase());
      return (
        value.trim() !== '' &&
        !`${name?.toLowerCase()}.`.startsWith(`${value.toLowerCase().replace(/\.$/, '')}.`) &&
        !said.every((one) => ofDomains.has(one))
      );
    });
  }

  #decide(all: readonly Hit[]): Pick<Reading<Wanted>, 'found' | 'from'> & { used: Path[] } {
    const found: Record<string, unknown> = {};
    for (const fact of Object.keys(this.#facts)) found[fact] = null;
    const from = new Map<keyof Wanted, readonly Path[]>();
    const used: Path[] = [];
    const order = ({ meaning, place }: Hit) => (place.isInside ? 0 : 1000) + meaning.rank;
    const hits = all.filter((hit) => !hit.meaning.isWeak || isSupported(hit, all));
    for (const first of hits.toSorted((one, other) => order(one) - order(other))) {
      const { fact } = first.meaning;
      if (from.has(fact)) continue;
      const same = hits.filter((hit) => hit.meaning === first.meaning && isBeside(hit, first));
      const value = agreed(first, same);
      found[fact] = value;
      const isUsed = ({ place: { sent } }: Hit) =>
        value === null ? sent === null || sent === '' : !saysMore(sent, value);
      from.set(
        fact,
        same.map(({ place }) => place.path),
      );
      used.push(...same.filter(isUsed).map(({ place }) => place.path));
    }
    return { found: found as Found<Wanted>, from, used };
  }

  /** A key that is there decides, whatever it holds. */
  #statedHits(source: JsonObject, subject: Path): Hit[] {
    return this.#meanings.flatMap((meaning) => {
      const key = meaning.rank === 0 ? this.#stated.get(meaning.fact) : undefined;
      const about = valuesOn(source, subject).at(-1);
      if (key === undefined || !isObject(about)) return [];
      const keys = Object.hasOwn(about, key) ? [key] : key.split('.');
      const [sent, holder] = valuesOn(about, keys).reverse();
      if (sent === undefined || !isObject(holder)) return [];
      const value = bare(sent);
      const words = keys.map((one) => this.#speller.wordsOf(one));
      const place: Place = {
        path: [...subject, ...keys],
        words,
        sent,
        holder,
        isInside: true,
        isStated: true,
      };
      const read = meaning.read(meaning.isSeries ? [value] : value, place) ?? null;
      return [{ meaning: { ...meaning, rank: -1 }, place, value, read }];
    });
  }

  #hits(source: JsonObject, subject: Subject): Hit[] {
    const isOpen = ({ path, value, holders }: Entry) => {
      if (startsWith(subject.path, path)) return true;
      const list = holders.at(-1);
      const isItem = Array.isArray(list);
      // Of several items, those beside the subject are about something else.
      if (isItem && (list.length > 1 || startsWith(subject.path, path.slice(0, -1)))) return false;
      const key = path.at(isItem ? -2 : -1) ?? '';
      if (Array.isArray(value)) return value.length === 1 && this.isWrapper(key);
      const isOwn = this.#speller.wordsOf(key).every((word) => this.#ownGroups.has(word));
      return (
        isObject(value) && !this.isOther(value, subject.name, isOwn ? ownIdentity : noIdentity)
      );
    };
    return walk(source, isOpen).flatMap((entry) => this.#hitsOf(entry, subject));
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
    const place: Place = { path, words, sent, holder, isInside };
    const value = bare(sent);
    return meanings.flatMap((meaning) => {
      const read = meaning.read(meaning.isSeries ? [value] : value, place);
      // Objects that cannot be read merely hold what is looked for.
      const isHolder = isObject(value) || (Array.isArray(value) && value.some(isObject));
      return read === undefined || (read === null && isHolder)
        ? []
        : [{ meaning, place, value, read }];
    });
  }

  #meaningsOf(keys: readonly string[], isInside: boolean): readonly Meaning[] {
    const phrase = [isInside, ...keys].join('\n');
    const known = this.#named.get(phrase);
    if (known) return known;
    const words = keys.map((key) => this.#speller.wordsOf(key));
    const own = words.at(-1) ?? [];
    // Saves large answers, whose keys mostly say something else, from being compared with all names.
    const isKnown = own.every((word) => this.#known.has(word) || /^\d{1,2}$/.test(word));
    const meanings = isKnown
      ? this.#meanings.filter((one) =>
          isNamed(one, own, words.flat(), isInside ? innerWrappers : wrappers),
        )
      : [];
    this.#named.set(phrase, meanings);
    return meanings;
  }
}

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

function isOfStep({ words }: Place): boolean {
  return (
    words.at(-2)?.some((word) => /^(current|next|progress|upgrade|advancement|dns)$/.test(word)) ??
    false
  );
}

/** Of holders at one depth none goes before the others. */
function isBeside(hit: Hit, first: Hit): boolean {
  const isAsDeep = hit.place.path.length === first.place.path.length;
  return hit.place.isInside === first.place.isInside && isAsDeep;
}

function isSupported({ meaning, place }: Hit, hits: readonly Hit[]): boolean {
  return hits.some(
    (other) =>
      (other.place.holder === place.holder ||
        (startsWith(place.path, other.place.path.slice(0, -1)) && isOfStep(place))) &&
      other.meaning.fact !== meaning.fact &&
      !other.meaning.isWeak &&
      other.read !== null,
  );
}

/** Hits of one rank must agree; those of a series, such as `ns1` and `ns2`, are read together. */
function agreed({ meaning, place, read }: Hit, hits: readonly Hit[]): unknown {
  if (meaning.isSeries) {
    // Keys without a number hold lists of their own, of which the plainest name is meant.
    const ofHolder = hits.filter((hit) => hit.place.holder === place.holder);
    const lists = ofHolder.filter((hit) => Array.isArray(hit.value) && numberIn(hit) === 0);
    const plainest = lists.toSorted((one, other) => wordCount(one) - wordCount(other)).slice(0, 1);
    const series = lists.length > 1 ? plainest : ofHolder.toSorted(byNumber);
    return (
      meaning.read(
        series.map(({ value }) => value),
        place,
      ) ?? null
    );
  }
  const text = JSON.stringify(read);
  return hits.every((hit) => JSON.stringify(hit.read) === text) ? read : null;
}

function wordCount({ place }: Hit): number {
  return place.words.flat().length;
}

/** A key without a number comes first. */
function byNumber(one: Hit, other: Hit): number {
  return numberIn(one) - numberIn(other);
}

function numberIn({ place }: Hit): number {
  return Number(/\d+(?=\D*$)/.exec(place.path.at(-1) ?? '')?.[0] ?? 0);
}

/** What holds more than the fact stays in `extra`, too. */
function saysMore(sent: unknown, fact: unknown): boolean {
  if (isObject(sent)) return Object.keys(sent).length > 1;
  if (!Array.isArray(sent)) return false;
  return Array.isArray(fact) ? sent.some(isObject) || sent.length !== fact.length : sent.length > 1;
}

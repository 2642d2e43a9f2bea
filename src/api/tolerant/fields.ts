import type { JsonObject } from '../../core/json.ts';
import type { Path } from './paths.ts';
import { knownWordsOf } from './words.ts';

/** A value and the way to it. */
export interface Place {
  path: Path;
  /** The words of each key on the way. */
  words: readonly (readonly string[])[];
  /** Without the type that it may come with. */
  value: unknown;
  /** The value as it came. */
  sent: unknown;
  /** The object that it lies in. */
  siblings: JsonObject;
  /** It lies in the object that the facts are about. */
  isInside: boolean;
}

/** Names that mean the same: in one object they must agree. */
export interface Rank<Value> {
  /** With commas between: the words of a key, or of it and keys above it, say `valid|paid until`. */
  names: string;
  /** Gives undefined for what cannot be told for certain. */
  read(value: unknown, place: Place): Value | undefined;
  /** The names are used for other things, too: what cannot be read is not this fact. */
  isWeak?: true;
  /** Keys that differ by a number (`ns1`, `ns2`) are read together, as a list. */
  isSeries?: true;
  /** Tells a value that says more than is read of it: it stays in `extra`, too. */
  saysMore?(value: unknown): boolean;
}

/**
 * A fact by its names, the surest first. The first rank that was sent decides: what is null or
 * cannot be read does not yield to a weaker name.
 */
export interface Field<Value> {
  ranks: readonly Rank<Value>[];
  /** Words that add nothing to a name. */
  fillers?: string;
  /** Words of keys that say nothing about this fact in what they hold. */
  through?: string;
  /** Tells a value that shows that its key means something else. */
  isOther?(value: unknown, place: Place): boolean;
}

export type Fields = Record<string, Field<unknown>>;

/** A rank of a fact, ready to be compared with words. */
export interface Meaning extends Rank<unknown> {
  isOther: Field<unknown>['isOther'] | undefined;
  name: string;
  rank: number;
  phrases: readonly (readonly ReadonlySet<string>[])[];
  fillers: ReadonlySet<string>;
  through: ReadonlySet<string>;
}

/** Words of keys that merely wrap, whatever they hold. */
const wrappers = wordSet(
  'data datum result results response responses reply payload item object attributes property properties field fields detail details info information node entity resource document body return domain domains content command api get show inf res source value viewer embedded',
);

/** Tells what keys mean by the words that some fields know. */
export class Vocabulary {
  readonly meanings: readonly Meaning[];
  readonly #known: ReadonlySet<string>;
  readonly #words = new Map<string, readonly string[]>();
  readonly #named = new Map<string, readonly Meaning[]>();

  constructor(fields: Fields) {
    // Many phrases share their words.
    const sets = new Map<string | undefined, ReadonlySet<string>>();
    const setOf = (words: string | undefined) => {
      const set = sets.get(words) ?? wordSet(words);
      sets.set(words, set);
      return set;
    };
    this.meanings = Object.entries(fields).flatMap(([name, field]) => {
      const words = {
        fillers: setOf(field.fillers),
        through: setOf(field.through),
      };
      return field.ranks.map((spec, rank) => ({
        ...spec,
        ...{ name, rank, isOther: field.isOther, ...words },
        phrases: spec.names.split(', ').map((phrase) => phrase.split(' ').map(setOf)),
      }));
    });
    this.#known = new Set([...wrappers, ...[...sets.values()].flatMap((words) => [...words])]);
  }

  wordsOf(key: string): readonly string[] {
    const words = this.#words.get(key) ?? knownWordsOf(key, this.#known);
    this.#words.set(key, words);
    return words;
  }

  /** @param phrase keys with line ends between, the outermost first */
  meaningsOf(phrase: string): readonly Meaning[] {
    const known = this.#named.get(phrase);
    if (known) return known;
    const keys = this.wordsIn(phrase);
    const own = keys.slice(-1).flat();
    const all = keys.flat();
    // Saves large answers, whose keys mostly say something else, from being compared with all names.
    const isKnown = own.every((word) => this.#known.has(word) || /^\d{1,2}$/.test(word));
    const meanings = isKnown ? this.meanings.filter((one) => isNamed(one, own, all)) : [];
    this.#named.set(phrase, meanings);
    return meanings;
  }

  wordsIn(phrase: string): (readonly string[])[] {
    return phrase.split('\n').map((key) => this.wordsOf(key));
  }

  /** Tells a key that merely wraps. */
  isWrapper(key: string, more?: ReadonlySet<string>): boolean {
    return this.wordsOf(key).every((word) => wrappers.has(word) || more?.has(word));
  }
}

export function wordSet(words: string | undefined): ReadonlySet<string> {
  return new Set(words?.split(/[ |]/));
}

/** Ranks that are read alike, the surest first. */
export function ranked<Value>(
  names: readonly string[],
  spec: Omit<Rank<Value>, 'names'>,
): Rank<Value>[] {
  return names.map((name) => ({ ...spec, names: name }));
}

/** Tells whether all words of a key and those above it name a fact, and say nothing else that matters. */
function isNamed(
  { phrases, fillers, through, isSeries }: Meaning,
  own: readonly string[],
  all: readonly string[],
): boolean {
  return phrases.some((phrase) => {
    const fits = (word: string) =>
      phrase.some((words) => words.has(word)) ||
      fillers.has(word) ||
      (isSeries && /^\d{1,2}$/.test(word));
    const isSaid = (words: ReadonlySet<string>) => all.some((word) => words.has(word));
    return (
      own.every(fits) &&
      all.every((word) => fits(word) || wrappers.has(word) || through.has(word)) &&
      phrase.every(isSaid)
    );
  });
}

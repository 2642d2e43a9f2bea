import { isObject, type JsonObject } from '../../core/json.ts';
import {
  type Field,
  type Fields,
  isNamed,
  type Meaning,
  meaningsOf,
  type Path,
  type Place,
  wordSet,
  wordsKnownTo,
} from './fields.ts';
import { bare, knownWordsOf, labelled } from './words.ts';

/** A fact that was not sent, or not understood, is null. */
export type Found<Wanted extends Fields> = {
  [Name in keyof Wanted]: Wanted[Name] extends Field<infer Value> ? Value | null : never;
};

type Said<Wanted extends Fields> = { [Name in keyof Wanted]: NonNullable<Found<Wanted>[Name]>[] };

export interface Reading<Wanted extends Fields> {
  found: Found<Wanted>;
  /** For each fact that was sent, the paths that were read; none if it was not understood. */
  used: ReadonlyMap<keyof Wanted, readonly Path[]>;
  /** Everything that was not read, as it was sent. */
  extra: JsonObject | undefined;
}

interface Hit {
  meaning: Meaning;
  place: Place;
}

type Holder = Pick<Place, 'path' | 'words'> & { object: JsonObject };

const wrappers =
  'data datum result results response responses reply payload item object attributes property properties field fields detail details info information node entity resource document body return domain domains content command api get show inf res source value viewer embedded';

const wrapperWords = wordSet(wrappers);

const deepest = 6;

/** Reads facts out of objects of unknown shape by the words of their keys. */
export class FactReader<Wanted extends Fields> {
  readonly #meanings: readonly Meaning[];
  readonly #known: ReadonlySet<string>;
  readonly #words = new Map<string, readonly string[]>();
  readonly #named = new Map<string, readonly Meaning[]>();

  constructor(fields: Wanted) {
    this.#meanings = meaningsOf(fields, wrappers);
    this.#known = wordsKnownTo(this.#meanings);
  }

  /**
   * @param subject the path of the object that the facts are about: it speaks before the rest
   * @param isAlone the rest is about something else
   */
  read(source: JsonObject, subject: Path = [], isAlone = false): Reading<Wanted> {
    const hits = this.#hits(source, subject, deepest);
    const { found, used } = this.#decide(hits.filter(({ place }) => place.isInside || !isAlone));
    return { found, used, extra: without(source, [...used.values()].flat()) };
  }

  /** Reads what the keys of an object itself say. */
  direct(object: JsonObject): Omit<Reading<Wanted>, 'extra'> {
    return this.#decide(this.#hits(object, [], 0));
  }

  /** All that is said of each fact, by whatever name, but not by the items of lists. */
  everything(source: JsonObject): Said<Wanted> {
    const hits = this.#hits(source, undefined, deepest);
    const said = this.#meanings.map(({ name }) => [
      name,
      hits
        .filter(({ meaning }) => meaning.name === name)
        .map(({ meaning, place }) => meaning.read(place.value, place))
        .filter((value) => value !== undefined),
    ]);
    return Object.fromEntries(said);
  }

  /** What a key alone may stand for. */
  meaningsOf(key: string): readonly Pick<Meaning, 'name' | 'isWeak'>[] {
    return this.#meaningsOf([this.#wordsOf(key)]);
  }

  /** Finds the shallowest subject, through wrappers and some more; of a list, it must be the only one. */
  pathTo(
    source: JsonObject,
    isSubject: (object: JsonObject, key?: string) => boolean,
    more?: ReadonlySet<string>,
  ): Path | undefined {
    const holders: Holder[] = [{ object: source, path: [], words: [] }];
    for (const holder of holders) {
      if (isSubject(holder.object)) return holder.path;
      for (const [key, value] of Object.entries(holder.object)) {
        const path = [...holder.path, key];
        if (isObject(value) && key.includes('.') && isSubject({}, key)) return path;
        if (path.length > deepest || !this.#isWrapper(key, more)) continue;
        if (isObject(value)) holders.push({ object: value, path, words: [] });
        if (!Array.isArray(value)) continue;
        const are = value.map((item) => isObject(item) && isSubject(item));
        if (are.filter(Boolean).length === 1) return [...path, String(are.indexOf(true))];
      }
    }
    return undefined;
  }

  #decide(hits: readonly Hit[]): Omit<Reading<Wanted>, 'extra'> {
    const found: Record<string, unknown> = {};
    for (const { name } of this.#meanings) found[name] = null;
    const used = new Map<keyof Wanted, readonly Path[]>();
    const order = ({ meaning, place }: Hit) => (place.isInside ? 0 : 1000) + meaning.rank;
    for (const { meaning, place } of hits.toSorted((one, other) => order(one) - order(other))) {
      if (used.has(meaning.name)) continue;
      const same = hits
        .filter((hit) => hit.meaning === meaning && hit.place.siblings === place.siblings)
        .map((hit) => hit.place);
      const value = meaning.isSeries ? ofSeries(meaning, same) : agreed(meaning, same);
      const isUsed = ({ sent }: Place) =>
        value === undefined ? sent === null || sent === '' : !saysMore(meaning, sent);
      found[meaning.name] = value ?? null;
      used.set(
        meaning.name,
        same.filter(isUsed).map(({ path }) => path),
      );
    }
    return { found: found as Found<Wanted>, used };
  }

  #hits(source: JsonObject, subject: Path | undefined, depth: number): Hit[] {
    const about = subject ?? [];
    const hits: Hit[] = [];
    const holders: Holder[] = [{ object: source, path: [], words: [] }];
    for (const { object, ...above } of holders) {
      for (const [key, value] of Object.entries(object)) {
        const path = [...above.path, key];
        const words = [...above.words, this.#wordsOf(key)];
        const isInside = path.length > about.length && startsWith(path, about);
        const place = { path, words, value: bare(value), sent: value, siblings: object, isInside };
        for (const meaning of this.#meaningsOf(words.slice(isInside ? about.length : 0))) {
          if (isHit(meaning, place)) hits.push({ meaning, place });
        }
        if (path.length > depth) continue;
        const inner = isObject(value) ? value : labelled(value);
        if (inner) holders.push({ object: inner, path, words });
        if (subject === undefined || !Array.isArray(value) || !this.#isWrapper(key)) continue;
        // Of several items, those beside the subject are about something else.
        const step = startsWith(subject, path) ? subject[path.length] : undefined;
        const index = step ?? (value.length === 1 ? '0' : '');
        const item: unknown = value[Number(index)];
        if (index !== '' && isObject(item))
          holders.push({ object: item, path: [...path, index], words: [...words, []] });
      }
    }
    return hits;
  }

  #isWrapper(key: string, more?: ReadonlySet<string>): boolean {
    return this.#wordsOf(key).every((word) => wrapperWords.has(word) || more?.has(word));
  }

  #wordsOf(key: string): readonly string[] {
    const read = this.#words.get(key);
    if (read) return read;
    const words = knownWordsOf(key, this.#known);
    this.#words.set(key, words);
    return words;
  }

  #meaningsOf(keys: Place['words']): readonly Meaning[] {
    const phrase = keys.map((words) => words.join(' ')).join('/');
    const meanings =
      this.#named.get(phrase) ?? this.#meanings.filter((meaning) => isNamed(meaning, keys));
    this.#named.set(phrase, meanings);
    return meanings;
  }
}

/** A copy without what lies at some paths, and without the objects that this empties. */
export function without(source: JsonObject, paths: readonly Path[]): JsonObject | undefined {
  const rest = Object.entries(source).flatMap(([key, value]) => {
    const kept = remainder(
      value,
      paths.filter(([first]) => first === key).map((path) => path.slice(1)),
    );
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

function remainder(value: unknown, paths: readonly Path[]): unknown {
  if (paths.some((path) => path.length === 0)) return undefined;
  if (paths.length === 0) return value;
  if (isObject(value)) return without(value, paths);
  if (!Array.isArray(value)) return value;
  const items = Object.values(without({ ...value }, paths) ?? {});
  return items.length > 0 ? items : undefined;
}

function isHit({ isOther, isWeak, isSeries, read }: Meaning, place: Place): boolean {
  const { value } = place;
  if (isOther?.(value, place)) return false;
  // Objects that cannot be read merely hold what is looked for.
  const isHolder = isObject(value) || (Array.isArray(value) && value.some(isObject));
  return !(isWeak || isHolder) || read(isSeries ? [value] : value, place) !== undefined;
}

/** What places read alike, if they do. */
function agreed({ read }: Meaning, places: readonly Place[]): unknown {
  const [first, ...others] = places.map((place) => read(place.value, place));
  const text = JSON.stringify(first);
  return others.every((other) => JSON.stringify(other) === text) ? first : undefined;
}

/** A key without a number comes first. */
function ofSeries({ read }: Meaning, places: readonly Place[]): unknown {
  const numberOf = ({ path }: Place) => Number(/\d+(?=\D*$)/.exec(path.at(-1) ?? '')?.[0] ?? 0);
  const [first, ...others] = places.toSorted((one, other) => numberOf(one) - numberOf(other));
  return (
    first &&
    read(
      [first, ...others].map(({ value }) => value),
      first,
    )
  );
}

/** An object of several keys may say more than the fact. */
function saysMore(meaning: Meaning, value: unknown): boolean {
  return meaning.saysMore?.(value) ?? (isObject(value) && Object.keys(value).length > 1);
}

function startsWith(path: Path, start: Path): boolean {
  return start.every((step, index) => path[index] === step);
}

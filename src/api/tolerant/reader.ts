import { isObject, type JsonObject } from '../../core/json.ts';
import { type Field, type Fields, type Meaning, type Place, Vocabulary } from './fields.ts';
import { type Path, startsWith, valuesOn, without } from './paths.ts';
import { bare, labelled } from './words.ts';

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

/** The keys that the user says hold some facts, of the object that these are about. */
export type StatedKeys = ReadonlyMap<string, string>;

interface Hit {
  meaning: Meaning;
  place: Place;
  /** Undefined if the value could not be read. */
  read: unknown;
}

interface Holder {
  object: JsonObject;
  path: Path;
  /** The keys on the way from the subject, or from the source, without those of lists. */
  phrase: string;
  isInside: boolean;
}

const deepest = 6;

/** Reads facts out of objects of unknown shape by the words of their keys. */
export class FactReader<Wanted extends Fields> {
  readonly #vocabulary: Vocabulary;
  readonly #stated: StatedKeys;

  constructor(fields: Wanted, stated: StatedKeys = new Map()) {
    this.#vocabulary = new Vocabulary(fields);
    this.#stated = stated;
  }

  /**
   * @param subject the path of the object that the facts are about: it speaks before the rest
   * @param isAlone the rest is about something else
   */
  read(source: JsonObject, subject: Path = [], isAlone = false): Reading<Wanted> {
    const hits = this.#hits(source, subject, deepest);
    const { found, used } = this.#decide([
      ...this.#statedHits(source, subject),
      ...hits.filter(({ place }) => place.isInside || !isAlone),
    ]);
    return { found, used, extra: without(source, [...used.values()].flat()) };
  }

  /** Reads what the keys of an object itself say. */
  direct(object: JsonObject): Found<Wanted> {
    return this.#decide([...this.#statedHits(object, []), ...this.#hits(object, [], 0)]).found;
  }

  /** All that is said of each fact, by whatever name, but not by the items of lists. */
  everything(source: JsonObject): Said<Wanted> {
    const hits = this.#hits(source, undefined, deepest);
    const said = this.#vocabulary.meanings.map(({ name }) => {
      const own = hits.filter(({ meaning, read }) => meaning.name === name && read !== undefined);
      return [name, own.map(({ read }) => read)];
    });
    return Object.fromEntries(said);
  }

  /** What a key alone may stand for. */
  meaningsOf(key: string): readonly Pick<Meaning, 'name' | 'isWeak'>[] {
    return this.#vocabulary.meaningsOf(key);
  }

  /** Finds the shallowest subject, through wrappers and some more; of a list, it must be the only one. */
  pathTo(
    source: JsonObject,
    isSubject: (object: JsonObject, key?: string) => boolean,
    more?: ReadonlySet<string>,
  ): Path | undefined {
    const holders: Pick<Holder, 'object' | 'path'>[] = [{ object: source, path: [] }];
    for (const holder of holders) {
      if (isSubject(holder.object)) return holder.path;
      for (const [key, value] of Object.entries(holder.object)) {
        const path = [...holder.path, key];
        if (isObject(value) && key.includes('.') && isSubject({}, key)) return path;
        if (path.length > deepest || !this.#vocabulary.isWrapper(key, more)) continue;
        if (isObject(value)) holders.push({ object: value, path });
        if (!Array.isArray(value)) continue;
        const are = value.map((item) => isObject(item) && isSubject(item));
        if (are.filter(Boolean).length === 1) return [...path, String(are.indexOf(true))];
      }
    }
    return undefined;
  }

  #decide(hits: readonly Hit[]): Omit<Reading<Wanted>, 'extra'> {
    const found: Record<string, unknown> = {};
    for (const { name } of this.#vocabulary.meanings) found[name] = null;
    const used = new Map<keyof Wanted, readonly Path[]>();
    const order = ({ meaning, place }: Hit) => (place.isInside ? 0 : 1000) + meaning.rank;
    for (const first of hits.toSorted((one, other) => order(one) - order(other))) {
      const { meaning, place } = first;
      if (used.has(meaning.name)) continue;
      const same = hits.filter(
        (hit) => hit.meaning === meaning && hit.place.siblings === place.siblings,
      );
      const value = agreed(first, same);
      const isUsed = ({ place: { sent } }: Hit) =>
        value === undefined ? sent === null || sent === '' : !saysMore(meaning, sent);
      found[meaning.name] = value ?? null;
      used.set(
        meaning.name,
        same.filter(isUsed).map((hit) => hit.place.path),
      );
    }
    return { found: found as Found<Wanted>, used };
  }

  /** A key that is there decides, whatever it holds. */
  #statedHits(source: JsonObject, subject: Path): Hit[] {
    return this.#vocabulary.meanings.flatMap((meaning) => {
      const key = meaning.rank === 0 ? this.#stated.get(meaning.name) : undefined;
      const about = valuesOn(source, subject).at(-1);
      if (key === undefined || !isObject(about)) return [];
      const keys = Object.hasOwn(about, key) ? [key] : key.split('.');
      const [sent, siblings] = valuesOn(about, keys).reverse();
      if (sent === undefined || !isObject(siblings)) return [];
      const value = bare(sent);
      const words = this.#vocabulary.wordsIn(keys.join('\n'));
      const path = [...subject, ...keys];
      const place: Place = { path, words, value, sent, siblings, isInside: true };
      const read = meaning.read(meaning.isSeries ? [value] : value, place);
      return [{ meaning: { ...meaning, rank: -1 }, place, read }];
    });
  }

  #hits(source: JsonObject, subject: Path | undefined, depth: number): Hit[] {
    const hits: Hit[] = [];
    const about = subject ?? [];
    const holders: Holder[] = [{ object: source, path: [], phrase: '', isInside: !about.length }];
    const hold = (object: unknown, path: Path, phrase: string, isInside: boolean) => {
      const isSubject = path.length === about.length && startsWith(path, about);
      const below = isSubject ? { phrase: '', isInside: true } : { phrase, isInside };
      if (isObject(object)) holders.push({ object, path, ...below });
    };
    for (const holder of holders) {
      const { object, isInside } = holder;
      for (const [key, value] of Object.entries(object)) {
        const phrase = `${holder.phrase}\n${key}`;
        const meanings = this.#vocabulary.meaningsOf(phrase);
        const path = [...holder.path, key];
        for (const meaning of meanings) {
          const words = this.#vocabulary.wordsIn(phrase);
          const sent = { value: bare(value), sent: value, siblings: object };
          hits.push(...hitsOf(meaning, { path, words, ...sent, isInside }));
        }
        if (path.length > depth) continue;
        hold(isObject(value) ? value : labelled(value), path, phrase, isInside);
        if (subject === undefined || !Array.isArray(value)) continue;
        // Of several items, those beside the subject are about something else.
        const step = startsWith(subject, path) ? subject[path.length] : undefined;
        const index = step ?? (value.length === 1 ? '0' : undefined);
        if (index !== undefined && this.#vocabulary.isWrapper(key))
          hold(value[Number(index)], [...path, index], phrase, isInside);
      }
    }
    return hits;
  }
}

function hitsOf(meaning: Meaning, place: Place): Hit[] {
  const { value } = place;
  if (meaning.isOther?.(value, place)) return [];
  const read = meaning.read(meaning.isSeries ? [value] : value, place);
  // Objects that cannot be read merely hold what is looked for.
  const isHolder = isObject(value) || (Array.isArray(value) && value.some(isObject));
  return read === undefined && (meaning.isWeak || isHolder) ? [] : [{ meaning, place, read }];
}

/** Hits of one rank must agree; those of a series, such as `ns1` and `ns2`, are read together. */
function agreed({ meaning, place, read }: Hit, hits: readonly Hit[]): unknown {
  if (meaning.isSeries)
    return meaning.read(
      hits.toSorted(byNumber).map((hit) => hit.place.value),
      place,
    );
  const text = JSON.stringify(read);
  return hits.every((hit) => JSON.stringify(hit.read) === text) ? read : undefined;
}

/** A key without a number comes first. */
function byNumber(one: Hit, other: Hit): number {
  return numberIn(one) - numberIn(other);
}

function numberIn({ place }: Hit): number {
  return Number(/\d+(?=\D*$)/.exec(place.path.slice(-1).join())?.[0] ?? 0);
}

/** An object of several keys may say more than the fact. */
function saysMore(meaning: Meaning, value: unknown): boolean {
  return meaning.saysMore?.(value) ?? (isObject(value) && Object.keys(value).length > 1);
}

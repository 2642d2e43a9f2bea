import { isObject, type JsonObject } from '../../core/json.ts';
import type { Decimal } from '../../core/money.ts';
import type { StatedKeys } from './facts.ts';
import { amount, currency, currencyBesideAmount } from './money.ts';
import {
  type AskedQuote,
  actionWords,
  perYear,
  priceWords,
  type Statement,
  saidByKey,
  speller,
  statementsIn,
} from './price-statements.ts';
import { bare, count, text } from './values.ts';
import { type Entry, type Path, walk, without } from './walk.ts';
import { wordSet } from './words.ts';

export interface QuoteReading {
  amount: Decimal | null;
  currency: string | null;
  from: ReadonlyMap<string, readonly Path[]>;
  extra: JsonObject | undefined;
}

/** An amount, with what the keys on its way and the values beside them say that it is for. */
interface Candidate {
  entry: Entry;
  price: Decimal | null;
  rank: number;
  named: Statement[];
  beside: Statement[];
  specificity: number;
}

/** Undefined where no price is for what was asked, or several differ that are equally sure. */
export function readQuote(
  data: object,
  asked: AskedQuote,
  stated: StatedKeys = new Map(),
): QuoteReading | undefined {
  const source = isObject(data) ? data : { data };
  const reader = new PriceReader(asked, stated);
  const all = walk(source).flatMap((entry) => reader.candidateOf(entry) ?? []);
  const fitting = all.filter((one) => !isForAnother(one));
  // A quote for something else is none; a list of prices may lack the one that was asked.
  const isOther = fitting.length === 0 && all.length === 1 && all[0]?.named.length === 0;
  if (all.length === 0 || isOther) return undefined;
  // Of a list of prices, only one that names the period is that of several years.
  const isAnyPeriod = asked.years === 1 || fitting.length === all.length;
  const certain = fitting.filter((one) => isAnyPeriod || isForPeriod(one)).toSorted(bySureness);
  const [best] = certain;
  if (best === undefined) return { amount: null, currency: null, from: new Map(), extra: source };
  const equals = certain.filter((one) => bySureness(one, best) === 0);
  if (equals.some(({ price }) => price !== best.price)) return undefined;
  const { code, paths } = reader.currencyAround(best.entry);
  // A name says more than its tld.
  const isEcho = ({ isAsked, about, said }: Statement) =>
    isAsked && (about !== 'tld' || said.toLowerCase().replace(/^\./, '') === asked.tld);
  const used = [
    ...(best.price === null ? [] : equals.map(({ entry }) => entry.path)),
    ...best.beside.filter(isEcho).map(({ path }) => path),
    ...paths,
  ];
  const from = new Map([
    ['amount', [best.entry.path]],
    ['currency', paths],
  ]);
  return { amount: best.price, currency: code, from, extra: without(source, used) };
}

function bySureness(one: Candidate, other: Candidate): number {
  const depth = ({ entry }: Candidate) => entry.path.length;
  return other.specificity - one.specificity || one.rank - other.rank || depth(one) - depth(other);
}

function isForPeriod({ named, beside }: Candidate): boolean {
  return [...named, ...beside].some(({ about }) => about === 'years');
}

/** A key that names what was asked outweighs what is said beside it, and what is near, the rest. */
function isForAnother({ named, beside }: Candidate): boolean {
  if (named.some(({ isAsked }) => !isAsked)) return true;
  const others = beside.filter(({ about }) => named.every((one) => one.about !== about));
  return others.some(
    ({ about, path, isAsked }) =>
      !isAsked && !others.some((one) => one.about === about && one.path.length > path.length),
  );
}

class PriceReader {
  readonly #asked: AskedQuote;
  readonly #stated: StatedKeys;
  readonly #statements = new Map<object, Statement[]>();

  constructor(asked: AskedQuote, stated: StatedKeys) {
    this.#asked = asked;
    this.#stated = stated;
  }

  candidateOf(entry: Entry): Candidate | undefined {
    const { path, holders } = entry;
    const value = bare(entry.value);
    const holder = holders.at(-1);
    if (!isObject(holder) || !(value === null || /string|number/.test(typeof value)))
      return undefined;
    const isStated = isTail(path, this.#stated.get('amount'));
    const keys = path.filter((_, at) => !this.#isList(holders[at]));
    const told = keys.map((key, at) => saidByKey(key, this.#asked, at === keys.length - 1));
    if (told.includes(undefined) && !isStated) return undefined;
    const words = told.flatMap((one) => one?.words ?? []);
    const named = told.flatMap((one) => one?.statements ?? []);
    const beside = holders.flatMap((one, at) => this.#statementsIn(one, path.slice(0, at)));
    const price = amount(value, words, holder) ?? null;
    const rank = isStated ? -1 : this.#rankOf(words, named, beside);
    const isTotal = words.includes('total');
    const isNone = price === null && (rank === undefined || isNoPrice(value, words, holder, rank));
    if (rank === undefined || (isNone && !isStated) || (isTotal && holders.some(hasQuantity)))
      return undefined;
    // What the own key of a price says it is for is a part of its rank.
    const [last] = told.slice(-1);
    const others = isPriced(last?.words ?? [])
      ? named.filter((one) => !last?.statements.includes(one))
      : named;
    const specificity = new Set([...others, ...beside].map(({ about }) => about)).size;
    return { entry, price, rank, named, beside, specificity };
  }

  /** The currency of the price itself goes before one beside it, and that before one further out. */
  currencyAround({ path, value, holders }: Entry): { code: string | null; paths: Path[] } {
    const sent = text(bare(value)) ?? '';
    const own = currencyBesideAmount(sent);
    if (own !== undefined || /[€£¥₹؋]/.test(sent)) return { code: own ?? null, paths: [] };
    const around = holders.map((holder, at) =>
      this.#currenciesIn(holder, path.slice(0, at), at > 0 && at === holders.length - 1),
    );
    const [first, ...others] = around.findLast((found) => found.length > 0) ?? [];
    const code = others.every((one) => one.code === first?.code) ? first?.code : undefined;
    return code === undefined || first === undefined
      ? { code: null, paths: [] }
      : { code, paths: [first.path] };
  }

  #currenciesIn(holder: object, path: Path, isNearest: boolean) {
    return Object.entries(isObject(holder) ? holder : {}).flatMap(([key, sent]) => {
      const value = isObject(sent) ? (sent.code ?? sent.currencyCode) : bare(sent);
      const one = { code: currency(value), path: [...path, key] };
      const words = speller.wordsOf(key);
      // Beside the amount itself, its code alone is one.
      const isCode =
        isNearest &&
        (key === 'symbol' || (/^(iso|code|unit)$/i.test(key) && one.code !== undefined));
      const isNamed = words.includes('currency') && words.every((word) => currencyWords.has(word));
      return isCode || isNamed || isTail(one.path, this.#stated.get('currency')) ? [one] : [];
    });
  }

  #statementsIn(holder: object, path: Path): Statement[] {
    const statements =
      this.#statements.get(holder) ??
      (isObject(holder) ? statementsIn(holder, path, this.#asked) : []);
    this.#statements.set(holder, statements);
    return statements;
  }

  /** PHP may send a list as a map by number, which is none by years. */
  #isList(holder: unknown): boolean {
    if (!isObject(holder)) return true;
    const saysSomething = (item: unknown) =>
      isObject(item) && statementsIn(item, [], this.#asked).length > 0;
    return (
      Object.keys(holder).every((key) => /^\d+$/.test(key)) &&
      Object.entries(holder).some(([key, item]) => key === '0' || saysSomething(item))
    );
  }

  /** The action that was asked makes a name surer, and so does the word that it is our own price. */
  #rankOf(
    words: readonly string[],
    named: readonly Statement[],
    beside: readonly Statement[],
  ): number | undefined {
    const { own, price, total, cost, fee, yearly } = priceWords;
    const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
    const isAction = has(actionWords[this.#asked.action]);
    const sureness = (isAction ? 2 : 0) + (has(own) ? 1 : 0);
    if (has(fee))
      return isAction || beside.some(({ about }) => about === 'action') ? 12 : undefined;
    if (has(total)) return 3 - sureness;
    if (has(yearly) || (has(price) && has(perYear))) return 13;
    if (has(cost)) return 6;
    if (sureness > 0) return has(price) ? 8 - sureness : 8;
    if (has(price)) return surest;
    return words.includes('value') || named.length > 0 ? 11 : undefined;
  }
}

const surest = 10;

const currencyWords = wordSet(
  'currency code iso selling price prices pricing amount reseller order quote for of',
);

function isPriced(words: readonly string[]): boolean {
  const { filler, ...telling } = priceWords;
  return words.some((word) => Object.values(telling).some((set) => set.has(word)));
}

/** What is no amount and is not called one, or counts the items of a list beside it. */
function isNoPrice(
  value: unknown,
  words: readonly string[],
  holder: JsonObject,
  rank: number,
): boolean {
  const isWord = typeof value === 'string' && !/\d/.test(value) && !isPriced(words.slice(-1));
  const isCount = Object.values(holder).some((one) => Array.isArray(one) && one.length === value);
  return rank > surest || isWord || isCount;
}

function hasQuantity(holder: object): boolean {
  return Object.entries(holder).some(
    ([key, value]) =>
      (/^(quantity|qty)$/i.test(key) && count(value) !== 1) ||
      (/^add_?ons?$/i.test(key) && Array.isArray(value) && value.length > 0),
  );
}

function isTail(path: Path, stated: string | undefined): boolean {
  return stated !== undefined && `.${path.join('.')}`.endsWith(`.${stated}`);
}

import { isObject, type JsonObject } from '../../core/json.ts';
import type { Decimal } from '../../core/money.ts';
import type { StatedKeys } from './facts.ts';
import { amount, currency, currencyBesideAmount, isScale } from './money.ts';
import {
  type AskedQuote,
  actionWords,
  otherStatement,
  priceWords,
  type Statement,
  speller,
  statementsIn,
  toldBy,
} from './price-statements.ts';
import { bare, count, text } from './values.ts';
import { type Entry, type Path, walk, without } from './walk.ts';

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
  isInList: boolean;
}

export function readQuote(
  data: object,
  asked: AskedQuote,
  stated: StatedKeys = new Map(),
): QuoteReading | undefined {
  const source = isObject(data) ? data : { data };
  const reader = new PriceReader(asked, stated);
  const all = walk(source).flatMap((entry) => reader.candidateOf(entry) ?? []);
  const fitting = all.filter((one) => contradiction(one) === undefined);
  // A quote for something else is none; a list of prices may lack the one that was asked.
  const isOther = fitting.length === 0 && all.length === 1 && all[0]?.named.length === 0;
  if (all.length === 0 || isOther) return undefined;
  // Of a list of prices, only one that names the period is that of several years.
  const isList = all.some(isForAnother);
  const certain = fitting
    .filter((one) => asked.years === 1 || isForPeriod(one) || !(isList || one.isInList))
    .toSorted(bySureness);
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
  const depth = ({ entry }: Candidate) => entry.holders.length;
  return other.specificity - one.specificity || one.rank - other.rank || depth(one) - depth(other);
}

export function otherQuote(data: object, asked: AskedQuote): string | undefined {
  const inner = walk(data, ({ value }) => isObject(value)).map(({ value }) => value);
  return otherStatement([data, ...inner], asked, ['tld', 'action', 'years']);
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
    const isPlain = typeof value === 'string' || typeof value === 'number' || value === null;
    const keys = path.filter((_, at) => !this.#isList(holders[at]));
    if (!isPlain || !isObject(holder)) return undefined;
    const isStated = isTail(path, this.#stated.get('amount'));
    const told = keys.map((key, at) => toldBy(key, this.#asked, at === keys.length - 1));
    if (told.includes(undefined) && !isStated) return undefined;
    const named = told.flatMap((one) => one?.statements ?? []).map((one) => ({ ...one, path }));
    const words = told.flatMap((one) => one?.words ?? []);
    const beside = holders.flatMap((one, at) => this.#statementsIn(one, path.slice(0, at)));
    const last = speller.wordsOf(path.at(-1) ?? '');
    const price = amount(value, words, holder) ?? null;
    const rank = isStated ? -1 : this.#rankOf(words, named, beside);
    if (rank === undefined) return undefined;
    // Without an amount, a key such as `value` or `fee` may mean anything.
    const isOther =
      isScale(last) || isNoPrice(value, last, holder) || (price === null && rank > surest);
    const isOfSeveral = words.includes('total') && holders.some(hasQuantity);
    if ((isOther && !isStated) || isOfSeveral) return undefined;
    const isInList = holders.some((one) => this.#isList(one) && Object.keys(one).length > 1);
    const specificity = specificityOf(named, beside, last);
    return { entry, price, rank, named, beside, specificity, isInList };
  }

  /** The currency of the price itself goes before one beside it, and that before one further out. */
  currencyAround({ path, value, holders }: Entry): { code: string | null; paths: Path[] } {
    const beside = currencyBesideAmount(bare(value));
    if (beside !== undefined) return { code: beside, paths: [] };
    const symbol = /[€£¥₹؋]/.exec(text(bare(value)) ?? '')?.[0];
    for (const [at, holder] of [...holders.entries()].reverse()) {
      const isNearest = at > 0 && at === holders.length - 1;
      const found = Object.entries(isObject(holder) ? holder : {}).flatMap(([key, sent]) => {
        const place = [...path.slice(0, at), key];
        const value = isObject(sent) ? (sent.code ?? sent.currencyCode ?? sent.iso) : bare(sent);
        const code = currency(value);
        // Beside the amount itself, its code alone is one.
        const isCode =
          isNearest && (key === 'symbol' || (/^(iso|code|unit)$/i.test(key) && code !== undefined));
        const isStated = isTail(place, this.#stated.get('currency'));
        return isStated || isCode || this.#isCurrency(key) ? [{ code, place }] : [];
      });
      const [first] = found;
      if (first === undefined) continue;
      const isCertain =
        found.every(({ code }) => code === first.code) &&
        (symbol === undefined || first.code === ofSymbols[symbol]);
      const code = isCertain ? (first.code ?? null) : null;
      return { code, paths: code === null ? [] : [first.place] };
    }
    return { code: null, paths: [] };
  }

  #isCurrency(key: string): boolean {
    const { own, price, filler } = priceWords;
    const words = speller.wordsOf(key);
    return (
      words.some((word) => word === 'currency' || word === 'ccy') &&
      words.every(
        (word) =>
          /^(currency|ccy|code|iso|selling)$/.test(word) ||
          [own, price, filler, actionWords[this.#asked.action]].some((set) => set.has(word)),
      )
    );
  }

  #statementsIn(holder: object, path: Path): Statement[] {
    const known = this.#statements.get(holder);
    if (known) return known;
    const statements = isObject(holder) ? statementsIn(holder, path, this.#asked) : [];
    this.#statements.set(holder, statements);
    return statements;
  }

  /** PHP may send a list as a map by number, which is none by years. */
  #isList(holder: unknown): boolean {
    if (Array.isArray(holder)) return true;
    const entries = Object.entries(isObject(holder) ? holder : {});
    const saysSomething = (item: unknown) =>
      isObject(item) && statementsIn(item, [], this.#asked).length > 0;
    return (
      entries.length > 0 &&
      entries.every(([key]) => /^\d+$/.test(key)) &&
      entries.some(([key, item]) => key === '0' || saysSomething(item))
    );
  }

  /** The action that was asked makes a name surer, and so does the word that it is our own price. */
  #rankOf(words: readonly string[], named: Statement[], beside: Statement[]): number | undefined {
    const { own, price, total, cost, fee, yearly } = priceWords;
    const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
    const isAction = has(actionWords[this.#asked.action]);
    const sure = (isAction ? 2 : 0) + (has(own) ? 1 : 0);
    if (has(fee))
      return isAction || beside.some(({ about }) => about === 'action') ? 12 : undefined;
    if (has(total)) return 3 - sure;
    const isKeyed = named.some(({ about, key }) => about !== 'years' || /\d/.test(key));
    const isRate = named.some(({ about, key }) => about === 'years' && !/\d/.test(key));
    if (has(yearly) || (isRate && has(price))) return 13;
    if (has(cost)) return 6;
    if (sure > 0) return has(price) ? 8 - sure : 8;
    if (has(price)) return surest;
    return words.includes('value') || isKeyed ? 11 : undefined;
  }
}

const ofSymbols: Record<string, string | undefined> = { '€': 'EUR', '£': 'GBP', '؋': 'AFN' };

const surest = 10;

const pageNames = /^(page|pages|per_?page|limit|offset|count|items|results|quotes|prices|rows)$/i;

function isNoPrice(value: unknown, words: readonly string[], holder: JsonObject): boolean {
  const isWhole = count(value) !== undefined;
  const isUnit = (unit: unknown) => /^(y|m|w|d|year|month|week|day)s?$/i.test(text(unit) ?? '');
  const isPeriod = isWhole && Object.values(holder).some(isUnit);
  const isCount =
    isWhole && words.includes('total') && Object.keys(holder).some((key) => pageNames.test(key));
  const isQuestion = words.every((word) => /^(years?|period|term|tld|action)$/.test(word));
  const { price, cost, total } = priceWords;
  const isPriced = words.some((word) => [price, cost, total].some((set) => set.has(word)));
  const isWord = typeof value === 'string' && !/\d/.test(value) && !isPriced;
  return isPeriod || isCount || isQuestion || isWord;
}

/** A key that names what was asked outweighs what is said beside it. */
function contradiction({ named, beside }: Candidate): Statement | undefined {
  const other = named.find(({ isAsked }) => !isAsked);
  if (other) return other;
  for (const about of ['thing', 'tld', 'action', 'years'] as const) {
    if (named.some((one) => one.about === about)) continue;
    const ofIt = beside.filter((one) => one.about === about);
    const nearest = Math.max(...ofIt.map(({ path }) => path.length));
    const denied = ofIt.find(({ path, isAsked }) => path.length === nearest && !isAsked);
    if (denied) return denied;
  }
  return undefined;
}

function isForAnother(candidate: Candidate): boolean {
  const other = contradiction(candidate);
  const isRate =
    other?.about === 'years' && candidate.named.includes(other) && !/\d/.test(other.key);
  return other !== undefined && !isRate;
}

function isForPeriod({ named, beside }: Candidate): boolean {
  return [...named, ...beside].some(({ about }) => about === 'years');
}

/** The own key of a price says in its words what it is for, which is a part of its rank. */
function specificityOf(
  named: readonly Statement[],
  beside: readonly Statement[],
  last: readonly string[],
): number {
  const { filler, yearly, ...telling } = priceWords;
  const isPriced = last.some((word) => Object.values(telling).some((set) => set.has(word)));
  const keys = named.filter(({ key, path }) => !(isPriced && key === path.at(-1)));
  return new Set([...keys, ...beside].map(({ about }) => about)).size;
}

function hasQuantity(holder: object): boolean {
  return Object.entries(holder).some(
    ([key, value]) =>
      (/^(quantity|qty)$/i.test(key) && count(value) !== 1) ||
      (/^add_?ons?$/i.test(key) && Array.isArray(value) && value.length > 0),
  );
}

function isTail(path: Path, stated: string | undefined): boolean {
  if (stated === undefined) return false;
  const keys = path.at(-1) === stated ? [stated] : stated.split('.');
  return keys.join('.') === path.slice(-keys.length).join('.');
}

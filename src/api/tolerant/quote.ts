import { isObject, type JsonObject, jsonText } from '../../core/json.ts';
import { wordSet } from './fields.ts';
import { type ItemList, listsIn } from './lists.ts';
import { currencyBesideAmount } from './money.ts';
import { type Path, valuesOn, without } from './paths.ts';
import {
  type AskedQuote,
  actionWords,
  keysOf,
  prices,
  quoteFields,
  tldIn,
} from './quote-fields.ts';
import { FactReader, type Reading, type StatedKeys } from './reader.ts';
import { knownWordsOf, wordsOf } from './words.ts';

type QuoteReading = Omit<Reading<ReturnType<typeof quoteFields>>, 'used'>;

/** Also finds the quote in a list, or in an object with actions, periods or tlds as its keys. */
export function readQuote(
  data: unknown,
  asked: AskedQuote,
  stated?: StatedKeys,
): QuoteReading | undefined {
  const search = new QuoteSearch(asked, stated);
  const source = isObject(data) ? data : { data };
  const path = search.pathIn(source, deepest);
  return path === undefined && !isObject(data) ? undefined : search.read(source, path ?? []);
}

/** Names a field that differs from what was asked; one that the quote does not repeat may differ. */
export function otherQuote(found: QuoteReading['found'], asked: AskedQuote): string | undefined {
  const other = echoes.find((field) => found[field] !== null && found[field] !== asked[field]);
  return other && `'${other}' is another than the one asked: '${found[other]}'`;
}

const deepest = 6;

/** What a quote may repeat of the question. */
const echoes = ['tld', 'action', 'years'] as const;

const fillersOfPrices = wordSet('domain add');

const fillersOfGroups = wordSet('domain add price prices');

/** Beside a number they make a period: `2_years`, `year 2`. */
const yearWords = wordSet('y yr yrs year years');

const keyWords = wordSet(`${Object.values(actionWords).join(' ')} new add domain price prices`);

const containers = wordSet(
  `${prices} data result results response reply source value item items list rows records entries hits product products offers rates tld tlds extension extensions action actions year years period periods`,
);

class QuoteSearch {
  readonly #asked: AskedQuote;
  readonly #reader: FactReader<ReturnType<typeof quoteFields>>;

  constructor(asked: AskedQuote, stated: StatedKeys | undefined) {
    this.#asked = asked;
    this.#reader = new FactReader(quoteFields(asked), stated);
  }

  /** The way to the quote, by keys that repeat what was asked, or by lists with one that fits. */
  pathIn(value: unknown, depth: number): Path | undefined {
    if (depth === 0) return undefined;
    const keys = this.#ownKeys(value, depth);
    if (keys) return [...keys, ...(this.pathIn(valuesOn(value, keys).at(-1), depth - 1) ?? [])];
    if (isObject(value) && this.#reader.read(value).used.has('amount')) return [];
    const ways = listsIn(value).flatMap(({ path, items }) => {
      const holders = valuesOn(value, path);
      const isOnWay = path.every((key, at) => Array.isArray(holders[at]) || isContainer(key));
      const [own, ...others] = isOnWay && this.#isList(items) ? this.#fitting(items) : [];
      return own === undefined || others.length > 0 ? [] : [{ path: [...path, own[0]], own }];
    });
    const [way, other] = ways;
    // Of two lists side by side, nobody can say which one is meant.
    if (way === undefined || other?.path.length === way.path.length) return undefined;
    return [...way.path, ...(this.pathIn(way.own[1], depth - 1) ?? [])];
  }

  /** The price lies in the quote, and only what it is about may lie around it. */
  read(source: JsonObject, path: Path): QuoteReading {
    const whole = this.#reader.read(source);
    const quote = valuesOn(source, path).at(-1);
    const inner = this.#reader.read(isObject(quote) ? quote : { amount: quote });
    const within = (keys: Path) => (isObject(quote) ? [...path, ...keys] : path);
    const place = inner.used.get('amount')?.map(within)[0] ?? path;
    const currency = this.#currencyAround(source, place);
    const own = [...inner.used].filter(([fact]) => fact !== 'currency');
    const around = [...whole.used].filter(
      ([fact]) => echoes.some((echo) => echo === fact) && !inner.used.has(fact),
    );
    const used = [
      ...own.flatMap(([, paths]) => paths.map(within)),
      ...around.flatMap(([, paths]) => paths),
      ...currency.used,
    ];
    const { amount: price, tld: name, action, years } = inner.found;
    const found = {
      amount: price,
      currency: currency.code,
      tld: name ?? whole.found.tld,
      action: action ?? whole.found.action,
      years: years ?? whole.found.years,
    };
    return { found, extra: without(source, used) };
  }

  /** The currency of the price itself goes before one beside it, and that before one further out. */
  #currencyAround(source: JsonObject, place: Path): { code: string | null; used: Path[] } {
    const holders = valuesOn(source, place);
    for (const [depth, holder] of [...holders.entries()].reverse()) {
      const beside = currencyBesideAmount(holder);
      if (beside !== undefined) return { code: beside, used: [] };
      if (!isObject(holder)) continue;
      const { found, used } = this.#reader.read(holder);
      const above = place.slice(0, depth);
      const paths = used.get('currency')?.map((keys) => [...above, ...keys]);
      if (paths) return { code: found.currency, used: paths };
    }
    return { code: null, used: [] };
  }

  /** Keys that repeat what was asked, such as `.af` in `prices` and then `renewal`. */
  #ownKeys(value: unknown, depth: number): Path | undefined {
    if (!isObject(value) || depth === 0) return undefined;
    const entries = Object.entries(value);
    if (this.#isList(entries)) return undefined;
    const own = entries.find(([key, held]) => this.#isOwnKey(key, held) && mayHoldPrice(held));
    if (own) return [own[0]];
    for (const [key, held] of entries) {
      const inner = isContainer(key) ? this.#ownKeys(held, depth - 1) : undefined;
      if (inner) return [key, ...inner];
    }
    return undefined;
  }

  #isOwnKey(key: string, held: unknown): boolean {
    const { tld: asked, action, years } = this.#asked;
    const period = wordsOf(key).filter((word) => !yearWords.has(word));
    // A single price under such a key may be that of one year.
    const fillers = typeof held === 'object' ? fillersOfGroups : fillersOfPrices;
    const said = knownWordsOf(key, keyWords)
      .filter((word) => !fillers.has(word))
      .join(' ');
    return (
      Number(period.join(' ')) === years ||
      keysOf[action].has(said) ||
      tldIn(key.replace(/^dot/i, '')) === asked
    );
  }

  /** PHP may send a list as a map by number, which is none by years. */
  #isList(items: ItemList['items']): boolean {
    return (
      items.every(([key]) => /^\d+$/.test(key)) &&
      items.some(([key, item]) => key === '0' || this.#statesSomething(item))
    );
  }

  #statesSomething(item: unknown): boolean {
    if (!isObject(item)) return false;
    const said = this.#reader.direct(item);
    return echoes.some((fact) => said[fact] !== null);
  }

  /** Items for what was asked; those that say so go before those that say nothing. */
  #fitting(items: ItemList['items']): ItemList['items'] {
    const fitting = items.filter(
      ([, item]) =>
        isObject(item) && otherQuote(this.#reader.read(item).found, this.#asked) === undefined,
    );
    const telling = fitting.filter(([, item]) => this.#statesSomething(item));
    return telling.length > 0 ? telling : fitting;
  }
}

/** A number would be that of a period. */
function isContainer(key: string): boolean {
  return wordsOf(key).every((word) => containers.has(word));
}

/** A flag or a word tells whether an action is offered. */
function mayHoldPrice(value: unknown): boolean {
  return typeof value === 'object' || /\d/.test(jsonText(value));
}

import { isObject, type JsonObject } from '../../core/json.ts';
import { parseTld } from '../../core/names.ts';
import { type Action, parseAction } from '../../core/service-words.ts';
import {
  type Field,
  type Path,
  type Place,
  type Rank,
  ranked,
  valuesOn,
  wordSet,
} from './fields.ts';
import { type ItemList, listsIn } from './lists.ts';
import { amount, currency, currencyBesideAmount, isNoMoney } from './money.ts';
import { FactReader, type Reading, without } from './reader.ts';
import { count, text } from './values.ts';
import { knownWordsOf, wordsOf } from './words.ts';

interface AskedQuote {
  /** Without its leading dot. */
  tld: string;
  action: Action;
  years: number;
}

const actionWords: Record<Action, string> = {
  registration: 'registration|register|registrations|registers',
  renewal: 'renewal|renew|renewals|renews',
  transfer: 'transfer|transfers',
  restore: 'restore|restores|restoration|redemption',
};

/** Under a key that is the action alone, a price is that of the action. */
const keysOf = {
  registration: wordSet(`${actionWords.registration} new create`),
  renewal: wordSet(actionWords.renewal),
  transfer: wordSet(actionWords.transfer),
  restore: wordSet(actionWords.restore),
};

const own =
  'reseller|effective|net|your|final|quoted|discounted|wholesale|partner|dealer|purchase|buy|buying';

const price = 'price|prices|pricing|amount';

const total = 'total|totals';

const prices = 'quote quotes price prices pricing cost costs amount total estimate';

const groups = 'product products tld tlds extension chk cd';

/** API document, section 2, "Price quote": not shown. The price of one of several years is not read. */
function fieldsFor({ action, years }: AskedQuote) {
  const asked = actionWords[action];
  // The price of a year is that of the period, too, if that is one.
  const isPerYear = years === 1 && /^re(gistration|newal)$/.test(action);
  const money = {
    fillers: `${prices} order grand value due decimal in cents cent minor units micros`,
    through: `${prices} ${groups} ${asked}`,
  };
  const ranks: Rank<string>[] = [
    ...ranked(
      [
        ...[`${asked} ${own} ${total}`, `${asked} ${total}, ${own} ${total}`, total],
        ...[`${asked} ${own} ${price}`, `${asked} ${price}, ${own} ${price}, cost|costs`],
        ...['amount|pricing', 'price|prices'],
      ],
      { read: amount },
    ),
    { names: 'value', read: amount, isWeak: true },
    { names: `${asked} fee|fees|charge`, read: amount, isWeak: true },
    ...(isPerYear ? [{ names: 'yearly|annual, unit price|amount|cost', read: amount }] : []),
  ];
  const beside = { read: currencyBesideAmount, isWeak: true, saysMore: () => true } as const;
  return {
    amount: { ...money, ranks, isOther: isNoMoney } satisfies Field<string>,
    currency: {
      ranks: [
        { names: 'currency|ccy', read: currency },
        ...ranks.map(({ names }) => ({ names, ...beside })),
      ],
      fillers: `${money.fillers} code iso selling ${own} ${asked}`,
      through: money.through,
    } satisfies Field<string>,
    tld: {
      ranks: [{ names: 'tld|extension|suffix', read: tld }],
      fillers: 'name',
    } satisfies Field<string>,
    action: {
      ranks: [
        {
          names: 'action|operation|type|command|label|process',
          read: (value) => parseAction(text(value) ?? ''),
          isWeak: true,
        },
      ],
    } satisfies Field<Action>,
    years: {
      ranks: [
        { names: 'years, years|year period|term|duration|number|num', read: count },
        { names: 'period|term|duration', read: yearCount, isWeak: true },
      ],
      fillers: 'of in value',
    } satisfies Field<number>,
  };
}

type QuoteReading = Omit<Reading<ReturnType<typeof fieldsFor>>, 'used'>;

/** Also finds the quote in a list, or in an object with actions, periods or tlds as its keys. */
export function readQuote(data: unknown, asked: AskedQuote): QuoteReading | undefined {
  const search = new QuoteSearch(asked);
  const source = isObject(data) ? data : { data };
  const path = search.pathIn(source, deepest);
  return path === undefined && !isObject(data) ? undefined : search.read(source, path ?? []);
}

/** Names a field that differs from what was asked; one that the quote does not repeat may differ. */
export function otherQuote(found: QuoteReading['found'], asked: AskedQuote): string | undefined {
  const fields = ['tld', 'action', 'years'] as const;
  const other = fields.find((field) => found[field] !== null && found[field] !== asked[field]);
  return other && `'${other}' is another than the one asked: '${found[other]}'`;
}

const deepest = 6;

const keyWords = wordSet(`${Object.values(actionWords).join(' ')} new add domain price prices`);

const containers = wordSet(
  `${prices} data result results response reply source value item items tld tlds extension extensions action actions year years period periods`,
);

class QuoteSearch {
  readonly #asked: AskedQuote;
  readonly #reader: FactReader<ReturnType<typeof fieldsFor>>;

  constructor(asked: AskedQuote) {
    this.#asked = asked;
    this.#reader = new FactReader(fieldsFor(asked));
  }

  /** The way to the quote, by keys that repeat what was asked, or by lists with one that fits. */
  pathIn(value: unknown, depth: number): Path | undefined {
    if (depth === 0) return undefined;
    const keys = this.#ownKeys(value, depth);
    if (keys) return [...keys, ...(this.pathIn(valuesOn(value, keys).at(-1), depth - 1) ?? [])];
    if (isObject(value) && this.#reader.read(value).used.has('amount')) return [];
    for (const { path, items, isNamed } of listsIn(value)) {
      const [own, ...others] = isNamed ? this.#fitting(items) : [];
      if (own === undefined || others.length > 0) continue;
      return [...path, own[0], ...(this.pathIn(own[1], depth - 1) ?? [])];
    }
    return undefined;
  }

  /** The price lies in the quote, and only what it is about may lie around it. */
  read(source: JsonObject, path: Path): QuoteReading {
    const whole = this.#reader.read(source);
    const own = valuesOn(source, path).at(-1);
    const inner = this.#reader.read(isObject(own) ? own : { amount: own });
    const within = (keys: Path) => (isObject(own) ? [...path, ...keys] : path);
    const [place = path] = (inner.used.get('amount') ?? []).map(within);
    const currency = this.#currencyAround(source, place);
    const around = (['tld', 'action', 'years'] as const).filter((fact) => !inner.used.has(fact));
    const used = [
      ...[...inner.used].flatMap(([fact, paths]) => (fact === 'currency' ? [] : paths.map(within))),
      ...around.flatMap((fact) => whole.used.get(fact) ?? []),
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

  /** The currency beside the price goes before one further out. */
  #currencyAround(source: JsonObject, place: Path): { code: string | null; used: Path[] } {
    const holders = valuesOn(source, place);
    for (const [depth, holder] of [...holders.entries()].reverse()) {
      const { found, used } = this.#reader.read(isObject(holder) ? holder : { amount: holder });
      const paths = used.get('currency');
      const above = place.slice(0, depth);
      if (paths)
        return {
          code: found.currency,
          used: isObject(holder) ? paths.map((keys) => [...above, ...keys]) : [],
        };
    }
    return { code: null, used: [] };
  }

  /** Keys that repeat what was asked, such as `.af` in `prices` and then `renewal`. */
  #ownKeys(value: unknown, depth: number): Path | undefined {
    if (!isObject(value) || depth === 0 || this.#isList(value)) return undefined;
    const entries = Object.entries(value);
    const own = entries.find(([key, held]) => this.#isOwnKey(key, held) && mayHoldPrice(held));
    if (own) return [own[0]];
    for (const [key, held] of entries) {
      const isContainer = wordsOf(key).every((word) => containers.has(word));
      const inner = isContainer ? this.#ownKeys(held, depth - 1) : undefined;
      if (inner) return [key, ...inner];
    }
    return undefined;
  }

  #isOwnKey(key: string, held: unknown): boolean {
    const { tld: asked, action, years } = this.#asked;
    const [, before, after] = /^(?:(\d+)\W?(?:y|yrs?|years?)?|years?\W?(\d+))$/i.exec(key) ?? [];
    if (before !== undefined || after !== undefined) return Number(before ?? after) === years;
    // A single price under such a key may be that of one year.
    const fillers = typeof held === 'object' ? /^(domain|add|prices?)$/ : /^(domain|add)$/;
    const said = knownWordsOf(key, keyWords)
      .filter((word) => !fillers.test(word))
      .join(' ');
    return keysOf[action].has(said) || tld(key.replace(/^dot/i, '')) === asked;
  }

  /** PHP may send a list as a map by number, which is none by years. */
  #isList(map: JsonObject): boolean {
    const items = Object.values(map);
    const isByNumber = Object.keys(map).every((key) => /^\d+$/.test(key));
    return isByNumber && ('0' in map || items.some((item) => this.#statesSomething(item)));
  }

  #statesSomething(item: unknown): boolean {
    if (!isObject(item)) return false;
    const { tld: name, action, years } = this.#reader.direct(item).found;
    return name !== null || action !== null || years !== null;
  }

  /** Items for what was asked; those that say so go before those that say nothing. */
  #fitting(items: ItemList['items']): ItemList['items'] {
    if (!items.every(([key]) => /^\d+$/.test(key))) return [];
    const fitting = items.filter(
      ([, item]) =>
        isObject(item) && otherQuote(this.#reader.read(item).found, this.#asked) === undefined,
    );
    const telling = fitting.filter(([, item]) => this.#statesSomething(item));
    return telling.length > 0 ? telling : fitting;
  }
}

/** A flag or a word tells whether an action is offered. */
function mayHoldPrice(value: unknown): boolean {
  return value === null || typeof value === 'object' || /\d/.test(text(value) ?? '');
}

function tld(value: unknown): string | undefined {
  const name = text(value)?.replace(/^\./, '');
  return name === undefined ? undefined : parseTld(`.${name}`);
}

/** A period of unknown unit: no name can be registered for more than ten years, or for months. */
function yearCount(value: unknown, { siblings }: Place): number | undefined {
  const years = count(value);
  const isInYears = Object.values(siblings).every(
    (unit) => !/^(month|week|day)s?$/i.test(text(unit) ?? ''),
  );
  return isInYears && years !== undefined && years >= 1 && years <= 10 ? years : undefined;
}

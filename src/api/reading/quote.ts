import { isObject, type JsonObject } from '../../core/json.ts';
import type { Decimal } from '../../core/money.ts';
import { type Action, actions } from '../../core/service-words.ts';
import { type AskedQuote, type Statement, statementsIn } from './asked.ts';
import { extraOf, type Fact, readFacts, type StatedKeys } from './facts.ts';
import {
  has,
  holdersOf,
  type Layer,
  layersOf,
  namesIn,
  objectAt,
  type Path,
  placesOf,
  valueAt,
} from './keys.ts';
import { count, currency, currencyOfPrice, price } from './values.ts';

export interface QuoteReading {
  found: { amount: Decimal | null; currency: string | null };
  places: ReadonlyMap<string, Path>;
  extra: JsonObject;
}

interface FoundPrice extends Omit<QuoteReading, 'extra'> {
  /** What was read, so that it is no extra. */
  told: readonly Path[];
  statements: Statement[];
  /** As beside the prices of other actions. */
  isOneOfSeveral: boolean;
}

/** What the service may call the price of an action, or an object with it. */
const actionNames = {
  registration: 'registration register create purchase',
  renewal: 'renewal renew',
  transfer: 'transfer',
  restore: 'restore redemption',
};

/** The surest first; `%` stands for a name of the action that was asked. */
const amountNames = {
  ownTotal: `reseller_total your_total effective_total net_total reseller_%_total your_%_total
    %_reseller_total`,
  totalOfAction: '%_total total_%',
  total: `total total_price total_amount total_cost price_total amount_total grand_total
    total_due amount_due`,
  ownOfAction: `reseller_%_price reseller_% your_%_price your_% effective_%_price
    %_reseller_price %_effective_price %_net_price`,
  own: `reseller_price reseller_amount reseller_cost reseller your_price your_cost your_amount
    reseller_effective_price effective_price effective_amount effective_cost effective
    net_price net_amount net final_price final_amount final cost cost_price wholesale_price
    wholesale_amount wholesale partner_price discounted_price dealer_price`,
  ofAction: '% %_price %_amount %_cost price_% price_for_%',
  usual: `price amount value pricing quote quote_price quoted_price quoted_amount quote_amount
    price_amount amount_value sum charge`,
  fee: '%_fee fee',
};

/** Keys of an object in place of an amount. A retail price is none. */
const parts = `reseller_price reseller.amount reseller.price reseller.value reseller
  effective_price effective.amount effective final_price final net_price net your_price
  cost total amount value price`;

/** The names depend on what was asked. */
export function quoteFactsOf({ action, years }: Omit<AskedQuote, 'tld'>) {
  const names = (some: string) => namesOfAction(action, some);
  return {
    amount: {
      ranks: [
        names(amountNames.ownTotal),
        names(amountNames.totalOfAction),
        { names: amountNames.total, read: total },
        names(amountNames.ownOfAction),
        amountNames.own,
        names(amountNames.ofAction),
        amountNames.usual,
        names(amountNames.fee),
        periodKeys(years),
      ],
      parts,
      read: priceOrFlag,
    } satisfies Fact<Decimal>,
    ...currencyFacts,
  };
}

/** Keys of a map by period. */
function periodKeys(years: number): string {
  return `${years} ${years}y ${years}_year ${years}_years year_${years}`;
}

function namesOfAction(action: Action, names: string): string {
  const words = namesIn(actionNames[action]);
  const all = words.flatMap((word) => namesIn(names.replaceAll('%', word)));
  return [...new Set(all)].join(' ');
}

const currencyFacts = {
  currency: {
    ranks: [
      `currency currency_code price_currency currency_iso iso_currency quote_currency curr`,
      { names: 'code iso unit', read: (value) => currency(value) ?? undefined },
    ],
    groups: [{ names: 'meta' }],
    parts: 'code iso_code iso id name',
    read: currency,
  } satisfies Fact<string>,
};

const wrappersOfQuote = `quote price_quote quotation price pricing prices price_info price_details
  totals money attributes details info`;

/** Objects that repeat what was asked. */
const requestNames = 'request query input product';

const listNames = `prices pricing price quotes periods items lines result results list rows
  options data`;

/**
 * Reads the price of a quote, or that of a row of a price list that says what it is for.
 *
 * @param tops the data of the answer, and the envelope around it
 * @returns undefined where no price is for what was asked, or several differ that are
 */
export function readQuote(
  tops: readonly object[],
  asked: AskedQuote,
  stated: StatedKeys,
): QuoteReading | undefined {
  const [data = {}] = tops;
  const table = quoteFactsOf(asked);
  const priceOf = (layer: Layer) => priceIn(layer, tops, table, asked, stated) ?? [];
  const withExtra = (price: FoundPrice) => ({ ...price, extra: extraOf(data, price.told) });
  const wrappers = `${wrappersOfQuote} ${asked.tld} ${actionNames[asked.action]}`;
  const [single] = layersOf(data, wrappers).flatMap(priceOf);
  if (single !== undefined) return isForAsked(single, asked) ? withExtra(single) : undefined;
  const rows = rowsIn(data).flatMap(priceOf);
  const saying = rows.filter(({ statements }) => statements.length > 0);
  if (saying.length === 0) return undefined;
  const [first, ...others] = saying.filter((row) =>
    isForAsked({ ...row, isOneOfSeveral: true }, asked),
  );
  const none = { amount: null, currency: null };
  if (first === undefined) return { found: none, places: new Map(), extra: extraOf(data, []) };
  const areEqual = others.every(({ found }) => found.amount === first.found.amount);
  return areEqual ? withExtra(first) : undefined;
}

/** One price of several must say its period, but for the usual one of a year. */
function isForAsked({ statements, isOneOfSeveral }: FoundPrice, { years }: AskedQuote): boolean {
  const saysYears = statements.some(({ aspect }) => aspect === 'years');
  const isSaid = saysYears || years === 1 || !isOneOfSeveral;
  return isSaid && statements.every(({ isAsked }) => isAsked);
}

function priceIn(
  layer: Layer,
  tops: readonly object[],
  { amount }: ReturnType<typeof quoteFactsOf>,
  asked: AskedQuote,
  stated: StatedKeys,
): FoundPrice | undefined {
  const [data = {}] = tops;
  const reading = readFacts(layer, { amount }, stated, tops);
  const place = reading.places.get('amount');
  if (place === undefined) return undefined;
  const holders = holdersOf(data, place);
  const envelopes = tops.slice(1).flatMap((top) => objectAt(top, []));
  const currencies = [...envelopes, ...holders].map((holder) =>
    readFacts(holder, currencyFacts, stated, tops),
  );
  const nearest = currencies.findLast(({ places }) => places.size > 0);
  const own = currencyOfPrice(valueAt(data, place));
  const requests = holders.flatMap((holder) => placesOf(holder, requestNames));
  const sayers = [...holders, ...requests.flatMap(({ value, path }) => objectAt(value, path))];
  const statements = sayers.flatMap((sayer) => statementsIn(sayer, asked));
  const asAsked = statements.filter(({ isAsked }) => isAsked).map(({ path }) => path);
  const isOfPeriod = namesIn(periodKeys(asked.years)).includes(place.at(-1) ?? '');
  const others = actions.filter((action) => action !== asked.action);
  const otherNames = others.map((action) => namesOfAction(action, amountNames.ofAction)).join(' ');
  return {
    found: { amount: reading.found.amount, currency: own ?? nearest?.found.currency ?? null },
    places: new Map([...reading.places, ...(nearest?.places ?? [])]),
    told: [...reading.told, ...(nearest?.told ?? []), ...asAsked],
    statements,
    isOneOfSeveral: !isOfPeriod && holders.some(({ object }) => has(object, otherNames)),
  };
}

/** `{renewal: true}` is no price. */
function priceOrFlag(value: unknown): Decimal | null | undefined {
  return typeof value === 'boolean' ? undefined : price(value);
}

/** A whole number is that of some items. */
function total(value: unknown): Decimal | null | undefined {
  return count(value) === null ? priceOrFlag(value) : undefined;
}

/** The rows of a price list. */
function rowsIn(data: object): Layer[] {
  const places = layersOf(data, listNames).flatMap((layer) => placesOf(layer, listNames));
  const list = [{ path: [], value: data }, ...places].find(({ value }) => Array.isArray(value));
  if (list === undefined || !Array.isArray(list.value)) return [];
  return list.value.flatMap((object, index) =>
    isObject(object) ? [{ object, path: [...list.path, String(index)] }] : [],
  );
}

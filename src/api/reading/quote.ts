import { type Action, actionAliases } from '../../core/service-words.ts';
import { type AskedQuote, type Statement, statementsIn, statementsOf } from './asked.ts';
import { extraOf, readFacts, type Source } from './facts.ts';
import { holdersOf, layersOf, type Place, placesIn, placesOf, topOf, valuesOf } from './keys.ts';
import { amount, currency } from './values.ts';

/** API document, section 2, "Price quote": names and types are not shown. */
export function quoteFactsOf(action: Action) {
  return {
    amount: {
      ranks: [
        'reseller_total your_total effective_total net_total',
        namesOf(action, '%_total total_% reseller_%_total'),
        `total total.amount total.value total_price total_price.amount total_amount total_cost
          price_total amount_total grand_total total_due amount_due`,
        namesOf(action, 'reseller_%_price your_%_price %_reseller_price %_net_price'),
        `reseller_price reseller_price.amount reseller.amount reseller.price reseller_amount
          reseller_cost your_price your_cost effective_price effective_price.amount
          effective_amount net_price net_price.amount net_amount net final_price
          final_price.amount final_amount final cost cost.amount cost_price wholesale_price
          wholesale.amount partner_price discounted_price dealer_price`,
        namesOf(action, '% %_price %_amount %_cost %.price %.amount price_%'),
        'amount',
        `price price.amount price.value price.price amount.value amount.amount value quote
          quote_price quoted_price quoted_amount quote_amount price_amount amount_value sum
          charge`,
        'fee fee.amount fee.value',
      ],
      read: amount,
    },
    currency: {
      ranks: ['currency', 'currency.code currency_code price_currency currency_iso quote_currency'],
      read: currency,
    },
  };
}

/** `%` in a name stands for the words of the action. */
function namesOf(action: Action, names: string): string {
  return actionAliases[action].map((word) => names.replaceAll('%', word)).join(' ');
}

const quoteWrappers = 'quote price_quote quotation price pricing prices price_info price_details';

const listNames = 'prices pricing price quotes items lines result results list rows options data';

/** @returns undefined where no price is for what was asked, or where several such prices differ */
export function readQuote(source: Source, asked: AskedQuote) {
  const { data } = source;
  const layers = layersOf(data, quoteWrappers).filter(({ value }) => !hasRows(value));
  const [single] = layers.flatMap((layer) => pricesIn(layer, source, asked, false));
  const rows = rowsIn(data).flatMap((row) => pricesIn(row, source, asked, true));
  const [first, ...others] = single ? [single] : rows;
  const isClear = others.every(({ found }) => found.amount === first?.found.amount);
  if (first === undefined || !isClear) return undefined;
  const { found, places, told } = first;
  return { places, found: { ...found, ...extraOf(data, told) } };
}

/** Beside a list, a total may be that of its rows; a `list` may also be a price. */
function hasRows(holder: unknown): boolean {
  return valuesOf(holder, listNames).some(Array.isArray);
}

/** The price in an object, if it is for what was asked. @param isRow true for one of a list */
function pricesIn(layer: Place, source: Source, asked: AskedQuote, isRow: boolean) {
  const { amount, currency } = quoteFactsOf(asked.action);
  const { found, places, told } = readFacts(layer, { amount }, source);
  const place = places.get('amount');
  if (place === undefined) return [];
  const holders = holdersOf(source.data, place);
  const currencies = holders.map((holder) => readFacts(holder, { currency }, source));
  const nearest = currencies.reduce((outer, inner) => (inner.places.size > 0 ? inner : outer));
  const ofKeys = statementsOf(place, asked);
  const beside = holders.flatMap((holder) => statementsIn(holder, asked));
  const statements = [...ofKeys, ...beside];
  if (!isForAsked(statements, asked, isRow || ofKeys.length > 0)) return [];
  return {
    found: { ...found, ...nearest.found },
    places: new Map([...places, ...nearest.places]),
    told: [...told, ...nearest.told, ...beside.map(({ path }) => path)],
  };
}

/** One price of several must say what it is for, and its period, but for the usual one of a year. */
function isForAsked(
  statements: readonly Statement[],
  { years }: AskedQuote,
  hasOtherLists: boolean,
): boolean {
  const saysYears = statements.some(({ aspect }) => aspect === 'years');
  const isOfUsualYear = years === 1 && statements.length > 0;
  const isSaid = !hasOtherLists || saysYears || isOfUsualYear;
  return isSaid && statements.every(({ isAsked }) => isAsked);
}

function rowsIn(data: object): Place[] {
  const inner = layersOf(data, listNames).flatMap((layer) => placesOf(layer, listNames));
  const lists = [topOf(data), ...inner].filter(({ value }) => Array.isArray(value));
  return lists.flatMap(placesIn);
}

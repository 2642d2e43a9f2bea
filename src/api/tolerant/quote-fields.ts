import { parseTld } from '../../core/names.ts';
import { type Action, parseAction } from '../../core/service-words.ts';
import type { Fact, Found } from './facts.ts';
import { amount, cents, count, currency, text, yearCount } from './values.ts';

const own = '(reseller|effective|net|your|final|quoted|quote)+';

const price = '(amount|price|pricing|cost)';

/** A price quote: API document, section 2, "not shown". The price of one unit or year is not a fact. */
export const quoteShape = {
  subject: /^(quotes?|prices?|pricing|total)$/,
  wrappers: /^(cost|amount)$/,
  facts: {
    amount: [
      { called: RegExp(`^${own}(grand)?total${price}?$`), read: amount },
      { called: RegExp(`^(grand|order)?totals?${price}?(amount|value)?$`), read: amount },
      { called: RegExp(`^${own}${price}(amount|value|total)?$`), read: amount },
      { called: /^(amount|cost|pricing)(amount|value|total)?$/, read: amount },
      { called: /^price(amount|value|total)?$/, read: amount },
      { called: /^(value|fee|charge)$/, read: amount },
      { called: RegExp(`^(${own})?(total)?${price}?(in)?cents$`), read: cents },
    ] satisfies Fact<string>,
    currency: [
      {
        called: RegExp(`^(total|${own})*${price}?(currency|ccy)(code|iso|name)?$`),
        read: currency,
      },
      { called: RegExp(`^(total|${own})*${price}?(amount|value|total)?$`), read: embeddedCurrency },
    ] satisfies Fact<string>,
    tld: [{ called: /^(tld|extension|suffix)(name)?$/, read: tld }] satisfies Fact<string>,
    action: [{ called: /^(action|operation|type)$/, read: action }] satisfies Fact<Action>,
    years: [
      { called: /^(period|term|duration|number|num)?(of)?(in)?years?$/, read: count },
      { called: /^(period|term|duration)(value)?$/, read: yearCount },
    ] satisfies Fact<number>,
  },
};

export type QuoteData = Found<typeof quoteShape.facts>;

/** Without its leading dot. */
function tld(value: unknown): string | undefined {
  const name = text(value)?.replace(/^\./, '');
  return name === undefined ? undefined : parseTld(`.${name}`);
}

function action(value: unknown): Action | undefined {
  return parseAction(text(value) ?? '');
}

function embeddedCurrency(value: unknown): string | undefined {
  return typeof value === 'string' && /[A-Z]{3}/.test(value) ? currency(value) : undefined;
}

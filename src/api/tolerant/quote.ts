import { isObject } from '../../core/json.ts';
import { parseTld } from '../../core/names.ts';
import { type Action, parseAction } from '../../core/service-words.ts';
import { type Field, normalized, type Reading, readFields } from './field-specification.ts';
import { itemsOf } from './lists.ts';
import { amount, cents, count, currency, text, yearCount } from './values.ts';

const ownPrefix = '(reseller|effective|net|your|final|quoted|quote)+';

const price = '(amount|price|pricing|cost)';

/** API document, section 2, "Price quote": not shown. The price of one of several years is not read. */
const quoteSpecification = {
  subject: /^(quotes?|prices?|pricing|total)$/,
  wrappers: /^(cost|amount)$/,
  fields: {
    amount: [
      { keys: RegExp(`^${ownPrefix}(grand)?total${price}?$`), read: amount },
      { keys: RegExp(`^(grand|order)?totals?${price}?(amount|value)?$`), read: amount },
      { keys: RegExp(`^${ownPrefix}${price}(amount|value|total)?$`), read: amount },
      { keys: /^(amount|cost|pricing)(amount|value|total)?$/, read: amount },
      { keys: /^price(amount|value|total)?$/, read: amount },
      { keys: /^(value|fee|charge)$/, read: amount },
      { keys: RegExp(`^(${ownPrefix})?(total)?${price}?(in)?cents$`), read: cents },
    ] satisfies Field<string>,
    currency: [
      {
        keys: RegExp(`^(total|${ownPrefix})*${price}?(currency|ccy)(code|iso|name)?$`),
        read: currency,
      },
      {
        keys: RegExp(`^(total|${ownPrefix})*${price}?(amount|value|total)?$`),
        read: embeddedCurrency,
      },
    ] satisfies Field<string>,
    tld: [{ keys: /^(tld|extension|suffix)(name)?$/, read: tld }] satisfies Field<string>,
    action: [{ keys: /^(action|operation|type)$/, read: action }] satisfies Field<Action>,
    years: [
      { keys: /^(period|term|duration|number|num)?(of)?(in)?years?$/, read: count },
      { keys: /^(period|term|duration)(value)?$/, read: yearCount },
    ] satisfies Field<number>,
  },
};

interface AskedQuote {
  /** Without its leading dot. */
  tld: string;
  action: Action;
  years: number;
}

type QuoteReading = Reading<typeof quoteSpecification.fields>;

/** Also finds the quote in a list, or in an object with actions, periods or tlds as its keys. */
export function readQuote(data: unknown, asked: AskedQuote): QuoteReading | undefined {
  const whole = readFields(data, quoteSpecification);
  if (whole.found.amount !== null) return whole;
  const item = onlyMatch(itemsOf(data).items ?? [], asked);
  if (item === undefined && !isObject(data)) return undefined;
  const own = narrowed(item ?? data, asked, deepest);
  const { found, unrecognised } = readFields(
    isObject(own) ? own : { amount: own },
    quoteSpecification,
  );
  const currency = found.currency ?? whole.found.currency;
  return { found: { ...found, currency }, unrecognised: whole.unrecognised ?? unrecognised };
}

/** Names a field that differs from what was asked; one that the quote does not repeat may differ. */
export function otherQuote(found: QuoteReading['found'], asked: AskedQuote): string | undefined {
  const fields = ['tld', 'action', 'years'] as const;
  const other = fields.find((field) => found[field] !== null && found[field] !== asked[field]);
  return other && `'${other}' is another than the one asked: '${found[other]}'`;
}

const deepest = 4;

const container = /^(data|quotes?|prices?|pricing|tlds?|extensions?|actions?|years|periods?)$/;

function onlyMatch(items: unknown[], asked: AskedQuote): unknown {
  const [own, ...others] = items.filter(
    (item) => otherQuote(readFields(item, quoteSpecification).found, asked) === undefined,
  );
  return others.length === 0 ? own : undefined;
}

function narrowed(value: unknown, asked: AskedQuote, depth: number): unknown {
  if (!isObject(value) || depth === 0) return value;
  const entries = Object.entries(value);
  const isOwn = (key: string) =>
    parseAction(key) === asked.action || key === String(asked.years) || isTld(key, asked.tld);
  const [, inner] =
    entries.find(([key]) => isOwn(key)) ??
    entries.find(([key, held]) => isObject(held) && container.test(normalized(key))) ??
    [];
  return inner === undefined ? value : narrowed(inner, asked, depth - 1);
}

function isTld(key: string, tld: string): boolean {
  return parseTld(`.${key.replace(/^\./, '')}`) === tld;
}

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

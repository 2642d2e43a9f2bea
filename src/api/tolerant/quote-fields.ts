import { isObject, jsonText } from '../../core/json.ts';
import { parseTld } from '../../core/names.ts';
import { type Action, parseAction } from '../../core/service-words.ts';
import { type Field, type Place, type Rank, ranked, wordSet } from './fields.ts';
import { amount, currency, isNoMoney } from './money.ts';
import { count, text } from './values.ts';

export interface AskedQuote {
  /** Without its leading dot. */
  tld: string;
  action: Action;
  years: number;
}

export const actionWords: Record<Action, string> = {
  registration: 'registration|register|registrations|registers',
  renewal: 'renewal|renew|renewals|renews',
  transfer: 'transfer|transfers',
  restore: 'restore|restores|restoration|redemption',
};

/** Under a key that is the action alone, a price is that of the action. */
export const keysOf = {
  registration: wordSet(`${actionWords.registration} new create`),
  renewal: wordSet(actionWords.renewal),
  transfer: wordSet(actionWords.transfer),
  restore: wordSet(actionWords.restore),
};

const own =
  'reseller|effective|net|your|final|quoted|discounted|wholesale|partner|dealer|purchase|buy|buying';

const price = 'price|prices|pricing|amount';

const total = 'total|totals';

export const prices = 'quote quotes price prices pricing cost costs amount total estimate';

const groups = 'product products tld tlds extension chk cd';

/** API document, section 2, "Price quote": not shown. The price of one of several years is not read. */
export function quoteFields({ action, years }: AskedQuote) {
  const asked = actionWords[action];
  // The price of a year is that of the period, too, if that is one.
  const isPerYear = years === 1 && (action === 'registration' || action === 'renewal');
  const money = {
    fillers: `${prices} order grand value due decimal in cents cent minor units micros`,
    through: `${prices} ${groups} ${asked}`,
  };
  const ranks: Rank<string>[] = [
    ...ranked(
      [
        ...[`${asked} ${own} ${total}`, `${asked} ${total}, ${own} ${total}`, total],
        ...[`${asked} ${own} ${price}`, `${asked} ${price}, ${own} ${price}, cost|costs`],
        ...[own, 'amount|pricing', 'price|prices'],
      ],
      { read: amount, saysMore: isMoreThanMoney },
    ),
    { names: 'value', read: amount, isWeak: true },
    { names: `${asked} fee|fees|charge`, read: amount, isWeak: true },
    ...(isPerYear
      ? [
          {
            names: 'yearly|annual, unit price|amount|cost',
            read: amount,
            saysMore: isMoreThanMoney,
          },
        ]
      : []),
  ];
  return {
    amount: { ...money, ranks, isOther: isNoMoney } satisfies Field<string>,
    currency: {
      ranks: [{ names: 'currency|ccy', read: currency }],
      fillers: `${money.fillers} code iso selling ${own} ${asked}`,
      through: money.through,
    } satisfies Field<string>,
    tld: {
      ranks: [{ names: 'tld|extension|suffix', read: tldIn }],
      fillers: 'name',
      through: prices,
    } satisfies Field<string>,
    action: {
      ranks: [
        {
          names: 'action|operation|type|command|label|process',
          read: (value) => parseAction(jsonText(value)),
          isWeak: true,
        },
      ],
      through: prices,
    } satisfies Field<Action>,
    years: {
      ranks: [
        { names: 'years, years|year period|term|duration|number|num', read: count },
        { names: 'period|term|duration', read: yearCount, isWeak: true },
      ],
      fillers: 'of in value',
      through: prices,
    } satisfies Field<number>,
  };
}

export function tldIn(value: unknown): string | undefined {
  const name = text(value)?.replace(/^\./, '');
  return name === undefined ? undefined : parseTld(`.${name}`);
}

/** A period of unknown unit: no name can be registered for more than ten years, or for months. */
function yearCount(value: unknown, { siblings }: Place): number | undefined {
  const years = count(value) ?? 0;
  const isInYears = Object.values(siblings).every(
    (unit) => !/^(month|week|day)s?$/i.test(text(unit) ?? ''),
  );
  return isInYears && years >= 1 && years <= 10 ? years : undefined;
}

/** Google's money has units, nanos and a currency. */
function isMoreThanMoney(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 3;
}

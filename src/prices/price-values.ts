import { type Decimal, isDecimal } from '../core/money.ts';
import { parseTld } from '../core/names.ts';
import { type Action, parseAction } from '../core/service-words.ts';
import { segmented, wordsOf } from '../core/words.ts';

export interface WrittenPrice {
  amount: Decimal;
  currency: string | null;
}

/** Those that name one currency; a dollar may be any. */
const symbols = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['؋', 'AFN'],
]);

const actionWords = new Set(
  'domain, register, registration, create, renew, renewal, transfer, restore, redemption'.split(
    ', ',
  ),
);

/** Finds the tld of a cell such as `.af`, `AF`, `.com.af renewal` or `kabul.af`. */
export function tldIn(cell: string): string | undefined {
  const dotted = /(?:^|\s)(\.[^\s,;()]+)/u.exec(cell)?.[1];
  return dotted === undefined && /\s/.test(cell) ? undefined : parseTld(dotted ?? cell);
}

/** Finds the action of a cell such as `Renewal`, `domainrenew` or `.af renewal, 1 year`. */
export function actionIn(cell: string): Action | undefined {
  return wordsOf(cell)
    .flatMap((word) => segmented(word, actionWords))
    .map((word) => parseAction(word))
    .find((action) => action !== undefined);
}

/** Reads `1`, `2 years`, `3y` and `12 months`. */
export function yearsIn(cell: string): number | undefined {
  const [, digits, unit = 'y'] = /^(\d{1,3})\s*(y|m)?(?:r|rs|ears?|onths?)?$/i.exec(cell) ?? [];
  const years = unit.toLowerCase() === 'm' ? Number(digits) / 12 : Number(digits);
  return Number.isInteger(years) && years >= 1 ? years : undefined;
}

/** Undefined for what is no amount, and for `1.234`, which may be a little or a thousand. */
export function priceIn(cell: string): WrittenPrice | undefined {
  const code = /[A-Za-z]{3}/.exec(cell)?.[0].toUpperCase();
  const symbol = [...symbols].find(([sign]) => cell.includes(sign))?.[1];
  const bare = cell.replace(/[A-Za-z]{3}|[\s\u00a0$€£؋]/gu, '');
  const amount = plainDecimal(bare);
  return amount === undefined ? undefined : { amount, currency: code ?? symbol ?? null };
}

function plainDecimal(text: string): Decimal | undefined {
  if (/^-?(?!0)\d{1,3}[.,]\d{3}$/.test(text)) return undefined;
  const lastMark = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const mark = text[lastMark] ?? '.';
  const isGrouped = text.indexOf(mark) !== lastMark;
  const [whole, fraction] = isGrouped
    ? [text, '']
    : [
        text.slice(0, lastMark < 0 ? undefined : lastMark),
        lastMark < 0 ? '' : text.slice(lastMark),
      ];
  if (!/^-?(\d+|\d{1,3}([.,])\d{3}(\2\d{3})*)$/.test(whole)) return undefined;
  const plain = whole.replace(/[.,]/g, '') + fraction.replace(',', '.');
  return isDecimal(plain) ? plain : undefined;
}

import type { Decimal } from '../core/money.ts';
import { toAsciiDigits, trimInvisible } from '../core/text.ts';
import type { Cell } from './table.ts';

export interface Amount {
  amount: Decimal;
  /** ISO 4217 code; null if the cell states no currency. */
  currency: string | null;
  /** True if the currency is written `$`, which several countries use. */
  hasDollarSign: boolean;
}

/** A cell that is not an amount. Its hint says what to write instead. */
interface UnreadableAmount {
  hint: string;
}

const notAnAmount: UnreadableAmount = { hint: 'write an amount such as 1234.50 or 45.00 EUR' };

const ambiguousAmount: UnreadableAmount = {
  hint: 'write 4200.50 without other signs, since the file does not show what they mean',
};

type Sign = '.' | ',';

interface AmountParts {
  sign: '' | '-';
  /** Digits with `.` and `,`; separators that only ever separate thousands are removed. */
  digits: string;
  /** The decimal sign that the notation alone shows, if any: of `1.234,50` the comma. */
  ownDecimalSign: Sign | undefined;
  /** True if the amount can be read without the other cells of the file. */
  isFixed: boolean;
  currency: string | null;
  hasDollarSign: boolean;
}

/** Currency codes by the words and signs that people write, in lower case and without dots. */
const currencyWords: Readonly<Record<string, string>> = {
  '؋': 'AFN',
  afn: 'AFN',
  af: 'AFN',
  afs: 'AFN',
  afghani: 'AFN',
  afghanis: 'AFN',
  افغانی: 'AFN',
  $: 'USD',
  us$: 'USD',
  usd: 'USD',
  eur: 'EUR',
  gbp: 'GBP',
  '€': 'EUR',
  '£': 'GBP',
};

const unknownCurrency = /^\p{L}{0,3}\p{Sc}$|^\p{L}{2,3}\.?$/u;

const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const minusSigns = /[−–](?=\s*[\p{Sc}\d])/gu;

/** Matches spaces, apostrophes and the Arabic separator, which only ever separate thousands. */
const groupSeparators = /[\s'’٬]/g;

const groupedDigits = /^\d{1,3}(?:[\s'’٬]\d{3})+(?:[.,٫]\d+)?$/;

/**
 * Creates a parser for all amounts of a file. Cells that can be read in one way show which sign is
 * the decimal one; the fewer cells that contradict the others are then refused.
 * @param cells filled cells of every column of amounts
 */
export function createAmountParser(cells: readonly Cell[]) {
  const amounts = cells
    .filter(({ isNumber }) => !isNumber)
    .flatMap(({ text }) => {
      const parts = splitAmount(text);
      return 'hint' in parts ? [] : parts;
    });
  const decimalSign = detectDecimalSign(amounts);
  const parse = ({ text, isNumber = false }: Cell): Amount | UnreadableAmount => {
    const parts = splitAmount(text);
    if ('hint' in parts) return parts;
    const amount = isNumber ? toPlainDecimal(parts, '.') : toDecimal(parts, decimalSign);
    if (amount === undefined) return ambiguousAmount;
    const { currency, hasDollarSign } = parts;
    return { amount, currency, hasDollarSign };
  };
  const assumed = decimalSign === undefined ? amounts.find(isUndecided) : undefined;
  const assumedExample =
    assumed && `'${assumed.digits}' is read as ${assumed.digits.replace(/[.,]/, '')}`;
  return { parse, assumedExample };
}

/** Notes that `$` means USD, if the service's own currency is another dollar. */
export function explainDollarSign(serviceCurrencies: readonly (string | null)[]) {
  const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
  const otherDollar = serviceCurrencies.find(
    (code) => code && code !== 'USD' && /dollar/i.test(currencyNames.of(code) ?? ''),
  );
  return otherDollar && `'$' is read as USD, not as ${otherDollar}`;
}

/**
 * Returns true if the text could be an amount, judging by the cell alone and not by the rest of its
 * column.
 */
export function isAmount(text: string) {
  return !('hint' in splitAmount(text));
}

/** @returns the ISO 4217 code of a code, a sign or a word, or undefined if it is unknown */
export function parseCurrencyName(text: string) {
  const word = text.replace(/[.\s]/g, '').toLowerCase().replaceAll('ي', 'ی');
  const currency = Object.hasOwn(currencyWords, word) ? currencyWords[word] : undefined;
  if (currency) return currency;
  // Other codes count in capitals only, since `top`, `mad` and `all` are also words.
  const code = text.trim();
  return Intl.supportedValuesOf('currency').includes(code) ? code : undefined;
}

/**
 * Finds the text that a spreadsheet's number format shows beside a number, such as the currency of
 * `[$؋-48C] #,##0.00`. A gap (`_€`) and a fill character (`*-`) show nothing.
 */
export function findNumberFormatText(format = '', value = 1) {
  const sections = format.split(';').map(findFormatText);
  // With conditions such as [<100], which section counts is not looked at.
  if (/\[[<>=]/.test(format)) return [...new Set(sections)].join(' or ');
  const [positive = '', negative = positive, zero = positive] = sections;
  if (value < 0) return negative;
  return value === 0 ? zero : positive;
}

function findFormatText(section: string) {
  const visible = section.replace(/[_*]./g, '');
  const parts = visible.matchAll(/\[\$([^\]-]*)[^\]]*\]|"([^"]*)"|\\(.)|(\p{Sc})/gu);
  const text = [...parts].map((part) => part.slice(1).join('')).join('');
  return /[\p{L}\p{Sc}]/u.test(text) ? text.trim() : '';
}

/** Splits an amount into its sign, digits and currency, which may stand before or after. */
function splitAmount(text: string): AmountParts | UnreadableAmount {
  const normalized = toAsciiDigits(trimInvisible(text.replace(directionMarks, '')))
    .replace(minusSigns, '-')
    .replaceAll('،', ',');
  // A full stop after letters, as in `Afs.4200`, belongs to the currency.
  const [, before = '', digits = '', after = ''] =
    /^(\D*?)((?:(?<!\p{L})[.,](?=\d))?\d(?:[\d.,٫٬'’\s]*\d)?)(\D*)$/u.exec(normalized) ?? [];
  const hasGroups = digits.search(groupSeparators) >= 0;
  if (digits === '' || (hasGroups && !groupedDigits.test(digits))) return notAnAmount;
  const names = [before.replace('-', ''), after].map((part) => part.trim()).filter(Boolean);
  const [name] = names;
  // A currency may stand on both sides, as in `$50.00 USD`.
  const [currency = name === undefined ? null : undefined, ...others] = new Set(
    names.map(parseCurrencyName),
  );
  if (others.length > 0) return notAnAmount;
  if (currency === undefined)
    return unknownCurrency.test(name ?? '')
      ? { hint: `write the currency '${name}' as its code, such as AFN` }
      : notAnAmount;
  const isFixed = digits.includes('٫');
  const plainDigits = digits.replace(groupSeparators, '').replace('٫', '.');
  return {
    sign: before.includes('-') ? '-' : '',
    digits: plainDigits,
    ownDecimalSign: isFixed
      ? '.'
      : findDecimalSign(plainDigits, hasGroups || hasThreeDecimals(currency)),
    isFixed,
    currency,
    hasDollarSign: name?.endsWith('$') ?? false,
  };
}

function hasThreeDecimals(currency: string | null) {
  if (currency === null) return false;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits === 3;
}

/** Returns the decimal sign if the digits can be read in one way only. */
function findDecimalSign(digits: string, mayHaveThreeDecimals: boolean): Sign | undefined {
  const signs = digits.match(/[.,]/g) ?? [];
  const [first, ...others] = signs;
  const last = signs.at(-1);
  if (!isSign(first) || !isSign(last)) return undefined;
  if (first !== last) return last;
  // A sign that occurs more than once separates thousands, so the other one is the decimal sign.
  if (others.length > 0) return otherSign(first);
  const [whole = '', fraction = ''] = digits.split(first);
  const mayBeThousands = fraction.length === 3 && !/^0*$/.test(whole) && !mayHaveThreeDecimals;
  return mayBeThousands ? undefined : first;
}

/** Returns true for `4,200` and `1.050`, whose three digits after a sign are never cents. */
function isUndecided({ digits, ownDecimalSign }: AmountParts) {
  return /[.,]/.test(digits) && ownDecimalSign === undefined;
}

/**
 * Returns the sign that most amounts show to be the decimal one; null if as many contradict it, and
 * undefined if no amount shows it.
 */
function detectDecimalSign(amounts: readonly AmountParts[]): Sign | null | undefined {
  const decided = amounts.filter(
    (amount) => !amount.isFixed && toPlainDecimal(amount, amount.ownDecimalSign) !== undefined,
  );
  const points = decided.filter(({ ownDecimalSign }) => ownDecimalSign === '.').length;
  const commas = decided.filter(({ ownDecimalSign }) => ownDecimalSign === ',').length;
  if (points + commas > 0 && points === commas) return null;
  if (points + commas > 0) return points > commas ? '.' : ',';
  const signs = new Set(amounts.filter(isUndecided).map(({ digits }) => /[.,]/.exec(digits)?.[0]));
  return signs.size > 1 ? null : undefined;
}

/** @returns undefined if the amount contradicts the decimal sign of the file */
function toDecimal(amount: AmountParts, decimalSign: Sign | null | undefined) {
  const { digits, isFixed, ownDecimalSign } = amount;
  const [sign] = /[.,]/.exec(digits) ?? [];
  if (isFixed || !isSign(sign)) return toPlainDecimal(amount, '.');
  const wantedSign = ownDecimalSign ?? otherSign(sign);
  const isContradicted = decimalSign !== undefined && decimalSign !== wantedSign;
  return isContradicted ? undefined : toPlainDecimal(amount, wantedSign);
}

/** @returns undefined if the digits are not grouped as the decimal sign requires */
function toPlainDecimal({ sign, digits }: AmountParts, decimalSign: Sign | undefined) {
  if (/^\d{1,40}$/.test(digits)) return `${sign}${digits}`;
  if (!decimalSign) return undefined;
  const [whole = '', fraction, ...rest] = digits.split(decimalSign);
  if (rest.length > 0) return undefined;
  const isGrouped = /^\d{1,3}([.,]\d{3})+$/.test(whole);
  if (!isGrouped && !/^\d{0,40}$/.test(whole)) return undefined;
  if (fraction !== undefined && !/^\d{1,40}$/.test(fraction)) return undefined;
  const integer = whole.replace(/[.,]/g, '') || '0';
  return `${sign}${integer}${fraction === undefined ? '' : `.${fraction}`}`;
}

function isSign(text: string | undefined): text is Sign {
  return text === '.' || text === ',';
}

function otherSign(sign: Sign): Sign {
  return sign === '.' ? ',' : '.';
}

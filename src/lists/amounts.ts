import type { Decimal } from '../core/money.ts';
import { toAsciiDigits, trimInvisible } from '../core/text.ts';

export interface Amount {
  amount: Decimal;
  /** ISO 4217 code; null if the cell states no currency. */
  currency: string | null;
  /** True if the currency is written `$`, which several countries use. */
  hasDollarSign: boolean;
}

/** A cell, and whether it is a number of a workbook, in which `.` is always the decimal sign. */
export interface AmountCell {
  text: string;
  isNumber: boolean;
}

/** Why a cell is not an amount, as advice on what to write instead. */
interface UnreadableAmount {
  hint: string;
}

const notAnAmount: UnreadableAmount = { hint: 'write an amount such as 1234.50 or 45.00 EUR' };

const ambiguousAmount: UnreadableAmount = {
  hint: 'write 4200.50 without other signs, since the column does not show what they mean',
};

type Sign = '.' | ',';

interface AmountParts {
  sign: '' | '-';
  /** Digits with `.` and `,`; separators that only ever separate thousands are removed. */
  digits: string;
  /** Set if the notation alone shows which of `.` and `,` is the decimal sign. */
  decimalSign: Sign | undefined;
  /** True if the decimal sign does not depend on the other cells of the column. */
  isFixed: boolean;
  currency: string | null;
  hasDollarSign: boolean;
}

/** Words and signs that people write for a currency, in lower case and without dots. */
const currencyWords: Readonly<Record<string, string>> = {
  '؋': 'AFN',
  af: 'AFN',
  afs: 'AFN',
  afghani: 'AFN',
  afghanis: 'AFN',
  افغانی: 'AFN',
  $: 'USD',
  us$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
};

const unknownCurrency = /^\p{Sc}$|^\p{L}{2,3}\.?$/u;

const minusSigns = /[−–](?=\s*[\p{Sc}\d])/gu;

/** Matches spaces, apostrophes and the Arabic separator, which only ever separate thousands. */
const groupSeparators = /[\s'’٬]/g;

const groupedDigits = /^\d{1,3}(?:[\s'’٬]\d{3})+(?:[.,٫]\d+)?$/;

/**
 * Creates a parser for the amounts of one column. `4,200` may be a decimal or four thousand two
 * hundred: the other cells of the column decide.
 * @returns the parser, and a note if no cell shows that such a sign separates thousands
 */
export function createAmountParser(cells: readonly AmountCell[]) {
  const written = cells.filter(({ isNumber }) => !isNumber).map(({ text }) => splitAmount(text));
  const { decimalSign, example } = detectDecimalSign(
    written.flatMap((parts) => ('hint' in parts ? [] : parts)),
  );
  const parse = ({ text, isNumber }: AmountCell): Amount | UnreadableAmount => {
    const parts = splitAmount(text);
    if ('hint' in parts) return parts;
    const amount = toDecimal(parts, isNumber || parts.isFixed ? '.' : decimalSign);
    if (amount === undefined) return ambiguousAmount;
    const { currency, hasDollarSign } = parts;
    return { amount, currency, hasDollarSign };
  };
  const assumedExample = example && `'${example}' is read as ${example.replace(/[.,]/, '')}`;
  return { parse, assumedExample };
}

/** Returns true if the text could be an amount, as far as can be told without its column. */
export function isAmount(text: string) {
  return !('hint' in splitAmount(text));
}

/** @returns the ISO 4217 code of a code, a sign or a word, or undefined if it is unknown */
export function parseCurrencyName(text: string) {
  const word = text.replace(/[.\s]/g, '').toLowerCase().replaceAll('ي', 'ی');
  const currency = Object.hasOwn(currencyWords, word) ? currencyWords[word] : undefined;
  if (currency) return currency;
  const code = word.toUpperCase();
  return Intl.supportedValuesOf('currency').includes(code) ? code : undefined;
}

/** Finds the currency in the number format of a spreadsheet, such as `[$؋-48C] #,##0.00`. */
export function findFormatCurrency(format = '') {
  const [section = ''] = format.split(';');
  const texts = section.matchAll(/\[\$([^\]-]*)[^\]]*\]|"([^"]+)"|\\?(\p{Sc})/gu);
  for (const [, symbol, quoted = '', sign = symbol] of texts) {
    if (sign) return sign.trim();
    if (parseCurrencyName(quoted)) return quoted.trim();
  }
  return '';
}

/** Splits an amount into its sign, digits and currency, which may stand before or after. */
function splitAmount(text: string): AmountParts | UnreadableAmount {
  const normalized = toAsciiDigits(trimInvisible(text))
    .replace(minusSigns, '-')
    .replaceAll('،', ',');
  // A full stop after letters, as in `Afs.4200`, belongs to the currency.
  const [, before = '', digits = '', after = ''] =
    /^(\D*?)((?:(?<!\p{L})[.,](?=\d))?\d(?:[\d.,٫٬'’\s]*\d)?)(\D*)$/u.exec(normalized) ?? [];
  const hasGroups = digits.search(groupSeparators) >= 0;
  if (digits === '' || (hasGroups && !groupedDigits.test(digits))) return notAnAmount;
  const [name, ...otherNames] = [before.replace('-', ''), after]
    .map((part) => part.trim())
    .filter(Boolean);
  const currency = name === undefined ? null : parseCurrencyName(name);
  if (otherNames.length > 0) return notAnAmount;
  if (currency === undefined)
    return unknownCurrency.test(name ?? '')
      ? { hint: `write the currency '${name}' as its code, such as AFN` }
      : notAnAmount;
  const isFixed = digits.includes('٫');
  const plainDigits = digits.replace(groupSeparators, '').replace('٫', '.');
  return {
    sign: before.includes('-') ? '-' : '',
    digits: plainDigits,
    decimalSign: isFixed ? undefined : findDecimalSign(plainDigits, hasGroups),
    isFixed,
    currency,
    hasDollarSign: name?.endsWith('$') ?? false,
  };
}

/** Returns the decimal sign if the digits can be read in one way only. */
function findDecimalSign(digits: string, hasGroups: boolean): Sign | undefined {
  const signs = digits.match(/[.,]/g) ?? [];
  const [first, ...others] = signs;
  const last = signs.at(-1);
  if (!isSign(first) || !isSign(last)) return undefined;
  if (first !== last) return last;
  // A sign that occurs several times separates thousands, so the other one is the decimal sign.
  if (others.length > 0) return otherSign(first);
  const [whole = '', fraction = ''] = digits.split(first);
  const mayBeThousands = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole) && !hasGroups;
  return mayBeThousands ? undefined : first;
}

/**
 * Lets the cells that can be read in one way decide; if they disagree, the majority. If there is no
 * such cell, a sign before three digits separates thousands.
 */
function detectDecimalSign(amounts: readonly AmountParts[]) {
  const votes = { '.': 0, ',': 0 };
  for (const { decimalSign } of amounts) if (decimalSign) votes[decimalSign] += 1;
  if (votes['.'] !== votes[',']) {
    const decimalSign: Sign = votes['.'] > votes[','] ? '.' : ',';
    return { decimalSign };
  }
  const undecided = amounts.filter(({ digits, isFixed }) => !isFixed && /[.,]/.test(digits));
  const [sign, ...otherSigns] = new Set(undecided.map(({ digits }) => /[.,]/.exec(digits)?.[0]));
  if (votes['.'] > 0 || otherSigns.length > 0 || !isSign(sign)) return {};
  return { decimalSign: otherSign(sign), example: undecided[0]?.digits };
}

/** @returns undefined if the digits do not fit the notation of the column */
function toDecimal({ sign, digits }: AmountParts, decimalSign: Sign | undefined) {
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

import type { Decimal } from '../core/money.ts';
import { getCurrencyDecimals } from '../core/pricing.ts';
import { foldCase, toAsciiDigits, trimInvisible } from '../core/text.ts';
import type { Cell } from './table.ts';

export interface Amount {
  amount: Decimal;
  currency: string | null;
  /** True if the currency is written as `$`, a symbol that several countries use. */
  hasDollarSign: boolean;
}

interface ParsedAmount extends Amount {
  digits: string;
  /** Decimal separator implied by the way the amount is written; undefined if it can be either. */
  requiredSign: string | undefined;
  /** True for amounts such as `4,200`, which is probably 4200 but could be 4.2. */
  isAmbiguous: boolean;
}

const invalidAmountHint = 'write an amount such as 1234.50 or 45.00 EUR';

const unclearAmountHint =
  'write 4200.50 without other signs, since the file does not show what they mean';

const currencyPatterns = {
  AFN: /^(؋|af[ns]?|afghanis?|افغانی)$/,
  USD: /^((us)?\$|usd)$/,
  EUR: /^(€|eur)$/,
  GBP: /^(£|gbp)$/,
};

const unknownCurrency = /^\p{L}{0,3}\p{Sc}$|^\p{L}{2,3}\.?$/u;

const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const minusSigns = /[−–](?=\s*[\p{Sc}\d])/gu;

/** Matches characters that separate thousands but never decimals, unlike `.` and `,`. */
const groupSeparators = /[\s'’٬]/g;

const groupedDigits = /^\d{1,3}(?:[\s'’٬]\d{3})+(?:[.,٫]\d+)?$/;

/**
 * Infers the decimal separator (`.` or `,`) from the majority of the unambiguous amounts of a file.
 * Rejects amounts that require the other one or, in a tie, all that require a specific separator.
 */
export function createAmountParser(cells: readonly Cell[]) {
  const amounts = cells.map(parseAmount).filter((amount) => typeof amount !== 'string');
  const clearAmounts = amounts.filter(
    ({ requiredSign, isAmbiguous }) => requiredSign && !isAmbiguous,
  );
  const decimalSign = findMajoritySign(clearAmounts.length > 0 ? clearAmounts : amounts);
  const parse = (cell: Cell): Amount | undefined => {
    const parsed = parseAmount(cell);
    if (typeof parsed === 'string') return undefined;
    const { requiredSign = decimalSign } = parsed;
    return requiredSign === decimalSign ? parsed : undefined;
  };
  const explain = (text: string) => {
    const parsed = parseAmount({ text });
    return typeof parsed === 'string' ? parsed : unclearAmountHint;
  };
  const isAssumed = decimalSign !== undefined && clearAmounts.length === 0;
  const assumed = isAssumed && amounts.find(({ requiredSign }) => requiredSign === decimalSign);
  const assumedExample = assumed ? `'${assumed.digits}' is read as ${assumed.amount}` : undefined;
  return { parse, explain, assumedExample };
}

function findMajoritySign(amounts: readonly ParsedAmount[]) {
  const points = amounts.filter(({ requiredSign }) => requiredSign === '.').length;
  const commas = amounts.filter(({ requiredSign }) => requiredSign === ',').length;
  if (points === commas) return undefined;
  return points > commas ? '.' : ',';
}

export function explainDollarSign(serviceCurrencies: readonly (string | null)[]) {
  const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
  const otherDollar = serviceCurrencies.find(
    (code) => code && code !== 'USD' && /dollar/i.test(currencyNames.of(code) ?? ''),
  );
  return otherDollar && `'$' is read as USD, not as ${otherDollar}`;
}

export function isAmount(text: string) {
  return typeof parseAmount({ text }) !== 'string';
}

export function parseCurrencyName(text: string) {
  const word = foldCase(text).replace(/[.\s]/g, '');
  const [currency] =
    Object.entries(currencyPatterns).find(([, pattern]) => pattern.test(word)) ?? [];
  // Accept less common currency codes only in uppercase: `top`, `mad` and `all` are English words.
  const code = text.trim();
  return currency ?? Intl.supportedValuesOf('currency').find((supported) => supported === code);
}

/** Returns the currency or other text in an Excel number format such as `[$؋-48C] #,##0.00`. */
export function findNumberFormatText(format = '') {
  const sections = format.split(';');
  // Any section of a conditional format, such as `[<100]0 "EUR";0 "AFN"`, may apply. Return the
  // text of all sections, so that an amount with two possible currencies is rejected as invalid.
  const hasConditions = /\[[<>=]/.test(format);
  const texts = (hasConditions ? sections : sections.slice(0, 1)).map(findFormatText);
  return [...new Set(texts)].join(' or ');
}

function findFormatText(section: string) {
  // Drop `_€`, which displays a space as wide as `€`, and `*-`, which fills the cell with hyphens.
  const visible = section.replace(/[_*]./g, '');
  const parts = visible.matchAll(/\[\$([^\]-]*)[^\]]*\]|"([^"]*)"|\\(.)|(\p{Sc})/gu);
  const text = [...parts].map((part) => part.slice(1).join('')).join('');
  return /[\p{L}\p{Sc}]/u.test(text) ? text.trim() : '';
}

/** @returns a hint that suggests what to write instead if the string is not a valid amount */
function parseAmount({ text, isNumber }: Cell): ParsedAmount | string {
  const normalized = toAsciiDigits(trimInvisible(text.replace(directionMarks, '')))
    .replace(minusSigns, '-')
    .replaceAll('،', ',');
  // A full stop after letters, as in `Afs.4200`, is part of the currency, not of the number.
  const [, before = '', digits = '', after = ''] =
    /^(\D*?)((?:(?<!\p{L})[.,](?=\d))?\d(?:[\d.,٫٬'’\s]*\d)?)(\D*)$/u.exec(normalized) ?? [];
  const hasGroups = digits.search(groupSeparators) >= 0;
  if (digits === '' || (hasGroups && !groupedDigits.test(digits))) return invalidAmountHint;
  const names = [before.replace('-', ''), after].map((part) => part.trim()).filter(Boolean);
  const [name = ''] = names;
  const [currency = null, ...others] = new Set(names.map(parseCurrencyName));
  if (others.length > 0) return invalidAmountHint;
  if (name !== '' && currency === null)
    return unknownCurrency.test(name)
      ? `write the currency '${name}' as its code, such as AFN`
      : invalidAmountHint;
  const plainDigits = digits.replace(groupSeparators, '').replace('٫', '.');
  const isFixed = isNumber || digits.includes('٫');
  const isAmbiguous =
    !isFixed &&
    !hasGroups &&
    getCurrencyDecimals(currency) !== 3 &&
    /^0*[1-9]\d*[.,]\d{3}$/.test(digits);
  const requiredSign = isFixed ? undefined : findDecimalSign(plainDigits, isAmbiguous);
  const amount = toPlainDecimal(plainDigits, requiredSign);
  if (amount === undefined) return unclearAmountHint;
  return {
    amount: before.includes('-') ? `-${amount}` : amount,
    currency,
    hasDollarSign: name.endsWith('$'),
    digits,
    requiredSign,
    isAmbiguous,
  };
}

function findDecimalSign(digits: string, isAmbiguous: boolean) {
  const [first, ...others] = digits.match(/[.,]/g) ?? [];
  const last = others.at(-1) ?? first;
  if (first !== last) return last;
  // The commas in `1,234,567`, and probably in `4,200`, separate thousands, not decimals.
  return first && (others.length > 0 || isAmbiguous) ? swapSign(first) : first;
}

/** @returns undefined if thousands separators are misplaced, as in `1,23,4` */
function toPlainDecimal(digits: string, decimalSign = '.') {
  const text = decimalSign === ',' ? digits.replace(/[.,]/g, swapSign) : digits;
  const [, whole, fraction] =
    /^(\d{1,3}(?:,\d{3}){1,12}|\d{0,40})(?:\.(\d{1,40}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const integer = whole.replaceAll(',', '') || '0';
  return fraction === undefined ? integer : `${integer}.${fraction}`;
}

function swapSign(sign: string) {
  return sign === '.' ? ',' : '.';
}

import { isObject, type JsonObject } from '../../core/json.ts';
import { type Decimal, isDecimal } from '../../core/money.ts';
import { type Place, wordSet } from './fields.ts';
import { count, text } from './values.ts';
import { wordsOf } from './words.ts';

/**
 * Reads a decimal with a fraction. Without one it may be in minor units, unless the key or a field
 * beside it gives the scale; and three digits may be thousands.
 */
export function amount(
  value: unknown,
  { siblings, words }: Pick<Place, 'siblings' | 'words'>,
): Decimal | undefined {
  if (isObject(value)) return unitsAndNanos(value);
  const said = Array.isArray(value) ? undefined : text(value);
  if (said === undefined) return undefined;
  const bare = said.replace(/^([A-Z]{3}|[$€£])\s*|\s*([A-Z]{3}|[$€£])$/g, '');
  const plain = /^-?\d{1,3}(,\d{3})+\.\d+$/.test(bare) ? bare.replaceAll(',', '') : bare;
  // A number of more digits may not be the decimal that was meant.
  const isInexact = typeof value === 'number' && plain.replace(/\D/g, '').length > 15;
  if (!isDecimal(plain) || isInexact) return undefined;
  const fraction = plain.split('.')[1];
  const digits = scaleIn(words.flat()) ?? scaleBeside(siblings, plain);
  if (fraction === undefined) return digits === undefined ? undefined : scaled(plain, digits);
  const isThousands = fraction.length === 3 && typeof value === 'string';
  return isThousands || scaleIn(words.flat()) !== undefined ? undefined : normalized(plain);
}

const asDocumented = /^(0|[1-9]\d{0,14})\.\d\d$/;

/** Reads what the document calls an amount: a bare decimal, also as a number. */
export function documentedAmount(value: string | number): Decimal | undefined {
  if (typeof value === 'string' && asDocumented.test(value)) return value;
  return isDecimal(String(value)) ? amount(value, { siblings: {}, words: [] }) : undefined;
}

/** Tells the number of a period, of a scale or of things from an amount of money. */
export function isNoMoney(
  value: unknown,
  { siblings, words }: Pick<Place, 'siblings' | 'words'>,
): boolean {
  const entries = Object.entries(siblings);
  const own = words.slice(-1).flat();
  const isPeriod = entries.some(
    ([key, unit]) =>
      /unit|interval/i.test(key) && /^(year|month|week|day)s?$/i.test(text(unit) ?? ''),
  );
  const isOfThings = entries.some(([key]) => wordsOf(key).some((word) => pageWords.has(word)));
  const isNumber = isPeriod || (isOfThings && own.some((word) => word.startsWith('total')));
  const isWord =
    typeof value === 'string' && !/\d/.test(value) && !own.some((word) => priceWords.has(word));
  return (
    typeof value === 'boolean' ||
    isWord ||
    scaleNames.includes(own.join(' ')) ||
    (isNumber && count(value) !== undefined)
  );
}

export function currency(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z]{3}$/.test(value.trim())
    ? value.trim().toUpperCase()
    : undefined;
}

/** As in `35.00 USD`. */
export function currencyBesideAmount(value: unknown): string | undefined {
  if (isObject(value)) return currency(value.currencyCode);
  const match = text(value)?.match(/^(?:([A-Z]{3})\s*-?\d[\d.,]*|-?\d[\d.,]*\s*([A-Z]{3}))$/);
  return match?.[1] ?? match?.[2];
}

const priceWords = wordSet('price prices pricing amount cost costs total totals');

const pageWords = wordSet(
  'page pages per limit offset count items results data quotes prices rows',
);

const scaleNames = [
  ...['scale', 'exponent', 'precision', 'decimals', 'decimal places', 'fraction digits'],
  ...['minor unit', 'minor units', 'units', 'currency exponent', 'currency decimals'],
];

const minorWords = wordSet('cent cents minor pence subunits');

const unitNames = ['unit', 'units', 'format'];

function scaleIn(words: readonly string[]): number | undefined {
  if (words.includes('micros')) return 6;
  return words.some((word) => minorWords.has(word)) ? 2 : undefined;
}

function scaleBeside(siblings: JsonObject, whole: string): number | undefined {
  for (const [key, value] of Object.entries(siblings)) {
    const name = wordsOf(key).join(' ');
    const digits = typeof value === 'number' ? Math.abs(value) : undefined;
    // A fraction is a factor, or something else.
    const isScale = digits !== undefined && Number.isInteger(digits) && digits <= 6;
    if (isScale && scaleNames.includes(name)) return digits;
    // A text of the same digits, for people, tells where the point is.
    const shown = /\b(formatted|display|decimal|text|string)\b/.test(name)
      ? text(value)?.match(/\d[\d,]*\.\d{2,4}(?=\D*$)/)?.[0]
      : undefined;
    if (shown?.replace(/[,.]/g, '') === whole) return shown.length - shown.indexOf('.') - 1;
    if (unitNames.includes(name) && /^(minor|cent)/i.test(text(value) ?? '')) return 2;
  }
  return undefined;
}

/** Google's money. */
function unitsAndNanos({ units, nanos }: JsonObject): Decimal | undefined {
  const [whole, rest] = [count(units), count(nanos)];
  return whole === undefined || rest === undefined || rest >= 1e9
    ? undefined
    : scaled(`${whole}${String(rest).padStart(9, '0')}`, 9);
}

function scaled(whole: string, digits: number): Decimal {
  const sign = whole.startsWith('-') ? '-' : '';
  const padded = whole.replace('-', '').padStart(digits + 1, '0');
  const point = padded.length - digits;
  return normalized(`${sign}${padded.slice(0, point)}.${padded.slice(point)}`);
}

/** Two fraction digits at least, and more only where they matter. */
function normalized(decimal: Decimal): Decimal {
  return `${decimal}00`.replace(/^(-?)0+(?=\d)/, '$1').replace(/(\.\d{2,}?)0+$/, '$1');
}

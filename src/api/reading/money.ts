import type { JsonObject } from '../../core/json.ts';
import { type Decimal, isDecimal } from '../../core/money.ts';
import { count, text } from './values.ts';
import { wordSet, wordsOf } from './words.ts';

/**
 * Reads a decimal with a fraction. Without one it may be in minor units, unless the words of its key
 * or a field beside it give the scale; and three digits may be thousands.
 */
export function amount(
  value: unknown,
  words: readonly string[],
  holder: JsonObject,
): Decimal | undefined {
  const said = text(value);
  if (said === undefined) return undefined;
  const bare = said.replace(/^([A-Z]{3}|[$€£])\s*|\s*([A-Z]{3}|[$€£])$/g, '');
  const plain = /^\d{1,3}(,\d{3})+\.\d+$/.test(bare) ? bare.replaceAll(',', '') : bare;
  const isInexact = typeof value === 'number' && plain.replace(/\D/g, '').length > 15;
  if (!isDecimal(plain) || plain.startsWith('-') || isInexact) return undefined;
  const fraction = plain.split('.')[1];
  // The minor units of other currencies are no hundredths.
  const isHundredths = !Object.values(holder).some((code) => otherMinor.test(text(code) ?? ''));
  const isMinor = isMinorBeside(holder);
  const scale = scaleIn(words) ?? (isMinor ? 2 : undefined);
  if (scale === 2 && !isHundredths) return undefined;
  if (fraction === undefined) {
    const digits = scale ?? scaleBeside(holder, plain);
    return digits === undefined ? undefined : scaled(plain, digits);
  }
  const isThousands = fraction.length === 3 && typeof value === 'string';
  return isThousands || scale !== undefined ? undefined : normalized(plain);
}

const asDocumented = /^(0|[1-9]\d{0,14})\.\d\d$/;

/** Reads what the document calls an amount: a bare decimal, also as a number; a balance may be owed. */
export function documentedAmount(value: string | number): Decimal | undefined {
  if (typeof value === 'string' && asDocumented.test(value)) return value;
  const said = String(value);
  if (!isDecimal(said) || /\.\d{5}/.test(said)) return undefined;
  const sign = said.startsWith('-') ? '-' : '';
  const absolute = typeof value === 'number' ? Math.abs(value) : said.slice(sign.length);
  const decimal = amount(absolute, [], {});
  return decimal && `${sign}${decimal}`;
}

export function currency(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z]{3}$/.test(value.trim())
    ? value.trim().toUpperCase()
    : undefined;
}

export function currencyBesideAmount(value: unknown): string | undefined {
  const match = text(value)?.match(/^(?:([A-Z]{3})\s*\d[\d.,]*|\d[\d.,]*\s*([A-Z]{3}))$/);
  return match?.[1] ?? match?.[2];
}

const otherMinor = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND|JPY|KRW|VND|CLP|ISK|XOF|XAF)$/i;

const minorWords = wordSet('cent cents minor pence subunits');

const scaleNames = [
  ...['scale', 'exponent', 'precision', 'decimals', 'decimal places', 'fraction digits'],
  ...['minor unit', 'minor units', 'currency exponent', 'currency decimals'],
];

const shownNames = wordSet('formatted display decimal text string');

export function isScale(words: readonly string[]): boolean {
  return scaleNames.includes(words.join(' '));
}

function scaleIn(words: readonly string[]): number | undefined {
  if (words.includes('micros')) return 6;
  return words.some((word) => minorWords.has(word)) ? 2 : undefined;
}

function scaleBeside(holder: JsonObject, whole: string): number | undefined {
  for (const [key, value] of Object.entries(holder)) {
    const words = wordsOf(key);
    const digits = count(typeof value === 'number' ? Math.abs(value) : undefined);
    if (digits !== undefined && digits <= 6 && isScale(words)) return digits;
    // A text of the same digits, for people, tells where the point is.
    const shown = words.some((word) => shownNames.has(word))
      ? text(value)?.match(/\d[\d,]*\.\d{2,4}(?=\D*$)/)?.[0]
      : undefined;
    if (shown?.replace(/[,.]/g, '') === whole) return shown.length - shown.indexOf('.') - 1;
  }
  return undefined;
}

function isMinorBeside(holder: JsonObject): boolean {
  return Object.entries(holder).some(
    ([key, value]) => /^(units?|format)$/i.test(key) && /^(minor|cent)/i.test(text(value) ?? ''),
  );
}

function scaled(whole: string, digits: number): Decimal {
  const padded = whole.padStart(digits + 1, '0');
  const point = padded.length - digits;
  return normalized(`${padded.slice(0, point)}.${padded.slice(point)}`);
}

function normalized(decimal: Decimal): Decimal {
  return `${decimal}00`.replace(/^0+(?=\d)/, '').replace(/(\.\d{2,}?)0+$/, '$1');
}

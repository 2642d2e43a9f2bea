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
  const bare = text(value)?.replace(/^([A-Z]{3}|[$€£])\s*|\s*([A-Z]{3}|[$€£])$/g, '') ?? '';
  const plain = /^\d{1,3}(,\d{3})+\.\d+$/.test(bare) ? bare.replaceAll(',', '') : bare;
  if (!isDecimal(plain) || plain.startsWith('-')) return undefined;
  const [, fraction] = plain.split('.');
  const scale = scaleIn(words, holder);
  // The minor units of other currencies are no hundredths.
  const hasOthers = Object.values(holder).some((code) => otherMinor.test(text(code) ?? ''));
  if (scale === 2 && hasOthers) return undefined;
  if (fraction === undefined) return scaled(plain, scale ?? scaleBeside(holder, plain));
  const isThousands = fraction.length === 3 && typeof value === 'string';
  // A number with more digits was computed, and not stated.
  const isInexact = fraction.length > 4;
  return isThousands || isInexact || scale !== undefined ? undefined : normalized(plain);
}

/** Reads what the document calls an amount: a bare decimal, also as a number; a balance may be owed. */
export function documentedAmount(value: string | number): Decimal | undefined {
  const [, sign = '', absolute = ''] = /^(-?)(\d.*)$/.exec(String(value)) ?? [];
  if (!isDecimal(absolute)) return undefined;
  const decimal = amount(typeof value === 'number' ? Math.abs(value) : absolute, [], {});
  return decimal && `${sign}${decimal}`;
}

export function currency(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z]{3}$/.test(value.trim())
    ? value.trim().toUpperCase()
    : undefined;
}

export function currencyBesideAmount(said: string): string | undefined {
  const match = /^(?:([A-Z]{3})\s*\d[\d.,]*|\d[\d.,]*\s*([A-Z]{3}))$/.exec(said);
  return match?.[1] ?? match?.[2];
}

const otherMinor = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND|JPY|KRW|VND|CLP|ISK|XOF|XAF)$/i;

const minorWords = wordSet('cent cents minor pence subunits');

const scaleName = /^(currency )?(scale|exponent|precision|decimals)$|^minor units?$/;

const shownNames = wordSet('formatted display decimal text string');

function scaleIn(words: readonly string[], holder: JsonObject): number | undefined {
  if (words.includes('micros')) return 6;
  const isMinor = Object.entries(holder).some(
    ([key, value]) => /^(units?|format)$/i.test(key) && /^(minor|cent)/i.test(text(value) ?? ''),
  );
  return isMinor || words.some((word) => minorWords.has(word)) ? 2 : undefined;
}

function scaleBeside(holder: JsonObject, whole: string): number | undefined {
  for (const [key, value] of Object.entries(holder)) {
    const words = wordsOf(key);
    const digits = count(typeof value === 'number' ? Math.abs(value) : undefined);
    if (digits !== undefined && digits <= 6 && scaleName.test(words.join(' '))) return digits;
    // A text of the same digits, for people, tells where the point is.
    const isShown = words.some((word) => shownNames.has(word));
    const shown = isShown ? text(value)?.match(/\d[\d,]*\.\d{2,4}(?=\D*$)/)?.[0] : undefined;
    if (shown?.replace(/[,.]/g, '') === whole) return shown.length - shown.indexOf('.') - 1;
  }
  return undefined;
}

function scaled(whole: string, digits: number | undefined): Decimal | undefined {
  if (digits === undefined) return undefined;
  const padded = whole.padStart(digits + 1, '0');
  const point = padded.length - digits;
  return normalized(`${padded.slice(0, point)}.${padded.slice(point)}`);
}

function normalized(decimal: Decimal): Decimal {
  return `${decimal}00`.replace(/^0+(?=\d)/, '').replace(/(\.\d{2,}?)0+$/, '$1');
}

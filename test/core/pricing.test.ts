import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  computeRetailPrice,
  createCurrencyConverter,
  parseExchangeRate,
  parseMarkup,
  parseRounding,
} from '../../src/core/pricing.ts';

it.each([
  ['20', { percent: '20' }],
  ['20%', { percent: '20' }],
  ['+20%', { percent: '20' }],
  ['-2.5%', { percent: '-2.5' }],
  ['0.5%', { percent: '0.5' }],
  ['+5.00', { amount: '5.00' }],
  ['-5', { amount: '-5' }],
  ['1', { percent: '1' }],
  ['0.99', undefined],
  ['-100%', undefined],
  ['%', undefined],
  ['20 %', undefined],
  ['1e3', undefined],
])('parses the markup %j as %j', (text, expected) => {
  expect(parseMarkup(text)).toEqual(expected);
});

it.each([
  ['5', { step: '5', offset: '0' }],
  ['0.50', { step: '0.50', offset: '0' }],
  ['.99', { step: '1', offset: '0.99' }],
  ['.5', { step: '1', offset: '0.5' }],
  ['9.99', { step: '10', offset: '9.99' }],
  ['49.90', { step: '100', offset: '49.90' }],
  ['100.99', { step: '1000', offset: '100.99' }],
  ['00.99', { step: '1', offset: '00.99' }],
  ['0', undefined],
  ['.00', undefined],
  ['-5', undefined],
])('parses the rounding %j as %j', (text, expected) => {
  expect(parseRounding(text)).toEqual(expected);
});

it.each([
  ['AFN=71.5', { currency: 'AFN', rate: '71.5' }],
  ['afn=71', { currency: 'AFN', rate: '71' }],
  [' AFN=71 ', { currency: 'AFN', rate: '71' }],
  ['AFN=0', undefined],
  ['AFN=-1', undefined],
  ['AFN=', undefined],
  ['AFN=1,5', undefined],
  ['Afghani=71', undefined],
])('parses the exchange rate %j as %j', (text, expected) => {
  expect(parseExchangeRate(text)).toEqual(expected);
});

/** Amounts with more digits than a float, as text and as a scaled integer. */
const decimalArbitrary = (digits: number) =>
  fc
    .bigInt({ min: 1n, max: 10n ** 25n })
    .map((value) => ({ value, text: formatScaled(value, digits) }));

function formatScaled(value: bigint, digits: number): string {
  const text = String(value).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Converts a decimal to units of 10^-10, to compare exactly. */
function toTenths(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(10, '0'));
  return text.startsWith('-') ? -size : size;
}

const roundings = ['.99', '.95', '9.99', '5', '0.50', '0.01', '7'].map((text) => ({
  text,
  round: parseRounding(text),
}));

it('--round rounds up by less than one step', () => {
  fc.assert(
    fc.property(
      decimalArbitrary(2),
      decimalArbitrary(2),
      decimalArbitrary(4),
      fc.constantFrom(...roundings),
      (cost, markup, rate, rounding) => {
        const convertCost = createCurrencyConverter({ currency: 'AFN', rate: rate.text });
        const convertedCost = convertCost({ amount: cost.text, currency: 'USD' }, 'AFN');
        const terms = { markup: { amount: markup.text }, round: rounding.round };
        const retail = convertedCost && computeRetailPrice(convertedCost, terms).retail;
        const exact = cost.value * rate.value * 10n ** 4n + markup.value * 10n ** 8n;
        const difference = toTenths(retail ?? '') - exact;
        expect(difference).toBeGreaterThanOrEqual(0n);
        expect(difference).toBeLessThan(toTenths(rounding.round?.step ?? ''));
      },
    ),
  );
});

it('rounds cost plus markup to the nearest cent without --round', () => {
  fc.assert(
    fc.property(decimalArbitrary(2), decimalArbitrary(4), (cost, percent) => {
      const { retail, margin } = computeRetailPrice(
        { amount: cost.text, currency: 'USD' },
        { markup: { percent: percent.text } },
      );
      const exact = cost.value * (10n ** 6n + percent.value) * 10n ** 2n;
      const difference = toTenths(retail ?? '') - exact;
      expect(difference).toBeGreaterThan(-(10n ** 8n) / 2n);
      expect(difference).toBeLessThanOrEqual(10n ** 8n / 2n);
      expect(toTenths(retail ?? '') - toTenths(margin ?? '')).toBe(toTenths(cost.text));
    }),
  );
});

it.each([
  ['USD', '37.50', '7.50'],
  ['AFN', '37.50', '7.50'],
  [null, '37.50', '7.50'],
  ['JPY', '38', '8'],
  ['KWD', '37.500', '7.500'],
  ['CLF', '37.5000', '7.5000'],
])('uses the ISO 4217 decimals of %s', (currency, retail, margin) => {
  const retailPrice = computeRetailPrice(
    { amount: '30.00', currency },
    { markup: { percent: '25' } },
  );
  expect(retailPrice).toEqual({ retail, margin, retail_currency: currency });
});

it('--round never rounds down', () => {
  const round = parseRounding('.99');
  const { retail } = computeRetailPrice(
    { amount: '30.00', currency: 'JPY' },
    { markup: { amount: '0' }, round },
  );
  expect(retail).toBe('31');
});

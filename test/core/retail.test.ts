import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  CurrencyConverter,
  computeRetailPrice,
  parseExchangeRate,
  parseMargin,
  parseMarkup,
  parseRounding,
} from '../../src/core/retail.ts';

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
])('the markup %j is %j', (text, expected) => {
  expect(parseMarkup(text)).toEqual(expected);
});

it.each([
  ['20%', { margin: '20' }],
  ['0', { margin: '0' }],
  ['99.9', { margin: '99.9' }],
  ['100', undefined],
  ['-1', undefined],
  ['2%0', undefined],
  ['much', undefined],
])('the margin %j is %j', (text, expected) => {
  expect(parseMargin(text)).toEqual(expected);
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
])('rounding by %j is %j', (text, expected) => {
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
])('the rate %j is %j', (text, expected) => {
  expect(parseExchangeRate(text)).toEqual(expected);
});

/** Amounts far beyond what a float holds exactly, as a whole number of units of the last digit. */
const unit = (digits: number) =>
  fc.bigInt({ min: 1n, max: 10n ** 25n }).map((value) => ({ value, text: written(value, digits) }));

function written(value: bigint, digits: number): string {
  const text = String(value).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** In units of the tenth digit, to compare without a float. */
function tenths(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(10, '0'));
  return text.startsWith('-') ? -size : size;
}

const roundings = ['.99', '.95', '9.99', '5', '0.50', '0.01', '7'].map((text) => ({
  text,
  round: parseRounding(text),
}));

it('is never below cost plus markup when it is rounded by --round, and less than a step above', () => {
  fc.assert(
    fc.property(
      unit(2),
      unit(2),
      unit(4),
      fc.constantFrom(...roundings),
      (cost, more, rate, by) => {
        const exchange = new CurrencyConverter({ currency: 'AFN', rate: rate.text });
        const converted = exchange.convert({ amount: cost.text, currency: 'USD' }, 'AFN');
        const terms = { markup: { amount: more.text }, round: by.round };
        const retail = converted && computeRetailPrice(converted, terms).retail;
        const exact = cost.value * rate.value * 10n ** 4n + more.value * 10n ** 8n;
        const above = tenths(retail ?? '') - exact;
        expect(above).toBeGreaterThanOrEqual(0n);
        expect(above).toBeLessThan(tenths(by.round?.step ?? ''));
      },
    ),
  );
});

it('is cost plus markup to the nearest cent without --round', () => {
  fc.assert(
    fc.property(unit(2), unit(4), (cost, percent) => {
      const { retail, margin } = computeRetailPrice(
        { amount: cost.text, currency: 'USD' },
        { markup: { percent: percent.text } },
      );
      const exact = cost.value * (10n ** 6n + percent.value) * 10n ** 2n;
      const above = tenths(retail ?? '') - exact;
      expect(above).toBeGreaterThan(-(10n ** 8n) / 2n);
      expect(above).toBeLessThanOrEqual(10n ** 8n / 2n);
      expect(tenths(retail ?? '') - tenths(margin ?? '')).toBe(tenths(cost.text));
    }),
  );
});

it('leaves the margin of the retail price, to the cent', () => {
  fc.assert(
    fc.property(unit(2), fc.integer({ min: 0, max: 99 }), (cost, percent) => {
      const { retail, margin } = computeRetailPrice(
        { amount: cost.text, currency: 'USD' },
        { markup: { margin: String(percent) } },
      );
      const [price, left] = [tenths(retail ?? ''), tenths(margin ?? '')];
      expect(price - left).toBe(tenths(cost.text));
      // A cent of the price is worth less than a cent of the cost.
      const missed = price * BigInt(100 - percent) - tenths(cost.text) * 100n;
      expect(missed <= 10n ** 10n / 2n && missed >= -(10n ** 10n) / 2n).toBe(true);
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
])('has the decimals that ISO 4217 gives %s', (currency, retail, margin) => {
  const priced = computeRetailPrice({ amount: '30.00', currency }, { markup: { margin: '20' } });
  expect(priced).toEqual({ retail, margin, retail_currency: currency });
});

it('is never rounded down where --round is given', () => {
  const round = parseRounding('.99');
  const { retail } = computeRetailPrice(
    { amount: '30.00', currency: 'JPY' },
    { markup: { amount: '0' }, round },
  );
  expect(retail).toBe('31');
});

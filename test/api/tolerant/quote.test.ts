import { expect, it } from 'vitest';
import { otherQuote, readQuote } from '../../../src/api/tolerant/quote.ts';
import type { JsonObject } from '../../../src/core/json.ts';

const asked = { tld: 'af', action: 'renewal', years: 2 } as const;

function priced(answer: object): unknown {
  const reading = readQuote(answer, asked);
  const found = reading?.found;
  return found && { amount: found.amount, currency: found.currency };
}

function listed(quote: object, times: number): object {
  return { rates: [times === 1 ? quote : listed(quote, times - 1)] };
}

function grouped(quote: object, times: number): object {
  return { rates: times === 1 ? quote : grouped(quote, times - 1) };
}

const price = { amount: '70.00', currency: 'USD' };

it.each<[string, object]>([
  ['the shape of an availability', { pricing: { amount: '70.00', currency: 'USD' } }],
  ['flat', { tld: '.af', action: 'renewal', years: 2, amount: '70.00', currency: 'USD' }],
  ['a price with its currency', { price: '70.00 USD' }],
  ['a currency before the price', { price: 'USD 70.00' }],
  ['a number with a fraction', { total: '70.00', price: 35.5, currency: 'usd' }],
  [
    'a total and a price for one year',
    { unit_price: '35.00', price_per_year: '35.00', total: '70.00', currency: 'USD' },
  ],
  [
    'a price for one year under the likeliest name',
    { price: '35.00', total_price: '70.00', currency: 'USD' },
  ],
  [
    'a total as an object',
    { total: { amount: '70.00', currency: 'USD' }, unit: { amount: '35.00' } },
  ],
  ['cents', { price_cents: 7000, currency: 'USD' }],
  ['cents in a group', { price: { cents: 7000, currency: { code: 'USD', symbol: '$' } } }],
  ['camel case', { resellerPrice: '70.00', listPrice: '99.00', currencyCode: 'USD' }],
  [
    'the effective price beside the list price',
    { price: '99.00', reseller_price: '70.00', currency: 'USD' },
  ],
  ['a cost beside a retail price', { price: '99.00', cost: '70.00', currency: 'USD' }],
  ['a fee on top', { fee: '0.20', price: '70.00', currency: 'USD' }],
  ['a quote in a quote', { quote: { id: 4711, total: '70.00', currency: 'USD' } }],
  [
    'JSON:API',
    { type: 'quotes', id: '9', attributes: { 'total-price': '70.00', currency: 'USD' } },
  ],
  ['thousands set off', { total: '70.00', subtotal: '1,000.00', currency: 'USD' }],
  [
    'lines and their total',
    { items: [{ amount: '69.80' }, { amount: '0.20' }], total: '70.00', currency: 'USD' },
  ],
  ['a list with one', [{ tld: '.af', amount: '70.00', currency: 'USD' }]],
  [
    'a list of actions',
    {
      quotes: [
        { action: 'registration', amount: '60.00' },
        { action: 'renew', amount: '70.00' },
      ],
      currency: 'USD',
    },
  ],
  [
    'a list of periods',
    {
      prices: [
        { years: 1, price: '35.00' },
        { years: 2, price: '70.00' },
      ],
      currency: 'USD',
    },
  ],
  [
    'a list of periods by another name',
    [
      { period: 1, price: '35.00 USD' },
      { period: 2, price: '70.00 USD' },
    ],
  ],
  [
    'a list of tlds',
    [
      { tld: 'com.af', price: '20.00 USD' },
      { tld: 'af', price: '70.00 USD' },
    ],
  ],
  [
    'actions as keys',
    {
      prices: { registration: { amount: '60.00' }, renewal: { amount: '70.00' } },
      currency: 'USD',
    },
  ],
  ['actions as keys of amounts', { currency: 'USD', registration: '60.00', renewal: '70.00' }],
  [
    'tlds and periods as keys',
    {
      '.com.af': { renewal: { 2: '20.00 USD' } },
      '.af': { renewal: { 1: '35.00 USD', 2: '70.00 USD' } },
    },
  ],
  [
    'periods in words around the action',
    { '1_year': { renewal: '35.00 USD' }, '2_years': { renewal: '70.00 USD' } },
  ],
  ['periods in snake case', { prices: { year_1: '35.00 USD', year_2: '70.00 USD' } }],
  ['another price without the action', { price: '10.00', renewal_price: '70.00 USD' }],
  ['the action behind the price', { price: '10.00', price_renewal: '70.00 USD' }],
  ['a discounted price', { price: '99.00', discounted_price: '70.00', currency: 'USD' }],
  ['a wholesale price', { amount: '99.00', wholesale: { price: '70.00', currency: 'USD' } }],
  ["a partner's price", { prices: { retail: '99.00', partner: '70.00' }, currency: 'USD' }],
  ['a net price', { price: '99.00', net: '70.00', currency: 'USD' }],
  [
    'its own currency',
    {
      price: { amount: '70.00', currency: 'USD' },
      fee: { amount: '0.20', currency: 'EUR' },
      currency: 'EUR',
    },
  ],
  [
    'a count of quotes',
    { total: 1, page: 1, quotes: [{ action: 'renewal', amount: '70.00', currency: 'USD' }] },
  ],
  [
    'the amount of a unit',
    { period: { amount: 2, unit: 'year' }, price: { amount: '70.00', currency: 'USD' } },
  ],
  ['a scale', { price: { amount: 7000, exponent: 2, currency: 'USD' } }],
  ['a text for people', { price: { amount: '7000', currency: 'USD', formatted: '$70.00' } }],
  ['units and nanos', { price: { units: '70', nanos: 0, currencyCode: 'USD' } }],
  [
    'a list that PHP made a map',
    { 0: { action: 'renewal', price: '70.00 USD' }, 1: { action: 'transfer', price: '5.00' } },
  ],
  [
    'a map of numbers that are no years',
    { 1: { action: 'renewal', price: '70.00 USD' }, 2: { action: 'transfer', price: '5.00' } },
  ],
  [
    'a map by number with one item that says what it is for',
    { 1: { action: 'renewal', price: '70.00 USD' }, 2: { note: 'x' } },
  ],
  [
    'a map of numbers that count tlds',
    { 2: { tld: 'com.af', price: '20.00 USD' }, 3: { tld: 'af', price: '70.00 USD' } },
  ],
  [
    'a map of numbers that count periods',
    { 2: { years: 1, price: '35.00 USD' }, 3: { years: 2, price: '70.00 USD' } },
  ],
  ['a map by period with gaps', { 1: null, 2: '70.00 USD' }],
  ['objects by period', { 1: { price: '35.00 USD' }, 2: { price: '70.00 USD' } }],
  [
    'objects by period that repeat the tld',
    { year1: { tld: 'af', price: '35.00 USD' }, year2: { tld: 'af', price: '70.00 USD' } },
  ],
  [
    'objects by period that repeat the action',
    {
      '1yr': { action: 'renew', price: '35.00 USD' },
      '2yr': { action: 'renew', price: '70.00 USD' },
    },
  ],
  ['an item by number beside the action', { 0: 'x', renewal: '70.00 USD' }],
  ['one price that PHP made a map', { data: { 0: { price: '70.00 USD' } } }],
  [
    'tlds as keys in a group',
    { tlds: { 'com.af': { renewal: '20.00 USD' }, dotaf: { renewal: '70.00 USD' } } },
  ],
  [
    'actions as keys in a group in a group',
    { data: { rates: { renew: '70.00 USD', register: '60.00 USD' } } },
  ],
  ['verbs as keys', { domain_renew: '70.00 USD', domain_register: '60.00 USD' }],
  ['prices of an action by period', { renewal_prices: { 1: '35.00 USD', 2: '70.00 USD' } }],
  [
    'a total beside the price of an action, which may be that of a year',
    { renewal_price: '35.00', total: '70.00', currency: 'USD' },
  ],
  [
    'a total beside its only line',
    { items: [{ amount: '69.80' }], total: '70.00', currency: 'USD' },
  ],
  ['a price beside the word that it is offered', { renewal: 'yes', price: '70.00 USD' }],
  ['a price beside the flag that it is offered', { renewal: true, price: '70.00 USD' }],
  [
    'the item that says what it is for',
    [{ price: '35.00 USD' }, { action: 'renewal', price: '70.00 USD' }],
  ],
  [
    'a list in a list',
    [[{ action: 'transfer', price: '5.00 USD' }], [{ action: 'renewal', price: '70.00 USD' }]],
  ],
  ['six lists', listed({ price: '70.00 USD' }, 6)],
  ['five groups', grouped({ renewal: '70.00 USD' }, 5)],
  ['a value', { value: '70.00', currency: 'USD' }],
  ['a total of what is asked', { total: '99.00', renewal_total: '70.00', currency: 'USD' }],
  ['an effective total', { total: '99.00', your_total: '70.00', currency: 'USD' }],
  [
    'the effective total of what is asked',
    { renewal_total: '99.00', your_renewal_total: '70.00', currency: 'USD' },
  ],
  [
    'the effective price of what is asked',
    { renewal_price: '99.00', your_renewal_price: '70.00', currency: 'USD' },
  ],
  ['a fee by the name of what is asked', { renewal_fee: '70.00', currency: 'USD' }],
  [
    'a price in a group of products',
    { products: { renewal: { price: '70.00' } }, currency: 'USD' },
  ],
  ['a period in months', { period: 24, unit: 'months', amount: '70.00', currency: 'USD' }],
  [
    'a period with its unit',
    { period: { value: 24, unit: 'months' }, amount: '70.00', currency: 'USD' },
  ],
])('reads the price out of %s', (_, answer) => {
  expect(priced(answer)).toEqual(price);
});

it.each<[string, object]>([
  ['a whole number', { price: 70 }],
  ['minor units', { total: 7000 }],
  ['minor units as text', { amount: '7000' }],
  ['thousands with a point', { price: '70.000' }],
  ['a total of pages', { summary: { total: '70.00' }, meta: { amount: '70.00' } }],
  ['a fee where the price cannot be read', { price: 'on request', renewal_fee: '0.20' }],
  ['a weaker name, for a price of null', { reseller_price: null, price: '99.00' }],
  ['a weaker name, for a price in minor units', { reseller_price: 7000, price: '99.00' }],
  ['another period alone', { prices: { 1: '35.00' } }],
  ['another period as an object', { prices: { 1: { price: '35.00 USD' } } }],
  ['another period around the action', { prices: { 1: { renewal: '35.00 USD' } } }],
  ['another period of an action', { renewal: { 1: { price: '35.00 USD' } } }],
  ['another period in words', { '1 year': { renewal: '35.00 USD' } }],
  ['another period around a list', { prices: { 1: [{ price: '35.00 USD' }] } }],
  ['a currency without a price', { amount: { toString: 1 } }],
  ['a price for one', { unit_price: '35.00', price_per_year: '35.00', yearly: '35.00 USD' }],
  ['a price for a year in words', { price: '35.00 USD/year' }],
  ['an id', { quote: 4711, quote_id: 4711, id: 7 }],
  ['what is added or taken off', { tax: '7.00', discount: '5.00', vat: 1, subtotal: '65.00' }],
  ['a price list', { price: { list: '99.00', retail: '120.00' } }],
  ['a decimal comma', { price: '70,00' }],
  ['words', { price: 'on request' }],
  ['another action alone', { prices: { registration: { amount: '60.00' } } }],
  ['another tld alone', { tlds: { 'com.af': { renewal: '35.00 USD' } } }],
  ['old prices', { old_prices: { renewal: '50.00 USD' } }],
  ['what may be read in a group of another kind', { old_prices: [{ price: '50.00 USD' }] }],
  ['a map by number of what says nothing', { 17: { price: '35.00 USD' } }],
  ['seven lists', listed({ price: '70.00 USD' }, 7)],
  ['six groups', grouped({ renewal: '70.00 USD' }, 6)],
  ['lines without a total', { items: [{ amount: '69.80' }, { amount: '0.20' }] }],
  ['a number that no decimal stands behind', { price: 0.1 + 0.2 }],
])('does not guess a price from %s', (_, answer) => {
  const reading = readQuote(answer, asked);
  expect(reading?.found.amount).toBeNull();
  // What is null says that there is nothing.
  expect(JSON.stringify(reading?.extra)).toBe(
    JSON.stringify(answer).replace('"reseller_price":null,', ''),
  );
});

it('cannot tell which of a list is meant', () => {
  expect(readQuote([{ price: '35.00' }, { price: '70.00' }], asked)).toBeUndefined();
  expect(readQuote([], asked)).toBeUndefined();
});

it.each<[object, string]>([
  [{ amount: '70.00', tld: '.com.af' }, "'tld' is another than the one asked: 'com.af'"],
  [
    { amount: '70.00', action: 'register' },
    "'action' is another than the one asked: 'registration'",
  ],
  [{ amount: '70.00', years: 1 }, "'years' is another than the one asked: '1'"],
])('sees that %j is not what was asked', (answer, fault) => {
  const reading = readQuote(answer, asked);
  expect(reading && otherQuote(reading.found, asked)).toBe(fault);
});

it.each([
  { tld: 'AF' },
  { tld: 'af.' },
  { action: 'RENEWAL' },
  { type: 'domain' },
  { years: '2' },
  { zone: 'Zone 1' },
])('takes %j for what was asked', (echo) => {
  const reading = readQuote({ amount: '70.00', ...echo }, asked);
  expect(reading && otherQuote(reading.found, asked)).toBeUndefined();
});

it.each<[string, object]>([
  ['a text without a digit', { price: 'TBD' }],
  ['a name', { price: '70.00', currency: 'US Dollar' }],
  ['a symbol', { price: '$70.00' }],
])('names no currency for %s', (_, answer) => {
  expect(readQuote(answer, asked)?.found.currency).toBeNull();
});

it.each<[string, object]>([
  ['alone', { yearlyPrice: '35.00', unit_price: '35.00' }],
  ['beside a value that is none', { yearlyPrice: '35.00', value: 'A1' }],
  [
    'beside a fee that is none',
    { yearlyPrice: '35.00', renewal_fee: 'from 1', registration_fee: 'A1' },
  ],
])('takes the price of a year for the price of one year: %s', (_, answer) => {
  expect(readQuote(answer, { ...asked, years: 1 })?.found.amount).toBe('35.00');
  const registration = { ...asked, action: 'registration', years: 1 } as const;
  expect(readQuote(answer, registration)?.found.amount).toBe('35.00');
  expect(readQuote(answer, asked)?.found.amount).toBeNull();
  expect(readQuote(answer, { ...asked, years: 1, action: 'restore' })?.found.amount).toBeNull();
});

it('reads a list by number of ten years and more', () => {
  const answer = {
    10: { action: 'transfer', price: '5.00 USD' },
    11: { action: 'renewal', price: '350.00 USD' },
  };
  expect(readQuote(answer, { ...asked, years: 10 })?.found.amount).toBe('350.00');
});

const silent = { tld: null, action: null, years: null };

it.each<[string, object, object, JsonObject | undefined]>([
  [
    'all of a flat quote',
    { tld: '.af', action: 'renew', years: '2', price: '70.00', currency: 'usd' },
    { tld: 'af', action: 'renewal', years: 2, ...price },
    undefined,
  ],
  [
    'what is around the price',
    { tld: 'af', years: 2, quotes: [{ type: 'renew', id: 4, price: '70.00' }], currency: 'USD' },
    { tld: 'af', action: 'renewal', years: 2, ...price },
    { quotes: [{ id: 4 }] },
  ],
  [
    'what is beside the price before what is around it',
    {
      tld: 'AF',
      action: 'renewal',
      period: 2,
      quotes: [{ tld: 'af', action: 'renew', years: 2, price: '70.00 USD' }],
    },
    { tld: 'af', action: 'renewal', years: 2, ...price },
    { tld: 'AF', action: 'renewal', period: 2 },
  ],
  [
    'years around a period that cannot be read',
    { years: 2, quotes: [{ period: 'long', price: '70.00 USD' }] },
    { ...silent, years: 2, ...price },
    { quotes: [{ period: 'long' }] },
  ],
  [
    'the currency beside an amount before one around it',
    { price: '70.00 USD', currency: 'EUR' },
    { ...silent, ...price },
    { currency: 'EUR' },
  ],
  [
    'the currency in a group before one around it',
    { data: { prices: { currency: 'USD', id: 4, renewal: { 2: '70.00' } } }, currency: 'EUR' },
    { ...silent, ...price },
    { data: { prices: { id: 4 } }, currency: 'EUR' },
  ],
  [
    'nothing of a price that is null',
    { renewal: null, id: 4 },
    { ...silent, amount: null, currency: null },
    { id: 4 },
  ],
  [
    'nothing of a list of one that has no price',
    [{ tld: 'af', note: 'x' }],
    { ...silent, tld: 'af', amount: null, currency: null },
    { data: [{ note: 'x' }] },
  ],
  [
    'of an amount with three keys no more than it says',
    { price: { amount: '70.00', currency: 'USD', cents: true } },
    { ...silent, ...price },
    { price: { cents: true } },
  ],
  [
    'money of Google, which stays where it says more',
    { price: { units: '70', nanos: 0, currencyCode: 'USD', region: 'x' } },
    { ...silent, ...price },
    { price: { units: '70', nanos: 0, region: 'x' } },
  ],
  [
    'money of Google, which is all read',
    { price: { units: '70', nanos: 0, currencyCode: 'USD' } },
    { ...silent, ...price },
    undefined,
  ],
])('reads %s', (_, answer, found, extra) => {
  expect(readQuote(answer, asked)).toStrictEqual({ found, extra });
});

it.each<[object, number | null]>([
  [{ years: 0 }, 0],
  [{ number_of_years: 2 }, 2],
  [{ period_in_years: '2' }, 2],
  [{ term: { value: 2 } }, 2],
  [{ period: 1 }, 1],
  [{ period: 10 }, 10],
  [{ period: 0 }, null],
  [{ period: 11 }, null],
  [{ period: 'long' }, null],
  [{ period: 2, unit: 'year' }, 2],
  [{ period: 2, unit: 'month' }, null],
  [{ period: 2, unit: 'Weeks' }, null],
  [{ period: 2, unit: 'days' }, null],
  [{ period: 2, unit: ' months ' }, null],
  [{ period: 2, note: 'daylight' }, 2],
  [{ period: 2, note: 'someday' }, 2],
])('reads of %j that it is for so many years', (said, years) => {
  expect(readQuote({ price: '70.00', ...said }, asked)?.found.years).toBe(years);
});

it.each<[object, string | null]>([
  [{ tld: '.com.af' }, 'com.af'],
  [{ tld: 'com.af' }, 'com.af'],
  [{ tld_name: 'af' }, 'af'],
  [{ extension: 'AF' }, 'af'],
  [{ tld: true }, null],
  [{ tld: { id: 4 } }, null],
])('reads of %j that it is for a tld', (said, tld) => {
  expect(readQuote({ price: '70.00', ...said }, asked)?.found.tld).toBe(tld);
});

it.each<[object, string | null]>([
  [{ operation: 'CREATE' }, 'registration'],
  [{ type: 'domain', command: 'transfer' }, 'transfer'],
  [{ type: 'domain' }, null],
  [{ type: true }, null],
])('reads of %j that it is for an action', (said, action) => {
  expect(readQuote({ price: '70.00', ...said }, asked)?.found.action).toBe(action);
});

it.each<[object, string | null]>([
  [{ offers: [{ price: '35.00 USD' }], rates: [{ price: '70.00 USD' }] }, null],
  [[[{ price: '35.00 USD' }], [{ price: '70.00 USD' }]], null],
  [{ offers: [{ years: 1, price: '35.00 USD' }], rates: [{ price: '70.00 USD' }] }, '70.00'],
  [{ offers: [{ price: '70.00 USD', rates: [{ price: '1.00 USD' }] }] }, '70.00'],
])('reads no price where two lists side by side hold one: %j', (answer, expected) => {
  expect(readQuote(answer, asked)?.found.amount ?? null).toBe(expected);
});

import { expect, it } from 'vitest';
import { parseDomain } from '../../src/api/parse/domain.ts';
import { parseDomainList } from '../../src/api/parse/domain-list.ts';
import { parseQuote } from '../../src/api/parse/quote.ts';

const otherKeys = { domain: 'kabul.af', expires: '2026-01-01' };

it.each<[string, object, string | null]>([
  ['till', { till: '2027-01-01' }, '2027-01-01'],
  ['paid.till', { paid: { till: '2027-01-01', since: '2020-01-01' } }, '2027-01-01'],
  ['paid.till', { 'paid.till': '2027-01-01' }, '2027-01-01'],
  ['dates.0.value', { dates: [{ value: '2027-01-01' }, { value: '2020-01-01' }] }, '2027-01-01'],
  ['till', { till: null }, null],
  ['till', { till: 'soon' }, null],
  ['till', {}, '2026-01-01'],
  ['-', {}, null],
])('an overridden key %s takes precedence if present: %j', (key, data, expiry) => {
  const overrides = new Map([['expiry', key]]);
  const answer = { ...otherKeys, ...data };
  expect(parseDomain({ data: answer, overrides }, 'kabul.af').attributes.expiry).toBe(expiry);
  const list = parseDomainList({
    data: { domains: [answer, { domain: 'herat.af' }] },
    overrides,
  });
  expect(list.items?.map(({ attributes }) => attributes.expiry)).toEqual([expiry, null]);
});

it('the key of the domain name can be overridden', () => {
  const overrides = new Map([['domain', 'names.ascii']]);
  const names = { ascii: 'kabul.af', other: 'herat.af' };
  const { attributes } = parseDomain({ data: { names, status: 'active' }, overrides }, 'kabul.af');
  const extra = { names: { other: 'herat.af' } };
  expect(attributes).toMatchObject({ domain: 'kabul.af', status: 'active', extra });
});

it.each([
  ['payload.list', { payload: { list: [{ domain: 'kabul.af' }], deleted: [] } }],
  ['list', { list: { 'kabul.af': { status: 'active' } } }],
])('the path of the list can be overridden: %s', (path, data) => {
  const list = parseDomainList({ data, overrides: new Map([['domains', path]]) });
  expect(list.items?.map(({ attributes }) => attributes.domain)).toEqual(['kabul.af']);
});

it('an overridden price is rejected if its qualifiers do not match the request', () => {
  const request = { tld: 'af', action: 'renewal', years: 1 } as const;
  const overrides = new Map([['amount', 'geld.zahl']]);
  const data = { geld: { zahl: '44.40' }, currency: 'USD' };
  const expected = { amount: '44.40', currency: 'USD' };
  expect(parseQuote({ data, overrides }, request)?.attributes).toEqual(expected);
  expect(parseQuote({ data: { ...data, tld: '.com' }, overrides }, request)).toBeUndefined();
});

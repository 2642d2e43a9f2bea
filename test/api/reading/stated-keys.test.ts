import { expect, it } from 'vitest';
import { DomainReader } from '../../../src/api/reading/domain.ts';

const others = { domain: 'kabul.af', expires: '2026-01-01' };

it.each<[string, object, string | null]>([
  ['till', { till: '2027-01-01' }, '2027-01-01'],
  ['paid.till', { paid: { till: '2027-01-01', since: '2020-01-01' } }, '2027-01-01'],
  ['paid.till', { 'paid.till': '2027-01-01' }, '2027-01-01'],
  ['product.till', { product: { name: 'Basic', till: '2027-01-01' } }, '2027-01-01'],
  ['dates.0.value', { dates: [{ value: '2027-01-01' }, { value: '2020-01-01' }] }, '2027-01-01'],
  ['till', { till: null }, null],
  ['events.1.on', { events: [{ on: 1 }, { on: '2027-01-01' }] }, '2027-01-01'],
  ['till', { till: { year: 'soon' } }, null],
  ['till', {}, '2026-01-01'],
])('a stated key %s decides where it is there: %j', (key, sent, expiry) => {
  const reader = new DomainReader(new Map([['expiry', key]]));
  const answer = { ...others, ...sent };
  expect(reader.read(answer, 'kabul.af').found.expiry).toBe(expiry);
  const list = reader.list({ domains: [answer, { domain: 'herat.af' }] });
  expect(list?.items.map(({ found }) => found.expiry)).toEqual([expiry, null]);
});

it('a stated key may hold the name', () => {
  const reader = new DomainReader(new Map([['domain', 'names.ascii']]));
  const names = { ascii: 'kabul.af', other: 'herat.af' };
  expect(reader.read({ names, status: 'active' }, 'kabul.af').found).toMatchObject({
    domain: 'kabul.af',
    status: 'active',
  });
});

import { expect, it } from 'vitest';
import { readDomain } from '../../src/api/reading/domain.ts';
import { readDomains } from '../../src/api/reading/list.ts';
import { readQuote } from '../../src/api/reading/quote.ts';
import { readTier } from '../../src/api/reading/tier.ts';

const others = { domain: 'kabul.af', expires: '2026-01-01' };

it.each<[string, object, string | null]>([
  ['till', { till: '2027-01-01' }, '2027-01-01'],
  ['paid.till', { paid: { till: '2027-01-01', since: '2020-01-01' } }, '2027-01-01'],
  ['paid.till', { 'paid.till': '2027-01-01' }, '2027-01-01'],
  ['dates.0.value', { dates: [{ value: '2027-01-01' }, { value: '2020-01-01' }] }, '2027-01-01'],
  ['till', { till: null }, null],
  ['till', { till: 'soon' }, null],
  ['till', {}, '2026-01-01'],
])('a stated key %s decides where it is there: %j', (key, sent, expiry) => {
  const stated = new Map([['expiry', key]]);
  const answer = { ...others, ...sent };
  expect(readDomain({ data: answer, stated }, 'kabul.af').found.expiry).toBe(expiry);
  const list = readDomains({ data: { domains: [answer, { domain: 'herat.af' }] }, stated });
  expect(list.items?.map(({ found }) => found.expiry)).toEqual([expiry, null]);
});

it('a stated key may hold the name', () => {
  const stated = new Map([['domain', 'names.ascii']]);
  const names = { ascii: 'kabul.af', other: 'herat.af' };
  const { found } = readDomain({ data: { names, status: 'active' }, stated }, 'kabul.af');
  const extra = { names: { other: 'herat.af' } };
  expect(found).toMatchObject({ domain: 'kabul.af', status: 'active', extra });
});

it.each([
  ['payload.list', { payload: { list: [{ domain: 'kabul.af' }], deleted: [] } }],
  ['list', { list: { 'kabul.af': { status: 'active' } } }],
])('a list may be stated: %s', (path, data) => {
  const list = readDomains({ data, stated: new Map([['domains', path]]) });
  expect(list.items?.map(({ found }) => found.domain)).toEqual(['kabul.af']);
});

it('a path may begin at the data or at the envelope', () => {
  const data = { inner: { rank: 'x' }, steps: { now: 'Silver' } };
  const envelope = { success: true, data, meta: { after: 'Gold' } };
  const stated = new Map([
    ['current_tier', 'steps.now'],
    ['next_tier', 'meta.after'],
  ]);
  expect(readTier({ data, envelope, stated }).found).toMatchObject({
    current_tier: 'Silver',
    next_tier: 'Gold',
  });
});

it('a price may be stated, and must still be for what was asked', () => {
  const asked = { tld: 'af', action: 'renewal', years: 1 } as const;
  const stated = new Map([['amount', 'geld.zahl']]);
  const data = { geld: { zahl: '44.40' }, currency: 'USD' };
  const found = { amount: '44.40', currency: 'USD' };
  expect(readQuote({ data, stated }, asked)?.found).toEqual(found);
  expect(readQuote({ data: { ...data, tld: '.com' }, stated }, asked)).toBeUndefined();
});

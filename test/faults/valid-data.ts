import { balanceData } from '../support/fixtures.ts';
import type { ReceivedRequest } from './fault-server.ts';

const details = {
  status: 'active',
  expiry: '2027-03-01',
  registration_date: '2020-03-01',
  auto_renew: true,
  nameservers: ['ns1.kabul.af', 'ns2.kabul.af'],
};

export function createValidData({ path, body }: Pick<ReceivedRequest, 'path' | 'body'>): object {
  const price = { amount: '35.00', currency: 'USD' };
  if (path === '/domains/check') {
    return { domain: body.domain, status: 'available', available: true, pricing: price };
  }
  if (path === '/pricing') return { ...body, ...price };
  if (path === '/domains') return { domains: [{ domain: 'kabul.af', ...details }] };
  if (path === '/account/balance') return balanceData;
  if (path === '/account/tier') {
    return { current_tier: 'Silver', next_tier: 'Gold', domains_needed: 8 };
  }
  return { domain: decodeURIComponent(path.slice('/domains/'.length)), ...details };
}

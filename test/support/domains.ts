import { mockService } from './fixtures.ts';

export const herat = {
  domain: 'herat.af',
  status: 'active',
  expiry: '2026-12-01',
  registration_date: '2020-12-01',
  auto_renew: false,
  nameservers: ['ns1.host.example', 'ns2.host.example'],
};
export const kabul = { ...herat, domain: 'kabul.af', expiry: '2027-06-01', auto_renew: true };
export const mazar = { ...herat, domain: 'mazar.af', status: 'suspended', expiry: '2026-11-20' };
export const zaranj = {
  domain: 'zaranj.af',
  status: null,
  expiry: null,
  registration_date: null,
  auto_renew: null,
  nameservers: null,
};

export function mockDomainList(domains: unknown[], extraKeys: object = {}): void {
  mockService()
    .get('/api/v1/domains')
    .reply(200, { success: true, data: { domains, ...extraKeys } });
}

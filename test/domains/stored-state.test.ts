import { expect, it } from 'vitest';
import { domainFactSchema } from '../../src/api/parse/domain.ts';
import { domainSchema } from '../../src/domains/domain-cache.ts';

/** A row as version 0.1.0 wrote it. Never edit it: users have files like this. */
const row010 = {
  domain: 'kabul.af',
  status: 'active',
  expiry: '2027-06-01',
  registration_date: '2020-06-01',
  auto_renew: true,
  nameservers: ['ns1.hosting.example'],
};

it('reads a row that version 0.1.0 stored', () => {
  expect(domainSchema.parse(row010)).toEqual(row010);
});

it.each(Object.keys(domainFactSchema))('reads a row that was stored before %s existed', (fact) => {
  const older = Object.fromEntries(Object.entries(row010).filter(([key]) => key !== fact));
  expect(domainSchema.parse(older)).toEqual({ ...row010, [fact]: null });
});

import { expect, it } from 'vitest';
import { DomainReader } from '../../../src/api/tolerant/domain.ts';
import type { JsonObject } from '../../../src/core/json.ts';

/** Reading an answer is a matter of names and forms: one row for each that services use. */
const nothing = {
  domain: null,
  status: null,
  expiry: null,
  registration_date: null,
  auto_renew: null,
  nameservers: null,
};

const whole = {
  domain: 'kabul.af',
  status: 'active',
  expiry: '2027-03-31',
  registration_date: '2020-03-31',
  auto_renew: true,
  nameservers: ['ns1.kabul.af', 'ns2.kabul.af'],
};

const servers = ['ns1.kabul.af', 'ns2.kabul.af'];

it.each<[string, JsonObject]>([
  [
    'snake case, as the document writes',
    {
      domain: 'kabul.af',
      status: 'active',
      expiry: '2027-03-31',
      registration_date: '2020-03-31',
      auto_renew: true,
      nameservers: servers,
    },
  ],
  [
    'camel case with ISO times',
    {
      domainName: 'KABUL.AF',
      status: 'active',
      expiresAt: '2027-03-31T00:00:00Z',
      registeredAt: '2020-03-31T00:00:00.000Z',
      autoRenew: 'on',
      nameServers: servers,
    },
  ],
  [
    'Pascal case with ASP.NET dates',
    {
      DomainName: 'kabul.af',
      Status: 'active',
      ExpiryDate: '/Date(1806451200000)/',
      RegistrationDate: '/Date(1585612800000+0430)/',
      AutoRenewal: 1,
      NameServers: 'ns1.kabul.af,ns2.kabul.af',
    },
  ],
  [
    'kebab case with local dates that can be told',
    {
      'domain-name': 'kabul.af.',
      'domain-status': 'active',
      'expiration-date': '31/03/2027',
      'creation-date': '31 March 2020',
      'auto-renew': 'yes',
      'name-servers': 'ns1.kabul.af ns2.kabul.af',
    },
  ],
  [
    'groups',
    {
      domain: { name: 'kabul.af', status: 'active' },
      dates: { registered: '2020-03-31', expires: '2027-03-31' },
      settings: { auto_renew: { enabled: true } },
      dns: {
        nameservers: [{ hostname: 'ns1.kabul.af', ip: '192.0.2.1' }, { host: 'ns2.kabul.af' }],
      },
    },
  ],
  [
    'JSON:API',
    {
      type: 'domains',
      id: '17',
      attributes: {
        name: 'kabul.af',
        status: 'active',
        'expires-at': 1806451200,
        'created-at': 1585612800000,
        'auto-renew': 'enabled',
        nameservers: servers,
      },
      relationships: { registrant: { data: { type: 'contacts', id: '4' } } },
    },
  ],
  [
    'HAL',
    {
      _links: { self: { href: 'https://api.reseller.example/api/v1/domains/kabul.af' } },
      name: 'kabul.af',
      state: 'active',
      expires: 'Wed, 31 Mar 2027 00:00:00 GMT',
      created: 'Tue, 31 Mar 2020 00:00:00 +0000',
      autoRenewEnabled: 'true',
      _embedded: { contacts: [] },
      ns1: 'ns1.kabul.af',
      ns2: 'ns2.kabul.af',
    },
  ],
  [
    'PHP',
    {
      domain: 'kabul.af',
      status: 'active',
      expiry: { date: '2027-04-01 04:00:00.000000', timezone_type: 3, timezone: 'Asia/Kabul' },
      created: { date: '2020-03-31 00:00:00.000000', timezone_type: 1, timezone: '+00:00' },
      auto_renew: '1',
      nameservers: { ns1: 'ns1.kabul.af', ns2: 'ns2.kabul.af', ns3: '', ns4: null },
    },
  ],
  [
    'MongoDB',
    {
      _id: { $oid: '65f1c0ffee' },
      domain: 'kabul.af',
      status: 'active',
      expiry: { $date: '2027-03-31T00:00:00Z' },
      created_at: { $date: { $numberLong: '1585612800000' } },
      autorenew: true,
      ns: servers,
    },
  ],
  [
    'protobuf and Java',
    {
      domain: 'kabul.af',
      state: 'active',
      expireTime: { seconds: '1806451200', nanos: 0 },
      createTime: [2020, 3, 31, 12, 0],
      auto_renew: true,
      ns: { 'ns1.kabul.af': ['192.0.2.1'], 'ns2.kabul.af': [] },
    },
  ],
  [
    'EPP in JSON',
    {
      name: 'kabul.af',
      status: ['active'],
      exDate: '2027-03-31T00:00:00.0Z',
      crDate: '2020-03-31T00:00:00.0Z',
      renewalMode: 'AUTORENEW',
      ns: { hostObj: servers },
      host: ['www.kabul.af'],
    },
  ],
  [
    'RDAP-like servers',
    {
      ldhName: 'kabul.af',
      status: { code: 'active', label: 'Active' },
      expiration: '20270331',
      registration: { date: '20200331' },
      renewal: { auto: true },
      nameservers: [
        { objectClassName: 'nameserver', ldhName: 'NS1.KABUL.AF' },
        { objectClassName: 'nameserver', ldhName: 'ns2.kabul.af.' },
      ],
    },
  ],
  [
    'a label and its tld, numbered servers out of order',
    {
      sld: 'kabul',
      tld: '.af',
      status: 'active',
      valid_until: '2027-03-31',
      created_on: '2020-03-31',
      auto_renew: 'Y',
      nameserver_2: 'ns2.kabul.af',
      nameserver_1: 'ns1.kabul.af',
    },
  ],
])('reads %s', (_, answer) => {
  expect(new DomainReader().read(answer).found).toEqual(whole);
});

it.each<[string, JsonObject]>([
  ['a day or month that could be either', { expiry: '03/04/2027' }],
  ['days left', { expiry: 90, expires_in: 90, expires: 365 }],
  ['sentinels', { expiry: '9999-12-31', created_at: '1970-01-01T00:00:00Z' }],
  [
    'the dates and the status of a contact',
    { registrant: { created: '2011-01-01', status: 'ok', name: 'x.af' } },
  ],
  [
    'the account it belongs to',
    { account: { status: 'active', created_at: '2011-01-01', name: 'acme.af' } },
  ],
  ['a certificate and its expiry', { ssl: { status: 'issued', expires_at: '2026-12-01' } }],
  [
    'the registrar',
    { registrar: { name: 'registrar.af', registered: '2011-01-01' }, registrar_name: 'r.af' },
  ],
  [
    'other dates of the registry',
    { updated_at: '2026-01-01', transferred_at: '2025-01-01', next_due_date: '2027-01-01' },
  ],
  [
    'the current term',
    { start_date: '2026-03-31', term: { start: '2026-03-31', end: '2027-03-31' } },
  ],
  ['a price or a period of renewal', { renewal: 1, renewal_price: '35.00', renewal_mode: 1 }],
  [
    'whether auto-renewal can be had',
    { auto_renewable: true, auto_renew_disabled: true, can_auto_renew: true },
  ],
  ['subordinate hosts', { hosts: ['ns1.kabul.af', 'www.kabul.af'], host: 'www.kabul.af' }],
  ['records of a zone', { dns: [{ type: 'A', name: 'www.kabul.af', value: '192.0.2.1' }] }],
  ['the provider of DNS', { dns: { provider: 'dns.example.com', zone: 'kabul.af' } }],
  ['servers of which one has no name', { nameservers: ['ns1.kabul.af', '???'] }],
  ['addresses', { nameservers: ['192.0.2.1', '192.0.2.2'] }],
  ['an id', { domain_id: 7, id: 'd_17' }],
  [
    'records and what sums them up',
    { records: [{ status: 'active' }], summary: { expiry: '2027-03-31' } },
  ],
  ['what describes the answer', { meta: { expires_at: '2027-03-31', status: 'active' } }],
  ['how the call went', { status: 'success', code: 200 }],
  ['an HTTP status', { status: 200 }],
  ['how a registration went', { registration: { status: 'completed' }, record: { state: 'new' } }],
  ['a date under the name of a switch', { auto_renew: '2027-03-31' }],
  ['what only has the methods of an object', { expiry: { toString: 1, year: { toString: 1 } } }],
  ['two dates that differ', { expiry_date: '2027-03-31', expires_at: '2028-03-31' }],
  ['a label beside what is no tld', { sld: 'kabul', tld: 7, extension: 'af' }],
  ['a label beside another tld', { sld: 'kabul', tlds: 'af', cctld: 'af' }],
  ['a label that is a name of its own', { sld: 'www.kabul', tld: 'af' }],
  ['a number beside a tld', { sld: 7, tld: 'af' }],
  ['a link', { domain: 'https://api.reseller.example/api/v1/domains/kabul.af' }],
  ['a mail address', { name: 'admin@kabul.af' }],
])('does not guess from %s', (_, answer) => {
  const reading = new DomainReader().read(answer);
  expect(reading.found).toEqual(nothing);
  expect(reading.extra).toEqual(answer);
});

it.each<[string, JsonObject, object]>([
  [
    'what is said of the domain, not of the call',
    { status: 'success', domain: { name: 'kabul.af', status: 'expired' } },
    { domain: 'kabul.af', status: 'expired' },
  ],
  [
    'the status, not a state in an address',
    { state: 'Kabul', status: 'active' },
    { status: 'active' },
  ],
  [
    'the registration, not the row in a database',
    { created_at: '2024-01-01', registered_at: '2020-03-31' },
    { registration_date: '2020-03-31' },
  ],
  [
    'the registry, not the row in a database',
    { created_at: '2024-01-01', registry: { created_at: '2020-03-31' } },
    { registration_date: '2020-03-31' },
  ],
  [
    'the domain, not a server',
    { hostname: 'kabul.af', nameservers: [] },
    { domain: 'kabul.af', nameservers: [] },
  ],
  [
    'no weaker name for a date that is null',
    { expires_at: null, end_date: '2027-03-31', meta: { expiry: '2027-03-31' } },
    {},
  ],
  [
    'no weaker name for a date that cannot be read',
    { expiry: '31/02/2027', end: '2027-03-31' },
    {},
  ],
  ['no row of a database for a null', { registration_date: null, created_at: '2024-01-01' }, {}],
  ['no weaker switch for a null', { auto_renew: null, recurring: true }, {}],
  [
    'what will be, not what was',
    { expired_at: '2026-03-31', expires_at: '2027-03-31' },
    { expiry: '2027-03-31' },
  ],
  [
    'an expiry, not an end',
    { end_date: '2026-03-31', expiry: '2027-03-31' },
    { expiry: '2027-03-31' },
  ],
  [
    'a date, not a flag of the same name',
    { registered: true, expires: 90, created: '2020-03-31', expired: false },
    { registration_date: '2020-03-31' },
  ],
  [
    'the domain in what was sold, and nothing around it',
    {
      status: 'active',
      expires_at: '2026-01-01',
      service: { domain: 'kabul.af', expires_at: '2027-03-31' },
    },
    { domain: 'kabul.af', expiry: '2027-03-31' },
  ],
  [
    'events, as RDAP has them',
    {
      ldhName: 'kabul.af',
      events: [
        { eventAction: 'registration', eventDate: '2020-03-31T00:00:00Z' },
        { eventAction: 'expiration', eventDate: '2027-03-31T00:00:00Z' },
        { eventAction: 'last changed', eventDate: '2026-01-01T00:00:00Z' },
      ],
    },
    { domain: 'kabul.af', registration_date: '2020-03-31', expiry: '2027-03-31' },
  ],
  [
    'values beside their types',
    {
      domain: { '#text': 'kabul.af', '@id': '7' },
      expiry: { timestampValue: '2027-03-31T00:00:00Z' },
      auto_renew: { booleanValue: false },
      nameservers: { arrayValue: { values: servers.map((stringValue) => ({ stringValue })) } },
    },
    { domain: 'kabul.af', expiry: '2027-03-31', auto_renew: false, nameservers: servers },
  ],
  [
    'a switch beside a date by its name',
    { auto_renew: '2027-03-31', recurring: true },
    { auto_renew: true },
  ],
  [
    'a mode beside a number of days by its name',
    { auto_renew: 30, renewal: 'manual' },
    { auto_renew: false },
  ],
  [
    'a label and its tld in capitals',
    { label: 'Kabul', TLD: 'com.af' },
    { domain: 'kabul.com.af' },
  ],
  ['a label and its extension', { name: 'kabul', extension: 'af' }, { domain: 'kabul.af' }],
  ['a label and its suffix', { name: 'kabul', suffix: '.af' }, { domain: 'kabul.af' }],
  ['the mode of renewal', { renewal_mode: 'let-expire' }, { auto_renew: false }],
  ['what is not to be renewed', { do_not_renew: true }, { auto_renew: false }],
  ['what expires by itself', { autoExpire: 'no' }, { auto_renew: true }],
  ['what recurs', { is_recurring: 1 }, { auto_renew: true }],
  [
    'servers with and without a number',
    { nameserver2: 'ns2.kabul.af', nameserver: 'ns1.kabul.af' },
    { nameservers: servers },
  ],
  ['servers in a text of JSON', { ns: JSON.stringify(servers) }, { nameservers: servers }],
  [
    'the label of a status beside its number',
    { status: { code: 1, name: 'Active' } },
    { status: 'Active' },
  ],
  ['an explicit null as silence', { expiry: null, auto_renew: null, nameservers: null }, {}],
  ['a switch that is off', { auto_renew: 0 }, { auto_renew: false }],
  ['a mode that is manual', { renewal: 'manual' }, { auto_renew: false }],
  [
    'a local evening as the next day in UTC',
    { expiry: '2027-03-30T23:30:00-05:00' },
    { expiry: '2027-03-31' },
  ],
  [
    'a day in any zone as that day',
    { expiry: { date: '2027-03-31', timezone: 'Asia/Kabul' } },
    { expiry: '2027-03-31' },
  ],
  [
    'servers with glue',
    { nameservers: 'ns1.kabul.af 192.0.2.1; ns2.kabul.af 2001:db8::1' },
    { nameservers: servers },
  ],
  [
    'servers padded with nothing',
    { nameservers: ['ns1.kabul.af', 'ns2.kabul.af', '', null] },
    { nameservers: servers },
  ],
  [
    'several statuses',
    { status: ['ok', 'clientTransferProhibited'] },
    { status: 'ok, clientTransferProhibited' },
  ],
])('reads %s', (_, answer, found) => {
  expect(new DomainReader().read(answer).found).toEqual({ ...nothing, ...found });
});

it('keeps what is left of the groups that it read from', () => {
  const answer = {
    domain: { name: 'kabul.af', id: 4 },
    dates: { expires: '2027-03-31', updated: '2026-01-01' },
    nameservers: servers,
    registrant: { name: 'A. Karimi' },
  };
  expect(new DomainReader().read(answer).extra).toEqual({
    domain: { id: 4 },
    dates: { updated: '2026-01-01' },
    registrant: { name: 'A. Karimi' },
  });
});

it.each<[string, JsonObject, object]>([
  [
    'several statuses',
    { status: ['ok', 'clientHold'], id: 7 },
    { status: ['ok', 'clientHold'], id: 7 },
  ],
  [
    'the addresses of servers',
    { nameservers: [{ host: 'ns1.kabul.af', ip: '192.0.2.1' }] },
    { nameservers: [{ host: 'ns1.kabul.af', ip: '192.0.2.1' }] },
  ],
  [
    'what stands beside the text of a date',
    { expiry: { '#text': '2027-03-31', '@zone': 'UTC' } },
    { expiry: { '#text': '2027-03-31', '@zone': 'UTC' } },
  ],
  [
    'a key of any name',
    JSON.parse('{"__proto__": 1, "toString": 2}'),
    JSON.parse('{"__proto__": 1, "toString": 2}'),
  ],
])('keeps %s', (_, answer, extra) => {
  expect(new DomainReader().read(answer).extra).toEqual(extra);
});

it('has the domain that was asked for speak first', () => {
  const answer = {
    data: { name: 'kabul.af', expiry: '2027-03-31' },
    domain: 'herat.af',
    expires: '2026-01-01',
  };
  expect(new DomainReader().read(answer, 'KABUL.af').found.expiry).toBe('2027-03-31');
  expect(new DomainReader().read(answer, 'herat.af').found.expiry).toBe('2026-01-01');
});

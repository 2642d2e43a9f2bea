import { expect, it } from 'vitest';
import { DomainReader } from '../../../src/api/tolerant/domain.ts';

const names = (data: unknown) =>
  new DomainReader().list(data)?.items.map(({ found }) => found.domain);

const items = [{ domain: 'kabul.af' }, { domain: 'herat.af' }];

it.each<[string, object]>([
  ['bare', items],
  ['domains', { domains: items }],
  ['Pascal case', { DomainList: items }],
  ['kebab case', { 'domain-list': items }],
  ['data in data', { data: items }],
  ['a count under a name of lists', { results: 2, domains: items }],
  ['HAL', { _links: {}, _embedded: { domains: items } }],
  ['GraphQL edges', { domains: { edges: items.map((node) => ({ cursor: 'x', node })) } }],
  ['GraphQL nodes', { domains: { nodes: items, pageInfo: { hasNextPage: false } } }],
  ['Hydra', { '@type': 'Collection', 'hydra:member': items }],
  ['OData', { '@odata.context': '$metadata#Domains', value: items }],
  ['XML turned into JSON', { domains: { domain: items } }],
  ['names as keys', { domains: { 'kabul.af': {}, 'herat.af': {} } }],
  ['names as keys, bare', { 'kabul.af': {}, 'herat.af': {} }],
  ['a PHP list with gaps', { domains: { 0: items[0], 2: items[1] } }],
])('finds the list: %s', (_, data) => {
  expect(names(data)).toEqual(['kabul.af', 'herat.af']);
});

it.each<[string, object]>([
  ['an unusual name', { portfolio: items, page: 1 }],
  ['an unusual name in groups', { account: { holdings: { active: items } }, tlds: ['af'] }],
  ['an unusual name, by number', { portfolio: { 17: items[0], 18: items[1] } }],
  ['an unusual name, by name', { portfolio: { 'kabul.af': { status: 'active' }, 'herat.af': {} } }],
  [
    'JSON:API',
    items.map(({ domain }) => ({ type: 'domains', id: '1', attributes: { name: domain } })),
  ],
  ['null beside it', { portfolio: items, next: null }],
  ['another list beside it', { contacts: [{ name: 'A. Karimi' }], portfolio: items }],
  ['an empty list beside it', { items: [], portfolio: items }],
  ['servers beside it', { portfolio: items, nameservers: [{ host: 'ns1.kabul.af' }] }],
  ['a usual name beside an unusual one', { transfers: [{ domain: 'mazar.af' }], domains: items }],
  [
    'null beside the map',
    { 'kabul.af': {}, 'herat.af': {}, next: null, previous: null, first: null, last: null },
  ],
  ['a list in a list', { data: [['kabul.af', 'herat.af']] }],
  ['a list in a list, and more', { data: [['kabul.af', 'herat.af'], { page: 1 }] }],
  ['domains after another list', { results: [{ domain: 'mazar.af' }], domains: items }],
  ['one domain after another list', { results: [{ domain: 'mazar.af' }], domain: items }],
  [
    'servers in a group beside it',
    { portfolio: items, default: { nameservers: [{ name: 'ns1.x.af' }] } },
  ],
  ['words about the map', { 'kabul.af': {}, 'herat.af': {}, total: 2, page: 1, pages: 1 }],
])('finds the list under %s', (_, data) => {
  expect(names(data)).toEqual(['kabul.af', 'herat.af']);
});

it.each<[string, object]>([
  ['in a list that has gone', { domains: { domain: { name: 'kabul.af' } } }],
  ['in groups', { result: { result: { domains: { domain: 'kabul.af' } } } }],
  ['under the name of many', { results: { domain: 'kabul.af', status: 'active' } }],
])('finds a single domain %s', (_, data) => {
  expect(names(data)).toEqual(['kabul.af']);
});

it.each<[string, unknown]>([
  ['another list', { contacts: [{ name: 'A. Karimi' }, { name: 'B. Noori' }] }],
  ['another empty list', { contacts: [] }],
  ['no list', { domains: 'none' }],
  ['one domain', { domain: 'kabul.af', status: 'active' }],
  ['one domain in an unusual group', { account: { domains: { domain: 'kabul.af' } } }],
  ['one domain too deep', { result: { result: { result: { domains: { domain: 'kabul.af' } } } } }],
  ['a number of domains', { domains: 2 }],
  ['a text', { domains: 'kabul.af' }],
  ['a list with a year', { domains2024: [] }],
  ['groups by something like a number', { portfolio: { a1: items[0], b2: items[1] } }],
  ['groups by something else', { portfolio: { '1a': items[0], '2b': items[1] } }],
  ['a map of which only half has names', { 'kabul.af': {}, other: {} }],
  ['addresses by name', { 'kabul.af': ['192.0.2.1'], 'herat.af': ['192.0.2.2'] }],
  ['two lists beside an empty one', { active: items, expired: items, results: [] }],
  ['two lists, and one domain', { active: items, expired: items, results: items[0] }],
  ['two lists', { active: items, expired: items }],
  ['a list of which one has no name', { portfolio: [...items, { id: 7 }] }],
  ['servers', { nameservers: [{ host: 'ns1.kabul.af' }, { host: 'ns2.kabul.af' }] }],
  ['names of something', { servers: ['ns1.kabul.af', 'ns2.kabul.af'] }],
  ['a list too deep', { a: { b: { c: { d: items } } } }],
])('finds no list in %s', (_, data) => {
  expect(names(data)).toBeUndefined();
});

it.each<[string, unknown]>([
  ['bare', []],
  ['under a name', { domains: [] }],
  ['as Go writes it', { domains: null, total: 0 }],
  ['as null', { domains: null }],
  ['as nothing', {}],
  ['as PHP writes it', { domains: {} }],
  ['by number', { domains: { 0: [], 1: [] } }],
  ['below words about the call', { results: ['done'], data: { domains: [] } }],
  ['beside servers', { domains: [], default_servers: [{ host: 'ns1.kabul.af' }] }],
])('finds the empty list: %s', (_, data) => {
  expect(names(data)).toEqual([]);
});

it('does not look for domains in items of a list of domains', () => {
  expect(names({ domains: [{ id: 7, items }] })).toEqual([null]);
});

it('adds nothing to what is said of each domain', () => {
  const list = new DomainReader().list({ domains: [{ name: 'kabul.af', note: 'x' }] });
  expect(list?.items.map(({ extra }) => extra)).toEqual([{ note: 'x' }]);
});

it.each<[string, object, number]>([
  ['all groups around the list', { data: { domains: items }, total: 2 }, 3],
  [
    'all groups around a single domain',
    { result: { result: { domains: { domain: 'kabul.af' } } } },
    3,
  ],
  ['nothing around a bare list', items, 1],
])('tells what the list lies in: %s', (_, data, length) => {
  const inner = Object.values(data)[0];
  const holders = [data, inner, Object.values(inner)[0]].slice(0, length);
  expect(new DomainReader().list(data)?.holders).toEqual(holders);
});

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
  ['another list beside it', { contacts: [{ name: 'A. Karimi' }], portfolio: items }],
  ['an empty list beside it', { items: [], portfolio: items }],
  ['servers beside it', { portfolio: items, nameservers: [{ host: 'ns1.kabul.af' }] }],
  ['a usual name beside an unusual one', { transfers: [{ domain: 'mazar.af' }], domains: items }],
  ['words about the map', { 'kabul.af': {}, 'herat.af': {}, total: 2 }],
])('finds the list under %s', (_, data) => {
  expect(names(data)).toEqual(['kabul.af', 'herat.af']);
});

it.each<[string, object]>([
  ['in a list that has gone', { domains: { domain: { name: 'kabul.af' } } }],
  ['under the name of many', { results: { domain: 'kabul.af', status: 'active' } }],
])('finds a single domain %s', (_, data) => {
  expect(names(data)).toEqual(['kabul.af']);
});

it.each<[string, unknown]>([
  ['another list', { contacts: [{ name: 'A. Karimi' }, { name: 'B. Noori' }] }],
  ['another empty list', { contacts: [] }],
  ['no list', { domains: 'none' }],
  ['one domain', { domain: 'kabul.af', status: 'active' }],
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
  ['beside servers', { domains: [], default_servers: [{ host: 'ns1.kabul.af' }] }],
])('finds the empty list: %s', (_, data) => {
  expect(names(data)).toEqual([]);
});

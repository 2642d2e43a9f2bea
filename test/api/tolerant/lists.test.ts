import { expect, it } from 'vitest';
import { itemsOf } from '../../../src/api/tolerant/lists.ts';

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
  expect(itemsOf(data).items).toEqual(items);
});

it.each<[string, unknown]>([
  ['nothing', {}],
  ['another list', { contacts: items }],
  ['no list', { domains: 'none' }],
  ['null, and no word of how many', { domains: null }],
  ['null, and there are some', { domains: null, total: 2 }],
  ['one domain', { domain: 'kabul.af', status: 'active' }],
])('finds no list in %s', (_, data) => {
  expect(itemsOf(data).items).toBeUndefined();
});

it.each<[string, object]>([
  ['bare', []],
  ['under a name', { domains: [] }],
  ['as Go writes it', { domains: null, total: 0 }],
])('finds the empty list: %s', (_, data) => {
  expect(itemsOf(data).items).toEqual([]);
});

it.each<[string, object, object, number | null]>([
  ['a total', { domains: items, total: 250 }, {}, 250],
  ['a total in words', { domains: items, total_count: '250' }, {}, 250],
  ['a count of this page before the total', { count: 2, total: 250, domains: items }, {}, 250],
  ['a count of this page alone', { count: 2, domains: items }, {}, null],
  ['a count of all, as Django sends it', { count: 250, next: null, results: items }, {}, 250],
  ['Laravel', { data: items, meta: { per_page: 2, last_page: 125, total: 250 } }, {}, 250],
  ['Spring', { content: items, page: { size: 2, totalElements: 250, totalPages: 125 } }, {}, 250],
  ['OData', { '@odata.count': 250, value: items }, {}, 250],
  ['GraphQL', { domains: { totalCount: 250, edges: [] } }, {}, 250],
  ['beside the data', items, { success: true, data: items, meta: { total: 250 } }, 250],
  [
    'beside the data, in paging',
    items,
    { success: true, pagination: { count: 2, total: 250 } },
    250,
  ],
  [
    'pages and sizes',
    { domains: items, total_pages: 3, per_page: 100, page: 1, limit: 100 },
    {},
    null,
  ],
  ['a total that is none', { domains: items, total: -1 }, {}, null],
  ['the total price', { domains: items, summary: { total: '70.00' } }, {}, null],
])('says how many there are in all: %s', (_, data, envelope, total) => {
  expect(itemsOf(data, envelope).total).toBe(total);
});

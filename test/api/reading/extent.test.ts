import { expect, it } from 'vitest';
import { extentOf } from '../../../src/api/reading/extent.ts';

const items = [{ domain: 'kabul.af' }, { domain: 'herat.af' }];

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
  ['no domains at all', { domains: [], total: 0 }, {}, 0],
  ['the total of one page', { page: { total: 250 } }, {}, 250],
  ['the largest of several totals', { total: 2, meta: { total: 250 } }, {}, 250],
  ['a total that is none', { domains: items, total: -1 }, {}, null],
  ['the total price', { domains: items, summary: { total: '70.00' } }, {}, null],
])('says how many there are in all: %s', (_, data, envelope, total) => {
  expect(extentOf([envelope, data], { status: 200, headers: {} }, 2).total).toBe(total);
});

it.each<[string, object, Record<string, string>, boolean | null]>([
  ['nothing at all', {}, {}, null],
  [
    'nothing about it',
    { success: true, page: 1, limit: 100, links: { self: '/domains' } },
    {},
    null,
  ],
  ['a flag', { meta: { has_more: true } }, {}, true],
  ['a flag as text', { meta: { hasMore: 'true' } }, {}, true],
  ['a flag as a number', { has_more: 1 }, {}, true],
  ['no more', { has_more: false }, {}, false],
  ['no more as text', { has_more: '0' }, {}, false],
  ['no next page', { pageInfo: { hasNextPage: false, endCursor: 'x' } }, {}, false],
  ['a list that was truncated', { data: { truncated: true, domains: items } }, {}, true],
  ['incomplete results', { incomplete_results: true }, {}, true],
  ['a next page of Laravel', { links: { next: 'https://x.example/?page=2', last: 'y' } }, {}, true],
  [
    'no next page of Laravel',
    { links: { next: null, last: 'https://x.example/?page=1' } },
    {},
    false,
  ],
  ['a next page of Django', { data: { count: 2, next: '/?page=2', results: items } }, {}, true],
  ['an address of HAL', { _links: { next: { href: '/domains?page=2' } } }, {}, true],
  ['an empty address of HAL', { _links: { next: { href: null } } }, {}, false],
  [
    'links in a list',
    {
      links: [
        { rel: 'self', href: '/' },
        { rel: 'next', href: '/2' },
      ],
    },
    {},
    true,
  ],
  ['an address of OData', { data: { '@odata.nextLink': '/2', value: items } }, {}, true],
  ['a cursor', { response_metadata: { next_cursor: 'abc' } }, {}, true],
  ['an empty cursor', { response_metadata: { next_cursor: '' } }, {}, false],
  ['a token', { nextPageToken: 'abc' }, {}, true],
  ['a key of several parts', { next: ['kabul.af', 7] }, {}, true],
  ['an empty list for a token', { nextPageToken: [] }, {}, false],
  ['an address that is null', { next: { url: null } }, {}, false],
  ['another address that is null', { next: { uri: null } }, {}, false],
  ['a link that is null', { next: { link: null } }, {}, false],
  ['a cursor that is null', { next: { cursor: null } }, {}, false],
  ['a token that is null', { next: { token: null } }, {}, false],
  ['the number of a page in a group', { next: { page: 2 } }, {}, true],
  ['an empty group', { next: {} }, {}, false],
  ['minus one', { next_offset: -1 }, {}, false],
  ['null as text', { next_page_url: 'null' }, {}, false],
  ['a key of DynamoDB', { LastEvaluatedKey: { domain: { S: 'kabul.af' } } }, {}, true],
  ['the number of the next page', { pagination: { page: 1, next_page: 2 } }, {}, true],
  ['another page than the first', { meta: { current_page: 2 } }, {}, true],
  ['an offset', { pagination: { offset: 100, limit: 100 } }, {}, true],
  ['no offset', { pagination: { offset: 0, limit: 100 } }, {}, null],
  ['a later position', { meta: { from: 101, to: 200 } }, {}, true],
  ['the first position', { meta: { from: 1, to: 2 } }, {}, null],
  ['a time', { start: 1_000_000 }, {}, null],
  ['the page before', { links: { prev: '/?page=1' } }, {}, true],
  ['no page before', { links: { prev: null }, has_previous: false }, {}, null],
  ['a flag of pages before', { pageInfo: { hasPreviousPage: true } }, {}, true],
  ['no flag of pages before', { has_prev: 'no' }, {}, null],
  ['a part', { partial: true }, {}, true],
  ['no end', { is_end: false }, {}, true],
  ['a range that begins later', {}, { 'content-range': 'domains 100-199/*' }, true],
  ['a range that begins at the beginning', {}, { 'content-range': 'domains 0-1/2' }, null],
  ['a link to the page before', {}, { link: '</?page=1>; rel="prev"' }, true],
  ['pages', { data: { total_pages: 3, page: 1, domains: items } }, {}, true],
  ['pages as text', { pagination: { current_page: '1', last_page: '3' } }, {}, true],
  ['a later page in a group', { pages: { current: 2 } }, {}, true],
  ['pages in a group', { pages: { current: 1, total: 3 } }, {}, true],
  ['the number of the last page', { last: 1 }, {}, null],
  ['pages under a total', { pagination: { total_page: 3 } }, {}, true],
  ['the total of one page', { meta: { page: { total: 3 } } }, {}, null],
  ['the total of domains in a group of pages', { pages: { domains: { total: 3 } } }, {}, null],
  ['one page', { pagination: { total_pages: 1 } }, {}, false],
  ['the last of several pages', { page: 3, pages: 3 }, {}, true],
  ['Spring', { data: { content: items, number: 0, totalPages: 3, last: false } }, {}, true],
  [
    'the last page of Spring',
    { data: { content: items, number: 0, totalPages: 1, last: true } },
    {},
    false,
  ],
  ['one sign of each', { has_more: false, meta: { next_page: 2 } }, {}, true],
  [
    'what a domain says',
    { data: { domains: [{ domain: 'kabul.af', next: 'x', more: true }] } },
    {},
    null,
  ],
  [
    'what a renewal says',
    { renewal: { next: '2027-03-31' }, next_due_date: '2027-03-31' },
    {},
    null,
  ],
  ['a header with links', {}, { link: '<https://x.example/?page=2>; rel="next"' }, true],
  ['a header with other links', {}, { link: '<https://x.example/?page=1>; rel="first"' }, null],
  ['a header with pages', {}, { 'x-total-pages': '3', 'x-page': '1' }, true],
  ['a header of WordPress', {}, { 'x-wp-totalpages': '3' }, true],
  ['a header with a link without quotes', {}, { link: '</?page=2>; rel=next' }, true],
  ['a header with half of JSON', {}, { 'x-next-page': '{' }, null],
  ['an empty header', {}, { 'x-next-page': '' }, false],
  ['a header with JSON', {}, { 'x-pagination': '{"TotalCount":2,"HasNext":true}' }, true],
])('tells that there is more from %s', (_, envelope, headers, isMore) => {
  expect(extentOf([{ success: true, ...envelope }], { status: 200, headers }, 2).isMore).toBe(
    isMore,
  );
});

it.each<[Record<string, string>, number | null]>([
  [{ 'x-total-count': '250' }, 250],
  [{ 'x-total': '250' }, 250],
  [{ 'content-range': 'items 0-99/250' }, 250],
  [{ 'content-range': 'items 0-99/*' }, null],
  [{ 'content-range': 'items */250' }, 250],
  [{ 'content-range': 'bytes 0-99/250' }, null],
  [{ 'x-pagination': '{"TotalCount":250}' }, 250],
  [{ 'content-length': '250', 'x-ratelimit-limit': '60', 'x-request-id': '250' }, null],
])('reads how many there are from %j', (headers, total) => {
  expect(extentOf([{ success: true }], { status: 200, headers }, 2).total).toBe(total);
});

it.each<[object, number, boolean | null]>([
  [{ per_page: 2 }, 200, true],
  [{ per_page: 3 }, 200, null],
  [{ per_page: 2, has_more: false }, 200, false],
  [{}, 206, true],
  [{ recordsTotal: 5, recordsFiltered: 9 }, 200, null],
])('may be cut where a page is full, or partial: %j with status %d', (envelope, status, isMore) => {
  expect(extentOf([envelope], { status, headers: {} }, 2).isMore).toBe(isMore);
});

it('tells nothing from what is no object', () => {
  expect(extentOf([null, 'kabul.af', items], { status: 200, headers: {} }, 2)).toEqual({
    total: null,
    isMore: null,
  });
});

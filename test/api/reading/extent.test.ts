import { expect, it } from 'vitest';
import { extentOf } from '../../../src/api/reading/extent.ts';

const items = [{ domain: 'kabul.af' }, { domain: 'herat.af' }];

/** What the answer says beside its list of two. */
function extent(said: object, headers: Record<string, string> = {}, status = 200) {
  return extentOf([{ success: true, ...said }], { status, headers }, 2);
}

it.each<[object, number | null]>([
  [{ domains: items, total_count: '250' }, 250],
  [{ count: 2, total: '1,250', domains: items }, 1250],
  [{ count: 2, domains: items }, null],
  [{ count: 250, next: null, results: items }, 250],
  [{ content: items, page: { size: 2, totalElements: 250, totalPages: 125 } }, 250],
  [{ '@odata.count': 250, value: items }, 250],
  [{ total_pages: 3, per_page: 100, page: 1, limit: 100 }, null],
  [{ domains: [], total: 0 }, 0],
  [{ total: 2, meta: { total: 250 } }, 250],
  [{ info: 'Showing 1 to 2 of 57 entries' }, 57],
  [{ total: -1 }, null],
  [{ summary: { total: '70.00' } }, null],
])('says how many there are in all: %j', (said, total) => {
  expect(extent(said).total).toBe(total);
});

it.each<[object, boolean | null]>([
  [{ page: 1, limit: 100, links: { self: '/domains' } }, null],
  [{ meta: { hasMore: 'true' } }, true],
  [{ has_more: '0' }, false],
  [{ pageInfo: { hasNextPage: false, endCursor: 'x' } }, false],
  [{ data: { truncated: true, domains: items } }, true],
  [{ links: { next: 'https://x.example/?page=2', last: 'y' } }, true],
  [{ links: { next: null, last: 'https://x.example/?page=1' } }, false],
  [{ _links: { next: { href: null } } }, false],
  [{ links: [{ rel: 'next', href: '/2' }] }, true],
  [{ response_metadata: { next_cursor: '' } }, false],
  [{ next: ['kabul.af', 7] }, true],
  [{ nextPageToken: [] }, false],
  [{ next: { page: 2 } }, true],
  [{ next_offset: -1 }, false],
  [{ LastEvaluatedKey: { domain: { S: 'kabul.af' } } }, true],
  [{ pagination: { offset: 0, limit: 100 } }, null],
  [{ pagination: { current_page: '1', last_page: '3' } }, true],
  [{ last: 1 }, null],
  [{ pages: { domains: { total: 3 } } }, null],
  [{ data: { content: items, number: 0, totalPages: 1, last: true } }, false],
  [{ has_more: false, meta: { next_page: 2 } }, true],
  [{ data: { domains: [{ domain: 'kabul.af', next: 'x', more: true }] } }, null],
  [{ renewal: { next: '2027-03-31' }, next_due_date: '2027-03-31' }, null],
  [{ per_page: 2 }, true],
  [{ per_page: 2, has_more: false }, false],
])('tells whether there is more: %j', (said, isMore) => {
  expect(extent(said).isMore).toBe(isMore);
});

it.each<[Record<string, string>, number | null, boolean | null]>([
  [{ 'x-total-count': '250' }, 250, null],
  [{ 'content-range': 'items 0-99/250' }, 250, null],
  [{ 'content-range': 'bytes 0-99/250' }, null, null],
  [{ 'x-pagination': '{"TotalCount":250,"HasNext":true}' }, 250, true],
  [{ 'x-next-page': '{' }, null, null],
  [{ 'x-wp-totalpages': '3' }, null, true],
  [{ link: '<https://x.example/?page=2>; rel="next"' }, null, true],
  [{ link: "</?page=2>; rel = 'last next'" }, null, true],
  [{ link: '<https://x.example/?page=1>; rel="first"' }, null, null],
  [{ 'content-length': '250', 'x-ratelimit-limit': '60', 'x-request-id': '250' }, null, null],
])('reads the headers %j', (headers, total, isMore) => {
  expect(extent({}, headers)).toEqual({ total, isMore });
});

it('may be cut where the answer is a part', () => {
  expect(extent({}, {}, 206).isMore).toBe(true);
});

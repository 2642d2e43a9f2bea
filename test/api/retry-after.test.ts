import { expect, it } from 'vitest';
import { parseRetryAfterMs } from '../../src/api/http-error.ts';
import { balanceBody } from '../support/fixtures.ts';
import { startServer } from '../support/loopback-server.ts';
import { runCli } from '../support/run-cli.ts';
import { TestClock } from '../support/test-clock.ts';

const receivedAt = Date.UTC(2026, 10, 21, 12);

it.each<[string, string | undefined, number | undefined]>([
  ['nothing', undefined, undefined],
  ['seconds', '7', 7000],
  ['no wait', '0', 0],
  ['a part of a second', '1.5', 1500],
  ['a date', 'Sat, 21 Nov 2026 12:00:09 GMT', 9000],
  ['a date that has passed', 'Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['a date that is none', 'Sat, 99 Nov 2026', undefined],
  ['words', 'soon', undefined],
  ['a negative number', '-5', undefined],
  ['the longest, wherever it stands', '7,5 , 6', 7000],
  ['those of several that can be read', 'soon, 3, -9,', 3000],
  ['a date and a number', '2, Saturday, 21-Nov-26 12:00:09 GMT, 60', 60_000],
  ['more than a year', '999999999', 999_999_999_000],
])('parses Retry-After: %s', (_, text, expected) => {
  const headers: Record<string, string> = text === undefined ? {} : { 'retry-after': text };
  expect(parseRetryAfterMs({ status: 503, headers, receivedAt })).toBe(expected);
});

const inNineSeconds = receivedAt / 1000 + 9;

it.each<[string, Record<string, string>, number | undefined]>([
  ['in seconds', { 'ratelimit-reset': '50' }, 50_000],
  ['by its other name', { 'x-ratelimit-reset': '50' }, 50_000],
  ['by its third name', { 'x-rate-limit-reset': '1, 50' }, 50_000],
  ['as Unix seconds', { 'x-ratelimit-reset': `${inNineSeconds}` }, 9000],
  ['as Unix milliseconds', { 'x-ratelimit-reset': `${inNineSeconds}000` }, 9000],
  ['as a date', { 'ratelimit-reset': 'Sat, 21 Nov 2026 12:00:09 GMT' }, 9000],
  ['as a time that has passed', { 'ratelimit-reset': `${inNineSeconds - 60}` }, 0],
  [
    "by the service's own clock",
    { 'ratelimit-reset': `${inNineSeconds}`, date: 'Sat, 21 Nov 2026 12:00:05 GMT' },
    4000,
  ],
  ['after what cannot be read', { 'retry-after': 'soon', 'ratelimit-reset': '5' }, 5000],
  ['not where Retry-After is', { 'retry-after': '7', 'ratelimit-reset': '50' }, 7000],
  ['not in another syntax', { ratelimit: 'r=0;t=30', 'ratelimit-reset': 'r=0;t=30' }, undefined],
])('parses the end of the rate limit: %s', (_, headers, expected) => {
  expect(parseRetryAfterMs({ status: 429, headers, receivedAt })).toBe(expected);
});

it('parses the end of the rate limit only after a 429', () => {
  const headers = { 'ratelimit-reset': '30' };
  expect(parseRetryAfterMs({ status: 503, headers, receivedAt })).toBeUndefined();
});

it.each<[string, Record<string, string | string[]>, number]>([
  ['RateLimit-Reset', { 'RateLimit-Reset': '50' }, 50_000],
  ['the longest Retry-After', { 'Retry-After': ['5', '50'], 'RateLimit-Reset': '60' }, 50_000],
])('waits once, as long as %s says', async (_, headers, expectedMs) => {
  let count = 0;
  const env = await startServer((_request, response) => {
    count += 1;
    if (count === 1) response.writeHead(429, headers).end('{}');
    else response.end(balanceBody);
  });
  const clock = new TestClock();
  const session = await runCli(['balance', '--json', '--fields', 'balance'], {
    env,
    clock,
    random: 0,
  });
  expect(session).toEqual({
    stdout: '{"balance":"120.50"}\n',
    stderr: 'note: waiting 50 s before attempt 2 (the service answered 429)\n',
    code: 0,
  });
  expect([count, clock.elapsed()]).toEqual([2, expectedMs]);
});

import { expect, it } from 'vitest';
import { entriesOf } from '../../src/api/reading/faults.ts';
import { retryAfterMs } from '../../src/api/refusal-details.ts';

const receivedAt = Date.parse('2026-11-21T12:00:00Z');

it.each<[string, number, Record<string, string>, unknown, number | undefined]>([
  ['nothing', 429, {}, {}, undefined],
  ['seconds', 502, {}, { retryAfter: '12' }, 12_000],
  ['milliseconds', 502, {}, { retryAfterMs: '1500' }, 1500],
  ['minutes', 502, {}, { retry_after_minutes: 2 }, 120_000],
  ['a group', 502, {}, { error: { details: { retry_after: 3 } } }, 3000],
  ['the header before the body', 502, { 'retry-after': '7' }, { retryAfter: '12' }, 7000],
  ['a reset of the limit', 429, {}, { rate_limit: { reset_in: 5 } }, 5000],
  ['a reset of something else', 502, {}, { reset_in: 5 }, undefined],
  ['words', 429, {}, { retry_after: 'soon' }, undefined],
])('reads the wait from %s', (_, status, headers, body, expected) => {
  expect(retryAfterMs({ status, headers, receivedAt }, entriesOf(body))).toBe(expected);
});

import { expect, it } from 'vitest';
import { assertJsonSchema } from '../support/json-schema.ts';

/* runCli validates all JSON output; these tests prove that it finds errors. */

const error = {
  ...{ code: 'io', message: 'full', hint: null, status: null, api_code: null },
  ...{ request_id: null, retryable: false },
};

const price = { amount: '1.00', currency: null };

it.each([
  ['tier', { current_tier: null, next_tier: 'Gold', domains_needed: '3' }, 'domains_needed'],
  ['tier', { current_tier: null, next_tier: 'Gold' }, 'domains_needed is missing'],
  ['tier', { current_tier: null, next_tier: null, domains_needed: 3, needed: 3 }, 'needed'],
  ['tier', { current_tier: null, next_tier: null, domains_needed: 3, extra: [] }, 'extra'],
  ['config path', { path: null }, 'path is null'],
  ['config ls', [{ key: 'tld' }], 'value is missing'],
  ['check x', { domain: 'x.af', error: { code: 'io', message: 'full' } }, 'error.api_code'],
  ['check x', { domain: 'x.af', available: true, error: error }, 'available'],
  ['check x', { domain: 'x.af', status: null, available: true, pricing: price }, 'years'],
])('the schema check rejects %s %o', (words, record, fault) => {
  const stdout = `${JSON.stringify(record)}\n`;
  expect(() => assertJsonSchema([...words.split(' '), '--json'], { stdout, stderr: '' })).toThrow(
    fault,
  );
});

it.each([
  [{ ...error, code: 'nosuch' }, 'error.code'],
  [{ ...error, hint: undefined }, 'error.hint'],
])('the schema check rejects the error %o', (error, fault) => {
  const stderr = `${JSON.stringify({ error })}\n`;
  expect(() => assertJsonSchema([], { stdout: '', stderr })).toThrow(`on stderr: ${fault}`);
});

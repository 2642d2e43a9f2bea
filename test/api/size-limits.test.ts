import { expect, it } from 'vitest';
import { mockService } from '../support/fixtures.ts';
import { runCli } from '../support/run-cli.ts';

/** Runs `domains show` on a response that has this key beside the name of the domain. */
async function showDomain(key: string, json: string) {
  const body = `{"success":true,"data":{"domain":"kabul.af","${key}":${json}}}`;
  mockService().get('/api/v1/domains/kabul.af').reply(200, body);
  return runCli(['domains', 'show', 'kabul.af', '--json']);
}

const nestArrays = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const listNumbers = (count: number) => JSON.stringify(Array.from({ length: count }, Number));

it.each([
  ['as deep as 32', nestArrays(31), nestArrays(32)],
  ['of as many values as 10000', listNumbers(9996), listNumbers(9997)],
])('a response %s is accepted, and rejected beyond that', async (_, accepted, rejected) => {
  expect(await showDomain('x', accepted)).toMatchObject({ code: 0 });
  expect(await showDomain('x', rejected)).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('the answer is larger than any of the service'),
    code: 8,
  });
});

it.each([
  ['status', `a${' '.repeat(900_000)}b`],
  ['expiry', `monday ${' '.repeat(900_000)}1`],
  ['nameservers', 'a.b '.repeat(200_000)],
  ['nameservers', nestArrays(1900)],
  ['auto_renew', 'a-'.repeat(450_000)],
])('a very long text is kept, but not parsed as %s', async (attribute, text) => {
  const { stdout } = await showDomain(attribute, JSON.stringify(text));
  const expected = { domain: 'kabul.af', [attribute]: null, extra: { [attribute]: text } };
  expect(JSON.parse(stdout)).toMatchObject(expected);
});

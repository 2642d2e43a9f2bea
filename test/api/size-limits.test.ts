import { describe, expect, it } from 'vitest';
import { balanceData, mockService } from '../support/fixtures.ts';
import { runCli } from '../support/run-cli.ts';

type Request = [argv: string[], method: 'get' | 'post', path: string];

const showCommand: Request = [['domains', 'show', 'kabul.af'], 'get', '/domains/kabul.af'];
const checkCommand: Request = [['check', 'kabul.af'], 'post', '/domains/check'];
const balanceCommand: Request = [['balance'], 'get', '/account/balance'];

const availability = { domain: 'kabul.af', status: 'available', available: true };

async function runWithData([argv, method, path]: Request, data: string) {
  mockService()[method](`/api/v1${path}`).reply(200, `{"success":true,"data":${data}}`);
  const { stdout, stderr, code } = await runCli([...argv, '--json']);
  return { rows: stdout === '' ? [] : [JSON.parse(stdout)].flat(), stderr, code };
}

function repeatItems(count: number, item: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => item(index)).join();
}

const nestArrays = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a response', () => {
  it.each([
    ['as deep as 32', nestArrays(31), nestArrays(32)],
    [
      'of as many values as 10000',
      `[${repeatItems(9996, String)}]`,
      `[${repeatItems(9997, String)}]`,
    ],
  ])('%s is accepted, and rejected beyond that', async (_, accepted, rejected) => {
    expect(await runWithData(showCommand, `{"domain":"kabul.af","x":${accepted}}`)).toMatchObject({
      rows: [{ domain: 'kabul.af' }],
      code: 0,
    });
    const { stderr, code } = await runWithData(
      showCommand,
      `{"domain":"kabul.af","x":${rejected}}`,
    );
    expect(stderr).toContain('domains show kabul.af: the answer is larger than any of the service');
    expect(code).toBe(8);
  });

  it('keeps JSON inside a string as text', async () => {
    const nested = nestArrays(1900);
    const { rows } = await runWithData(
      showCommand,
      `{"domain":"kabul.af","nameservers":"${nested}"}`,
    );
    expect(rows).toMatchObject([{ nameservers: null, extra: { nameservers: nested } }]);
  });
});

describe('an oversized value is not read as an attribute:', () => {
  it.each([
    ['status', `a${' '.repeat(900_000)}b`],
    ['expiry', `monday ${' '.repeat(900_000)}1`],
    ['nameservers', 'a.b '.repeat(200_000)],
    ['auto_renew', 'a-'.repeat(450_000)],
  ])('%s', async (attribute, text) => {
    const { rows } = await runWithData(
      showCommand,
      `{"domain":"kabul.af","${attribute}":"${text}"}`,
    );
    expect(rows).toMatchObject([
      { domain: 'kabul.af', [attribute]: null, extra: { [attribute]: text } },
    ]);
  });

  it.each<[Request, data: object, attribute: string, text: string]>([
    [checkCommand, availability, 'domain', 'é'.repeat(400_000)],
    [checkCommand, availability, 'status', 'not '.repeat(200_000)],
    [balanceCommand, balanceData, 'balance', `${'9'.repeat(900_000)}.00`],
  ])('%j', async (request, data, attribute, text) => {
    const oversized = JSON.stringify({ ...data, [attribute]: text });
    const { stderr, code } = await runWithData(request, oversized);
    expect(stderr).toContain(`'${attribute}' is not what the document says`);
    expect(code).toBe(8);
  });
});

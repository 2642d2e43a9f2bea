import { describe, expect, it } from 'vitest';
import { service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

type Request = [argv: string[], method: 'get' | 'post', path: string];

const details: Request = [['domains', 'show', 'kabul.af'], 'get', '/domains/kabul.af'];

async function answered([argv, method, path]: Request, data: string) {
  service()[method](`/api/v1${path}`).reply(200, `{"success":true,"data":${data}}`);
  const { stdout, stderr, code } = await dotaf([...argv, '--json']);
  return { rows: stdout === '' ? [] : [JSON.parse(stdout)].flat(), stderr, code };
}

function times(count: number, item: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => item(index)).join();
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('an answer', () => {
  it.each([
    ['as deep as 32', nested(31), nested(32)],
    ['of as many values as 10000', `[${times(9996, String)}]`, `[${times(9997, String)}]`],
  ])('%s is read, and none beyond it', async (_, within, beyond) => {
    expect(await answered(details, `{"domain":"kabul.af","x":${within}}`)).toMatchObject({
      rows: [{ domain: 'kabul.af' }],
      code: 0,
    });
    const { stderr, code } = await answered(details, `{"domain":"kabul.af","x":${beyond}}`);
    expect(stderr).toContain('domains show kabul.af: the answer is larger than any of the service');
    expect(code).toBe(8);
  });

  it('keeps JSON within a text', async () => {
    const deep = nested(1900);
    const { rows } = await answered(details, `{"domain":"kabul.af","nameservers":"${deep}"}`);
    expect(rows).toMatchObject([{ nameservers: null, extra: { nameservers: deep } }]);
  });
});

describe('what is longer than any fact is not one:', () => {
  it.each([
    ['status', `a${' '.repeat(900_000)}b`],
    ['expiry', `monday ${' '.repeat(900_000)}1`],
    ['nameservers', 'a.b '.repeat(200_000)],
    ['auto_renew', 'a-'.repeat(450_000)],
  ])('%s', async (fact, text) => {
    const { rows } = await answered(details, `{"domain":"kabul.af","${fact}":"${text}"}`);
    expect(rows).toMatchObject([{ domain: 'kabul.af', [fact]: null, extra: { [fact]: text } }]);
  });

  it.each([
    ['domain', 'é'.repeat(400_000)],
    ['status', 'not '.repeat(200_000)],
  ])('%s of a check', async (fact, text) => {
    const check: Request = [['check', 'kabul.af'], 'post', '/domains/check'];
    const data = { domain: 'kabul.af', status: 'available', available: true, [fact]: text };
    const { stderr, code } = await answered(check, JSON.stringify(data));
    expect(stderr).toContain(`'${fact}' is not what the document says`);
    expect(code).toBe(8);
  });

  it('a balance', async () => {
    const balance: Request = [['balance'], 'get', '/account/balance'];
    const data = { account_number: '1', currency: 'USD', active_domains: 1 };
    const digits = `${'9'.repeat(900_000)}.00`;
    const { stderr, code } = await answered(balance, JSON.stringify({ ...data, balance: digits }));
    expect(stderr).toContain("'balance' is not what the document says");
    expect(code).toBe(8);
  });
});

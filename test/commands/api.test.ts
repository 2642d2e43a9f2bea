import { describe, expect, it } from 'vitest';
import { credentials, service } from '../support/fixtures.ts';
import { dotaf, dotafSandbox } from '../support/session.ts';

const body =
  '{\n\t"success": true,\r\n  "data": {"balance": 120.50, "id": 12345678901234567890}\n}';

function answers(text: string, status = 200): void {
  service().get('/api/v1/account/balance').reply(status, text);
}

describe('the body', () => {
  it('is printed byte for byte in a pipe', async () => {
    answers(body);
    expect(await dotaf(['api', '/account/balance'])).toEqual({ stdout: body, stderr: '', code: 0 });
  });

  it('is made safe on a terminal, line by line', async () => {
    answers(`{"success":true,\n"data":{"name":"a\u009bb\u202e"}}`);
    const session = await dotaf(['api', '/account/balance'], { tty: { stdout: true } });
    expect(session.stdout).toBe('{"success":true,\n"data":{"name":"a\\u009bb\\u202e"}}\n');
  });

  it('is one line with --json, and numbers keep their digits', async () => {
    answers(body.replace('"id"', '"a \\" \\\\ b"'));
    expect((await dotaf(['api', '/account/balance', '--json'])).stdout).toBe(
      '{"success":true,"data":{"balance":120.50,"a \\" \\\\ b":12345678901234567890}}\n',
    );
  });

  it('is filtered as a whole by --jq', async () => {
    answers(body);
    expect((await dotaf(['api', '/account/balance', '--jq', '.success'])).stdout).toBe('true\n');
  });

  it('holds no credentials, should the service have sent them back', async () => {
    answers(`{"success":true,"data":{"key":"${credentials.DOTAF_KEY}"}}`);
    const { stdout } = await dotaf(['api', '/account/balance']);
    expect(stdout).toBe('{"success":true,"data":{"key":"[redacted]"}}');
  });

  it('may have another shape than the document says', async () => {
    answers('[{"balance":"1.00"}]');
    expect(await dotaf(['api', '/account/balance'])).toMatchObject({
      stdout: '[{"balance":"1.00"}]',
      code: 0,
    });
  });
});

describe('a failure prints nothing on stdout', () => {
  it.each([
    [3, 401, '{"success":false}'],
    [6, 404, '{"success":false}'],
    [6, 200, '{"success":false,"error":{"code":"no"}}'],
    [6, 302, ''],
    [8, 200, '<html>'],
  ])('%i: status %i with %s', async (code, status, text) => {
    answers(text, status);
    expect(await dotaf(['api', '/account/balance'])).toMatchObject({ stdout: '', code });
  });

  it('4: a domain that the account does not have', async () => {
    const { stderr, code } = await dotafSandbox(['api', '/domains/nosuch.af']);
    expect(stderr).toMatch(/^error: nosuch.af: not a domain of this account/);
    expect(code).toBe(4);
  });
});

describe('the path', () => {
  it.each([
    ['/account/tier'],
    ['account/tier'],
    ['/api/v1/account/tier'],
    ['api/v1/account/tier/'],
  ])('can be %s', async (path) => {
    const { stdout, code } = await dotafSandbox(['api', path, '--jq', '.data.current_tier']);
    expect({ stdout, code }).toEqual({ stdout: 'Silver\n', code: 0 });
  });

  it('can name a domain, in its own writing', async () => {
    const { stdout } = await dotafSandbox([
      'api',
      'domains/Bright-Bakery.af',
      '--jq',
      '.data.domain',
    ]);
    expect(stdout).toBe('bright-bakery.af\n');
  });

  it.each([
    ['/domains/check', '{"domain":"kabul.af","years":1}', '.data.available', 'false\n'],
    ['/pricing', '{"tld":".af","action":"renewal","years":1}', '.data.action', 'renewal\n'],
  ])('%s is asked with --data', async (path, data, jq, stdout) => {
    expect(await dotafSandbox(['api', path, '--data', data, '--jq', jq])).toEqual({
      stdout,
      stderr: '',
      code: 0,
    });
    expect(await dotafSandbox(['api', path])).toEqual({
      stdout: '',
      stderr: `error: ${path} is asked with --data\nhint: dotaf api ${path} --data '${data}'\n`,
      code: 2,
    });
  });
});

describe('before anything is sent', () => {
  it.each([
    ['/domains/kabul.af/renew'],
    ['/domains?page=2'],
    ['/domains/..%2faccount'],
    ['/domains/../account/balance'],
    ['/domains/kabul.af?x=1'],
    ['/orders'],
    [''],
    ['https://elsewhere.example/api/v1/domains'],
  ])('%j is refused', async (path) => {
    expect(await dotaf(['api', path])).toEqual({
      stdout: '',
      stderr: [
        `error: '${path}' is no path of the service that dotaf reads`,
        'hint: the paths are /domains, /account/balance, /account/tier, /domains/{domain}, and with --data /domains/check, /pricing',
        '',
      ].join('\n'),
      code: 2,
    });
  });

  it.each([['/domains'], ['/domains/kabul.af'], ['/account/balance']])(
    '--data for %s is refused',
    async (path) => {
      expect(await dotaf(['api', path, '--data', '{}'])).toEqual({
        stdout: '',
        stderr: `error: ${path} takes no --data\nhint: dotaf api ${path}\n`,
        code: 2,
      });
    },
  );

  it.each([['[1]'], ['{'], ['text'], ['null']])('--data %s is refused', async (data) => {
    const { stderr, code } = await dotaf(['api', '/pricing', '--data', data]);
    expect(stderr).toMatch(/^error: --data cannot be '.*'\nhint: a JSON object in quotes, such as/);
    expect(code).toBe(2);
  });

  it.each([['--csv'], ['--fields=data']])('%s is refused', async (option) => {
    const { stderr, code } = await dotaf(['api', '/domains', option]);
    expect(stderr).toMatch(
      /^error: --(csv|fields) means nothing to dotaf api\nhint: choose with jq/,
    );
    expect(code).toBe(2);
  });

  it('a bad filter is refused', async () => {
    expect(await dotaf(['api', '/domains', '--jq', '.['])).toMatchObject({ stdout: '', code: 2 });
  });
});

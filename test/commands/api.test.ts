import { describe, expect, it } from 'vitest';
import { credentials, service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

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
});

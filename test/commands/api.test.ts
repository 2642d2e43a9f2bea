import { expect, it } from 'vitest';
import { service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

const body =
  '{\n\t"success": true,\r\n  "data": {"balance": 120.50, "id": 12345678901234567890}\n}';

function answers(text: string): void {
  service().get('/api/v1/account/balance').reply(200, text);
}

it('the body is printed byte for byte in a pipe', async () => {
  answers(body);
  expect(await dotaf(['api', '/account/balance'])).toEqual({ stdout: body, stderr: '', code: 0 });
});

it('the body is made safe on a terminal, line by line', async () => {
  answers(`{"success":true,\n"data":{"name":"a\u009bb\u202e"}}`);
  const session = await dotaf(['api', '/account/balance'], { tty: { stdout: true } });
  expect(session.stdout).toBe('{"success":true,\n"data":{"name":"a\\u009bb\\u202e"}}\n');
});

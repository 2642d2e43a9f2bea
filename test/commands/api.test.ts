import { expect, it } from 'vitest';
import { mockService } from '../support/fixtures.ts';
import { runCli } from '../support/run-cli.ts';

const body =
  '{\n\t"success": true,\r\n  "data": {"balance": 120.50, "id": 12345678901234567890}\n}';

function mockBalance(text: string): void {
  mockService().get('/api/v1/account/balance').reply(200, text);
}

it('prints the body byte for byte into a pipe', async () => {
  mockBalance(body);
  expect(await runCli(['api', '/account/balance'])).toEqual({ stdout: body, stderr: '', code: 0 });
});

it('escapes control characters of the body on a terminal', async () => {
  mockBalance(`{"success":true,\n"data":{"name":"a\u009bb\u202e"}}`);
  const session = await runCli(['api', '/account/balance'], { tty: { stdout: true } });
  expect(session.stdout).toBe('{"success":true,\n"data":{"name":"a\\u009bb\\u202e"}}\n');
});

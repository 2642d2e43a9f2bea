import { expect, it } from 'vitest';
import { dotafSandbox } from '../support/session.ts';

it('colours the words of stderr by the terminal of stderr', async () => {
  const { stderr } = await dotafSandbox(['check', 'bad_name'], { tty: { stderr: true } });
  expect(stderr).toMatch(/^\u001b\[31merror:\u001b\[39m not a domain name/);
  const piped = await dotafSandbox(['check', 'bad_name'], { tty: { stdout: true } });
  expect(piped.stderr).toMatch(/^error: not a domain name/);
});

it.each([
  [['domains', 'ls']],
  [['check', 'kabul.af', 'a.zz', 'b.af']],
  [['forecast']],
  [['balance']],
])('uses only what can be read on black and on white: %j', async (argv) => {
  const { stdout, stderr } = await dotafSandbox(argv, { tty: { stdout: true, stderr: true } });
  const codes = [...(stdout + stderr).matchAll(/\u001b\[([\d;]*)m/g)].map(([, code]) => code);
  // Bold, dim, red, green and magenta, and the end of each.
  const readable = ['1', '2', '22', '31', '32', '35', '39'];
  expect(codes.filter((code) => !readable.includes(code ?? ''))).toEqual([]);
  expect(codes).not.toEqual([]);
});

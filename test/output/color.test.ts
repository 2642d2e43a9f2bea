import { expect, it } from 'vitest';
import { runSandboxCli } from '../support/run-cli.ts';

it('colours stderr only if stderr is a terminal', async () => {
  const { stderr } = await runSandboxCli(['check', 'bad_name'], { tty: { stderr: true } });
  expect(stderr).toMatch(/^\u001b\[31merror:\u001b\[39m not a domain name/);
  const piped = await runSandboxCli(['check', 'bad_name'], { tty: { stdout: true } });
  expect(piped.stderr).toMatch(/^error: not a domain name/);
});

it.each([
  [['domains', 'ls']],
  [['check', 'kabul.af', 'a.zz', 'b.af']],
  [['forecast']],
  [['balance']],
])('uses only colours that are legible on black and white: %j', async (argv) => {
  const { stdout, stderr } = await runSandboxCli(argv, { tty: { stdout: true, stderr: true } });
  const codes = [...(stdout + stderr).matchAll(/\u001b\[([\d;]*)m/g)].map(([, code]) => code);
  // Bold, dim, red, green, magenta, and their resets.
  const readable = ['1', '2', '22', '31', '32', '35', '39'];
  expect(codes.filter((code) => !readable.includes(code ?? ''))).toEqual([]);
  expect(codes).not.toEqual([]);
});

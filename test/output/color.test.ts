import { expect, it } from 'vitest';
import type { Environment } from '../../src/platform/surroundings.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotafSandbox } from '../support/session.ts';

async function isColored(argv: string[], env: Environment, isTerminal: boolean): Promise<boolean> {
  const { stdout, stderr } = await dotafSandbox(['check', 'kabul.af', 'b.af', ...argv], {
    env: { DOTAF_HOME: temporaryFolder(), ...env },
    tty: { stdout: isTerminal },
  });
  expect(stderr).toBe('');
  return stdout.includes('\u001b[');
}

it.each<[boolean, string, string[], Environment]>([
  [true, 'a terminal', [], {}],
  [false, 'a pipe', [], {}],
  [false, 'a terminal', ['--no-color'], {}],
  [false, 'a terminal', ['--no-color'], { FORCE_COLOR: '1' }],
  [false, 'a terminal', [], { NO_COLOR: '1' }],
  [true, 'a terminal', [], { NO_COLOR: '' }],
  [false, 'a terminal', [], { TERM: 'dumb' }],
  [false, 'a terminal', [], { CLICOLOR: '0' }],
  [false, 'a terminal', [], { FORCE_COLOR: '0' }],
  [true, 'a terminal', [], { FORCE_COLOR: '' }],
  [true, 'a terminal', ['--color'], { NO_COLOR: '1' }],
  [true, 'a pipe', ['--color'], {}],
  [true, 'a pipe', ['--color'], { TERM: 'dumb' }],
  [true, 'a pipe', [], { FORCE_COLOR: '1' }],
  [true, 'a pipe', [], { FORCE_COLOR: 'true' }],
  [false, 'a pipe', [], { FORCE_COLOR: '' }],
  [false, 'a pipe', [], { FORCE_COLOR: '1', NO_COLOR: '1' }],
  [true, 'a pipe', [], { CLICOLOR_FORCE: '1' }],
  [false, 'a pipe', [], { CLICOLOR_FORCE: '0' }],
  [false, 'a pipe', [], { CLICOLOR_FORCE: '1', NO_COLOR: '1' }],
])('colour %s: %s, %j, %j', async (expected, place, argv, env) => {
  expect(await isColored(argv, env, place === 'a terminal')).toBe(expected);
});

it.each([[['--json']], [['--jq', '.']], [['--csv']]])('never in %j', async (format) => {
  expect(await isColored([...format, '--color'], { FORCE_COLOR: '3' }, true)).toBe(false);
});

it('never in the error of --json, not even when the options are not parsed yet', async () => {
  const { stderr } = await dotafSandbox(['check', '--json', '--color', '--years', 'x'], {
    env: { FORCE_COLOR: '3' },
    tty: { stderr: true },
  });
  expect(stderr).toMatch(/^{"error":{.*}}\n$/);
});

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

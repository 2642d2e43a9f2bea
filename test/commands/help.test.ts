import { expect, it } from 'vitest';
import { version } from '../../src/version.ts';
import { dotaf } from '../support/session.ts';

const commands = [
  ['check'],
  ['quote'],
  ['domains', 'ls'],
  ['domains', 'show'],
  ['balance'],
  ['tier'],
  ['forecast'],
  ['metrics'],
  ['api'],
  ['doctor'],
  ['auth', 'login'],
  ['auth', 'status'],
  ['auth', 'ls'],
  ['auth', 'use'],
  ['auth', 'logout'],
  ['config', 'ls'],
  ['config', 'get'],
  ['config', 'set'],
  ['config', 'unset'],
  ['config', 'path'],
  ['sandbox'],
  ['completion'],
];

/** No home, no config, no credentials: help needs none of them. */
const bare = { env: {}, homeFolder: undefined };

it.each([[[]], [['--help']], [['-h']], [['--json']]])('shows the commands for %j', async (argv) => {
  const { stdout, stderr, code } = await dotaf(argv, bare);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toMatch(/^Usage: dotaf <command> \[options\]\n/);
  for (const [first] of commands) expect(stdout).toMatch(new RegExp(`^ {2}${first}\\b`, 'm'));
});

it.each(commands.map((words) => [words.join(' '), words]))('%s --help', async (line, words) => {
  for (const help of ['--help', '-h']) {
    const { stdout, stderr, code } = await dotaf([...words, help], bare);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).toContain(`Usage: dotaf ${line}`);
    expect(stdout).toContain('Examples:\n  ');
    expect(stdout).toContain('--json');
  }
});

it.each(['domains', 'auth', 'config'])('%s alone shows what is in it', async (group) => {
  const { stdout, stderr, code } = await dotaf([group], bare);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toContain(`Usage: dotaf ${group} <command> [options]`);
  for (const [first, second] of commands) {
    if (first === group) expect(stdout).toMatch(new RegExp(`^ {2}${second}\\b`, 'm'));
  }
});

it.each(['--version', '-V'])('%s', async (argv) => {
  expect(await dotaf([argv], bare)).toEqual({ stdout: `${version}\n`, stderr: '', code: 0 });
});

it('fits into 80 columns', async () => {
  for (const words of commands) {
    const { stdout } = await dotaf([...words, '--help'], bare);
    const options = stdout.split('Examples:')[0] ?? '';
    for (const line of options.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  }
});

it.each([
  [['nope'], "unknown command 'nope'", 'dotaf --help shows what there is'],
  [['domains', 'nope'], "unknown command 'nope'", 'dotaf domains --help shows what there is'],
  [['balance', '--nope'], "unknown option '--nope'", 'dotaf balance --help shows what there is'],
  [
    ['balance', '--nope=hunter2'],
    "unknown option '--nope'",
    'dotaf balance --help shows what there is',
  ],
])('refuses %j with the way on', async (argv, error, hint) => {
  expect(await dotaf(argv, bare)).toEqual({
    stdout: '',
    stderr: `error: ${error}\nhint: ${hint}\n`,
    code: 2,
  });
});

it.each([[[]], [['check']], [['domains', 'ls']]])('fits a narrow terminal: %j', async (words) => {
  const { stdout } = await dotaf([...words, '--help'], { tty: { stdout: true }, columns: 60 });
  // Lines to type stay whole.
  const [text = ''] = stdout.split('\nExamples:');
  expect(text.split('\n').filter((line) => line.length > 60)).toEqual([]);
});

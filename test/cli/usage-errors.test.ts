import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { runCli, runSandboxCli } from '../support/run-cli.ts';

const transcriptsFolder = path.join(import.meta.dirname, '../golden/transcripts');

it('no transcript repeats a secret from the command line', () => {
  for (const name of readdirSync(transcriptsFolder)) {
    const output = readFileSync(path.join(transcriptsFolder, name), 'utf8').replaceAll(
      /^\$ .*$/gm,
      '',
    );
    expect(output, name).not.toMatch(/hunter2|5f4dcc3b|two words/);
  }
});

it('does not repeat a secret with a line break', async () => {
  const { stderr, code } = await runCli(['balance', '--sekret=hun\nter2', '--json']);
  expect(stderr).toContain("unknown option '--sekret'");
  expect(stderr).not.toMatch(/hun|ter2/);
  expect(code).toBe(2);
});

it.each([
  ['commander.unknownOption', 'balance --nosuch=hunter2', "unknown option '--nosuch'"],
  ['commander.unknownOption', 'lgoin --key k', "unknown command 'lgoin'"],
  ['commander.excessArguments', 'balance hunter2', 'dotaf balance takes no arguments'],
  ['commander.excessArguments', 'auth lgoin', "unknown command 'lgoin'"],
  ['commander.missingArgument', 'config get', '<key> is missing'],
  ['commander.optionMissingArgument', 'quote --years', '--years needs a value: --years <periods>'],
  ['commander.conflictingOption', 'balance --csv --cron', 'use either --cron or --csv'],
])('%s is printed once, in our own words: dotaf %s', async (_, line, message) => {
  const write = vi.spyOn(process.stderr, 'write');
  const { stdout, stderr, code } = await runCli(line.split(' '));
  const [, error] = /^error: (.*)\nhint: .*\n$/.exec(stderr) ?? [];
  expect({ stdout, error, code }).toEqual({ stdout: '', error: message, code: 2 });
  expect(write).not.toHaveBeenCalled();
});

it('domains list is an alias of domains ls', async () => {
  for (const options of [[], ['--json'], ['--help'], ['--wrong']]) {
    const session = await runSandboxCli(['domains', 'ls', ...options]);
    expect(await runSandboxCli(['domains', 'list', ...options])).toEqual(session);
  }
});

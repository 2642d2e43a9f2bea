import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { credentials } from '../support/fixtures.ts';
import { createTempFolder } from '../support/home.ts';
import { runCli } from '../support/run-cli.ts';
import { expectGolden } from './golden-file.ts';
import { parseCommandLine } from './parse-transcript.ts';

const errorsFile = path.join(import.meta.dirname, 'errors.txt');

const isComment = /^(#|$)/;

it('errors.txt matches every invalid command, none of which sends a request', async () => {
  const lines = readFileSync(errorsFile, 'utf8').trimEnd().split('\n');
  const outputs: string[] = [];
  const write = vi.spyOn(process.stderr, 'write');
  for (const line of lines) outputs.push(isComment.test(line) ? line : await renderError(line));
  expect(lines.length).toBeGreaterThan(100);
  expect(write, 'commander prints nothing by itself').not.toHaveBeenCalled();
  write.mockRestore();
  expectGolden('errors.txt', `${outputs.join('\n')}\n`);
});

const [, foreignCommands = ''] = readFileSync(errorsFile, 'utf8').split('## Words of other tools');

const hints = (foreignCommands.split('\n## ')[0] ?? '').match(/(?<= → dotaf )[^→\n]*$/gm) ?? [];

// Other hints need a file or hold placeholders.
const suggestedCommands = hints.filter((hint) => !/--help shows|auth login|<|compare/.test(hint));

it.each([...new Set(suggestedCommands)])('a suggested command is valid: %s', async (line) => {
  const words = line.replace(/ [|>] .*/, '').split(' ');
  const { code } = await runCli(words, { env: { DOTAF_HOME: createTempFolder() } });
  expect(code).not.toBe(2);
});

async function renderError(line: string): Promise<string> {
  const [command = ''] = line.split(' → ');
  const {
    env: variables,
    argv,
    stdin,
  } = parseCommandLine(/^(printf |[A-Z_]+=)/.test(command) ? command : `dotaf ${command}`);
  const env = { ...credentials, DOTAF_HOME: createTempFolder(), ...variables };
  const input = stdin === undefined ? {} : { stdin };
  const { stdout, stderr, code } = await runCli(argv, { env, ...input });
  const [, error, hint] = /^error: (.*)\nhint: (.*)\n$/.exec(stderr) ?? [];
  expect({ command, stdout, error, hint }).toMatchObject({
    stdout: '',
    error: expect.any(String),
    hint: expect.any(String),
  });
  return [command, error, hint, ...(code === 2 ? [] : [code])].join(' → ');
}

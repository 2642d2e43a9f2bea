import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createTempFolder } from '../support/home.ts';
import { runCli } from '../support/run-cli.ts';

const errorsFile = path.join(import.meta.dirname, '../golden/errors.txt');

const [, foreignCommands = ''] = readFileSync(errorsFile, 'utf8').split('## Words of other tools');

const hints = (foreignCommands.split('\n## ')[0] ?? '').match(/(?<= → dotaf )[^→\n]*$/gm) ?? [];

// Other hints need a file or hold placeholders.
const suggestedCommands = hints.filter((hint) => !/--help shows|auth login|<|compare/.test(hint));

it.each([...new Set(suggestedCommands)])('a suggested command is valid: %s', async (line) => {
  const words = line.replace(/ [|>] .*/, '').split(' ');
  const { code } = await runCli(words, { env: { DOTAF_HOME: createTempFolder() } });
  expect(code).not.toBe(2);
});

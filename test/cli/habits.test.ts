import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

const refusals = path.join(import.meta.dirname, '../formats/refusals.txt');

const [, habits = ''] = readFileSync(refusals, 'utf8').split('## Words of other tools');

const hints = (habits.split('\n## ')[0] ?? '').match(/(?<= → dotaf )[^→\n]*$/gm) ?? [];

// These need a file, or options that nobody can know.
const lines = hints.filter((hint) => !/--help shows|auth login|compare/.test(hint));

it.each([...new Set(lines)])('no hint is a line that is itself refused: %s', async (line) => {
  const words = line.replace(/ \| .*/, '').split(' ');
  const { code } = await dotaf(words, { env: { DOTAF_HOME: temporaryFolder() } });
  expect(code).not.toBe(2);
});

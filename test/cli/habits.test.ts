import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

const sessions = path.join(import.meta.dirname, '../formats/sessions/refusals-habits.txt');

const hints = readFileSync(sessions, 'utf8').match(/(?<=^hint: dotaf ).*$/gm) ?? [];

// These need a file, or options that nobody can know.
const lines = hints.filter((hint) => !/--help shows|auth login|compare/.test(hint));

it.each([...new Set(lines)])('no hint is a line that is itself refused: %s', async (line) => {
  const words = line.replace(/ \| .*/, '').split(' ');
  const { code } = await dotaf(words, { env: { DOTAF_HOME: temporaryFolder() } });
  expect(code).not.toBe(2);
});

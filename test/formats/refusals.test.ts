import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { credentials } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { parseTyped } from './session-text.ts';
import { compare } from './text.ts';

const file = path.join(import.meta.dirname, 'refusals.txt');

const isComment = /^(#|$)/;

it('each line is refused with its error and hint, and nothing is sent', async () => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const written: string[] = [];
  for (const line of lines) written.push(isComment.test(line) ? line : await refusalOf(line));
  expect(lines.length).toBeGreaterThan(100);
  compare('refusals.txt', `${written.join('\n')}\n`);
});

async function refusalOf(line: string): Promise<string> {
  const [typed = ''] = line.split(' → ');
  const { variables, argv, stdin } = parseTyped(
    /^(printf |[A-Z_]+=)/.test(typed) ? typed : `dotaf ${typed}`,
  );
  const env = { ...credentials, DOTAF_HOME: temporaryFolder(), ...variables };
  const input = stdin === undefined ? {} : { stdin };
  const { stdout, stderr, code } = await dotaf(argv, { env, ...input });
  const [, error, hint] = /^error: (.*)\nhint: (.*)\n$/.exec(stderr) ?? [];
  expect({ typed, stdout, error, hint }).toMatchObject({
    stdout: '',
    error: expect.any(String),
    hint: expect.any(String),
  });
  return [typed, error, hint, ...(code === 2 ? [] : [code])].join(' → ');
}

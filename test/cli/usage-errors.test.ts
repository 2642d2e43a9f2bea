import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { dotaf, dotafSandbox } from '../support/session.ts';

const sessions = path.join(import.meta.dirname, '../formats/sessions');

it('nothing that may be a secret is said again', () => {
  for (const name of readdirSync(sessions)) {
    const printed = readFileSync(path.join(sessions, name), 'utf8').replaceAll(/^\$ .*$/gm, '');
    expect(printed, name).not.toMatch(/hunter2|5f4dcc3b|two words/);
  }
});

it('a secret with a line break is not repeated either', async () => {
  const { stderr, code } = await dotaf(['balance', '--sekret=hun\nter2', '--json']);
  expect(stderr).toContain("unknown option '--sekret'");
  expect(stderr).not.toMatch(/hun|ter2/);
  expect(code).toBe(2);
});

it('takes domains list for domains ls', async () => {
  for (const more of [[], ['--json'], ['--help'], ['--wrong']]) {
    const session = await dotafSandbox(['domains', 'ls', ...more]);
    expect(await dotafSandbox(['domains', 'list', ...more])).toEqual(session);
  }
});

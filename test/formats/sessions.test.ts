import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import nock from 'nock';
import { afterEach, expect, it } from 'vitest';
import { credentials } from '../support/fixtures.ts';
import { temporaryFolder, type Variables } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { TestClock } from '../test-clock.ts';
import { startAccount } from './account.ts';
import { compare, section } from './text.ts';

/*
 * Each text in `sessions` is what somebody types, and what that prints; a line is added by its `$`.
 * `NAME=value` before a line is a variable, COLUMNS stands for a terminal, and `printf '…' |` is stdin.
 * The account answers, but for the refusals: whatever is sent there fails. The lines of `settings` share
 * a home, where nothing is stored at first; others have one each.
 */

const folder = path.join(import.meta.dirname, 'sessions');

afterEach(() => {
  nock.cleanAll();
  if (!nock.isActive()) nock.activate();
});

it.each(readdirSync(folder))('%s is what is printed', async (name) => {
  const text = readFileSync(path.join(folder, name), 'utf8');
  const [head = '', ...typed] = text.split(/^\$ (?=.*$)/m).map((part, at) => {
    return at === 0 ? part : (part.split('\n')[0] ?? '');
  });
  expect(typed).not.toEqual([]);
  const shared = temporaryFolder();
  const sections: string[] = [];
  for (const line of typed) {
    const isShared = name === 'settings.txt';
    const home = isShared ? shared : temporaryFolder();
    const env = { LANG: 'C.UTF-8', DOTAF_HOME: home, ...(isShared ? {} : credentials) };
    const shown = await play(line, env, !name.startsWith('refusals'));
    sections.push(shown.replaceAll(home, '/home/you'));
  }
  compare(`sessions/${name}`, head + sections.join('\n'));
});

async function play(line: string, usual: Variables, isAnswered: boolean): Promise<string> {
  const [, stdin, command = ''] = /^(?:printf '(.*?)' \| )?(.*)$/s.exec(line) ?? [];
  const words = [...command.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) =>
    word.replaceAll("'", ''),
  );
  const start = words.indexOf('dotaf');
  const variables: Variables = Object.fromEntries(
    words.slice(0, start).map((word) => [word.split('=')[0], word.replace(/^.*?=/, '')]),
  );
  const { COLUMNS, ...env } = variables;
  nock.cleanAll();
  if (isAnswered) startAccount({});
  // The sandbox is asked over real connections.
  if (words.includes('--sandbox')) nock.restore();
  else if (!nock.isActive()) nock.activate();
  const session = await dotaf(words.slice(start + 1), {
    env: { ...usual, ...env },
    ...(stdin === undefined
      ? {}
      : { stdin: stdin.replaceAll('\\n', '\n').replaceAll('\\t', '\t') }),
    ...(COLUMNS ? { tty: { stdout: true, stderr: true }, columns: Number(COLUMNS) } : {}),
    clock: new TestClock(),
  });
  return section(line, session);
}

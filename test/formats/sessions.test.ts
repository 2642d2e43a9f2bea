import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import nock from 'nock';
import { afterEach, expect, it } from 'vitest';
import * as known from '../support/domains.ts';
import { balanceData, credentials } from '../support/fixtures.ts';
import { temporaryFolder, type Variables } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { TestClock } from '../test-clock.ts';
import { type Reply, startAccount } from './account.ts';
import { compare, section } from './text.ts';

/*
 * Each text in `sessions` is what somebody types, and what that prints.
 *
 * `$ dotaf …` is a line that is typed; a line is added by its `$`. `NAME=value` before it is a variable,
 * COLUMNS stands for a terminal, and `printf '…' |` is stdin. Each has a home of its own.
 *
 * `## …` begins a group, whose lines share a home and what the service answers:
 * `reply /account/balance {"balance":"3.00"}` changes keys of the usual answer, and "(absent)" removes one;
 * `reply /pricing {"tld":".af"} => {"amount":null}` does so for the requests that hold these values;
 * `reply /domains 422 {"code":"closed"}` refuses; `reply /domains 200: …` is the whole body.
 * Several for one path are given one after the other, the last one from then on.
 *
 * Nothing is answered in `refusals`, where whatever is sent fails. In `settings` nothing is stored
 * at first, and all lines share a home.
 */

const folder = path.join(import.meta.dirname, 'sessions');

const samples: Record<string, object> = { ...known, balance: balanceData };

afterEach(() => {
  nock.cleanAll();
  if (!nock.isActive()) nock.activate();
});

it.each(readdirSync(folder))('%s is what is printed', async (name) => {
  const text = readFileSync(path.join(folder, name), 'utf8');
  const isOfSettings = name.startsWith('settings');
  const written: string[] = [];
  let home = temporaryFolder();
  let replies: Reply[] | undefined;
  let isOutput = false;
  for (const line of text.split('\n')) {
    if (/^(## |reply \/|\$ )/.test(line)) {
      if (isOutput) written.push('');
      isOutput = false;
    }
    if (line.startsWith('## ')) {
      replies = [];
      home = temporaryFolder();
    }
    if (line.startsWith('reply /')) replies?.push(replyIn(line));
    if (!isOutput && !line.startsWith('$ ')) written.push(line);
    if (!line.startsWith('$ ')) continue;
    isOutput = true;
    if (replies === undefined && !isOfSettings) home = temporaryFolder();
    const env = { LANG: 'C.UTF-8', DOTAF_HOME: home, ...(isOfSettings ? {} : credentials) };
    const isAnswered = !name.startsWith('refusals');
    const shown = await play(line.slice(2), env, isAnswered ? (replies ?? []) : undefined);
    written.push(shown.replaceAll(home, '/home/you').replace(/\n$/, ''));
  }
  expect(isOutput).toBe(true);
  compare(`sessions/${name}`, `${written.join('\n')}\n`);
});

function replyIn(line: string): Reply {
  const [, place = '', when, status = '200', isWhole, text = ''] =
    /^reply (\S+) (?:(\{.*\}) => )?(?:(\d{3})(:)? )?(.*)$/.exec(line) ?? [];
  const full = text.replaceAll(/@(\w+)(\{[^{}]*\})?/g, (_, name, own = '{}') =>
    JSON.stringify({ ...samples[name], ...JSON.parse(own) }),
  );
  return {
    path: place,
    when: JSON.parse(when ?? '{}'),
    status: Number(status),
    ...(isWhole ? { body: full } : { value: JSON.parse(full) }),
  };
}

async function play(line: string, usual: Variables, replies?: Reply[]): Promise<string> {
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
  if (replies !== undefined) startAccount({ replies });
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

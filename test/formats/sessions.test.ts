import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import nock from 'nock';
import { afterEach, expect, it } from 'vitest';
import * as known from '../support/domains.ts';
import { balanceData, credentials, shop, wholesale } from '../support/fixtures.ts';
import { temporaryFolder, type Variables } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { TestClock } from '../support/test-clock.ts';
import { type Reply, startAccount } from './account.ts';
import { compare, shown } from './text.ts';

/*
 * Each text in `sessions` is what somebody types, and what that prints.
 *
 * `$ dotaf …` is a line that is typed; a line is added by its `$`. `NAME=value` before it is a variable,
 * COLUMNS stands for a terminal, TODAY for the clock, and `printf '…' |` is stdin. Each has a home of
 * its own, /home/you; `$ printf '…' > /home/you/a.txt` and `$ cat /home/you/a.txt` write and show a file,
 * in which `@shop` is a stored profile.
 *
 * `## …` begins a group, whose lines share a home and what the service answers:
 * `reply /account/balance {"balance":"3.00"}` changes keys of the usual answer, and "(absent)" removes one;
 * `reply /pricing {"tld":".af"} => {"amount":null}` does so for the requests that hold these values
 * (or have the "key" and the "secret");
 * `reply /domains 422 {"code":"closed"}` refuses; `reply /domains 200: …` is the whole body.
 * Several for one path are given one after the other, the last one from then on. One that follows
 * what was printed takes the place of those before it.
 *
 * Nothing is answered in `refusals`, where whatever is sent fails. In `settings` there are no
 * credentials at first, and lines without a group share a home.
 */

const folder = path.join(import.meta.dirname, 'sessions');

const samples: Record<string, object> = { ...known, balance: balanceData, shop, wholesale };

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
  let replaced = new Set<string>();
  for (const line of text.split('\n')) {
    if (/^(## |reply \/|\$ )/.test(line)) {
      if (isOutput) {
        written.push('');
        replaced = new Set();
      }
      isOutput = false;
    }
    if (line.startsWith('## ')) {
      replies = [];
      home = temporaryFolder();
    }
    if (line.startsWith('reply /') && replies !== undefined) {
      const reply = replyIn(line);
      const about = JSON.stringify([reply.path, reply.when]);
      const isOfAnother = (one: Reply) => JSON.stringify([one.path, one.when]) !== about;
      if (!replaced.has(about)) replies = replies.filter(isOfAnother);
      replaced.add(about);
      replies.push(reply);
    }
    if (!isOutput && !line.startsWith('$ ')) written.push(line);
    if (!line.startsWith('$ ')) continue;
    isOutput = true;
    if (replies === undefined && !isOfSettings) home = temporaryFolder();
    const env = { LANG: 'C.UTF-8', DOTAF_HOME: home, ...(isOfSettings ? {} : credentials) };
    const isAnswered = !name.startsWith('refusals');
    const typed = line.slice(2).replaceAll('/home/you', home);
    const output =
      withFile(typed) ?? (await play(typed, env, isAnswered ? (replies ?? []) : undefined));
    written.push(`${line}\n${output}`.replaceAll(home, '/home/you').replace(/\n$/, ''));
  }
  expect(isOutput).toBe(true);
  compare(`sessions/${name}`, `${written.join('\n')}\n`);
});

function replyIn(line: string): Reply {
  const [, place = '', when, status = '200', isWhole, text = ''] =
    /^reply (\S+) (?:(\{.*\}) => )?(?:(\d{3})(:)? )?(.*)$/.exec(line) ?? [];
  const full = withSamples(text);
  return {
    path: place,
    when: JSON.parse(when ?? '{}'),
    status: Number(status),
    ...(isWhole ? { body: full } : { value: JSON.parse(full) }),
  };
}

/** `@herat{"expiry":null}` is a domain of the tests with another expiry. */
function withSamples(text: string): string {
  return text.replaceAll(/@(\w+)(\{[^{}]*\})?/g, (typed, name, own = '{}') =>
    name in samples ? JSON.stringify({ ...samples[name], ...JSON.parse(own) }) : typed,
  );
}

/** Writes or shows a file. */
function withFile(line: string): string | undefined {
  const [, text, written, shown] = /^printf '(.*)' > (\S+)$|^cat (\S+)$/.exec(line) ?? [];
  if (shown !== undefined) return readFileSync(shown, 'utf8');
  if (text === undefined || written === undefined) return undefined;
  writeFileSync(written, withSamples(unescaped(text)), { mode: 0o600 });
  return '';
}

function unescaped(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
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
  const { COLUMNS, TODAY, ...env } = variables;
  nock.cleanAll();
  if (replies !== undefined) startAccount({ replies });
  // The sandbox is asked over real connections.
  if (words.includes('--sandbox')) nock.restore();
  else if (!nock.isActive()) nock.activate();
  const session = await dotaf(words.slice(start + 1), {
    env: { ...usual, ...env },
    ...(stdin === undefined ? {} : { stdin: unescaped(stdin) }),
    ...(COLUMNS ? { tty: { stdout: true, stderr: true }, columns: Number(COLUMNS) } : {}),
    clock: new TestClock(TODAY && `${TODAY}T12:00:00Z`),
  });
  return shown(session);
}

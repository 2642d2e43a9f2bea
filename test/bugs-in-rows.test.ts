import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import * as words from '../src/core/api-vocabulary.ts';
import { credentials, service } from './support/fixtures.ts';
import { temporaryFolder } from './support/home.ts';
import { dotaf } from './support/session.ts';

const stack = /( {4}at .*\n)+/;

vi.mock('../src/core/api-vocabulary.ts', { spy: true });

/** Reading an answer with this status meets a bug. */
beforeEach(() => {
  const { classifyStatus: meaningOf } = words;
  vi.mocked(words.classifyStatus).mockImplementation((status) => {
    if (status === 'cursed') throw new TypeError('no such thing');
    return 'taken';
  });
  return () => vi.mocked(words.classifyStatus).mockImplementation(meaningOf);
});

function answers(domain: string, status = 'registered'): void {
  const data = { domain, status, available: false };
  service()
    .post('/api/v1/domains/check', ({ domain: asked }) => asked === domain)
    .reply(200, { success: true, data });
}

it('a bug in one row is its failure, and the others are answered', async () => {
  answers('a.af');
  answers('b.af', 'cursed');
  answers('c.af');
  const { stdout, stderr, code } = await dotaf(['check', 'a.af', 'b.af', 'c.af', '--json']);
  expect(stdout.split('\n').map((line) => line.slice(0, 40))).toEqual([
    '{"domain":"a.af","status":"registered","',
    '{"domain":"b.af","error":{"code":"bug","',
    '{"domain":"c.af","status":"registered","',
    '',
  ]);
  expect(stderr).toMatch(/^warning: this is a bug in dotaf [\d.]+: no such thing\n {4}at /);
  expect(code).toBe(9);
});

it('the stack of the first is told once, with what to do', async () => {
  answers('a.af', 'cursed');
  answers('b.af', 'cursed');
  const { stderr, code } = await dotaf(['check', 'a.af', 'b.af']);
  expect(stderr.replace(stack, '    at …\n')).toMatch(
    /^warning: this is a bug in dotaf [\d.]+: no such thing\n {4}at …\nhint: please report it, with these lines and the command that you ran\n$/,
  );
  expect(code).toBe(70);
});

it('one name typed has failed, with its stack', async () => {
  answers('a.af', 'cursed');
  const { stdout, stderr, code } = await dotaf(['check', 'a.af']);
  expect(stdout).toBe('');
  expect(stderr.replace(stack, '    at …\n')).toMatch(
    /^error: this is a bug in dotaf [\d.]+: no such thing\n {4}at …\nhint: please report it/,
  );
  expect(code).toBe(70);
});

it('a run that writes a file goes on, and --resume asks for the name again', async () => {
  const home = temporaryFolder();
  const out = path.join(home, 'answers.jsonl');
  const env = { ...credentials, DOTAF_HOME: home };
  answers('a.af', 'cursed');
  answers('b.af');
  const first = await dotaf(['check', '--file', '-', '--out', out], { env, stdin: 'a.af\nb.af\n' });
  expect(first.code).toBe(9);
  expect(readFileSync(out, 'utf8')).toMatch(/^{"domain":"b.af",.*\n$/);
  answers('a.af');
  answers('c.af');
  const next = await dotaf(['check', '--file', '-', '--out', out, '--resume', '--json'], {
    env,
    stdin: 'a.af\nb.af\nc.af\n',
  });
  expect(next).toMatchObject({ code: 0, stdout: expect.stringMatching(/"a.af".*\n.*"c.af".*\n$/) });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import * as words from '../src/core/api-vocabulary.ts';
import { credentials, mockService } from './support/fixtures.ts';
import { createTempFolder } from './support/home.ts';
import { runCli } from './support/run-cli.ts';

const stackPattern = /( {4}at .*\n)+/;

vi.mock('../src/core/api-vocabulary.ts', { spy: true });

beforeEach(() => {
  const { classifyAvailability: original } = words;
  vi.mocked(words.classifyAvailability).mockImplementation((status) => {
    if (status === 'cursed') throw new TypeError('no such thing');
    return 'taken';
  });
  return () => vi.mocked(words.classifyAvailability).mockImplementation(original);
});

function mockAvailability(domain: string, status = 'registered'): void {
  const data = { domain, status, available: false };
  mockService()
    .post('/api/v1/domains/check', ({ domain: requestDomain }) => requestDomain === domain)
    .reply(200, { success: true, data });
}

it('a bug in one row fails that row only', async () => {
  mockAvailability('a.af');
  mockAvailability('b.af', 'cursed');
  mockAvailability('c.af');
  const { stdout, stderr, code } = await runCli(['check', 'a.af', 'b.af', 'c.af', '--json']);
  expect(stdout.split('\n').map((line) => line.slice(0, 40))).toEqual([
    '{"domain":"a.af","status":"registered","',
    '{"domain":"b.af","error":{"code":"bug","',
    '{"domain":"c.af","status":"registered","',
    '',
  ]);
  expect(stderr).toMatch(/^warning: this is a bug in dotaf [\d.]+: no such thing\n {4}at /);
  expect(code).toBe(9);
});

it('prints the stack of the first bug once, with a hint', async () => {
  mockAvailability('a.af', 'cursed');
  mockAvailability('b.af', 'cursed');
  const { stderr, code } = await runCli(['check', 'a.af', 'b.af']);
  expect(stderr.replace(stackPattern, '    at …\n')).toMatch(
    /^warning: this is a bug in dotaf [\d.]+: no such thing\n {4}at …\nhint: please report it, with these lines and the command that you ran\n$/,
  );
  expect(code).toBe(70);
});

it('a run with --out continues after a bug, and --resume retries the name', async () => {
  const home = createTempFolder();
  const out = path.join(home, 'answers.jsonl');
  const env = { ...credentials, DOTAF_HOME: home };
  mockAvailability('a.af', 'cursed');
  mockAvailability('b.af');
  const first = await runCli(['check', '--file', '-', '--out', out], {
    env,
    stdin: 'a.af\nb.af\n',
  });
  expect(first.code).toBe(9);
  expect(readFileSync(out, 'utf8')).toMatch(/^{"domain":"b.af",.*\n$/);
  mockAvailability('a.af');
  mockAvailability('c.af');
  const next = await runCli(['check', '--file', '-', '--out', out, '--resume', '--json'], {
    env,
    stdin: 'a.af\nb.af\nc.af\n',
  });
  expect(next).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^.*"a.af".*\n.*"b.af".*\n.*"c.af".*\n$/),
  });
});

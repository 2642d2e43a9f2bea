import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateSandboxAccount } from '../../src/sandbox/account.ts';
import { startSandboxServer } from '../../src/sandbox/server.ts';
import { createTempFolder } from '../support/home.ts';
import { dotafScript, installProgram, type ProcessResult, waitForExit } from '../support/spawn.ts';
import { listExampleLines } from './pages.ts';

const today = new Date().toISOString().slice(0, 10);

const account = generateSandboxAccount(today, 'cron');

const poorAccount = { balance: '10.00', credit_limit: '0.00', domains: account.domains.slice(1) };

const richAccount = { ...account, balance: '9000.00' };

const lines = listExampleLines('cron').filter((line) => !line.startsWith('#'));

const silence = { stdout: '', stderr: '', code: 0 };

let close: () => void;
let home: string;
let programs: string;

beforeAll(async () => {
  const server = await startSandboxServer({
    account,
    now: Date.now,
    delay: async () => {},
    rate: { requests: 1000, windowMs: 60_000 },
  });
  close = server.close;
  home = createTempFolder();
  programs = createTempFolder();
  const profile = {
    name: 'shop',
    base_url: server.baseUrl,
    key: server.key,
    secret: server.secret,
    preferences: { 'rate-limit': '1000/60s' },
  };
  const config = path.join(home, '.config/dotaf');
  mkdirSync(config, { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ active: 'shop', profiles: [profile] });
  writeFileSync(path.join(config, 'config.json'), text, { mode: 0o600 });
  installProgram(programs, 'dotaf', dotafScript);
  installProgram(programs, 'curl', `for last; do :; done; printf '%s\\n' "$*" > "$HOME/curl.txt"`);
});

afterAll(() => close());

it('shows a crontab', () => {
  expect(lines.slice(1, 9).join('\n')).toBe(`MAILTO=you@example.com
PATH=/usr/local/bin:/usr/bin:/bin
0 7 * * 1   dotaf --mark week --details
0 8 * * *   dotaf balance --min 50 --cron
10 8 * * *  dotaf forecast --expect covered --cron
30 6 * * *  dotaf domains changes --details --mark daily --expect none --cron
40 6 * * *  dotaf prices changes --mark prices --expect none --cron
0 * * * *   dotaf check --file watch.txt --expect taken --cron`);
  expect(lines).toHaveLength(12);
});

it('the PATH line finds dotaf and node', async () => {
  const line = findLine('echo "PATH=');
  const { stdout } = await runLine(line, `${programs}:${path.dirname(process.execPath)}`);
  const [, value = ''] = /^PATH=(.*)\n$/.exec(stdout) ?? [];
  expect(value).toBe(`${programs}:${path.dirname(process.execPath)}:/usr/bin:/bin`);
  expect((await runLine('dotaf --version && node --version', value)).code).toBe(0);
});

it('the week is mailed with every run', async () => {
  const job = findLine('--mark week');
  expect((await runJob(job, richAccount)).stdout).toMatch(/^SBX-\d+ · .*\n\n/);
  expect((await runJob(job, richAccount)).code).toBe(0);
});

it('the balance is mailed only if it is low', async () => {
  const job = findLine('0 8 * * *   dotaf balance --min 50 --cron');
  expect(await runJob(job, richAccount)).toEqual(silence);
  expect(await runJob(job, poorAccount)).toEqual({
    stdout: expect.stringContaining('\nbalance         10.00 USD\n'),
    stderr: 'note: 10.00 USD is less than 50\n',
    code: 1,
  });
});

it('the forecast is mailed only if the balance does not cover the renewals', async () => {
  const job = findLine('--expect covered');
  expect(await runJob(job, richAccount)).toEqual(silence);
  const { stdout, code } = await runJob(job, poorAccount);
  expect(stdout).toMatch(/\ntop up \d+\.\d\d USD before /);
  expect(code).toBe(1);
});

it('the first run is mailed, and then each change once', async () => {
  const job = findLine('--mark daily');
  expect(await runJob(job, richAccount)).toMatchObject({
    stderr: expect.stringContaining('note: remembered; run it again later'),
    code: 1,
  });
  expect(await runJob(job, richAccount)).toEqual(silence);
  expect(await runJob(job, poorAccount)).toEqual({
    stdout: expect.stringMatching(/^DOMAIN .*\n\S+ +removed\n$/),
    stderr: expect.stringContaining('note: removed: 1 since '),
    code: 1,
  });
  expect(await runJob(job, poorAccount)).toEqual(silence);
});

it('a watched name is mailed once it is free', async () => {
  const job = findLine('--file watch.txt');
  const watchList = path.join(home, 'watch.txt');
  writeFileSync(watchList, `${account.domains[0]?.domain}\n`);
  expect(await runJob(job, richAccount)).toEqual(silence);
  writeFileSync(watchList, 'hello.af\n');
  expect(await runJob(job, richAccount)).toMatchObject({
    stdout: expect.stringContaining(' available '),
    stderr: expect.stringContaining('hello.af is available'),
    code: 1,
  });
});

it('ntfy gets what cron would mail', async () => {
  const job = findLine('ntfy.sh');
  expect(await runJob(job, richAccount)).toEqual(silence);
  expect(() => readFileSync(path.join(home, 'curl.txt'))).toThrow();
  expect(await runJob(job, poorAccount)).toEqual(silence);
  expect(readFileSync(path.join(home, 'curl.txt'), 'utf8')).toMatch(
    /-d account .*\nnote: 10\.00 USD is less than 50 https:\/\/ntfy\.sh\/your-topic\n$/s,
  );
});

it('metrics stay as they are without an answer', async () => {
  const job = findLine('dotaf.prom');
  const metrics = `dotaf_balance 9000.00\ndotaf_active_domains 32\n`;
  const file = path.join(home, 'dotaf.prom');
  expect(await runJob(job, richAccount)).toEqual(silence);
  expect(readFileSync(file, 'utf8')).toBe(metrics);
  const failingJob = job.replace('dotaf balance', 'dotaf balance --profile nobody');
  expect(await runJob(failingJob, poorAccount)).toMatchObject({ stdout: '', stderr: '' });
  expect(readFileSync(file, 'utf8')).toBe(metrics);
});

it('Nagios gets its exit codes', async () => {
  const check = findLine('exit 2');
  expect(await runJob(check, richAccount)).toMatchObject({ code: 0 });
  expect(await runJob(check, poorAccount)).toMatchObject({ code: 2 });
  const failingCheck = check.replace('--min', '--profile nobody --min');
  expect(await runJob(failingCheck, richAccount)).toMatchObject({ code: 3 });
});

function findLine(part: string) {
  return lines.find((line) => `${line} `.includes(part)) ?? '';
}

/** Runs a line of the crontab, without its schedule. */
function runJob(line: string, state: Partial<typeof account>) {
  Object.assign(account, state);
  return runLine(line.replace(/^([\d*/]+ +){5}/, ''));
}

/** Sets only the variables that cron sets. */
async function runLine(line: string, searchPath?: string): Promise<ProcessResult> {
  const nodeFolder = path.dirname(process.execPath);
  const env = {
    HOME: home,
    LOGNAME: 'you',
    SHELL: '/bin/sh',
    PATH: searchPath ?? `${programs}:${nodeFolder}:/usr/bin:/bin`,
  };
  const child = spawn('/bin/sh', ['-c', line], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return waitForExit(child);
}

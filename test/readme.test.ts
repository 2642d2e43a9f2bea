import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startSandbox } from '../src/sandbox/server.ts';
import { temporaryFolder, type Variables } from './support/home.ts';
import { type Ended, ended } from './support/spawn.ts';

const root = path.join(import.meta.dirname, '..');
const readmeFile = path.join(root, 'README.md');
const readme = readFileSync(readmeFile, 'utf8');
const today = '2026-11-21T09:00:00Z';

/** The page shows fixed addresses; this run uses free ports instead. */
const account = { shown: 'http://127.0.0.1:8053', used: '' };
const ownSandbox = { shown: 8054, used: 0 };

let close: () => Promise<void>;
let home: string;
/** What the commands of the page print, one after the other; the rest of the page builds on them. */
let outputs: string[];

beforeAll(async () => {
  const sandbox = await startSandbox({
    now: () => Date.parse(today),
    delay: async () => {},
    rate: { requests: 1000, windowMs: 60_000 },
  });
  const spare = await startSandbox({ now: () => Date.parse(today), delay: async () => {} });
  close = sandbox.close;
  account.used = sandbox.baseUrl.replace('/api/v1', '');
  ownSandbox.used = Number(new URL(spare.baseUrl).port);
  await spare.close();
  home = temporaryFolder();
  writeFileSync(path.join(home, 'secret.txt'), `${sandbox.secret}\n`);
  writeFileSync(path.join(home, 'key.txt'), sandbox.key);
  mkdirSync(path.join(home, 'bin'));
  command('dotaf', `exec node '${root}/bin/dotaf.js' "$@"`);
  command('jq', `exec node '${root}/test/setup/jq.mjs' "$@"`);
  for (const name of ['curl', 'mlr', 'ssh']) {
    command(name, `printf "%s|" ${name} "$@"; echo; [ -t 0 ] || head -n 1`);
  }
  command('mail', 'printf "%s|" "$@" >> "$HOME/mail.txt"; cat >> "$HOME/mail.txt"');
  outputs = await runInOneShell(blocksOf('console').flatMap(commandsIn));
}, 120_000);

beforeEach(() => rmSync(path.join(home, 'mail.txt'), { force: true }));

afterAll(() => close());

it('shows the real output of its commands', () => {
  const blocks = blocksOf('console');
  const left = [...outputs];
  const actual = blocks.map((block) =>
    commandsIn(block)
      .map((line) => `$ ${line}\n${left.shift() ?? ''}`)
      .join(''),
  );
  if (process.env.UPDATE_README) writeFileSync(readmeFile, withBlocks(actual));
  else expect(actual, 'npm run readme refreshes the page').toEqual(blocks);
});

it('has crontab lines that work in the environment of cron', async () => {
  const jobs = cronJobs();
  expect(jobs).toHaveLength(9);
  writeFileSync(path.join(home, 'wanted.txt'), 'saffron-house.af\n');
  const codes: (number | null)[] = [];
  for (const job of jobs) codes.push((await run('/bin/sh', ['-c', job], cronEnvironment())).code);
  expect(codes).toEqual(jobs.map(() => 0));
  const mail = readFileSync(path.join(home, 'mail.txt'), 'utf8');
  expect(mail).toContain('-s|domains that lapse soon: code 0|you@example.com|DOMAIN');
  expect(mail).not.toContain('balance');
  expect(mail).toContain('-s|names checked: code 0|you@example.com|note: 4 names in ');
  expect(readFileSync(path.join(home, 'renewals.ics'), 'utf8')).toContain('END:VCALENDAR');
  expect(readFileSync(path.join(home, 'dotaf.prom'), 'utf8')).toContain('\ndotaf_up 1\n');
  const poor = (jobs[0] ?? '').replace('--min 50', '--min 5000');
  await run('/bin/sh', ['-c', poor], cronEnvironment());
  expect(readFileSync(path.join(home, 'mail.txt'), 'utf8')).toContain(
    '-s|dotaf balance: code 1|you@example.com|account ',
  );
  writeFileSync(path.join(home, 'wanted.txt'), 'saffron-house.af\nkite.af\n');
  const waiting = jobs.find((job) => job.includes('wanted.txt')) ?? '';
  await run('/bin/sh', ['-c', waiting], cronEnvironment());
  expect(readFileSync(path.join(home, 'mail.txt'), 'utf8')).toMatch(
    /-s\|names that came free: code 1\|you@example.com\|.*\nkite\.af /,
  );
});

it('has recipes that work with the programs that they name', async () => {
  const rows = [
    ...readme.matchAll(/^\| (Nagios|ntfy|Slack|a client|two|several)\b.*?\| `(.+?)`/gm),
  ];
  const recipes = new Map(
    rows.map(([, name = '', line = '']) => [name, line.replaceAll('\\|', '|')]),
  );
  const ask = (name: string, change = (line: string) => line) =>
    run('bash', ['-c', change(recipes.get(name) ?? 'exit 99')], unhurried());
  const tooHigh = (line: string) => line.replace('--min 50', '--min 5000');
  writeFileSync(path.join(home, 'clients.csv'), 'domain,client\nbright-bakery.af,Nabi\n');
  expect((await ask('Nagios')).code).toBe(0);
  expect((await ask('Nagios', tooHigh)).code).toBe(2);
  expect(await ask('ntfy', tooHigh)).toMatchObject({
    stdout: expect.stringContaining(
      'curl|-fsS|-d|dotaf balance: code 1|https://ntfy.sh/your-topic',
    ),
  });
  expect((await ask('Slack', tooHigh)).stdout).toContain('|-d|{"text":"dotaf balance: code 1"}|');
  expect((await ask('a client')).stdout).toBe(
    'mlr|--csv|join|-j|domain|-f|clients.csv|\ndomain,expiry\n',
  );
  expect((await ask('several')).stdout).toMatch(/^ssh\|ops\|dotaf\|check\|-\|--json\|\nhello\.af/);
  expect((await ask('two')).code).toBe(0);
});

it('names commands that print a secret, which are run as they stand', async () => {
  const row = /^\| the secret from .*$/m.exec(readme)?.[0] ?? '';
  const commands = [...row.matchAll(/`'(.+?)'`/g)].map(([, line = '']) => line);
  expect(commands).toHaveLength(4);
  for (const secretCommand of commands) {
    const [name = ''] = secretCommand.split(' ');
    command(name, `echo "$*" > "$HOME/${name}.args"; cat "$HOME/secret.txt"`);
    const login = `dotaf auth login --profile ${name} --base-url ${account.used} --key "$(cat key.txt)" --secret-command "$0" -q`;
    expect((await run('bash', ['-c', login, secretCommand], unhurried())).code).toBe(0);
    const args = readFileSync(path.join(home, `${name}.args`), 'utf8').trim();
    expect(`${name} ${args}`).toBe(secretCommand);
  }
});

it('has a systemd service whose command works', async () => {
  const line = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(blocksOf('ini').join(''))?.[1] ?? 'exit 99';
  expect((await run('/bin/sh', ['-c', line], cronEnvironment())).code).toBe(0);
});

it('has crontab lines that mail a warning alone', async () => {
  const jobs = cronJobs().filter((job) => /ls --expiring|calendar/.test(job));
  expect(jobs).toHaveLength(2);
  for (const [index, line] of jobs.entries()) {
    const warning = `warning: half is known ${index}`;
    const warned = line.replace(
      /dotaf domains (ls|calendar) [^>]*/,
      `sh -c 'echo "${warning}" >&2' `,
    );
    await run('/bin/sh', ['-c', warned], cronEnvironment());
    expect(readFileSync(path.join(home, 'mail.txt'), 'utf8')).toContain(
      `|you@example.com|${warning}\n`,
    );
  }
});

it('contains the two set-up commands', () => {
  expect(readme).toMatch(/^npm ci && npm start$/m);
  expect(readme).toMatch(/^npm ci && npm test$/m);
});

it('has an example account that the sandbox accepts', async () => {
  const file = path.join(home, 'account.json');
  writeFileSync(file, blocksOf('json').join(''));
  const started = await run(
    'dotaf',
    ['sandbox', '--data', file, '--rate-limit', '0/1s'],
    environment(),
  );
  expect(started.code).toBe(2);
  expect(started.stderr).toContain('--rate-limit');
  const listed = await run(
    'bash',
    [
      '-c',
      `dotaf sandbox --json --data '${file}' > own.json 2> own.log & until [ -s own.json ]; do sleep 0.05; done; DOTAF_BASE_URL=$(jq -r .base_url own.json) DOTAF_KEY=$(jq -r .key own.json) DOTAF_SECRET=$(jq -r .secret own.json) dotaf domains ls --names; kill %1`,
    ],
    environment(),
  );
  expect(listed.stdout + listed.stderr).toBe('my-shop.af\n');
});

/** The commands of the crontab lines, without their times. */
function cronJobs(): string[] {
  const lines = blocksOf('crontab').join('').trim().split('\n');
  return lines
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.replace(/^(\S+\s+){5}/, ''));
}

function command(name: string, script: string): void {
  const file = path.join(home, 'bin', name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

function blocksOf(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block]) => block ?? '',
  );
}

function withBlocks(blocks: string[]): string {
  return readme.replace(
    /^```console\n[\s\S]*?^```$/gm,
    () => `\`\`\`console\n${blocks.shift()}\`\`\``,
  );
}

function commandsIn(block: string): string[] {
  return [...block.matchAll(/^\$ (.*)$/gm)].map(([, line]) => line ?? '');
}

/** A reader would use one shell for the whole page, too. Marks separate the outputs. */
async function runInOneShell(commands: string[]): Promise<string[]> {
  const mark = '=== next ===';
  const script = commands
    .map((line) => `${asUsed(line)}\ncode=$?; printf '%s\\n' '${mark}'; (exit $code)`)
    .join('\n');
  const start = `exec 2>&1; set +m; KEY=$(cat key.txt)\n`;
  const { stdout } = await run('bash', ['-c', start + script], environment());
  return asShown(stdout).split(`${mark}\n`).slice(0, commands.length);
}

function asUsed(line: string): string {
  return line
    .replaceAll(account.shown, account.used)
    .replaceAll(String(ownSandbox.shown), String(ownSandbox.used));
}

function asShown(text: string): string {
  return text
    .replaceAll(account.used, account.shown)
    .replaceAll(String(ownSandbox.used), String(ownSandbox.shown))
    .replaceAll(home, '/home/you');
}

function environment(): Variables {
  return {
    HOME: home,
    PATH: `${path.join(home, 'bin')}:${path.dirname(process.execPath)}:/usr/bin:/bin`,
    NODE_OPTIONS: `--import=${pathToFileURL(path.join(root, 'test/setup/fixed-day.mjs')).href}`,
    DOTAF_TEST_NOW: today,
  };
}

/** All that this page shows is more than a minute's worth of requests. */
function unhurried(): Variables {
  return { ...environment(), DOTAF_RATE_LIMIT: '1000/60s' };
}

/** Debian's cron sets these for a job. */
function cronEnvironment(): Variables {
  return { ...unhurried(), LOGNAME: 'you', SHELL: '/bin/sh' };
}

function run(file: string, args: string[], env: Variables): Promise<Ended> {
  return ended(spawn(file, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

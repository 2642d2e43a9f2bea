import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startSandboxServer } from '../src/sandbox/server.ts';
import { createTempFolder, type EnvVars } from './support/home.ts';
import { type ProcessResult, waitForExit } from './support/spawn.ts';

const root = path.join(import.meta.dirname, '..');
const readmeFile = path.join(root, 'README.md');
const readme = readFileSync(readmeFile, 'utf8');
const today = '2026-11-21T09:00:00Z';

/** The page shows a fixed address; the test uses a free port instead. */
const portalUrl = { shown: 'https://portal.example', used: '' };

let close: () => void;
let home: string;
/** Outputs of the page's commands, which run in order because later ones depend on earlier ones. */
let outputs: string[];

beforeAll(async () => {
  const sandbox = await startSandboxServer({
    now: () => Date.parse(today),
    delay: async () => {},
    rate: { requests: 1000, windowMs: 60_000 },
  });
  close = sandbox.close;
  portalUrl.used = sandbox.baseUrl.replace('/api/v1', '');
  home = createTempFolder();
  writeFileSync(path.join(home, 'secret.txt'), `${sandbox.secret}\n`);
  writeFileSync(path.join(home, 'key.txt'), sandbox.key);
  mkdirSync(path.join(home, 'bin'));
  installCommand('dotaf', `exec node '${root}/bin/dotaf.js' "$@"`);
  installCommand('jq', `exec node '${root}/test/setup/jq-cli.mjs' "$@"`);
  for (const name of ['curl', 'mlr']) {
    installCommand(name, `printf "%s|" ${name} "$@"; echo; [ -t 0 ] || head -n 1`);
  }
  installCommand('mail', 'printf "%s|" "$@" >> "$HOME/mail.txt"; cat >> "$HOME/mail.txt"');
  outputs = await runInOneShell(parseBlocks('console').flatMap(parseCommands));
}, 120_000);

beforeEach(() => rmSync(path.join(home, 'mail.txt'), { force: true }));

afterAll(() => close());

it('shows the real output of its commands', () => {
  const blocks = parseBlocks('console');
  const remainingOutputs = [...outputs];
  const actual = blocks.map((block) =>
    parseCommands(block)
      .map((line) => `$ ${line}\n${remainingOutputs.shift() ?? ''}`)
      .join(''),
  );
  if (process.env.UPDATE_README) writeFileSync(readmeFile, replaceBlocks(actual));
  else expect(actual, 'npm run docs:update refreshes the page').toEqual(blocks);
});

it('crontab lines work in the environment of cron', async () => {
  const jobs = listCronJobs();
  expect(jobs).toHaveLength(9);
  writeFileSync(path.join(home, 'wanted.txt'), 'saffron-house.af\n');
  const codes: (number | null)[] = [];
  for (const job of jobs) codes.push((await runFile('/bin/sh', ['-c', job], createCronEnv())).code);
  expect(codes).toEqual(jobs.map(() => 0));
  const mail = readFileSync(path.join(home, 'mail.txt'), 'utf8');
  expect(mail).toContain('-s|domains that lapse soon: code 1|you@example.com|DOMAIN');
  expect(mail).toMatch(
    /-s\|dotaf: the week\|you@example.com\|SBX-844431 .*\n\n(.+\n)+\n.+\nthe balance of 468.20 USD /,
  );
  expect(mail).not.toContain('dotaf balance');
  expect(readFileSync(path.join(home, 'renewals.ics'), 'utf8')).toContain('END:VCALENDAR');
  const lowBalanceJob = (jobs.find((job) => job.includes('--min')) ?? '').replace(
    '--min 50',
    '--min 5000',
  );
  await runFile('/bin/sh', ['-c', lowBalanceJob], createCronEnv());
  expect(readFileSync(path.join(home, 'mail.txt'), 'utf8')).toContain(
    '-s|balance below 50 (code 1)|you@example.com|account ',
  );
  writeFileSync(path.join(home, 'wanted.txt'), 'saffron-house.af\nkite.af\n');
  const availabilityJob = jobs.find((job) => job.includes('wanted.txt')) ?? '';
  await runFile('/bin/sh', ['-c', availabilityJob], createCronEnv());
  expect(readFileSync(path.join(home, 'mail.txt'), 'utf8')).toMatch(
    /-s\|names that came free: code 1\|you@example.com\|.*\nkite\.af /,
  );
});

it('the crontab line for Prometheus replaces its file only when all commands work', async () => {
  const job = listCronJobs().find((line) => line.includes('.prom')) ?? '';
  const file = path.join(home, 'dotaf.prom');
  const labels = '{account="SBX-844431",currency="USD"}';
  await runFile('/bin/sh', ['-c', job], createCronEnv());
  const text = readFileSync(file, 'utf8');
  const [balance, creditLimit, activeDomains, domainsNeeded, ...expiries] = text.split('\n');
  expect([balance, creditLimit, activeDomains, domainsNeeded]).toEqual([
    `dotaf_balance${labels} 468.20`,
    `dotaf_credit_limit${labels} 250.00`,
    `dotaf_active_domains${labels} 32`,
    'dotaf_tier_domains_needed 68',
  ]);
  const salang = 'dotaf_domain_expiry_timestamp_seconds{domain="salang-road-assist.af"}';
  expect(expiries).toContain(`${salang} ${Date.parse('2026-11-22') / 1000}`);
  expect(expiries).toHaveLength(39);
  expect(expiries.pop()).toBe('');
  expect(
    await runFile('/bin/sh', ['-c', job.replace('dotaf domains', 'false')], createCronEnv()),
  ).toMatchObject({ code: 1, stdout: '', stderr: '' });
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('the quick start works without an account, in an empty home', async () => {
  const [setUp = '', quickStart = ''] = parseBlocks('sh');
  expect(setUp).toBe('npm ci && npm start\nnpm ci && npm test\n');
  const [install, ...lines] = quickStart.trim().split('\n');
  expect(install).toMatch(/^npm pack && npm install --global /);
  expect(readme.slice(0, readme.indexOf(setUp))).not.toMatch(/`dotaf /);
  const empty = { ...createReadmeEnv(), HOME: createTempFolder() };
  for (const line of lines) {
    expect([line, await runFile('bash', ['-c', line], empty)]).toMatchObject([
      expect.stringMatching(/^dotaf .*--sandbox$/),
      { code: 0, stderr: '' },
    ]);
  }
});

it('recipes work with the programs that they name', async () => {
  writeFileSync(path.join(home, 'clients.csv'), 'domain,client\nbright-bakery.af,Nabi\n');
  const recipes = (parseBlocks('sh')[2] ?? '').split('\n').filter((line) => /^[^#]/.test(line));
  const ask = (line: string) => runFile('bash', ['-c', line], createFastEnv());
  const recipeOutputs: string[] = [];
  for (const line of recipes) {
    const { code, stdout, stderr } = await ask(line);
    expect([line, code, stderr.replace(/^note: .*\n/gm, '')]).toEqual([line, 0, '']);
    recipeOutputs.push(stdout);
  }
  expect(recipeOutputs[0]).toMatch(/^mazar-city-tours\.af\nkabul-print-house\.af\n/);
  expect(recipeOutputs[1]).toMatch(
    /^DOMAIN .*\n(?:(?:green|blue)-(?:tea|honey)\.(?:com\.)?af .*\n)+$/,
  );
  expect(recipeOutputs[2]).toBe('hello.af\nkite.af\n');
  expect(recipeOutputs[3]).toBe('hello.af\nkite.af\ntulip.af\n');
  expect(recipeOutputs[4]).toMatch(/^\{"domain":"kabul-print-house\.af",/);
  expect(recipeOutputs[5]).toBe('mlr|--csv|join|-j|domain|-f|clients.csv|\ndomain,expiry\n');
  expect(recipeOutputs[6]).toMatch(/^(account .*\nbalance .*\n(?:(?!account ).+\n)+){2,}$/);
  const tooHigh = recipes.slice(-2).map((line) => line.replace('--min 50', '--min 5000'));
  const [nagios, slack] = await Promise.all(tooHigh.map(ask));
  expect(nagios?.code).toBe(2);
  expect(slack?.stdout).toContain('|-d|{"text":"dotaf balance: code 1"}|');
});

it('secret command examples work unchanged', async () => {
  const commands = [...readme.matchAll(/`((?:pass|op|secret-tool|security) .+?)`/g)];
  expect(commands).toHaveLength(4);
  for (const [, secretCommand = ''] of commands) {
    const [name = ''] = secretCommand.split(' ');
    installCommand(name, `echo "$*" > "$HOME/${name}.args"; cat "$HOME/secret.txt"`);
    const login = `dotaf auth login --profile ${name} --base-url ${portalUrl.used} --key "$(cat key.txt)" --secret-command "$0" -q`;
    expect((await runFile('bash', ['-c', login, secretCommand], createFastEnv())).code).toBe(0);
    const args = readFileSync(path.join(home, `${name}.args`), 'utf8').trim();
    expect(`${name} ${args}`).toBe(secretCommand);
  }
});

it('inline commands run, also those of src/README.md', async () => {
  const pages = [readme, readFileSync(path.join(root, 'src/README.md'), 'utf8')];
  const mentions = pages.flatMap((page) => [...page.matchAll(/`(dotaf(?: [^`]+)?)`/g)]);
  const lines = new Set(mentions.map(([, line = '']) => line));
  // Skip the interactive login and the sandbox, which runs until stopped.
  for (const line of ['dotaf auth login', 'dotaf sandbox']) expect(lines.delete(line)).toBe(true);
  expect(lines.size).toBeGreaterThan(25);
  writeFileSync(path.join(home, 'retail.csv'), 'tld,register\naf,59.00\n');
  const journal = path.join(home, 'answers.jsonl');
  for (const line of lines) {
    if (line.includes('--out answers.jsonl')) rmSync(journal, { force: true });
    const { code, stderr } = await runFile('bash', ['-c', line], createFastEnv());
    expect([line, [0, 1].includes(code ?? -1) || stderr]).toEqual([line, true]);
  }
});

it('src/README.md shows the current source of a command', () => {
  const [tier, page] = ['src/commands/tier.ts', 'src/README.md'].map((file) =>
    readFileSync(path.join(root, file), 'utf8'),
  );
  expect(page).toContain(`\`\`\`ts\n${tier}\`\`\`\n`);
});

it('the crontab line of the calendar mails only warnings', async () => {
  const [job = ''] = listCronJobs().filter((line) => line.includes('calendar'));
  const command = job.replace(/dotaf domains calendar[^>]*/, `sh -c 'echo "half is known" >&2' `);
  await runFile('/bin/sh', ['-c', command], createCronEnv());
  const mail = readFileSync(path.join(home, 'mail.txt'), 'utf8');
  expect(mail).toContain('|you@example.com|half is known\n');
});

/** Lists the commands of the crontab lines, without their schedules. */
function listCronJobs(): string[] {
  const lines = parseBlocks('crontab').join('').trim().split('\n');
  return lines
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.replace(/^(\S+\s+){5}/, ''));
}

function installCommand(name: string, script: string): void {
  const file = path.join(home, 'bin', name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

function parseBlocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block]) => block ?? '',
  );
}

function replaceBlocks(blocks: string[]): string {
  return readme.replace(
    /^```console\n[\s\S]*?^```$/gm,
    () => `\`\`\`console\n${blocks.shift()}\`\`\``,
  );
}

function parseCommands(block: string): string[] {
  return [...block.matchAll(/^\$ (.*)$/gm)].map(([, line]) => line ?? '');
}

/** Runs the commands in one shell, like a reader of the page; marks separate the outputs. */
async function runInOneShell(commands: string[]): Promise<string[]> {
  const mark = '=== next ===';
  const script = commands
    .map((line) => `${toRealUrl(line)}\ncode=$?; printf '%s\\n' '${mark}'; (exit $code)`)
    .join('\n');
  const start = `exec 2>&1; set +m; KEY=$(cat key.txt)\n`;
  const { stdout } = await runFile('bash', ['-c', start + script], createReadmeEnv());
  return toDisplayed(stdout).split(`${mark}\n`).slice(0, commands.length);
}

function toRealUrl(line: string): string {
  return line.replaceAll(portalUrl.shown, portalUrl.used);
}

function toDisplayed(text: string): string {
  return text.replaceAll(portalUrl.used, portalUrl.shown).replaceAll(home, '/home/you');
}

function createReadmeEnv(): EnvVars {
  return {
    HOME: home,
    PATH: `${path.join(home, 'bin')}:${path.dirname(process.execPath)}:/usr/bin:/bin`,
    NODE_OPTIONS: `--import=${pathToFileURL(path.join(root, 'test/setup/fake-date.mjs')).href}`,
    DOTAF_TEST_NOW: today,
  };
}

/** The page sends more requests than the default rate limit allows per minute. */
function createFastEnv(): EnvVars {
  return { ...createReadmeEnv(), DOTAF_RATE_LIMIT: '1000/60s' };
}

/** Adds the variables that Debian's cron sets for a job. */
function createCronEnv(): EnvVars {
  return { ...createFastEnv(), LOGNAME: 'you', SHELL: '/bin/sh' };
}

function runFile(file: string, args: string[], env: EnvVars): Promise<ProcessResult> {
  return waitForExit(spawn(file, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

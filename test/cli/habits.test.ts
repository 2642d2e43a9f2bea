import { expect, it } from 'vitest';
import { createProgram, runCommandLine } from '../../src/cli/command-line.ts';
import { tree } from '../../src/program.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

const env = { DOTAF_HOME: temporaryFolder() };

async function refused(line: string) {
  const { stdout, stderr, code } = await dotaf(line.split(' '), { env });
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  const [, error, hint = ''] = /^error: (.*)\nhint: (.*)\n$/.exec(stderr) ?? [];
  const [, ...words] = hint.replace(/ \| .*/, '').split(' ');
  // A log-in without a terminal needs options that nobody can know.
  const isLine = !/--help shows|auth login/.test(hint);
  if (isLine) expect(await dotaf(words, { env }), hint).not.toMatchObject({ code: 2 });
  return { error, hint };
}

it.each([
  ['login', 'dotaf auth login'],
  ['logout', 'dotaf auth logout'],
  ['whoami', 'dotaf auth status'],
  ['status', 'dotaf auth status'],
  ['profiles', 'dotaf auth ls'],
  ['ls', 'dotaf domains ls'],
  ['list', 'dotaf domains ls'],
  ['whois', 'dotaf check kabul.af'],
  ['price', 'dotaf quote'],

  // What is typed beside them stays where the command takes it.
  ['price com.af --action renewal', 'dotaf quote com.af --action renewal'],
  ['--quiet list', 'dotaf domains ls --quiet'],
  ['list --status active', 'dotaf domains ls --status active'],
  ['logout --profile shop', 'dotaf auth logout --profile shop'],
  ['whois herat.af', 'dotaf check herat.af'],
  ['whois herat_1.af', 'dotaf check kabul.af'],
  ['login somebody', 'dotaf auth login'],
  ['list --status', 'dotaf domains ls'],
])('%s: %s', async (line, hint) => {
  expect((await refused(line)).hint).toBe(hint);
});

it.each([
  ['register', 'dotaf check kabul.af'],
  ['register herat.af', 'dotaf check herat.af'],
  ['buy', 'dotaf check kabul.af'],
  ['renew', 'dotaf quote --action renewal'],
  ['renew herat.com.af', 'dotaf quote --action renewal herat.com.af'],
  ['transfer', 'dotaf quote --action transfer'],
])('%s is done in the portal', async (line, hint) => {
  expect(await refused(line)).toEqual({
    error: `unknown command '${line.split(' ')[0]}': the API only reads; use the reseller portal`,
    hint,
  });
});

it.each([
  ['balance -o json', '-o', 'dotaf balance --json'],
  ['balance -o=json', '-o', 'dotaf balance --json'],
  ['balance --output json', '--output', 'dotaf balance --json'],
  ['balance --format json', '--format', 'dotaf balance --json'],
  ['balance --format csv', '--format', 'dotaf balance --csv'],
  ['--format json balance', '--format', 'dotaf balance --json'],
  ['auth login --key k -o json', '-o', 'dotaf auth login --json'],
  [
    'domains ls --status active --limit 5',
    '--limit',
    'dotaf domains ls --status active | head -n 5',
  ],
  ['domains ls --limit=5', '--limit', 'dotaf domains ls | head -n 5'],
  ['check --limit herat.af', '--limit', 'dotaf check herat.af | head -n 10'],
  ['domains ls --limit', '--limit', 'dotaf domains ls | head -n 10'],
  ['domains ls --search kab', '--search', 'dotaf domains ls --names | grep kab'],
  ['domains ls --search', '--search', 'dotaf domains ls --names | grep kabul'],
  ['forecast --days 30', '--days', 'dotaf forecast --within 30'],
  ['domains ls --prices', '--prices', 'dotaf forecast'],
  ['completion fish --install', '--install', 'dotaf completion fish'],
  ['completion --install', '--install', 'dotaf completion bash'],
])('%s', async (line, name, hint) => {
  expect(await refused(line)).toEqual({ error: `unknown option '${name}'`, hint });
});

it.each([
  ['domains ls --changes', 'dotaf domains changes'],
  ['domains ls --changes --expect none --json', 'dotaf domains changes --expect none --json'],
  ['domains ls --changes --status active', 'dotaf domains changes'],
  ['domains ls --changes --since 7d', 'dotaf domains changes'],
  ['domains ls --since=7d', 'dotaf domains changes'],
  ['domains ls --against f', 'dotaf domains compare f'],
  ['domains ls --against=list.csv --expect none', 'dotaf domains compare list.csv --expect none'],
  ['domains ls --against f --status active', 'dotaf domains compare f'],
  ['domains ls --against', 'dotaf domains compare domains.csv'],
  ['domains ls --against two%20words;x', 'dotaf domains compare domains.csv'],
  ['domains ls --ics --remind 30d', 'dotaf domains calendar --remind 30d'],
  ['--ics domains ls', 'dotaf domains calendar'],
  ['quote --changes', 'dotaf prices changes'],
  ['quote com.af --changes', 'dotaf prices changes com.af'],
  ['quote --since 7d', 'dotaf prices changes'],
  ['quote --against - --map a=tld', 'dotaf prices compare - --map a=tld'],
  ['quote --against prices.csv --map a=tld', 'dotaf prices compare prices.csv --map a=tld'],
])('%s: %s', async (line, hint) => {
  const failed = runCommandLine(createProgram(), line.split(' '), tree, async () => {});
  await expect(failed).rejects.toMatchObject({ hints: [hint] });
});

it.each([
  ['balance --verbose=1', '--verbose takes no value', 'dotaf balance'],
  ['--years 2 check kabul', '--years goes after its command', 'dotaf check'],
])('%s: %s', async (line, error, command) => {
  expect(await refused(line)).toEqual({ error, hint: `${command} --help shows what there is` });
});

it.each([
  'domains ls --csv --no-header',
  'domains ls --silent',
  'check kabul --dry-run',
  'info kabul.af',
  'constructor',
  'balance --constructor',
])('has no hint but the help for %s', async (line) => {
  expect((await refused(line)).hint).toMatch(/^dotaf .*--help shows what there is$/);
});

it.each([
  'auth login -p hunter2',
  'balance --username hunter2 --limit 5',
  'auth login --key hunter2 -o json',
  'login --key hunter2',
  'login hunter2',
  'whoami --base-url https://me:hunter2@host.example',
  'list --jq hunter2',
  'whois hunter2-5f4dcc3b5aa765d61d8327deb882cf99',
])('never says again what may be a secret: %s', async (line) => {
  const { error, hint } = await refused(line);
  expect(`${error}${hint}`).not.toContain('hunter2');
});

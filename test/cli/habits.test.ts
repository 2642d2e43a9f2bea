import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

const env = { DOTAF_HOME: temporaryFolder() };

async function refused(line: string) {
  const { stdout, stderr, code } = await dotaf(line.split(' '), { env });
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  const [, error, hint] = /^error: (.*)\nhint: (.*)\n$/.exec(stderr) ?? [];
  return { error, hint };
}

it.each([
  // The words of the contract.
  ['login', 'dotaf auth login'],
  ['logout', 'dotaf auth logout'],
  ['whoami', 'dotaf auth status'],
  ['status', 'dotaf auth status'],
  ['ls', 'dotaf domains ls'],
  ['list', 'dotaf domains ls'],
  ['price', 'dotaf quote'],

  // What is typed behind them stays, where the command takes it.
  ['price com.af', 'dotaf quote com.af'],
  ['price com.af --action renewal', 'dotaf quote com.af --action renewal'],
  ['--quiet list', 'dotaf domains ls --quiet'],
  ['list --status active', 'dotaf domains ls --status active'],
  ['logout --profile shop', 'dotaf auth logout --profile shop'],
  ['whois kabul.af', 'dotaf check kabul.af'],
  ['search kabul', 'dotaf check kabul'],
  ['search', 'dotaf check kabul.af'],
  ['info kabul.af', 'dotaf domains show kabul.af'],
  ['info', 'dotaf domains show kabul.af'],
  ['status kabul.af', 'dotaf domains show kabul.af'],
  ['list kabul.af', 'dotaf domains show kabul.af'],
  ['login somebody', 'dotaf auth login'],
  ['set timeout 30', 'dotaf config set timeout 30'],
  ['use shop', 'dotaf auth use shop'],
  ['completions zsh', 'dotaf completion zsh'],

  // Groups by other names, and their commands.
  ['domain', 'dotaf domains ls'],
  ['domain kabul.af', 'dotaf domains show kabul.af'],
  ['domain list', 'dotaf domains ls'],
  ['domain show kabul.af', 'dotaf domains show kabul.af'],
  ['domains list', 'dotaf domains ls'],
  ['domains sl', 'dotaf domains ls'],
  ['domains:list', 'dotaf domains ls'],
  ['domains:show kabul.af', 'dotaf domains show kabul.af'],
  ['auth-login', 'dotaf auth login'],
  ['config:set timeout 30', 'dotaf config set timeout 30'],
  ['domains get kabul.af', 'dotaf domains show kabul.af'],
  ['domains info', 'dotaf domains show kabul.af'],
  ['domains search kabul', 'dotaf check kabul'],
  ['domains price com.af', 'dotaf quote com.af'],
  ['auth list', 'dotaf auth ls'],
  ['auth whoami', 'dotaf auth status'],
  ['auth switch shop', 'dotaf auth use shop'],
  ['auth switch', 'dotaf auth use <profile>'],
  ['profile use shop', 'dotaf auth use shop'],
  ['context list', 'dotaf auth ls'],
  ['config list', 'dotaf config ls'],
  ['config show', 'dotaf config ls'],
  ['config show timeout', 'dotaf config get timeout'],
  ['config timeout', 'dotaf config get timeout'],
  ['config timeout 30', 'dotaf config set timeout 30'],
  ['config edit', 'dotaf config path'],
  ['account balance', 'dotaf balance'],
  ['account', 'dotaf balance'],

  // A verb before what it is about.
  ['list domains', 'dotaf domains ls'],
  ['get domains', 'dotaf domains ls'],
  ['show balance', 'dotaf balance'],
  ['show config', 'dotaf config ls'],
  ['show domain kabul.af', 'dotaf domains show kabul.af'],
  ['get prices', 'dotaf quote'],
  ['get timeout', 'dotaf config get timeout'],
  ['list profiles', 'dotaf auth ls'],

  ['setup', 'dotaf auth login'],
  ['init', 'dotaf auth login'],
  ['configure', 'dotaf auth login'],
  ['credit', 'dotaf balance'],
  ['me', 'dotaf auth status'],
  ['ping', 'dotaf doctor'],
  ['calendar', 'dotaf domains ls --ics'],
  ['renewals', 'dotaf forecast'],
  ['curl', 'dotaf api /account/balance'],
  ['upgrade', 'install dotaf again as it was installed; dotaf --version shows which one this is'],
  ['watch', 'for example watch -n 300 dotaf balance, or dotaf domains ls --changes from cron'],
])('%s: %s', async (line, hint) => {
  expect((await refused(line)).hint).toBe(hint);
});

it.each([
  ['register kabul.af', 'dotaf check kabul.af tells whether a name is available, and its price'],
  ['buy', 'dotaf check kabul.af tells whether a name is available, and its price'],
  ['renew', 'dotaf quote .af --action renewal tells the price'],
  ['renew herat.com.af', 'dotaf quote herat.com.af --action renewal tells the price'],
  ['domains renew kabul.af', 'dotaf quote kabul.af --action renewal tells the price'],
  ['transfer', 'dotaf quote .af --action transfer tells the price'],
  ['restore', 'dotaf quote .af --action restore tells the price'],
  ['delete herat.af', 'dotaf domains show herat.af shows what is set'],
  ['domains update', 'dotaf domains show kabul.af shows what is set'],
  ['dns', 'dotaf domains show kabul.af shows what is set'],
])('%s is done in the portal', async (line, hint) => {
  const word = line.replace('domains ', '').split(' ')[0];
  expect(await refused(line)).toEqual({
    error: `unknown command '${word}': changes are made in the reseller portal, and the service only reads`,
    hint,
  });
});

it.each([
  ['balance -o json', '-o', 'dotaf balance --json'],
  ['balance -o=json', '-o', 'dotaf balance --json'],
  ['balance --output json', '--output', 'dotaf balance --json'],
  ['balance --format json', '--format', 'dotaf balance --json'],
  ['--format json balance', '--format', 'dotaf balance --json'],
  ['balance --format=csv', '--format', 'dotaf balance --csv'],
  ['balance --format table', '--format', 'dotaf balance'],
  ['balance --format', '--format', 'dotaf balance --json, or --csv'],
  ['balance --out-format json', '--out-format', 'dotaf balance --json'],
  ['domains ls --format ics', '--format', 'dotaf domains ls --ics'],
  ['check kabul.af -o answers.csv', '-o', 'dotaf check kabul.af --out answers.csv'],
  ['check -f names.txt', '-f', 'dotaf check --file names.txt'],
  ['balance -j', '-j', 'dotaf balance --json'],
  ['balance -json', '-json', 'dotaf balance --json'],
  [
    'domains ls --status active --limit 5',
    '--limit',
    'dotaf domains ls --status active | head -n 5; the service has no pages',
  ],
  ['domains ls --limit=5', '--limit', 'dotaf domains ls | head -n 5; the service has no pages'],
  ['domains ls --all', '--all', 'dotaf domains ls; a list is whole by itself'],
  ['domains ls --filter kab', '--filter', 'dotaf domains ls --search kab'],
  ['domains ls --order expiry', '--order', 'dotaf domains ls --sort expiry'],
  ['domains ls --select domain,days', '--select', 'dotaf domains ls --columns domain,days'],
  ['balance --select balance', '--select', 'dotaf balance --fields balance'],
  ['balance --query .balance', '--query', 'dotaf balance --jq <expression>'],
  ['check kabul --period 2', '--period', 'dotaf check kabul --years 2'],
  ['check kabul --free', '--free', 'dotaf check kabul --only available'],
  ['check kabul --extension com.af', '--extension', 'dotaf check kabul --tld com.af'],
  ['balance --debug', '--debug', 'dotaf balance --verbose'],
  ['balance --trace', '--trace', 'dotaf balance --verbose'],
  ['balance --silent', '--silent', 'dotaf balance --quiet'],
  ['balance --no-colour', '--no-colour', 'dotaf balance --no-color'],
  ['balance --colour', '--colour', 'dotaf balance --color'],
  ['balance --yes', '--yes', 'dotaf balance; dotaf only reads, and asks for no confirmation'],
  ['balance -y', '-y', 'dotaf balance; dotaf only reads, and asks for no confirmation'],
  [
    'check kabul --dry-run',
    '--dry-run',
    'dotaf check kabul; dotaf only reads, and asks for no confirmation',
  ],
  ['balance --region eu', '--region', 'dotaf balance; the service has no regions'],
  ['balance --context shop', '--context', 'dotaf balance --profile <name>'],
  ['balance --endpoint https://api.example', '--endpoint', 'dotaf balance --base-url <url>'],
  ['balance --retries 3', '--retries', 'dotaf balance --max-wait <seconds>'],
  ['balance --watch', '--watch', 'watch -n 300 dotaf balance'],
  ['domains --status active', '--status', 'dotaf domains ls --status active'],
])('%s', async (line, name, hint) => {
  expect(await refused(line)).toEqual({ error: `unknown option '${name}'`, hint });
});

it.each([
  ['balance --verbose=1', '--verbose takes no value', 'dotaf balance --verbose'],
  ['balance --color=never', '--color takes no value', 'dotaf balance --no-color'],
  ['balance --json=false', '--json takes no value', 'dotaf balance'],
  ['--years 2 check kabul', '--years stands before its command', 'dotaf check kabul --years 2'],
])('%s: %s', async (line, error, hint) => {
  expect(await refused(line)).toEqual({ error, hint });
});

it('takes two words in quotes for what they are', async () => {
  const { stderr } = await dotaf(['domains ls', '--csv'], { env });
  expect(stderr).toContain('hint: dotaf domains ls --csv\n');
});

it('tells how to find a name where the list takes none', async () => {
  expect(await refused('domains ls kabul')).toEqual({
    error: 'dotaf domains ls takes no arguments',
    hint: '--search <text> finds names; dotaf domains ls --help shows what there is',
  });
});

it.each([
  'auth login -p hunter2',
  'balance --api-key hunter2',
  'balance --username hunter2 --limit 5',
  'auth login --key hunter2 -o json',
  'login --key hunter2',
  'login hunter2',
  'whoami --base-url https://me:hunter2@host.example',
  'list --jq hunter2',
  'show hunter2-5f4dcc3b5aa765d61d8327deb882cf99',
])('never says again what may be a secret: %s', async (line) => {
  const { error, hint } = await refused(line);
  expect(`${error}${hint}`).not.toContain('hunter2');
});

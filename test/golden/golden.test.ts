import { readdirSync } from 'node:fs';
import nock from 'nock';
import { expect, it } from 'vitest';
import { programHelp } from '../help/pages.ts';
import { credentials, shop, wholesale } from '../support/fixtures.ts';
import { createHome, createTempFolder } from '../support/home.ts';
import { type CliOptions, runCli } from '../support/run-cli.ts';
import { TestClock } from '../support/test-clock.ts';
import { expectGolden, formatSection } from './golden-file.ts';
import { type MockAccount, mockAccount } from './mock-account.ts';

interface GoldenCommand {
  argv: string;
  fields?: string;
  jq?: string;
  stdin?: string;
  account?: MockAccount;
  /** Records the second of two runs, since the first has no snapshot to compare with. */
  isSecondRun?: true;
}

const priceList = 'tld,register,renew\naf,40.00,29.00\ncom.af,50,\n';

const clientList =
  'domain,expiry,client\nkabul.af,2027-06-02,Nabi\nmazar.af,2026-11-20,Nabi\nlost.af,,Zia\n';

const emptyAccount = { account: { isEmpty: true } };

/** Commands by golden file. */
const commandsByFile: Record<string, GoldenCommand[]> = {
  dotaf: [{ argv: '', fields: 'balance,domains', jq: '.changes | length', isSecondRun: true }],
  check: [
    {
      argv: 'check kabul.af tea-house.af held.af کابل.af tea.zz',
      fields: 'domain,available',
      jq: '.domain',
    },
    { argv: 'check tea-house.af kabul.af --years 2 --markup 20 --round .99', fields: 'retail' },
    { argv: 'check kabul.af tea-house.af --only available --expect available' },
    { argv: 'check tea-house.af held.af --renewal --markup 20', fields: 'domain,renewal' },
    { argv: 'check tea.zz' },
    { argv: 'check -', stdin: '', fields: 'domain' },
  ],
  quote: [
    { argv: 'quote', fields: 'action,amount', jq: '.amount' },
    { argv: 'quote af com.af --years 1-3 --action renewal,restore', fields: 'tld,amount' },
    { argv: 'quote af zz --action renewal --markup 25 --rate AFN=71.5', fields: 'tld,retail' },
  ],
  'domains-ls': [
    { argv: 'domains ls', fields: 'domain,days', jq: '.[].domain' },
    { argv: 'domains ls', fields: 'domain', ...emptyAccount },
    { argv: 'domains ls --names --expiring 2w' },
    {
      argv: 'domains ls --expiring 2m --renewal --markup 25 --rate AFN=70',
      fields: 'domain,renewal.amount,renewal_retail',
      jq: '.[0].renewal.amount',
    },
  ],
  'domains-show': [
    { argv: 'domains show kabul.af', fields: 'expiry,domain', jq: '.nameservers[]' },
    { argv: 'domains show zaranj.af nobody.af', fields: 'domain,status' },
  ],
  'domains-changes': [
    { argv: 'domains changes', fields: 'domain,change', jq: '.[].domain', isSecondRun: true },
    { argv: 'domains changes' },
  ],
  'domains-compare': [
    { argv: 'domains compare -', fields: 'domain,change', jq: '.[].domain', stdin: clientList },
  ],
  'domains-calendar': [{ argv: 'domains calendar --expiring 2w' }],
  'prices-changes': [
    { argv: 'prices changes', fields: 'action,after', jq: '.[].after', isSecondRun: true },
  ],
  'prices-compare': [
    { argv: 'prices compare -', fields: 'tld,margin', jq: '.[].margin', stdin: priceList },
  ],
  balance: [
    { argv: 'balance', fields: 'currency,balance', jq: '.balance' },
    { argv: 'balance --min 500' },
  ],
  tier: [{ argv: 'tier', fields: 'next_tier,current_tier', jq: '.next_tier' }],
  forecast: [
    { argv: 'forecast', fields: 'due,covered', jq: '.months[].month' },
    { argv: 'forecast --within 1y --expect covered' },
    { argv: 'forecast', ...emptyAccount },
  ],
  statement: [
    { argv: 'statement', fields: 'before,after', jq: '.lines[].domain', isSecondRun: true },
    { argv: 'statement --expect explained' },
  ],
  api: [{ argv: 'api /account/balance', jq: '.data.balance' }],
  doctor: [{ argv: 'doctor --sandbox', fields: 'ok', jq: '.ok' }],
  'auth-ls': [{ argv: 'auth ls', fields: 'profile,key', jq: '.[].profile' }],
  'auth-status': [{ argv: 'auth status', fields: 'profile,key', jq: '.key' }],
  config: [
    { argv: 'config ls', fields: 'key,value', jq: '.[0]' },
    { argv: 'config get timeout', fields: 'value', jq: '.value' },
  ],
};

it.each(Object.entries(commandsByFile))(
  '%s.txt matches the command in every format',
  async (name, lines) => {
    const parts: string[] = [];
    for (const line of lines) parts.push(...(await renderFormats(line)));
    expectGolden(`${name}.txt`, parts.join('\n'));
  },
);

it('cli-schema.txt matches the command-line interface', async () => {
  const { stdout } = await runCli(['help', '--json'], { env: {} });
  const inOneLine = (part: string) => part.replaceAll(/\n */g, ' ');
  const text = JSON.stringify(JSON.parse(stdout), null, 1)
    .replaceAll(/\[[^[\]{}]*\]/g, inOneLine)
    .replaceAll(/\{[^{}]*\}/g, inOneLine);
  expectGolden('cli-schema.txt', `${text}\n`);
});

it('a golden file covers every command with fields', () => {
  const coveredCommands = Object.values(commandsByFile).flatMap((lines) =>
    lines.map(({ argv }) => argv),
  );
  const commandsWithFields = programHelp.all.filter(({ fields }) => fields.length > 0);
  const excluded = /^(auth (login|logout|use)|config (path|set|unset)|sandbox)$/;
  for (const { path } of commandsWithFields.filter((command) => !excluded.test(command.path))) {
    expect(
      coveredCommands.some((argv) => `${argv} `.startsWith(`${path} `)),
      path,
    ).toBe(true);
  }
});

it('the golden files are exactly those of the commands in the table', () => {
  const expected = [...Object.keys(commandsByFile), 'cli-schema', 'errors']
    .map((name) => `${name}.txt`)
    .sort();
  const actual = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'));
  expect(actual.sort()).toEqual(expected);
});

/** Renders the command as text, on a terminal, as JSON and as CSV; lists at three widths. */
async function renderFormats(line: GoldenCommand): Promise<string[]> {
  const { argv, fields, jq } = line;
  const inPipe = (options: string, expression?: string) =>
    renderOutput(line, options, {}, expression);
  const terminalText = async (columns: number, options: string) => {
    const text = await renderOutput(line, options, { tty: terminalOutput, columns });
    return `# on a terminal of ${columns} columns\n${text}`;
  };
  const parts = [await inPipe(''), await terminalText(80, '')];
  if (/^domains (ls|changes|compare)/.test(argv)) {
    parts.push(await terminalText(60, '--no-color'), await terminalText(120, '--no-color'));
  }
  parts.push(await inPipe('--json'), await inPipe('--csv'));
  if (fields !== undefined) parts.push(await inPipe(`--fields ${fields}`));
  if (jq !== undefined) parts.push(await inPipe('', jq));
  return parts;
}

const terminalOutput = { stdout: true, stderr: true };

async function renderOutput(
  line: GoldenCommand,
  options: string,
  session: CliOptions,
  jq?: string,
): Promise<string> {
  const { argv, stdin, account = {}, isSecondRun } = line;
  const [, ...args] = `dotaf ${argv} ${options}`.split(' ').filter(Boolean);
  const words = [...args, ...(jq ? ['--jq', jq] : [])];
  const home = { LANG: 'C.UTF-8', DOTAF_HOME: createTempFolder() };
  const storedProfiles = createHome({ active: 'shop', profiles: [shop, wholesale] });
  const env = { ...home, ...(argv === 'auth ls' ? storedProfiles : credentials) };
  const sessionOptions = { ...session, env, ...(stdin === undefined ? {} : { stdin }) };
  if (isSecondRun) {
    mockAccount({ isEarlier: true });
    const first = argv === '' ? ['domains', 'changes'] : words;
    await runCli(first, { ...sessionOptions, tty: {}, clock: new TestClock(earlierTime) });
    nock.cleanAll();
  }
  mockAccount(account);
  const result = await runCli(words, { ...sessionOptions, clock: new TestClock() });
  if (!nock.isActive()) nock.activate();
  nock.cleanAll();
  const redirection = stdin === undefined ? '' : stdin === '' ? ' < /dev/null' : ' < list.csv';
  return formatSection(
    `${['dotaf', ...args].join(' ')}${jq ? ` --jq '${jq}'` : ''}${redirection}`,
    result,
  );
}

const earlierTime = '2026-11-14T12:00:00Z';

import { describe, expect, it } from 'vitest';
import { closest } from '../../src/core/closest.ts';
import { prebuilt } from '../../src/startup/prebuilt.ts';
import { homeWith } from '../support/home.ts';
import { dotaf, dotafSandbox } from '../support/session.ts';

const { tree } = await prebuilt();

const home = homeWith({ active: 'main', profiles: [{ name: 'main' }, { name: 'shop' }] });

async function hintFor(line: string): Promise<string> {
  const { stderr, code } = await dotaf([...line.split(' ')], { env: home });
  expect(code).toBeGreaterThan(1);
  return /\nhint: (.*)\n$/.exec(stderr)?.[1] ?? '';
}

/** What the hint asks whether it was meant. */
async function guess(line: string): Promise<string | undefined> {
  return /^did you mean (.+?)\? /.exec(await hintFor(line))?.[1];
}

describe('the likely word for', () => {
  it.each<[string, string]>([
    // Commands: letters that are missing, doubled, wrong or have changed places, and beginnings.
    ['balace', 'balance'],
    ['balanec', 'balance'],
    ['ballance', 'balance'],
    ['bal', 'balance'],
    ['BALANCE', 'balance'],
    ['chek', 'check'],
    ['chekc', 'check'],
    ['cehck', 'check'],
    ['qoute', 'quote'],
    ['quotee', 'quote'],
    ['domians', 'domains'],
    ['doamins', 'domains'],
    ['teir', 'tier'],
    ['tire', 'tier'],
    ['forcast', 'forecast'],
    ['forecats', 'forecast'],
    ['fore', 'forecast'],
    ['metrcis', 'metrics'],
    ['docter', 'doctor'],
    ['sanbox', 'sandbox'],
    ['compl', 'completion'],
    ['completoin', 'completion'],
    ['atuh', 'auth'],
    ['conifg', 'config'],
    ['auth lgoin', 'login'],
    ['auth logn', 'login'],
    ['auth stauts', 'status'],
    ['auth logot', 'logout'],
    ['config gte', 'get'],
    ['config unste', 'unset'],
    ['domains shwo', 'show'],

    // Options.
    ['balance --jsn', '--json'],
    ['balance --josn', '--json'],
    ['balance --feilds x', '--fields'],
    ['balance --prof x', '--profile'],
    ['balance --quite', '--quiet'],
    ['balance --verbsoe', '--verbose'],
    ['balance --sandobx', '--sandbox'],
    ['balance --timout 5', '--timeout'],
    ['balance --tiemout 5', '--timeout'],
    ['balance --max-wiat 5', '--max-wait'],
    ['balance --maxwait 5', '--max-wait'],
    ['balance --base_url x', '--base-url'],
    ['domains ls --expir 30d', '--expiring'],
    ['domains ls --colums x', '--columns'],
    ['domains ls --auto-rnew on', '--auto-renew'],
    ['check x --year 2', '--years'],
    ['check x --yeras 2', '--years'],
    ['check x --expcet free', '--expect'],
    ['check x --ony free', '--only'],
    ['quote --acton renewal', '--action'],
    ['quote --makrup 20', '--markup'],
    ['sandbox --latancy 5', '--latency'],

    // Values.
    ['check x --only availabel', 'available'],
    ['check x --only unknwon', 'unknown'],
    ['check x --only fre', 'free'],
    ['check x --expect avail', 'available'],
    ['quote --action renewl', 'renewal'],
    ['quote --action renewal,restor', 'restore'],
    ['quote --action registraton', 'registration'],
    ['config get timout', 'timeout'],
    ['config set colour never', 'color'],
    ['config set color nevr', 'never'],
    ['config unset max_wait', 'max-wait'],
    ['completion bsah', 'bash'],
    ['completion power', 'powershell'],
    ['balance --fields curency', 'currency'],
    ['domains ls --columns expire', 'expiry'],
    ['domains ls --sort Registration', 'registration_date'],
  ])('%s is %s', async (line, meant) => {
    expect(await guess(line)).toBe(meant);
  });
});

describe('nothing is guessed for', () => {
  it.each([
    'xyz',
    'q',
    'do',
    'co',
    'vote',
    'char',
    'tuna',
    'chuck-norris',
    'sandwich',
    'metallic',
    'auth log',
    'auth u',
    'config xet',
    'balance --formal x',
    'balance --no',
    'balance --token-free',
    'balance --fail',
    'balance --sort expiry',
    'balance --q',
    'domains ls --remain',
    'check x --only maybe',
    'check x --only taxi',
    'quote --action rental',
    'quote --action re',
    'config get time-zone',
    'config get t',
    'completion tcsh',
    'completion ash-like',
    'balance --fields price',
  ])('%s', async (line) => {
    expect(await hintFor(line)).not.toContain('did you mean');
  });
});

it('never takes one word for another that exists', () => {
  const names = (command: typeof tree): string[] => [
    command.name,
    ...command.options.map(({ long }) => long),
    ...command.commands.flatMap(names),
  ];
  for (const name of names(tree)) expect(closest(name, [name, 'other-words'])).toBe(name);
});

it.each([
  ['free', 'available'],
  ['unregistered', 'available'],
  ['AVAILABLE', 'available'],
  ['registered', 'taken'],
  ['unavailable', 'taken'],
])('takes %s for %s, to filter and to expect', async (word, state) => {
  const names = ['check', 'kabul.af', 'shop1.af', 'shop2.af', 'shop3.af'];
  const only = await dotafSandbox([...names, '--only', word]);
  expect(only).toEqual(await dotafSandbox([...names, '--only', state]));
  expect(only.stdout).toContain(state);
  const expected = await dotafSandbox([...names, '--expect', word]);
  expect(expected).toEqual(await dotafSandbox([...names, '--expect', state]));
  expect(expected.code).toBe(1);
});

import { expect, it } from 'vitest';
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

it.each<[string, string]>([
  // Letters that are missing, doubled, wrong or have changed places, beginnings, capitals.
  ['balace', 'balance'],
  ['ballance', 'balance'],
  ['balanxe', 'balance'],
  ['balanec', 'balance'],
  ['bal', 'balance'],
  ['BALANCE', 'balance'],
  ['tire', 'tier'],
  ['auth lgoin', 'login'],
  ['config unste', 'unset'],
  ['balance --jsn', '--json'],
  ['balance --quite', '--quiet'],
  ['balance --maxwait 5', '--max-wait'],
  ['balance --base_url x', '--base-url'],
  ['domains ls --expir 30d', '--expiring'],
  ['check x --yeras 2', '--years'],
  ['check x --only availabel', 'available'],
  ['check x --only fre', 'free'],
  ['quote --action renewal,restor', 'restore'],
  ['config set colour never', 'color'],
  ['config set color nevr', 'never'],
  ['config unset max_wait', 'max-wait'],
  ['completion bsah', 'bash'],
  ['balance --fields curency', 'currency'],
  ['domains ls --sort Registration', 'registration_date'],
])('the likely word for %s is %s', async (line, meant) => {
  expect(await guess(line)).toBe(meant);
});

it.each([
  ...['xyz', 'q', 'co', 'vote', 'char', 'chuck-norris', 'sandwich', 'auth log', 'config xet'],
  ...['balance --formal x', 'balance --no', 'balance --token-free', 'balance --q'],
  ...['check x --only maybe', 'quote --action re', 'config get t', 'completion tcsh'],
  'balance --fields price',
])('nothing is guessed for %s', async (line) => {
  expect(await hintFor(line)).not.toContain('did you mean');
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

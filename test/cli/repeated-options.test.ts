import { expect, it } from 'vitest';
import type { CommandTree, OptionWord } from '../../src/completion/tree.ts';
import { prebuilt } from '../../src/startup/prebuilt.ts';
import { dotaf, dotafSandbox } from '../support/session.ts';

const { tree } = await prebuilt();

/** A list that an option takes, in parts and in one, with what else its command needs. */
interface ListCase {
  parts: string[];
  joined: string;
  with?: string[];
}

/** Every option that takes a list. */
const lists: Record<string, ListCase> = {
  '--fields': { parts: ['currency', 'balance'], joined: 'currency,balance' },
  'check --tld': { parts: ['af', '.com.af'], joined: '.af,.com.af', with: ['kabul'] },
  'quote --action': { parts: ['renewal', 'restore'], joined: 'renewal,restore' },
  'quote --years': { parts: ['1', '3-4'], joined: '1,3,4', with: ['--action', 'renewal'] },
  'domains ls --status': { parts: ['active', 'expired'], joined: 'active,expired' },
  'domains calendar --status': { parts: ['active', 'expired'], joined: 'active,expired' },
  'domains calendar --remind': { parts: ['30d', '7d'], joined: '30d,7d' },
};

/** These take no commas, or run a server; tests of their own show that they add up. */
const otherLists = [
  ...['domains compare --map', 'prices compare --map', 'sandbox --fail'],
  ...['prices compare --action', 'prices compare --years'],
  ...['prices changes --action', 'prices changes --years'],
];

function optionsIn(command: CommandTree, path: string[] = []): [string, OptionWord][] {
  const own = command.options.map((option): [string, OptionWord] => [
    [...path, option.long].join(' '),
    option,
  ]);
  return [...own, ...command.commands.flatMap((one) => optionsIn(one, [...path, one.name]))];
}

const withValue = optionsIn(tree).filter(([, { values }]) => values !== undefined);

it('knows every option that takes a list', () => {
  const found = withValue.filter(([, { isList }]) => isList).map(([name]) => name);
  expect(found.sort()).toEqual([...Object.keys(lists), ...otherLists].sort());
});

it('has no option that tells of a list and takes one value', () => {
  const single = withValue.filter(([, { isList }]) => !isList);
  const told = single.filter(([, { summary }]) =>
    /comma-|commas|repeatable|these fields/.test(summary),
  );
  expect(told.map(([name]) => name)).toEqual([]);
});

it.each(Object.entries(lists))(
  '%s adds up when it is given several times',
  async (name, { parts, joined, with: others = [] }) => {
    const words = name.split(' ');
    const option = words.pop() ?? '';
    const line = [...(words.length > 0 ? words : ['balance', '--csv']), ...others];
    const apart = await dotafSandbox([...line, ...parts.flatMap((part) => [option, part])]);
    const together = await dotafSandbox([...line, option, joined]);
    expect(apart).toEqual(together);
    expect(apart.code).toBe(0);
    const [first = '', last = ''] = parts;
    for (const part of [first, last]) {
      const { stdout } = await dotafSandbox([...line, option, part]);
      expect(stdout).not.toBe(apart.stdout);
    }
  },
);

const singles = withValue
  .filter(([name, { isList }]) => !isList && name.includes(' '))
  .map(([name]) => name);

/** A good value, where `1` and `2` are none. */
const samples: Record<string, [string, string]> = {
  '--only': ['available', 'taken'],
  '--expect': ['available', 'taken'],
  '--auto-renew': ['on', 'off'],
  '--sort': ['domain', 'expiry'],
  '--out': ['a.csv', 'b.csv'],
  '--rate': ['AFN=71.5', 'AFN=72'],
  '--rate-limit': ['60/60s', '10/s'],
  '--data': ['{"domain":"kabul.af"}', '{"domain":"herat.af"}'],
  // Each has one value only, and is never given another.
  'domains changes --expect': ['none', 'none'],
  'domains compare --expect': ['none', 'none'],
  'prices changes --expect': ['none', 'none'],
  'prices compare --expect': ['profit', 'profit'],
  'forecast --expect': ['covered', 'covered'],
  'forecast --auto-renew': ['on', 'on'],
};

it.each(singles)('%s is refused with two values, and is not sent', async (name) => {
  const option = name.split(' ').at(-1) ?? '';
  const [first, second] = samples[name] ?? samples[option] ?? ['1', '2'];
  const argv = [...name.split(' ').slice(0, -1), option, first, `${option}=${second}`];
  const { stdout, stderr, code } = await dotaf(argv);
  if (first === second) return expect(stderr).not.toContain('takes one value');
  expect(stderr).toMatch(
    new RegExp(`^error: ${option} takes one value, and two were given\nhint: give .* once\n$`),
  );
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
});

it('takes the last value of an option of every command, as after an alias', async () => {
  const { stdout } = await dotafSandbox(
    ['--timeout', '5', 'config', 'get', 'timeout', '--timeout', '20'],
    {},
  );
  expect(stdout).toBe('20\n');
  const { stderr } = await dotaf(['--profile', 'a', 'auth', 'status', '--profile', 'b'], {
    env: {},
  });
  expect(stderr).toContain("error: there is no profile 'b'");
});

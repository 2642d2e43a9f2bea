import { expect, it } from 'vitest';
import type { CommandWord, OptionWord } from '../../src/completion/complete.ts';
import { prebuilt } from '../../src/startup/prebuilt.ts';
import { dotaf, dotafSandbox } from '../support/session.ts';

const { tree } = prebuilt();

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

type Options = Pick<CommandWord, 'options' | 'commands'>;

function optionsIn({ options, commands }: Options, path: string[] = []): [string, OptionWord][] {
  const own = options.map((option): [string, OptionWord] => [
    [...path, option.name].join(' '),
    option,
  ]);
  return [...own, ...commands.flatMap((one) => optionsIn(one, [...path, one.name]))];
}

const withValue = optionsIn(tree).filter(([, { value }]) => value !== null);

it('knows every option that takes a list', () => {
  const found = withValue.filter(([, { list }]) => list).map(([name]) => name);
  expect(found.sort()).toEqual([...Object.keys(lists), ...otherLists].sort());
});

it('has no option that tells of a list and takes one value', () => {
  const single = withValue.filter(([, { list }]) => !list);
  const told = single.filter(([, { description }]) =>
    /comma-|commas|repeatable|these fields/.test(description),
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

it.each([
  ['check', '--file', 'a.txt', 'b.txt'],
  ['quote', '--markup', '1', '2'],
  ['forecast', '--within', '1m', '2m'],
  ['auth login', '--key', 'hunter1', 'hunter2'],
])(
  '%s %s is refused with two values, which are not repeated',
  async (command, option, ...values) => {
    const [first = '', second = ''] = values;
    const argv = [...command.split(' '), option, first, `${option}=${second}`];
    const { stdout, stderr, code } = await dotaf(argv);
    expect(stderr).toMatch(
      new RegExp(`^error: ${option} takes one value, and two were given\nhint: give .* once\n$`),
    );
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  },
);

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { CommandWord, OptionWord } from '../../src/completion/complete.ts';
import { prebuilt } from '../../src/startup/prebuilt.ts';
import { dotaf } from '../support/session.ts';

const { tree } = prebuilt();

type Options = Pick<CommandWord, 'options' | 'commands'>;

function optionsIn({ options, commands }: Options, path: string[] = []): [string, OptionWord][] {
  const own = options.map((option): [string, OptionWord] => [
    [...path, option.name].join(' '),
    option,
  ]);
  return [...own, ...commands.flatMap((one) => optionsIn(one, [...path, one.name]))];
}

const withValue = optionsIn(tree).filter(([, { value }]) => value !== null);

const lists = withValue.filter(([, { list }]) => list).map(([name]) => name);

const sessions = path.join(import.meta.dirname, '../formats/sessions');

const texts = readdirSync(sessions).map((name) => readFileSync(path.join(sessions, name), 'utf8'));

// That of `sandbox` is in test/commands/sandbox.test.ts, since it runs a server.
it.each(lists.filter((name) => name !== 'sandbox --fail'))(
  'a session shows that %s adds up when it is given several times',
  (name) => {
    const words = name.split(' ');
    const option = words.pop();
    const typed = new RegExp(`^\\$ .*dotaf ${words.join(' ')}.* ${option} .* ${option} `, 'm');
    expect(texts.some((text) => typed.test(text))).toBe(true);
  },
);

it('has no option that tells of a list and takes one value', () => {
  const single = withValue.filter(([, { list }]) => !list);
  const told = single.filter(([, { description }]) =>
    /comma-|commas|repeatable|these fields/.test(description),
  );
  expect(told.map(([name]) => name)).toEqual([]);
});

const singles = withValue
  .filter(([name, { list }]) => !list && name.includes(' '))
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
  '--map': ['Wunschdomain=domain', 'Domain=domain'],
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

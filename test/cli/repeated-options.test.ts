import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { CommandSpec, OptionSpec } from '../../src/completion/complete.ts';
import { prerender } from '../../src/startup/prerender.ts';

const { tree } = prerender();

type Options = Pick<CommandSpec, 'options' | 'commands'>;

function optionsIn({ options, commands }: Options, path: string[] = []): [string, OptionSpec][] {
  const own = options.map((option): [string, OptionSpec] => [
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

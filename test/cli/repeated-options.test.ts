import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { CommandSpec, OptionSpec } from '../../src/completion/complete.ts';
import { prerenderHelp } from '../../src/startup/prerender-help.ts';

const { tree } = prerenderHelp();

type Options = Pick<CommandSpec, 'options' | 'commands'>;

function listOptions({ options, commands }: Options, path: string[] = []): [string, OptionSpec][] {
  const own = options.map((option): [string, OptionSpec] => [
    [...path, option.name].join(' '),
    option,
  ]);
  return [...own, ...commands.flatMap((one) => listOptions(one, [...path, one.name]))];
}

const valueOptions = listOptions(tree).filter(([, { value }]) => value !== null);

const listOptionNames = valueOptions.filter(([, { list }]) => list).map(([name]) => name);

const transcriptsFolder = path.join(import.meta.dirname, '../golden/transcripts');

const transcripts = readdirSync(transcriptsFolder).map((name) =>
  readFileSync(path.join(transcriptsFolder, name), 'utf8'),
);

// That of `sandbox` is in test/commands/sandbox.test.ts, since it runs a server.
it.each(listOptionNames.filter((name) => name !== 'sandbox --fail'))(
  'a transcript covers repeating %s',
  (name) => {
    const words = name.split(' ');
    const option = words.pop();
    const typed = new RegExp(`^\\$ .*dotaf ${words.join(' ')}.* ${option} .* ${option} `, 'm');
    expect(transcripts.some((text) => typed.test(text))).toBe(true);
  },
);

it('every option that documents a list accepts a list', () => {
  const single = valueOptions.filter(([, { list }]) => !list);
  const told = single.filter(([, { description }]) =>
    /comma-|commas|repeatable|these fields/.test(description),
  );
  expect(told.map(([name]) => name)).toEqual([]);
});

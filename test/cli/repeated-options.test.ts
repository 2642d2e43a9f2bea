import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { prerenderHelp } from '../../src/startup/prerender-help.ts';
import type { CommandSpec, OptionSpec } from '../../src/startup/render-completions.ts';

const { tree } = prerenderHelp();

type Options = Pick<CommandSpec, 'options' | 'commands'>;

function listOptions({ options, commands }: Options, path: string[] = []): [string, OptionSpec][] {
  const ownOptions = options.map((option): [string, OptionSpec] => [
    [...path, option.name].join(' '),
    option,
  ]);
  return [
    ...ownOptions,
    ...commands.flatMap((subcommand) => listOptions(subcommand, [...path, subcommand.name])),
  ];
}

const valueOptions = listOptions(tree).filter(([, { value }]) => value !== null);

const listOptionNames = valueOptions.filter(([, { list }]) => list).map(([name]) => name);

const transcriptsFolder = path.join(import.meta.dirname, '../golden/transcripts');

const transcripts = readdirSync(transcriptsFolder).map((name) =>
  readFileSync(path.join(transcriptsFolder, name), 'utf8'),
);

// `sandbox --fail` starts a server, which a transcript cannot do.
it.each(listOptionNames.filter((name) => name !== 'sandbox --fail'))(
  'a transcript covers repeating %s',
  (name) => {
    const words = name.split(' ');
    const option = words.pop();
    const pattern = new RegExp(`^\\$ .*dotaf ${words.join(' ')}.* ${option} .* ${option} `, 'm');
    expect(transcripts.some((text) => pattern.test(text))).toBe(true);
  },
);

it('every option that documents a list accepts a list', () => {
  const singleValueOptions = valueOptions.filter(([, { list }]) => !list);
  const documentedLists = singleValueOptions.filter(([, { description }]) =>
    /comma-|commas|repeatable|these fields/.test(description),
  );
  expect(documentedLists.map(([name]) => name)).toEqual([]);
});

import { expect, it } from 'vitest';
import type { CommandTree } from '../../src/completion/tree.ts';
import { prebuilt } from '../../src/startup/prebuilt.ts';
import { dotaf } from '../support/session.ts';

const { tree } = await prebuilt();

/** The commands that print fields, with the words that lead to them. */
function withFields(command: CommandTree, path: string[] = []): [string, CommandTree][] {
  const inner = command.commands.flatMap((one) => withFields(one, [...path, one.name]));
  return command.fields.length > 0 ? [[path.join(' '), command], ...inner] : inner;
}

/** Without these words a command fails before it looks at `--fields`. */
const neededWords: Record<string, string[]> = {
  check: ['kabul.af'],
  quote: ['--markup', '20', '--rate', 'AFN=71.5'],
  'domains show': ['kabul.af'],
  'auth use': ['x'],
  'config get': ['tld'],
  'config set': ['tld', '.af'],
  'config unset': ['tld'],
};

it.each(withFields(tree))('completes the fields of %s', async (path, { fields }) => {
  const words = [...path.split(' '), ...(neededWords[path] ?? []), '--fields', 'nosuch'];
  const { stderr } = await dotaf([...words, '--sandbox'], { env: {} });
  expect(stderr).toContain(`hint: the fields are ${fields.join(', ')}\n`);
});

it('completes the columns of domains ls', async () => {
  const { stderr } = await dotaf(['domains', 'ls', '--columns', 'nosuch', '--sandbox'], {
    env: {},
  });
  const options = commandAt('domains ls')?.options;
  expect(options?.find(({ long }) => long === '--columns')?.values).toEqual({ kind: 'fields' });
  const fields = commandAt('domains ls')?.fields.join(', ');
  expect(stderr).toContain(`hint: the columns are ${fields}\n`);
});

it('completes what the options take', async () => {
  const actions = listOf('quote', '--action').join(',');
  expect(await dotaf(['quote', '--action', actions, '--sandbox'], { env: {} })).toMatchObject({
    code: 0,
  });
  const faults = listOf('sandbox', '--fail').map((kind) => `${kind}0`);
  const bad = await dotaf(['sandbox', '--fail', faults.join(','), '--port', '-'], { env: {} });
  expect(bad.stderr).toMatch(/^error: --port cannot be '-'/);
});

it('completes the values of preferences', async () => {
  const value = commandAt('config set')?.args[1]?.values;
  if (value?.kind !== 'by-previous-argument') throw new Error('there are none');
  const pairs = Object.entries(value.words).flatMap(([key, words]) =>
    words.map((word) => [key, word]),
  );
  expect(pairs.length).toBeGreaterThan(0);
  for (const pair of pairs) {
    expect(await dotaf(['config', 'set', ...pair])).toMatchObject({ code: 0 });
  }
});

function listOf(path: string, long: string): readonly string[] {
  const { values, isList } = commandAt(path)?.options.find((one) => one.long === long) ?? {};
  if (values?.kind !== 'choice' || !isList) throw new Error(`${long} takes no list`);
  return values.words;
}

function commandAt(path: string): CommandTree | undefined {
  const find = (command: CommandTree | undefined, word: string) =>
    command?.commands.find(({ name }) => name === word);
  return path.split(' ').reduce<CommandTree | undefined>(find, tree);
}

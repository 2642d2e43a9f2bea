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
  check: ['kabul.af', '--markup', '20'],
  quote: ['--markup', '20', '--rate', 'AFN=71.5'],
  'domains show': ['kabul.af'],
  'auth use': ['x'],
  'config get': ['tld'],
  'config set': ['tld', '.af'],
  'config unset': ['tld'],
  'domains compare': ['list.csv'],
  'prices compare': ['list.csv'],
};

it.each(withFields(tree))('completes the fields of %s', async (path, { fields }) => {
  const words = [...path.split(' '), ...(neededWords[path] ?? []), '--fields', 'nosuch'];
  const { stderr } = await dotaf([...words, '--sandbox'], { env: {} });
  expect(stderr).toContain(`hint: the fields are ${fields.join(', ')}\n`);
});

it('completes lists that options take', async () => {
  const { values } = optionOf('quote', '--action') ?? {};
  const actions = values?.kind === 'choice' ? values.words.join(',') : '';
  const session = await dotaf(['quote', '--action', actions, '--sandbox'], { env: {} });
  expect(session).toMatchObject({ code: 0 });
});

it('completes the values of preferences', async () => {
  const value = commandAt('config set')?.args[1]?.values;
  const words = value?.kind === 'by-previous-argument' ? Object.entries(value.words) : [];
  const pairs = words.flatMap(([key, values]) => values.map((word) => [key, word]));
  expect(pairs.length).toBeGreaterThan(0);
  for (const pair of pairs)
    expect(await dotaf(['config', 'set', ...pair])).toMatchObject({ code: 0 });
});

function optionOf(path: string, long: string) {
  return commandAt(path)?.options.find((one) => one.long === long);
}

function commandAt(path: string): CommandTree | undefined {
  const find = (command: CommandTree | undefined, word: string) =>
    command?.commands.find(({ name }) => name === word);
  return path.split(' ').reduce<CommandTree | undefined>(find, tree);
}

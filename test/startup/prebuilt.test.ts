import { expect, it } from 'vitest';
import type { CommandSpec } from '../../src/completion/complete.ts';
import { prerender } from '../../src/startup/prerender.ts';
import { described } from '../help/pages.ts';
import { dotaf } from '../support/session.ts';

const { tree } = prerender();

/** The commands that print fields, with the words that lead to them. */
function withFields(command: CommandSpec, before: string[] = []): [string, CommandSpec][] {
  const path = [...before, command.name];
  const inner = command.commands.flatMap((one) => withFields(one, path));
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

it.each(tree.commands.flatMap((command) => withFields(command)))(
  'completes the fields of %s',
  async (path, { fields }) => {
    const words = [...path.split(' '), ...(neededWords[path] ?? []), '--fields', 'nosuch'];
    const { stderr } = await dotaf([...words, '--sandbox'], { env: {} });
    expect(stderr).toContain(`hint: the fields are ${fields.map(({ name }) => name).join(', ')}\n`);
  },
);

it('completes lists that options take', async () => {
  const quote = tree.commands.find(({ name }) => name === 'quote');
  const actions = quote?.options.find(({ name }) => name === '--action')?.values?.join(',') ?? '';
  const session = await dotaf(['quote', '--action', actions, '--sandbox'], { env: {} });
  expect(session).toMatchObject({ code: 0 });
});

it('says of every command what its answer is, and of no text which fields it has', () => {
  const shown = tree.commands.flatMap((command) => withFields(command)).map(([path]) => path);
  for (const path of ['api', 'help', 'metrics', 'completion', 'domains calendar']) {
    expect(shown).not.toContain(path);
  }
  expect(tree.fields.map(({ name }) => name)).toContain('not_renewing');
});

it('has a summary of every command, and no option of one that every command has', () => {
  const everywhere = tree.options.map(({ name }) => name);
  // A log-in repeats these.
  const repeated = ['--base-url', '--profile'];
  for (const { path, json } of described.all) {
    expect(json.summary, path).not.toBe('');
    const own = json.options.map(({ name }) => name).filter((name) => !repeated.includes(name));
    expect(
      own.filter((name) => everywhere.includes(name)),
      path,
    ).toEqual([]);
  }
});

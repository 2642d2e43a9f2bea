import { expect, it } from 'vitest';
import { prerenderHelp } from '../../src/startup/prerender-help.ts';
import { programHelp } from '../help/pages.ts';
import { runCli } from '../support/run-cli.ts';

const { tree } = prerenderHelp();

const commandsWithFields = programHelp.all.filter(({ fields }) => fields.length > 0);

/** Arguments that a command validates before `--fields`. */
const requiredArgs: Record<string, string[]> = {
  check: ['kabul.af', '--renewal', '--markup', '20'],
  'domains ls': ['--renewal', '--markup', '20'],
  quote: ['--markup', '20', '--rate', 'AFN=71.5'],
  'domains show': ['kabul.af'],
  'auth use': ['x'],
  'config get': ['tld'],
  'config set': ['tld', '.af'],
  'config unset': ['tld'],
  'domains compare': ['list.csv'],
  'prices compare': ['list.csv'],
};

it.each(commandsWithFields)('completes the fields of $path', async ({ path, fields }) => {
  const words = [...path.split(' '), ...(requiredArgs[path] ?? []), '--fields', 'nosuch'];
  const { stderr } = await runCli([...words, '--sandbox'], { env: {} });
  expect(stderr).toContain(`hint: the fields are ${fields.map(({ name }) => name).join(', ')}\n`);
});

it('completes the list values of options', async () => {
  const quote = tree.commands.find(({ name }) => name === 'quote');
  const actions = quote?.options.find(({ name }) => name === '--action')?.values?.join(',') ?? '';
  const session = await runCli(['quote', '--action', actions, '--sandbox'], { env: {} });
  expect(session).toMatchObject({ code: 0 });
});

it('has the fields of every command with rows, and of no command that prints text', () => {
  const paths = commandsWithFields.map(({ path }) => path);
  for (const path of ['api', 'help', 'completion', 'domains calendar'])
    expect(paths).not.toContain(path);
  expect(tree.fields.map(({ name }) => name)).toContain('not_renewing');
});

it('has a summary of every command, without repeating global options', () => {
  const globalOptions = tree.options.map(({ name }) => name);
  // `auth login --help` explains these global options again.
  const repeatedOptions = ['--base-url', '--profile'];
  for (const { path, summary, options } of programHelp.all) {
    expect(summary, path).not.toBe('');
    const ownOptions = options
      .map(({ name }) => name)
      .filter((name) => !repeatedOptions.includes(name));
    expect(
      ownOptions.filter((name) => globalOptions.includes(name)),
      path,
    ).toEqual([]);
  }
});

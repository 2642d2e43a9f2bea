import { describe, expect, it } from 'vitest';
import { exits } from '../../src/errors.ts';
import type { CommandJson, HelpJson } from '../../src/json-schemas/help.ts';
import { dotaf } from '../support/session.ts';
import { described } from './pages.ts';

/** Every session is checked against what `dotaf help --json-schema` prints. */
async function printed(...argv: string[]): Promise<string> {
  const { stdout, stderr, code } = await dotaf(['help', ...argv], { env: {} });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return stdout;
}

const tree: HelpJson = JSON.parse(await printed('--json'));

const commands = tree.commands.flatMap(withInner);

function withInner(command: CommandJson): CommandJson[] {
  return [command, ...command.commands.flatMap(withInner)];
}

function pathsWhere(holds: (command: CommandJson) => boolean): string {
  const leaves = commands.filter((one) => one.commands.length === 0);
  return leaves
    .filter(holds)
    .map(({ path }) => path)
    .join(', ');
}

describe('dotaf help --json', () => {
  it('is one line with every command, its arguments and options', async () => {
    expect(await printed('--json')).toBe(`${JSON.stringify(tree)}\n`);
    const inTree = commands.map(({ path, summary, arguments: args, options }) => [
      path,
      summary,
      args.map(({ name, required, variadic }) => [name, required, variadic]),
      options.map(({ name }) => name),
    ]);
    const declared = described.all.map(({ path, command }) => [
      path,
      command.description(),
      command.registeredArguments.map((one) => [one.name(), one.required, one.variadic]),
      command.options.map(({ long }) => long),
    ]);
    expect(inTree).toEqual(declared);
    const globals = described.program.options.map(({ long }) => long);
    expect(tree.options.map(({ name }) => name)).toEqual(globals);
  });

  it.each([
    ['check', '--only', ['available', 'taken', 'unknown'], null],
    ['check', '--years', null, '1'],
    ['check', '--tld', null, '.af'],
    ['check', '--resume', null, null],
    ['quote', '--action', ['registration', 'renewal', 'transfer', 'restore'], 'all four'],
    ['sandbox', '--seed', null, 'dotaf'],
    ['', '--timeout', null, '15'],
  ])('says of %s %s which values it takes, and its default', (path, name, values, usual) => {
    const { options } = commands.find((one) => one.path === path) ?? tree;
    expect(options.find((one) => one.name === name)).toMatchObject({ values, default: usual });
  });

  it('says which options add up', () => {
    const lists = [tree, ...commands].flatMap(({ name, options }) =>
      options.filter(({ list }) => list).map((option) => `${name} ${option.name}`),
    );
    expect(lists.join(', ')).toBe(
      'dotaf --fields, check --tld, quote --action, quote --years, quote --map, ' +
        'ls --status, ls --columns, ls --remind, ls --map, sandbox --fail',
    );
  });

  it('says what changes something on this machine, and what reaches the service', () => {
    expect(pathsWhere((one) => !one.read_only)).toBe(
      'auth login, auth use, auth logout, config set, config unset',
    );
    expect(pathsWhere((one) => one.writes_with.length > 0)).toBe(
      'check, quote, domains ls, metrics',
    );
    expect(pathsWhere((one) => one.reaches_service)).toBe(
      'check, quote, domains ls, domains show, balance, tier, forecast, metrics, api, doctor, ' +
        'auth login',
    );
  });

  it('names the commands that print a JSON Schema, and only those', async () => {
    for (const { path, json_schema, fields, commands: inner } of commands) {
      const { code } = await dotaf([...path.split(' '), '--json-schema'], { env: {} });
      expect(code === 0, path).toBe(json_schema);
      if (fields.length > 0 && inner.length === 0) expect(json_schema).toBe(true);
    }
  });

  it('has exit codes, variables and topics', () => {
    const codes = tree.exit_codes.map(({ code }) => code);
    expect(codes).toEqual(exits.map(([code]) => code));
    const own = commands.flatMap((one) => one.exit_codes.map(({ code }) => code));
    expect(codes).toEqual(expect.arrayContaining(own));
    expect(tree.environment).toContainEqual({
      name: 'DOTAF_TIMEOUT',
      meaning: 'seconds that one attempt may take',
      default: '15',
    });
    expect(tree.topics.map(({ name }) => name).join(', ')).toBe(
      'environment, exit-codes, options, scripting, skill',
    );
  });
});

describe('a part of it', () => {
  it('is that of one command', async () => {
    expect(JSON.parse(await printed('balance', '--json'))).toEqual({
      name: 'balance',
      path: 'balance',
      summary: 'Show credit balance, currency, credit limit and active domains',
      description: 'For scripts and cron, --min makes it a condition.',
      arguments: [],
      options: [
        {
          name: '--min',
          short: null,
          value: 'amount',
          description: 'exit 1 if less than this is left',
          values: null,
          default: null,
          list: false,
        },
        {
          name: '--with-credit',
          short: null,
          value: null,
          description: 'include the credit limit',
          values: null,
          default: null,
          list: false,
        },
      ],
      fields: ['account_number', 'balance', 'currency', 'credit_limit', 'active_domains'],
      json_schema: true,
      exit_codes: [
        { code: 1, meaning: 'less than --min is left' },
        { code: 9, meaning: 'with --profile all: some accounts have no answer' },
      ],
      examples: [
        {
          command: 'dotaf balance --min 50 || mail -s "top up" me@example.com',
          purpose: 'a mail if it is low',
        },
      ],
      read_only: true,
      writes_with: [],
      reaches_service: true,
      related: ['forecast', 'metrics', 'help scripting'],
      commands: [],
    });
    expect(JSON.parse(await printed('domains', 'ls', '--json'))).toEqual(
      commands.find(({ path }) => path === 'domains ls'),
    );
  });

  it('is chosen by jq', async () => {
    expect(await printed('--jq', '.commands[0].name')).toBe('check\n');
    expect(await printed('check', '--jq', '.read_only')).toBe('true\n');
  });

  it.each([
    ['skill', 'a topic is a text', 'dotaf help skill'],
    ['chek', "unknown command 'chek'", 'did you mean check? dotaf --help shows what there is'],
  ])('of %s is a failure', async (word, message, hint) => {
    const { stdout, stderr, code } = await dotaf(['help', word, '--json'], { env: {} });
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'usage', message, hint });
  });
});

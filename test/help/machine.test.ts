import { describe, expect, it } from 'vitest';
import { exits } from '../../src/errors.ts';
import { dotaf } from '../support/session.ts';
import { described } from './pages.ts';

interface OptionJson {
  name: string;
  values: string[] | null;
  list: boolean;
}

interface CommandJson {
  name: string;
  path: string;
  summary: string;
  arguments: { name: string; required: boolean; variadic: boolean; values: string[] | null }[];
  options: OptionJson[];
  fields: string[];
  json_schema: boolean;
  exit_codes: { code: number; meaning: string }[];
  read_only: boolean;
  writes_with: string[];
  reaches_service: boolean;
  commands: CommandJson[];
}

interface HelpJson {
  name: string;
  commands: CommandJson[];
  options: OptionJson[];
  topics: { name: string; summary: string }[];
  environment: { name: string; meaning: string }[];
  exit_codes: { code: number; meaning: string; errors: string[] }[];
}

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

  it('says which values an option takes, and its default', () => {
    const optionsOf = (path: string) => commands.find((one) => one.path === path)?.options ?? [];
    const said = [...optionsOf('check'), ...optionsOf('quote'), ...tree.options];
    expect(said).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ name: '--only', values: ['available', 'taken', 'unknown'] }),
        expect.objectContaining({ name: '--years', values: null, default: '1' }),
        expect.objectContaining({ name: '--action', default: 'all four' }),
        expect.objectContaining({ name: '--timeout', default: '15' }),
      ]),
    );
  });

  it('says which options add up', () => {
    const lists = [tree, ...commands].flatMap(({ name, options }) =>
      options.filter(({ list }) => list).map((option) => `${name} ${option.name}`),
    );
    expect(lists.join(', ')).toBe(
      'dotaf --fields, check --tld, quote --action, quote --years, ls --status, compare --map, ' +
        'calendar --status, calendar --remind, changes --action, changes --years, ' +
        'compare --action, compare --years, compare --map, sandbox --fail',
    );
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
    const { options, ...balance } = JSON.parse(await printed('balance', '--json'));
    expect(balance).toEqual({
      name: 'balance',
      path: 'balance',
      aliases: [],
      summary: 'Show credit balance, currency, credit limit and active domains',
      description: 'For scripts and cron, --min makes it a condition.',
      arguments: [],
      fields: ['account_number', 'balance', 'currency', 'credit_limit', 'active_domains'],
      exit_codes: [
        { code: 1, meaning: 'less than --min is left' },
        { code: 9, meaning: 'with --profile all: some accounts have no answer' },
      ],
      examples: [expect.objectContaining({ purpose: 'a mail if it is low' })],
      commands: [],
    });
    const min = { name: '--min', short: null, value: 'amount', values: null, default: null };
    const description = 'exit 1 if less than this is left';
    expect(options[0]).toEqual({ ...min, description, list: false });
    for (const name of ['ls', 'list']) {
      expect(JSON.parse(await printed('domains', name, '--json'))).toEqual(
        commands.find(({ path }) => path === 'domains ls'),
      );
    }
  });

  it('is chosen by jq', async () => {
    expect(await printed('--jq', '.commands[0].name')).toBe('check\n');
    expect(await printed('check', '--jq', '.fields[0]')).toBe('domain\n');
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

import { describe, expect, it } from 'vitest';
import { exits } from '../../src/errors.ts';
import type { CommandJson, HelpJson } from '../../src/json-schemas/help.ts';
import { dotaf } from '../support/session.ts';
import { described } from './pages.ts';

const { all, program } = described;

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
  it('is one line', async () => {
    expect(await printed('--json')).toBe(`${JSON.stringify(tree)}\n`);
  });

  it('has every command with its arguments and options', () => {
    const inTree = commands.map(({ path, summary, arguments: args, options }) => [
      path,
      summary,
      args.map(({ name, required, variadic }) => [name, required, variadic]),
      options.map(({ name }) => name),
    ]);
    const declared = all.map(({ path, command }) => [
      path,
      command.description(),
      command.registeredArguments.map((one) => [one.name(), one.required, one.variadic]),
      command.options.map(({ long }) => long),
    ]);
    expect(inTree).toEqual(declared);
    expect(tree.options.map(({ name }) => name)).toEqual(program.options.map(({ long }) => long));
  });

  it('tells of an option what it takes', () => {
    const optionOf = (path: string, name: string) =>
      commands.find((one) => one.path === path)?.options.find((one) => one.name === name);
    expect(optionOf('check', '--only')).toEqual({
      name: '--only',
      short: null,
      value: 'state',
      description: 'print only these rows',
      values: ['available', 'taken', 'unknown'],
      default: null,
      list: false,
    });
    expect(optionOf('check', '--years')).toMatchObject({ value: 'n', default: '1', values: null });
    expect(optionOf('check', '--tld')).toMatchObject({ default: '.af', list: true, values: null });
    expect(optionOf('check', '--resume')).toMatchObject({ value: null, default: null });
    expect(optionOf('quote', '--action')).toMatchObject({
      values: ['registration', 'renewal', 'transfer', 'restore'],
      default: 'all four',
      list: true,
    });
    expect(optionOf('domains ls', '--sort')?.values).toContain('-expiry');
    expect(tree.options.find(({ name }) => name === '--quiet')).toMatchObject({ short: '-q' });
    expect(tree.options.find(({ name }) => name === '--timeout')).toMatchObject({ default: '15' });
  });

  it('tells an option that adds up from one that does not', () => {
    const lists = [tree, ...commands].flatMap(({ name, options }) =>
      options.filter(({ list }) => list).map((option) => `${name} ${option.name}`),
    );
    expect(lists).toEqual([
      'dotaf --fields',
      'check --tld',
      'quote --action',
      'quote --years',
      'quote --map',
      'ls --status',
      'ls --columns',
      'ls --remind',
      'ls --map',
      'sandbox --fail',
    ]);
  });

  it('says what changes something on this machine, and what reaches the service', () => {
    const pathsWhere = (holds: (command: CommandJson) => boolean) =>
      commands.filter((one) => one.commands.length === 0 && holds(one)).map(({ path }) => path);
    expect(pathsWhere((one) => !one.read_only)).toEqual([
      'auth login',
      'auth use',
      'auth logout',
      'config set',
      'config unset',
    ]);
    expect(pathsWhere((one) => one.writes_with.length > 0)).toEqual([
      'check',
      'quote',
      'domains ls',
      'metrics',
      'completion',
    ]);
    expect(pathsWhere((one) => !one.reaches_service)).toEqual([
      'auth status',
      'auth ls',
      'auth use',
      'auth logout',
      'config ls',
      'config get',
      'config set',
      'config unset',
      'config path',
      'sandbox',
      'completion',
      'help',
      'version',
    ]);
  });

  it('names the commands that print a JSON Schema, and those alone', async () => {
    for (const { path, json_schema, fields, commands: inner } of commands) {
      const { code } = await dotaf([...path.split(' '), '--json-schema'], { env: {} });
      expect(code === 0, path).toBe(json_schema);
      if (fields.length > 0 && inner.length === 0) expect(json_schema).toBe(true);
    }
  });

  it('has the table of exit codes, and of each command those of its own', () => {
    const codes = tree.exit_codes.map(({ code }) => code);
    expect(codes).toEqual(exits.map(([code]) => code));
    for (const { exit_codes } of commands) {
      for (const { code } of exit_codes) expect(codes).toContain(code);
    }
    const [low] = commands.find(({ path }) => path === 'balance')?.exit_codes ?? [];
    expect(low).toEqual({ code: 1, meaning: 'less than --min is left' });
  });

  it('has variables and topics', () => {
    expect(tree.environment).toContainEqual({
      name: 'DOTAF_TIMEOUT',
      meaning: 'seconds that one attempt may take',
      default: '15',
    });
    expect(tree.topics.map(({ name }) => name)).toEqual([
      'environment',
      'exit-codes',
      'json',
      'options',
      'scripting',
    ]);
  });
});

describe('a part of it', () => {
  it('is that of one command', async () => {
    expect(JSON.parse(await printed('domains', 'ls', '--json'))).toEqual(
      commands.find(({ path }) => path === 'domains ls'),
    );
  });

  it('is chosen by jq', async () => {
    expect(await printed('--jq', '.commands[0].name')).toBe('check\n');
    expect(await printed('check', '--jq', '.read_only')).toBe('true\n');
  });

  it('of an unknown command is a failure', async () => {
    const { stdout, stderr, code } = await dotaf(['help', 'chek', '--json'], { env: {} });
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'usage',
      message: "unknown command or topic 'chek'",
    });
  });
});

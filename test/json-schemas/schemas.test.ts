import { describe, expect, it } from 'vitest';
import { fromJSONSchema } from 'zod';
import * as z from 'zod/mini';
import type { CommandTree } from '../../src/completion/tree.ts';
import { commandSchemas } from '../../src/json-schemas/commands.ts';
import { schemaText } from '../../src/json-schemas/schema-text.ts';
import { prebuilt } from '../../src/startup/prebuilt.ts';
import { checkJson } from '../support/json-check.ts';
import { dotafSandbox } from '../support/session.ts';

const { tree } = await prebuilt();

/** The fields of the answer, by the words that are typed for the command. */
function fieldsByCommand(command: CommandTree, path: string[] = []): [string, readonly string[]][] {
  const inner = command.commands.flatMap((one) => fieldsByCommand(one, [...path, one.name]));
  return command.fields.length > 0 ? [[path.join(' '), command.fields], ...inner] : inner;
}

/** As `--fields` names them: `pricing.amount`. */
function fieldsOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodMiniUnion) return schema.def.options.flatMap((one) => fieldsOf(one));
  if (schema instanceof z.ZodMiniArray) return fieldsOf(schema.def.element);
  if (!(schema instanceof z.ZodMiniObject)) return [];
  return Object.entries(schema.def.shape).flatMap(([key, value]) => {
    // A list inside an answer is one field.
    const inner = value instanceof z.ZodMiniArray ? [] : fieldsOf(value);
    return inner.length === 0 ? [key] : inner.map((field) => `${key}.${field}`);
  });
}

/** What `--json-schema` prints, read back. */
function printed(path: string): z.core.$ZodType {
  return fromJSONSchema(JSON.parse(schemaText(path) ?? ''));
}

const accepts = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;

it('there is one for every command that prints fields', () => {
  const paths = fieldsByCommand(tree).map(([path]) => path);
  // The body of `api` has no fields of ours, and help takes no `--fields`.
  expect(Object.keys(commandSchemas).sort()).toEqual([...paths, 'api', 'help'].sort());
});

it.each(fieldsByCommand(tree))('the fields of %s are its keys', (path, fields) => {
  const schema = commandSchemas[path];
  const keys = new Set(schema && fieldsOf(schema));
  keys.delete('extra');
  // Every account has them with `--profile all`.
  if (!fields.includes('profile')) keys.delete('profile');
  if (!fields.some((field) => field.startsWith('error.'))) {
    for (const key of keys) if (key.startsWith('error.')) keys.delete(key);
  }
  expect([...keys]).toEqual(expect.arrayContaining([...fields]));
  // Other answers of the command may have more.
  if (!['domains ls', 'quote'].includes(path)) expect(keys.size).toBe(fields.length);
});

it.each(['', ...Object.keys(commandSchemas)])('%s prints a schema of the draft 2020-12', (path) => {
  expect(JSON.parse(schemaText(path) ?? '')).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `dotaf ${path} --json`.replace('  ', ' '),
  });
});

describe('what is printed, read back,', () => {
  it.each([
    ['check', ['kabul.af', 'kite.af', 'nosuch.example']],
    ['quote', ['--markup', '20']],
    ['domains ls', []],
    ['domains show', ['kite-festival.af', 'nosuch.af']],
    ['balance', []],
    ['tier', []],
    ['forecast', []],
    ['doctor', []],
    ['auth status', []],
    ['config ls', []],
  ])('accepts what %s answers, and no other key', async (path, words) => {
    const { stdout } = await dotafSandbox([...path.split(' '), ...words, '--json']);
    const schema = printed(path);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const line of lines) expect(accepts(schema, line)).toBe(true);
    const isList = Array.isArray(lines[0]);
    const [item] = isList ? lines[0] : lines;
    const otherwise = (change: object) =>
      isList ? [{ ...item, ...change }] : { ...item, ...change };
    expect(accepts(schema, otherwise({}))).toBe(true);
    expect(accepts(schema, otherwise({ another: 1 }))).toBe(false);
    for (const key of Object.keys(item)) {
      expect(accepts(schema, otherwise({ [key]: { a: { b: 1 } } })), key).toBe(false);
    }
  });

  it('leaves open what the service sends beyond', () => {
    const tier = { current_tier: null, next_tier: 'Gold', domains_needed: 3 };
    expect(accepts(printed('tier'), { ...tier, extra: { any: [{ thing: null }] } })).toBe(true);
    expect(accepts(printed('tier'), { ...tier, extra: [] })).toBe(false);
    expect(accepts(printed('tier'), { current_tier: null, next_tier: 'Gold' })).toBe(false);
  });

  it('accepts the error of a failed command', async () => {
    const { stderr } = await dotafSandbox(['domains', 'show', 'nosuch.af', '--json']);
    const { error } = JSON.parse(stderr);
    expect(accepts(printed(''), { error })).toBe(true);
    expect(accepts(printed(''), { error: { ...error, code: 'nosuch' } })).toBe(false);
    const { hint: _, ...others } = error;
    expect(accepts(printed(''), { error: others })).toBe(false);
  });
});

it('every session that a test runs is checked', () => {
  const line = '{"current_tier":"Silver","next_tier":"Gold","domains_needed":"68"}\n';
  expect(() => checkJson(['tier', '--json'], { stdout: line, stderr: '' })).toThrow(
    /^dotaf tier --json: this line is not as --json-schema says:\n.*domains_needed/s,
  );
  expect(() => checkJson(['--json', 'tier'], { stdout: '', stderr: '{"error":{}}\n' })).toThrow(
    'on stderr',
  );
  checkJson(['tier', '--json', '--fields', 'next_tier'], { stdout: line, stderr: '' });
});

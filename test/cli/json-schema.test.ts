import { expect, it } from 'vitest';
import { checkJson, faultOf, schemaText } from '../support/json-check.ts';
import { dotaf, dotafSandbox } from '../support/session.ts';

it.each(['', 'check', 'quote', 'domains ls', 'balance', 'api', 'help'])(
  '%s prints a schema of the draft 2020-12',
  async (path) => {
    const argv = [...path.split(' ').filter(Boolean), '--json-schema'];
    const { stdout, stderr, code } = await dotaf(argv, { env: {} });
    expect(JSON.parse(stdout)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: `dotaf ${path} --json`.replace('  ', ' '),
    });
    expect({ stdout, stderr, code }).toEqual({ stdout: schemaText(path), stderr: '', code: 0 });
  },
);

it.each([
  ['check', ['kabul.af', 'kite.af', 'nosuch.example']],
  ['quote', []],
  ['domains ls', []],
  ['domains show', ['kite-festival.af', 'nosuch.af']],
  ['balance', []],
  ['tier', []],
  ['forecast', []],
  ['doctor', []],
  ['auth status', []],
  ['config ls', []],
])('that of %s accepts what is answered, and no other key', async (path, words) => {
  const { stdout } = await dotafSandbox([...path.split(' '), ...words, '--json']);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const line of lines) expect(faultOf(path, line)).toBeUndefined();
  const isList = Array.isArray(lines[0]);
  const [item] = isList ? lines[0] : lines;
  const changed = (change: object) => (isList ? [{ ...item, ...change }] : { ...item, ...change });
  expect(faultOf(path, changed({ another: 1 }))).toBeDefined();
  for (const key of Object.keys(item)) {
    expect(faultOf(path, changed({ [key]: { a: { b: 1 } } })), key).toBeDefined();
    expect(faultOf(path, changed({ [key]: undefined })), key).toBeDefined();
  }
});

it('what the service sends beyond is left open', () => {
  const tier = { current_tier: null, next_tier: 'Gold', domains_needed: 3 };
  expect(faultOf('tier', { ...tier, extra: { any: [{ thing: null }] } })).toBeUndefined();
  expect(faultOf('tier', { ...tier, extra: [] })).toBeDefined();
});

it('the error of a failed command has all of its keys', async () => {
  const { stderr } = await dotafSandbox(['domains', 'show', 'nosuch.af', '--json']);
  const { error } = JSON.parse(stderr);
  expect(faultOf('', { error })).toBeUndefined();
  expect(faultOf('', { error: { ...error, code: 'nosuch' } })).toBeDefined();
  expect(faultOf('', { error: { ...error, hint: undefined } })).toBeDefined();
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

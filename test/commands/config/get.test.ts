import { describe, expect, it } from 'vitest';
import { shop } from '../../support/fixtures.ts';
import { homeWith } from '../../support/home.ts';
import { dotaf, dotafSandbox } from '../../support/session.ts';

const env = homeWith({
  profiles: [{ ...shop, preferences: { timeout: '30' } }, { name: 'other' }],
  active: 'shop',
});

async function got(variables: Record<string, string>, ...argv: string[]) {
  const options = { env: { ...env, ...variables } };
  const { stdout } = await dotaf(['config', 'get', 'timeout', '--json', ...argv], options);
  const { value, source, origin } = JSON.parse(stdout);
  return [value, source, origin];
}

it('prints the bare value', async () => {
  expect(await dotaf(['config', 'get', 'timeout'], { env })).toEqual({
    stdout: '30\n',
    stderr: '',
    code: 0,
  });
});

it('takes the flag before the variable before the profile before the default', async () => {
  const variable = { DOTAF_TIMEOUT: '20' };
  expect(await got(variable, '--timeout', '10')).toEqual(['10', 'flag', '--timeout']);
  expect(await got(variable)).toEqual(['20', 'variable', 'DOTAF_TIMEOUT']);
  expect(await got({ DOTAF_TIMEOUT: '' })).toEqual(['30', 'profile', 'shop']);
  expect(await got({}, '--profile', 'other')).toEqual(['15', 'default', null]);
  expect(await got({ DOTAF_PROFILE: 'other' })).toEqual(['15', 'default', null]);
});

it('takes the stored value for the embedded sandbox for none', async () => {
  expect(await dotafSandbox(['config', 'get', 'timeout'], { env })).toMatchObject({
    stdout: '15\n',
  });
});

it.each(['secret', '__proto__', 'constructor', 'time-zone', ''])("knows no '%s'", async (key) => {
  expect(await dotaf(['config', 'get', key], { env })).toEqual({
    stdout: '',
    stderr: [
      `error: unknown preference '${key}'`,
      'hint: the preferences are timeout, max-wait, rate-limit, tld, color, field-names',
      '',
    ].join('\n'),
    code: 2,
  });
});

describe('a value that will not do is refused where it is used', () => {
  const profile = (preferences: object) =>
    homeWith({ profiles: [{ ...shop, preferences }], active: 'shop' });

  it.each<[string, string[], Record<string, string>]>([
    ["--timeout cannot be '0'", ['--timeout', '0'], {}],
    ["--timeout cannot be ''", ['--timeout', ''], {}],
    ["--timeout cannot be '-1'", ['--timeout=-1'], {}],
    ["--timeout cannot be '1e3'", ['--timeout', '1e3'], {}],
    ["--max-wait cannot be 'Infinity'", ['--max-wait', 'Infinity'], {}],
    ["DOTAF_TIMEOUT cannot be 'soon'", [], { DOTAF_TIMEOUT: 'soon' }],
    ["DOTAF_RATE_LIMIT cannot be '60'", [], { DOTAF_RATE_LIMIT: '60' }],
    ["DOTAF_RATE_LIMIT cannot be '0/60s'", [], { DOTAF_RATE_LIMIT: '0/60s' }],
  ])('as an option or a variable: %s', async (message, argv, variables) => {
    const session = await dotaf(['balance', ...argv], { env: { ...env, ...variables } });
    expect(session).toMatchObject({ stdout: '', code: 2 });
    expect(session.stderr.split('\n')[0]).toBe(`error: ${message}`);
  });

  it.each([
    ['soon', 'soon'],
    [{ a: 1 }, '{"a":1}'],
    [null, 'null'],
  ])('as stored: %j', async (value, shown) => {
    const says = `timeout in profile 'shop' cannot be '${shown}'`;
    expect(await dotaf(['balance'], { env: profile({ timeout: value }) })).toEqual({
      stdout: '',
      stderr: `error: ${says}\nhint: seconds that one attempt may take, such as 15\n`,
      code: 10,
    });
  });

  it('but a number is what it says, as somebody wrote it by hand', async () => {
    const session = await dotaf(['config', 'get', 'timeout'], { env: profile({ timeout: 2.5 }) });
    expect(session).toMatchObject({ stdout: '2.5\n', code: 0 });
  });
});

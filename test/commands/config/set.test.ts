import { expect, it } from 'vitest';
import { shop } from '../../support/fixtures.ts';
import { configIn, homeWith, textIn } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

it('stores a preference in the profile in use', async () => {
  const env = homeWith({ profiles: [shop, { name: 'my.other' }], active: 'shop' });
  expect(await dotaf(['config', 'set', 'timeout', '30'], { env })).toEqual({
    stdout: "timeout = 30 in profile 'shop'\n",
    stderr: '',
    code: 0,
  });
  const argv = ['config', 'set', 'rate-limit', '120/60s', '--profile', 'my.other', '--json'];
  expect(await dotaf(argv, { env })).toEqual({
    stdout:
      '{"key":"rate-limit","value":"120/60s","source":"profile","origin":"my.other","summary":"requests in a window, as the service allows this credential"}\n',
    stderr: '',
    code: 0,
  });
  expect(configIn(env)).toEqual({
    profiles: [
      { ...shop, preferences: { timeout: '30' } },
      { name: 'my.other', preferences: { 'rate-limit': '120/60s' } },
    ],
    active: 'shop',
  });
});

it('begins a profile for default alone', async () => {
  const env = homeWith();
  await dotaf(['config', 'set', 'color', 'never'], { env });
  expect(configIn(env)).toEqual({
    profiles: [{ name: 'default', preferences: { color: 'never' } }],
  });
  expect(await dotaf(['config', 'set', 'color', 'never', '--profile', 'x'], { env })).toEqual({
    stdout: '',
    stderr: [
      `error: there is no profile 'x' in ${env.DOTAF_HOME}/config.json`,
      'hint: dotaf auth ls shows the profiles; dotaf auth login --profile <name> adds one',
      '',
    ].join('\n'),
    code: 3,
  });
});

it.each([
  ['timeout', '0', 'seconds that one attempt may take, such as 15'],
  ['max-wait', 'x', 'seconds that one request may wait for the rate limit and retries, such as 75'],
  ['tld', '', 'what a bare label is completed with, such as .af,.com.af'],
  ['tld', '.af,-', 'what a bare label is completed with, such as .af,.com.af'],
  ['color', 'red', 'colour: auto, always or never, such as never'],
])("refuses %s '%s' and stores nothing", async (key, value, hint) => {
  const env = homeWith({ profiles: [shop], active: 'shop' });
  const before = textIn(env);
  expect(await dotaf(['config', 'set', key, '--', value], { env })).toEqual({
    stdout: '',
    stderr: [`error: ${key} cannot be '${value}'`, `hint: ${hint}`, ''].join('\n'),
    code: 2,
  });
  expect(textIn(env)).toBe(before);
});

it('does not repeat the value of what it does not know', async () => {
  const { stderr, code } = await dotaf(['config', 'set', 'secret', 'hunter2'], { env: homeWith() });
  expect(code).toBe(2);
  expect(stderr).toBe(
    "error: unknown preference 'secret'\nhint: the preferences are timeout, max-wait, rate-limit, tld, color, field-names\n",
  );
});

import { expect, it } from 'vitest';
import { shop } from '../../support/fixtures.ts';
import { configIn, homeWith } from '../../support/home.ts';
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

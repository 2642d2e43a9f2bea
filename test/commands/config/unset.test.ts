import { expect, it } from 'vitest';
import { shop } from '../../support/fixtures.ts';
import { configIn, homeWith } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

it('removes a preference and says what holds now', async () => {
  const preferences = { timeout: '30', tld: '.com.af' };
  const env = homeWith({ profiles: [{ ...shop, preferences }], active: 'shop' });
  expect(await dotaf(['config', 'unset', 'timeout'], { env })).toEqual({
    stdout: 'timeout = 15 (default)\n',
    stderr: '',
    code: 0,
  });
  expect(configIn(env).profiles).toEqual([{ ...shop, preferences: { tld: '.com.af' } }]);
  const session = await dotaf(['config', 'unset', 'timeout', '--json'], {
    env: { ...env, DOTAF_TIMEOUT: '20' },
  });
  expect(session).toEqual({
    stdout:
      '{"key":"timeout","value":"20","source":"variable","origin":"DOTAF_TIMEOUT","summary":"seconds that one attempt may take"}\n',
    stderr: '',
    code: 0,
  });
});

it('removes also a value that will not do', async () => {
  const env = homeWith({ profiles: [{ ...shop, preferences: { color: 'red' } }], active: 'shop' });
  expect(await dotaf(['config', 'unset', 'color'], { env })).toMatchObject({ code: 0 });
  expect(configIn(env).profiles).toEqual([shop]);
});

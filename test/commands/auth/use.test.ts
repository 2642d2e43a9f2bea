import { expect, it } from 'vitest';
import { shop, wholesale } from '../../support/fixtures.ts';
import { configIn, homeWith, textIn } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

it('makes a profile the active one', async () => {
  const env = homeWith({ profiles: [shop, wholesale], active: 'shop' });
  expect(await dotaf(['auth', 'use', 'wholesale'], { env })).toEqual({
    stdout: 'active profile  wholesale\n',
    stderr: '',
    code: 0,
  });
  expect(configIn(env)).toEqual({ profiles: [shop, wholesale], active: 'wholesale' });
  expect(await dotaf(['auth', 'use', 'shop', '--json'], { env })).toEqual({
    stdout: '{"profile":"shop","active":true}\n',
    stderr: '',
    code: 0,
  });
});

it.each([
  ['elsewhere', "there is no profile 'elsewhere'", 3],
  ['constructor', "there is no profile 'constructor'", 3],
  ['', "there is no profile ''", 2],
])("refuses '%s', which there is not", async (name, message, code) => {
  const env = homeWith({ profiles: [shop], active: 'shop' });
  const before = textIn(env);
  const session = await dotaf(['auth', 'use', name], { env });
  expect(session).toMatchObject({ stdout: '', code });
  expect(session.stderr.split('\n')[0]).toBe(`error: ${message} in ${env.DOTAF_HOME}/config.json`);
  expect(textIn(env)).toBe(before);
});

import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { homeWith } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

it('prints the path of the config, whether or not it is there', async () => {
  const env = homeWith();
  const file = `${env.DOTAF_HOME}/config.json`;
  expect(await dotaf(['config', 'path'], { env })).toEqual({
    stdout: `${file}\n`,
    stderr: '',
    code: 0,
  });
  expect(await dotaf(['config', 'path', '--json'], { env })).toMatchObject({
    stdout: `${JSON.stringify({ path: file })}\n`,
  });
  expect(existsSync(file)).toBe(false);
});

it.each([
  [{ XDG_CONFIG_HOME: '/x' }, '/x/dotaf/config.json'],
  [{ XDG_CONFIG_HOME: 'x' }, '/home/me/.config/dotaf/config.json'],
  [{}, '/home/me/.config/dotaf/config.json'],
])('with %j', async (env, file) => {
  expect(await dotaf(['config', 'path'], { env, homeFolder: '/home/me' })).toMatchObject({
    stdout: `${file}\n`,
    code: 0,
  });
});

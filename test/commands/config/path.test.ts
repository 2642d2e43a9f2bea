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

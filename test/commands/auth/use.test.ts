import { expect, it } from 'vitest';
import { shop, wholesale } from '../../support/fixtures.ts';
import { configIn, homeWith } from '../../support/home.ts';
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

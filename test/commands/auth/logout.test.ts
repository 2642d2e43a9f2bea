import { expect, it } from 'vitest';
import { shop, wholesale } from '../../support/fixtures.ts';
import { configIn, homeWith, textIn } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

const note =
  'note: the credentials themselves stay valid until you revoke them in the reseller portal\n';

it('removes the profile in use and leaves the others', async () => {
  const env = homeWith({ profiles: [shop, wholesale], active: 'shop', later: { kept: true } });
  expect(await dotaf(['auth', 'logout'], { env })).toEqual({
    stdout: 'removed profile  shop\n',
    stderr: note,
    code: 0,
  });
  expect(configIn(env)).toEqual({ profiles: [wholesale], later: { kept: true } });
});

it('removes the profile that is named', async () => {
  const env = homeWith({ profiles: [shop, wholesale], active: 'shop' });
  expect(await dotaf(['auth', 'logout', '--profile', 'wholesale', '--json'], { env })).toEqual({
    stdout: '{"profile":"wholesale","removed":true}\n',
    stderr: note,
    code: 0,
  });
  expect(configIn(env)).toEqual({ profiles: [shop], active: 'shop' });
});

it('leaves no trace of the secret in the folder', async () => {
  const env = homeWith({ profiles: [shop], active: 'shop' });
  await dotaf(['auth', 'logout', '-q'], { env });
  expect(textIn(env)).not.toContain(shop.secret);
});

it('refuses a profile that there is not', async () => {
  const env = homeWith({ profiles: [shop] });
  expect(await dotaf(['auth', 'logout'], { env })).toMatchObject({
    stderr: expect.stringMatching(/^error: there is no profile 'default'\n/),
    code: 3,
  });
});

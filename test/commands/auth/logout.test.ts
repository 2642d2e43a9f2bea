import { expect, it } from 'vitest';
import { shop, wholesale } from '../../support/fixtures.ts';
import { configIn, homeWith } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

const note =
  'note: the credentials themselves stay valid until you revoke them in the reseller portal\n';

it('removes the profile in use, leaves the others and says that none is active', async () => {
  const env = homeWith({ profiles: [shop, wholesale], active: 'shop', later: { kept: true } });
  expect(await dotaf(['auth', 'logout'], { env })).toEqual({
    stdout: 'removed profile  shop\nactive profile   none\n',
    stderr: `${note}note: no profile is active now; dotaf auth use wholesale makes one active\n`,
    code: 0,
  });
  expect(configIn(env)).toEqual({ profiles: [wholesale], later: { kept: true } });
});

it('removes the profile that is named, and names the active one', async () => {
  const env = homeWith({ profiles: [shop, wholesale], active: 'shop' });
  expect(await dotaf(['auth', 'logout', '--profile', 'wholesale', '--json'], { env })).toEqual({
    stdout: '{"profile":"wholesale","removed":true,"active_profile":"shop"}\n',
    stderr: note,
    code: 0,
  });
  expect(configIn(env)).toEqual({ profiles: [shop], active: 'shop' });
});

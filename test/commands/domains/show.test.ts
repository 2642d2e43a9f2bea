import { expect, it } from 'vitest';
import { service } from '../../support/fixtures.ts';
import { dotaf } from '../../support/session.ts';

it('warns with the keys that came where no fact is found', async () => {
  const data = { domain: 'kabul.af', paid_thru_x: 'soon' };
  service().get('/api/v1/domains/kabul.af').reply(200, { success: true, data });
  expect(await dotaf(['domains', 'show', 'kabul.af', '--csv', '--fields', 'expiry'])).toEqual({
    stdout: 'expiry\n""\n',
    stderr:
      'warning: kabul.af: the answer has no fact of a domain with the keys domain, paid_thru_x\n',
    code: 0,
  });
});

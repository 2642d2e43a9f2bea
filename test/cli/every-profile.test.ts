import nock from 'nock';
import { expect, it } from 'vitest';
import { shop } from '../support/fixtures.ts';
import { homeWith } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

const market = { ...shop, name: 'market', key: 'key_of_the_market' };

it('asks all accounts at the same time', async () => {
  const env = homeWith({ profiles: [shop, market] });
  let waiting = 0;
  let most = 0;
  for (const key of [shop.key, market.key]) {
    nock('https://api.reseller.example', { reqheaders: { 'x-service-key': key } })
      .get('/api/v1/account/tier')
      .reply(200, async () => {
        waiting += 1;
        most = Math.max(most, waiting);
        await new Promise((resolve) => setTimeout(resolve, 20));
        waiting -= 1;
        return { success: true, data: { current_tier: 'A' } };
      });
  }
  expect((await dotaf(['tier', '--profile', 'all', '-q'], { env })).code).toBe(0);
  expect(most).toBe(2);
});

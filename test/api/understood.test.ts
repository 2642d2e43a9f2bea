import { expect, it } from 'vitest';
import { service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

it('says which reply could not be understood', async () => {
  service()
    .get('/api/v1/account/balance')
    .reply(200, { success: true, data: { balance: 5 } }, { 'x-request-id': 'req-77' });
  const { stdout, stderr, code } = await dotaf(['balance', '--json']);
  expect([stdout, code]).toEqual(['', 8]);
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'unexpected_response',
    status: 200,
    request_id: 'req-77',
  });
});

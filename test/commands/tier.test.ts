import { expect, it } from 'vitest';
import { service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

function answers(data: object): void {
  service().get('/api/v1/account/tier').reply(200, { success: true, data });
}

it('has every key in JSON, null where the service says nothing', async () => {
  answers({ current_tier: 'Gold' });
  expect((await dotaf(['tier', '--json'])).stdout).toBe(
    '{"current_tier":"Gold","next_tier":null,"domains_needed":null}\n',
  );
});

it.each([
  [{ perks: ['a'], since: '2024' }, 'perks, since'],
  [{}, '(none)'],
])('warns with the keys that came where no fact is found: %j', async (data, keys) => {
  answers(data);
  expect(await dotaf(['tier', '--json'])).toMatchObject({
    stderr: `warning: the answer has no fact of a tier with the keys ${keys}\n`,
    code: 0,
  });
});

it('a failure is one JSON line on stderr, and nothing on stdout', async () => {
  service()
    .get('/api/v1/account/tier')
    .reply(
      403,
      { success: false, error: { code: 'ip_not_allowed', message: 'not from here' } },
      { 'x-request-id': 'req-7' },
    );
  const { stdout, stderr, code } = await dotaf(['tier', '--json']);
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(JSON.parse(stderr)).toEqual({
    error: {
      code: 'unauthorized',
      message: expect.stringContaining('not from here (ip_not_allowed)'),
      hint: expect.any(String),
      status: 403,
      api_code: 'ip_not_allowed',
      request_id: 'req-7',
      retryable: false,
    },
  });
});

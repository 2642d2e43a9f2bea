import { expect, it } from 'vitest';
import { service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

function answers(data: object): void {
  service().get('/api/v1/account/tier').reply(200, { success: true, data });
}

it('shows the tier and how far the next one is', async () => {
  answers({ current_tier: 'Silver', next_tier: 'Gold', domains_needed: 68 });
  expect(await dotaf(['tier'])).toEqual({
    stdout: 'current tier    Silver\nnext tier       Gold\ndomains needed  68\n',
    stderr: '',
    code: 0,
  });
});

it('has every key in JSON, null where the service says nothing', async () => {
  answers({ current_tier: 'Gold' });
  expect((await dotaf(['tier', '--json'])).stdout).toBe(
    '{"current_tier":"Gold","next_tier":null,"domains_needed":null}\n',
  );
});

it('shows what it does not know under the name that it came by', async () => {
  answers({ current_tier: 'Gold', perks: ['a', 'b'], since: { year: 2024 } });
  expect((await dotaf(['tier'])).stdout).toBe(
    [
      'current tier    Gold',
      'next tier       -',
      'domains needed  -',
      'perks           a, b',
      'since.year      2024',
      '',
    ].join('\n'),
  );
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

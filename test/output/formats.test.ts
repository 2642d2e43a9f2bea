import { expect, it } from 'vitest';
import { service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

function tier(data: object): void {
  service().get('/api/v1/account/tier').reply(200, { success: true, data });
}

const silver = { current_tier: 'Silver', next_tier: 'Gold', domains_needed: 68 };

it('--csv quotes what needs it, and keeps a record on one line', async () => {
  tier({ current_tier: 'a "b", c', next_tier: 'two\nlines\u0007', domains_needed: 1 });
  expect((await dotaf(['tier', '--csv'])).stdout).toBe(
    'current_tier,next_tier,domains_needed\n"a ""b"", c",two\\u000alines\\u0007,1\n',
  );
});

it('redacts credentials that the service sends back', async () => {
  for (const argv of [[], ['--json'], ['-v'], ['--csv']]) {
    tier({ ...silver, current_tier: 'secret_of_the_test_account', key: 'key_of_the_test_account' });
    const session = await dotaf(['tier', ...argv]);
    expect(JSON.stringify(session)).not.toMatch(/(secret|key)_of_the_test/);
    expect(session.stdout).toContain('[redacted]');
  }
});

import { expect, it } from 'vitest';
import { service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';
import { TestClock } from '../test-clock.ts';

it('gives up at once when the service asks for more than that', async () => {
  service().get('/api/v1/account/tier').reply(429, {}, { 'retry-after': '99999999999999999999' });
  const clock = new TestClock();
  const { code } = await dotaf(['tier'], { clock });
  expect([code, clock.elapsed()]).toEqual([7, 0]);
});

it('bounds the waits of a few typed names as those of one', async () => {
  service()
    .persist()
    .post('/api/v1/domains/check')
    .reply(429, { error: { code: 'slow_down' } });
  const clock = new TestClock();
  const argv = ['check', 'kabul.af', 'herat.af', '--json'];
  const { stdout, code } = await dotaf(argv, { clock });
  const failures = stdout.split('\n').slice(0, -1);
  expect(failures.map((line) => JSON.parse(line).error.code)).toEqual(
    Array(2).fill('rate_limited'),
  );
  expect(code).toBe(7);
  // They wait at the same time, which this clock counts for each.
  expect(clock.elapsed()).toBeLessThanOrEqual(2 * 75_000);
});

import 'chalk';
import 'ora';
import { expect, it } from 'vitest';
import { credentials, mockService } from '../support/fixtures.ts';
import { createTempFolder } from '../support/home.ts';
import { runCli } from '../support/run-cli.ts';
import { startStrictServer } from '../support/strict-server.ts';
import { TestClock } from '../support/test-clock.ts';

const balancePath = '/api/v1/account/balance';

const names = Array.from({ length: 60 }, (_, index) => `name${index}.af`);

it('the next process observes a Retry-After that the first one did not wait for', async () => {
  const env = { ...credentials, DOTAF_HOME: createTempFolder() };
  const clock = new TestClock();
  const argv = ['balance', '--max-wait', '5'];
  mockService().get(balancePath).reply(429, '{"success":false}', { 'retry-after': '600' });
  expect(await runCli(argv, { env, clock })).toMatchObject({ stdout: '', code: 7 });
  // nock has no reply, so a request would fail with another error.
  expect(await runCli(argv, { env, clock })).toMatchObject({
    stderr:
      'error: the service asked to wait 10 min, longer than --max-wait (5 s)\nhint: allow more time with --max-wait <seconds>\n',
    code: 7,
  });
});

const line = 'dotaf config set rate-limit 30/60s';

it.each([
  [[], '', line],
  [['-q'], '', line],
  [[], '60/60s', 'export DOTAF_RATE_LIMIT=30/60s'],
])(
  'a lower limit of the service halves the rate, with one warning: %j %s',
  async (argv, variable, next) => {
    const clock = new TestClock();
    const { env, rejectedCount } = await startStrictServer(
      { requests: 20, windowMs: 60_000 },
      clock.elapsed,
    );
    const { stdout, stderr, code } = await runCli(['check', ...names, ...argv], {
      env: { ...env, DOTAF_RATE_LIMIT: variable },
      clock,
    });
    const warnings = stderr.split('\n').filter((line) => line.startsWith('warning:'));
    expect(warnings).toEqual([
      `warning: at 60 requests a minute the service refused twice; going on at 30 requests a minute. To keep that: ${next}`,
    ]);
    expect(stdout.trim().split('\n')).toHaveLength(61);
    expect(rejectedCount()).toBeLessThanOrEqual(15);
    expect(code).toBe(0);
  },
);

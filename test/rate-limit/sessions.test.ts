import 'chalk';
import 'ora';
import { describe, expect, it } from 'vitest';
import { balanceText, credentials, service } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { strictServer } from '../support/strict-server.ts';
import { TestClock } from '../support/test-clock.ts';

const balance = '/api/v1/account/balance';

const names = Array.from({ length: 60 }, (_, index) => `name${index}.af`);

it('Retry-After holds for the next process, too, where the first one gives up', async () => {
  const env = { ...credentials, DOTAF_HOME: temporaryFolder() };
  const clock = new TestClock();
  const argv = ['balance', '--max-wait', '5'];
  service().get(balance).reply(429, '{"success":false}', { 'retry-after': '600' });
  expect(await dotaf(argv, { env, clock })).toMatchObject({ stdout: '', code: 7 });
  // No reply is waiting for a request.
  expect(await dotaf(argv, { env, clock })).toMatchObject({
    stderr: expect.stringContaining('leaves no room within 5 s'),
    code: 7,
  });
});

describe('the rate limit of one process', () => {
  it('is a failure when it outlasts --max-wait', async () => {
    const clock = new TestClock();
    service()
      .post('/api/v1/pricing')
      .reply(200, { success: true, data: { amount: '35.00' } });
    const env = { ...credentials, DOTAF_HOME: temporaryFolder(), DOTAF_RATE_LIMIT: '1/1m' };
    const argv = ['quote', '--action', 'renewal', '--years', '1,2', '--max-wait', '10', '--json'];
    const { stdout, code } = await dotaf(argv, { env, clock });
    expect(JSON.parse(stdout.trim().split('\n')[1] ?? '').error).toMatchObject({
      code: 'rate_limited',
      message: 'the rate limit (1 request a minute) leaves no room within 10 s',
    });
    expect([code, clock.sleeps]).toEqual([9, []]);
  });
});

describe('a 429', () => {
  it.each<[string, Record<string, string>, object | string, number]>([
    ['with seconds', { 'Retry-After': '7' }, '', 7000],
    ['with a date', { 'Retry-After': 'Sat, 21 Nov 2026 12:00:09 GMT' }, '', 9000],
    ['without a word', {}, '', 2000],
  ])('%s is waited for', async (_, headers, body, expected) => {
    const clock = new TestClock();
    service().get(balance).reply(429, body, headers);
    service().get(balance).reply(200, balanceText);
    const { stderr, code } = await dotaf(['balance'], { clock, random: 0 });
    const note = `note: waiting ${expected / 1000} s before attempt 2 (the service answered 429)\n`;
    expect([stderr, code, clock.elapsed()]).toEqual([expected > 5000 ? note : '', 0, expected]);
  });

  it('that asks for more than --max-wait ends the command at once', async () => {
    const clock = new TestClock();
    service()
      .get(balance)
      .reply(429, { error: { code: 'slow', message: 'Too many' } }, { 'Retry-After': '76' });
    expect(await dotaf(['balance'], { clock })).toEqual({
      stdout: '',
      stderr:
        'error: balance: the rate limit is exceeded: Too many (slow)\nhint: allow more time with --max-wait <seconds>\nhint: the limit is per credential, so give each machine its own\n',
      code: 7,
    });
    expect(clock.elapsed()).toBe(0);
  });
});

describe('a service that is stricter than the setting', () => {
  const line = 'dotaf config set rate-limit 30/60s';

  it.each([
    [[], '', line],
    [['-q'], '', line],
    [[], '60/60s', 'export DOTAF_RATE_LIMIT=30/60s'],
  ])(
    'is asked half, which is said once, and answers every name: %j %s',
    async (argv, variable, next) => {
      const clock = new TestClock();
      const { env, refused } = await strictServer(
        { requests: 20, windowMs: 60_000 },
        clock.elapsed,
      );
      const { stdout, stderr, code } = await dotaf(['check', ...names, ...argv], {
        env: { ...env, DOTAF_RATE_LIMIT: variable },
        clock,
      });
      const warnings = stderr.split('\n').filter((one) => one.startsWith('warning:'));
      expect(warnings).toEqual([
        `warning: at 60 requests a minute the service refused twice; going on at 30 requests a minute. To keep that: ${next}`,
      ]);
      expect(stdout.trim().split('\n')).toHaveLength(61);
      expect(refused()).toBeLessThanOrEqual(15);
      expect(code).toBe(0);
    },
  );
});

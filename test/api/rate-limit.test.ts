import 'chalk';
import 'ora';
import { describe, expect, it } from 'vitest';
import { balanceBody, credentials, mockService } from '../support/fixtures.ts';
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
  // No reply is mocked, so a request would fail.
  expect(await runCli(argv, { env, clock })).toMatchObject({
    stderr:
      'error: the service asked to wait 10 min, longer than --max-wait (5 s)\nhint: allow more time with --max-wait <seconds>\n',
    code: 7,
  });
});

describe('the rate limit of one process', () => {
  it('fails if it requires more than --max-wait', async () => {
    const clock = new TestClock();
    mockService()
      .post('/api/v1/pricing')
      .reply(200, { success: true, data: { amount: '35.00' } });
    const env = { ...credentials, DOTAF_HOME: createTempFolder(), DOTAF_RATE_LIMIT: '1/1m' };
    const argv = ['quote', '--action', 'renewal', '--years', '1,2', '--max-wait', '10', '--json'];
    const { stdout, code } = await runCli(argv, { env, clock });
    expect(JSON.parse(stdout.trim().split('\n')[1] ?? '').error).toMatchObject({
      code: 'rate_limited',
      message: 'the rate limit (1 request a minute) leaves no room within 10 s',
    });
    expect([code, clock.sleeps]).toEqual([9, []]);
  });
});

describe('a 429', () => {
  it.each<[string, Record<string, string>, number]>([
    ['with seconds', { 'Retry-After': '7' }, 7000],
    ['with a date', { 'Retry-After': 'Sat, 21 Nov 2026 12:00:09 GMT' }, 9000],
    ['without a word', {}, 2000],
  ])('%s is retried', async (_, headers, expected) => {
    const clock = new TestClock();
    mockService().get(balancePath).reply(429, '', headers);
    mockService().get(balancePath).reply(200, balanceBody);
    const { stderr, code } = await runCli(['balance'], { clock, random: 0 });
    const note = `note: waiting ${expected / 1000} s before attempt 2 (the service answered 429)\n`;
    expect([stderr, code, clock.elapsed()]).toEqual([expected > 5000 ? note : '', 0, expected]);
  });

  it('with a Retry-After above --max-wait fails at once', async () => {
    const clock = new TestClock();
    mockService()
      .get(balancePath)
      .reply(429, { error: { code: 'slow', message: 'Too many' } }, { 'Retry-After': '76' });
    expect(await runCli(['balance'], { clock })).toEqual({
      stdout: '',
      stderr:
        'error: balance: the rate limit is exceeded: Too many (slow)\nhint: allow more time with --max-wait <seconds>\nhint: the limit is per credential, so give each machine its own\n',
      code: 7,
    });
    expect(clock.elapsed()).toBe(0);
  });
});

describe('a service with a lower limit than the setting', () => {
  const line = 'dotaf config set rate-limit 30/60s';

  it.each([
    [[], '', line],
    [['-q'], '', line],
    [[], '60/60s', 'export DOTAF_RATE_LIMIT=30/60s'],
  ])(
    'answers every name at half the rate, with one warning: %j %s',
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
});

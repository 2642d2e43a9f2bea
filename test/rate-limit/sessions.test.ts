import 'chalk';
import 'ora';
import '../../src/output/measure.ts';
import { describe, expect, it } from 'vitest';
import { balanceText, credentials, service } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { strictServer } from '../support/strict-server.ts';
import { TestClock } from '../support/test-clock.ts';

const balance = '/api/v1/account/balance';

const names = Array.from({ length: 61 }, (_, index) => `name${index}.af`);

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
  it('sends half of 61 names at once, all but the reserve in a window, and the rest after it', async () => {
    const clock = new TestClock();
    const limit = { requests: 60, windowMs: 60_000 };
    const { env, arrivals, refused } = await strictServer(limit, clock.elapsed);
    const { stdout, stderr, code } = await dotaf(['check', ...names], { env, clock });
    expect(stderr.split('\n').at(-2)).toMatch(
      /^note: 61 names in 1 min \d+ s: 61 answered, 0 available, 61 taken/,
    );
    expect([code, refused()]).toEqual([0, 0]);
    expect(stdout.trim().split('\n')).toHaveLength(62);
    const within = (ms: number) => arrivals.filter((time) => time <= ms).length;
    expect(within(0)).toBeLessThanOrEqual(28);
    expect(within(1000)).toBeGreaterThan(20);
    expect(within(60_000)).toBeLessThanOrEqual(56);
    expect(within(66_000)).toBe(61);
  });

  it.each([
    ['1/1s', 1, 1000],
    ['3/10s', 3, 10_000],
    ['10/500ms', 10, 500],
  ])('can be set to %s', async (limit, requests, windowMs) => {
    const clock = new TestClock();
    const rate = { requests, windowMs };
    const { env, arrivals, refused } = await strictServer(rate, clock.elapsed, () => {
      clock.advance(7);
      return 'answer';
    });
    const { code } = await dotaf(['check', ...names.slice(0, 25)], {
      env: { ...env, DOTAF_RATE_LIMIT: limit },
      clock,
    });
    expect([code, refused(), arrivals.length]).toEqual([0, 0, 25]);
  });

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
    [
      'with a date by a clock that is wrong',
      { 'Retry-After': 'Fri, 01 Jan 2021 00:00:05 GMT', Date: 'Fri, 01 Jan 2021 00:00:00 GMT' },
      '',
      5000,
    ],
    ['without a word', {}, '', 0],
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
  it('is asked less, which is said once, and every name is answered', async () => {
    const clock = new TestClock();
    const { env, refused } = await strictServer({ requests: 20, windowMs: 60_000 }, clock.elapsed);
    const { stderr, code } = await dotaf(['check', ...names.slice(0, 40)], { env, clock });
    const notes = stderr.trimEnd().split('\n');
    expect(notes.filter((note) => note.includes('allows'))).toEqual([
      expect.stringMatching(
        /^note: the service allows fewer than 60 requests a minute; using (19|20) for now$/,
      ),
    ]);
    expect(stderr).toMatch(/waiting .* for the rate limit \((19|20) requests a minute\)/);
    expect(notes.at(-1)).toMatch(/^note: 40 names in .*: 40 answered/);
    expect(code).toBe(0);
    expect(refused()).toBeLessThan(10);
  });
});

describe('a failure of the service', () => {
  it.each<[number, Record<string, string>, string[]]>([
    [503, { 'Retry-After': '3600' }, []],
    [503, {}, ['--max-wait', '0']],
    [500, { 'Retry-After': '1' }, []],
    [400, { 'Retry-After': '1' }, []],
    [403, { 'Retry-After': '1' }, []],
  ])('%i with %j is asked once, and is no rate limit: %s', async (status, headers, argv) => {
    const clock = new TestClock();
    service().get(balance).reply(status, { error: 'no' }, headers);
    const { code } = await dotaf(['balance', ...argv], { clock });
    expect([code, clock.sleeps]).toEqual([status === 403 ? 3 : 6, []]);
  });
});

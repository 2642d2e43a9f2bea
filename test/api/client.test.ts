import { describe, expect, it } from 'vitest';
import { Client } from '../../src/api/client.ts';
import type { ApiReply, ApiRequest } from '../../src/api/transport.ts';
import { Failure } from '../../src/errors.ts';
import { waitingTexts } from '../../src/output/progress.ts';
import { Limiter } from '../../src/rate-limit/limiter.ts';
import { TestClock } from '../test-clock.ts';

const transient = new Failure('network', 'the connection is down', { retryable: true });

const lasting = new Failure('unauthorized', 'no such key');

function rateLimited(retryAfter?: number): Failure {
  return new Failure('rate_limited', 'too many', { retryable: true, retryAfter });
}

const balance: ApiRequest = { method: 'GET', path: '/account/balance', operation: 'balance' };

const success: ApiReply = {
  status: 200,
  headers: {},
  text: '{"success":true,"data":{"balance":"1.00"}}',
  isKnownWhole: true,
  receivedAt: 0,
};

interface ClientSetting {
  maxWaitMs?: number;
  random?: number;
  requests?: number;
}

/** A client whose attempts end in turn as given, and then well. `sentAt` says when each was made. */
function clientWith(
  outcomes: (Failure | ApiReply)[],
  { maxWaitMs = 75_000, random = 0.5, requests = 60 }: ClientSetting = {},
) {
  const clock = new TestClock();
  const sentAt: number[] = [];
  const shown: (string | undefined)[] = [];
  const stop = new AbortController();
  const transport = {
    send: async () => {
      sentAt.push(clock.elapsed());
      const outcome = outcomes[sentAt.length - 1] ?? success;
      if (outcome instanceof Failure) throw outcome;
      return outcome;
    },
  };
  const client = new Client({
    transport,
    limiter: new Limiter({ requests, windowMs: 60_000 }, clock),
    origin: { source: 'the test', remedy: 'try again' },
    maxWaitMs,
    clock,
    random: () => random,
    signal: stop.signal,
    onWait: (waiting) => shown.push(waiting && waitingTexts(waiting)[0]),
  });
  return { client, clock, sentAt, shown, stop };
}

function times<Outcome>(count: number, outcome: Outcome): Outcome[] {
  return Array.from({ length: count }, () => outcome);
}

it('returns the opened envelope, and what names the reply in a failure', async () => {
  const { client } = clientWith([]);
  expect(await client.request(balance)).toEqual({
    data: { balance: '1.00' },
    envelope: { success: true, data: { balance: '1.00' } },
    operation: 'balance',
    reply: success,
  });
});

describe('the reply as it came', () => {
  it.each([['[1]'], ['{"balance":1}'], [success.text]])('may be %s', async (text) => {
    const { client } = clientWith([{ ...success, text }]);
    expect(await client.reply(balance)).toEqual({ ...success, text });
  });

  it.each<[string, Partial<ApiReply>]>([
    ['api_error', { status: 422 }],
    ['api_error', { text: '{"success":false}' }],
    ['unexpected_response', { text: '<html>' }],
    ['network', { text: '{"succ', isKnownWhole: false }],
  ])('is a failure %s for %j', async (code, reply) => {
    const { client } = clientWith(times(4, { ...success, ...reply }));
    await expect(client.reply(balance)).rejects.toMatchObject({ code });
  });
});

describe('a transient error', () => {
  it('is the answer of a request that is made once', async () => {
    const { client, sentAt } = clientWith(times(2, transient));
    await expect(client.request({ ...balance, isOnce: true })).rejects.toBe(transient);
    expect(sentAt).toEqual([0]);
  });

  it.each<[number, number[], string]>([
    [0, [0, 0, 0], '0 s'],
    [0.5, [0, 250, 750], '0.8 s'],
    [1, [0, 500, 1500], '1.5 s'],
  ])('is tried three times with full jitter of %d', async (random, expected, time) => {
    const { client, sentAt } = clientWith(times(4, transient), { random });
    await expect(client.request(balance)).rejects.toMatchObject({
      message: `the connection is down, 3 attempts in ${time}`,
      code: 'network',
      details: transient.details,
    });
    expect(sentAt).toEqual(expected);
  });

  it('that passes is not seen', async () => {
    const { client, sentAt } = clientWith([transient, transient]);
    expect(await client.request(balance)).toMatchObject({ data: { balance: '1.00' } });
    expect(sentAt).toHaveLength(3);
  });

  it.each<[string, Partial<ApiReply>]>([
    ['a refusal', { status: 503, text: '' }],
    ['a body that was cut off', { text: '{"succ', isKnownWhole: false }],
  ])('may be %s', async (_, reply) => {
    const { client, sentAt } = clientWith([{ ...success, ...reply }], { random: 0 });
    await client.request(balance);
    expect(sentAt).toHaveLength(2);
  });

  it('waits as long as the service asks, and a moment more', async () => {
    const busy = new Failure('api_error', 'busy', { retryable: true, retryAfter: 9000 });
    const { client, sentAt } = clientWith([busy], { random: 1 });
    await client.request(balance);
    expect(sentAt).toEqual([0, 9250]);
  });

  it('is not what will last', async () => {
    const { client, sentAt } = clientWith([lasting]);
    await expect(client.request(balance)).rejects.toBe(lasting);
    expect(sentAt).toEqual([0]);
  });

  it('is counted apart from the times that the request was rate limited', async () => {
    const failures = [...times(3, rateLimited()), transient, transient];
    const { client, sentAt } = clientWith(failures, { random: 0 });
    await client.request(balance);
    expect(sentAt).toHaveLength(6);
  });
});

describe('a request that is rate limited', () => {
  it('waits with full jitter that doubles up to half a minute', async () => {
    const { client, sentAt } = clientWith(times(8, rateLimited()), { maxWaitMs: 1e6 });
    await client.request(balance);
    expect(sentAt).toEqual([0, 1000, 3000, 7000, 15_000, 30_000, 45_000, 60_000, 75_000]);
  });

  it('is given up after ten attempts', async () => {
    const { client, sentAt } = clientWith(times(20, rateLimited()), { random: 0 });
    await expect(client.request(balance)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(sentAt).toHaveLength(10);
  });

  it.each([
    [7000, 0, 7000],
    [7000, 0.05, 7100],
    [7000, 1, 7250],
    [0, 1, 2000],
    [0, 0, 0],
  ])(
    'asked to wait %d ms, and with chance %d waits %d ms',
    async (retryAfter, random, expected) => {
      const { client, sentAt } = clientWith([rateLimited(retryAfter)], { random });
      await client.request(balance);
      expect(sentAt).toEqual([0, expected]);
    },
  );

  it('does not wait at all for what takes longer than it may wait', async () => {
    const { client, clock, sentAt } = clientWith([rateLimited(5001)], { maxWaitMs: 5000 });
    await expect(client.request(balance)).rejects.toMatchObject({ code: 'rate_limited' });
    expect([sentAt, clock.elapsed()]).toEqual([[0], 0]);
  });

  it('waits no longer than it may in all', async () => {
    const setting = { maxWaitMs: 5000, random: 0 };
    const { client, sentAt } = clientWith(times(3, rateLimited(2000)), setting);
    await expect(client.request(balance)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(sentAt).toEqual([0, 2000, 4000]);
  });

  it('holds the others back, too', async () => {
    const { client, sentAt } = clientWith([rateLimited(3000)], { random: 0 });
    const first = client.request(balance);
    await Promise.all([first, Promise.resolve().then(() => client.request(balance))]);
    await client.request(balance);
    expect(sentAt).toHaveLength(4);
    expect(sentAt.at(-1)).toBeGreaterThanOrEqual(3000);
  });

  it('is the failure when the limit leaves no room for the next attempt', async () => {
    const { client } = clientWith(times(9, rateLimited()), {
      requests: 2,
      random: 0,
      maxWaitMs: 10_000,
    });
    await expect(client.request(balance)).rejects.toMatchObject({
      message: 'too many, 2 attempts in 0 s',
      code: 'rate_limited',
    });
  });

  it('counts down while it waits', async () => {
    const { client, shown } = clientWith([rateLimited(2500)], { random: 0 });
    await client.request(balance);
    expect(shown).toEqual([
      'waiting 3 s before attempt 2 (too many)',
      'waiting 2 s before attempt 2 (too many)',
      'waiting 1 s before attempt 2 (too many)',
      undefined,
    ]);
  });

  it('shows no wait of less than a second', async () => {
    const { client, shown } = clientWith([transient]);
    await client.request(balance);
    expect(shown).toEqual([]);
  });
});

describe('the limit', () => {
  it('is waited for', async () => {
    const { client, sentAt } = clientWith([], { requests: 1 });
    await client.request(balance);
    await client.request(balance);
    expect(sentAt).toEqual([0, 60_001]);
  });

  it('that leaves no room in time is a failure, without a wait', async () => {
    const { client, clock, sentAt } = clientWith([], { requests: 1, maxWaitMs: 60_000 });
    await client.request(balance);
    await expect(client.request(balance)).rejects.toMatchObject({
      code: 'rate_limited',
      message:
        'the rate limit (1 request a minute) leaves room only in 61 s, later than --max-wait 60',
      exitCode: 7,
    });
    expect([sentAt, clock.elapsed()]).toEqual([[0], 0]);
  });

  it('is waited for without a bound by a bulk request', async () => {
    const { client, sentAt } = clientWith([], { requests: 1, maxWaitMs: 0 });
    for (let index = 0; index < 4; index += 1) await client.request({ ...balance, isBulk: true });
    expect(sentAt).toEqual([0, 60_301, 120_602, 180_903]);
  });

  it('counts attempts that have failed', async () => {
    const { client, sentAt } = clientWith([transient], { requests: 1, random: 0 });
    await client.request(balance);
    expect(sentAt).toEqual([0, 60_001]);
  });

  it('does not count what was never sent', async () => {
    const unsent = transient.with({ isUnsent: true });
    const { client, sentAt } = clientWith([unsent], { requests: 1, random: 0 });
    await client.request(balance);
    expect(sentAt).toEqual([0, 0]);
  });
});

it('stops waiting when the run is interrupted', async () => {
  const { client, clock, sentAt, stop } = clientWith([rateLimited(30_000)]);
  const interrupted = new Failure('interrupted', 'interrupted');
  clock.timer(4000, () => stop.abort(interrupted));
  await expect(client.request(balance)).rejects.toBe(interrupted);
  expect([sentAt.length, clock.elapsed()]).toEqual([1, 4000]);
});

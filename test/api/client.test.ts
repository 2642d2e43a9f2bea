import { describe, expect, it } from 'vitest';
import { Client } from '../../src/api/client.ts';
import type { ApiReply, ApiRequest } from '../../src/api/transport.ts';
import { Failure } from '../../src/errors.ts';
import { formatWait } from '../../src/output/progress.ts';
import { Limiter } from '../../src/rate-limit/limiter.ts';
import type { Clock } from '../../src/system/system.ts';
import { TestClock } from '../support/test-clock.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const transient = new Failure('network', 'the connection is down', { retryable: true });

const lasting = new Failure('unauthorized', 'no such key');

function rateLimited(retryAfterMs?: number): Failure {
  return new Failure('rate_limited', 'too many', { retryable: true, retryAfterMs });
}

const balance: ApiRequest = { method: 'GET', path: '/account/balance', operation: 'balance' };

const success: ApiReply = {
  status: 200,
  headers: {},
  text: '{"success":true,"data":{"balance":"1.00"}}',
  isBodyComplete: true,
  receivedAt: 0,
};

/** Refused for having too much to do, unless nobody else is answered either. */
const overload: ApiReply = { ...success, status: 503, text: '{"message":"busy"}' };

interface ClientSetting {
  maxWaitMs?: number;
  random?: number;
  requests?: number;
  windowMs?: number;
  /** How long each attempt takes. */
  latencyMs?: number[];
}

/**
 * A client whose attempts end in turn as given, and then well. `sentAt` says when each was made, and
 * `elapsed` what the time is; the machine has been up for a day before.
 */
function clientOn(
  clock: Clock,
  outcomes: (Error | ApiReply)[],
  {
    maxWaitMs = 75_000,
    random = 0.5,
    requests = 60,
    windowMs = 60_000,
    latencyMs = [],
  }: ClientSetting = {},
) {
  const start = clock.elapsed();
  const elapsed = () => clock.elapsed() - start;
  const sentAt: number[] = [];
  const shown: (string | undefined)[] = [];
  const stop = new AbortController();
  const transport = {
    send: async () => {
      const outcome = outcomes[sentAt.length] ?? success;
      const latency = latencyMs[sentAt.length];
      sentAt.push(elapsed());
      if (latency !== undefined) await clock.sleep(latency);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
  const limiter = new Limiter({ rate: { requests, windowMs }, clock, random: () => random });
  const client = new Client({
    transport,
    limiter,
    origin: { source: 'the test', remedy: 'try again' },
    maxWaitMs,
    clock,
    random: () => random,
    signal: stop.signal,
    onWait: (waiting) => shown.push(waiting && formatWait(waiting)),
  });
  return { client, limiter, elapsed, sentAt, shown, stop };
}

function clientWith(outcomes: (Error | ApiReply)[], setting?: ClientSetting) {
  const clock = new TestClock();
  clock.advance(86_400_000);
  return { clock, ...clientOn(clock, outcomes, setting) };
}

/** Makes each request at its time, although others wait, and tells when all attempts were sent. */
async function together(
  requests: readonly (Partial<ApiRequest> & { at: number })[],
  outcomes: (Error | ApiReply)[],
  setting?: ClientSetting,
) {
  const clock = new VirtualClock();
  const { client, sentAt, ...others } = clientOn(clock, outcomes, setting);
  const results = Promise.allSettled(
    requests.map(async ({ at, ...request }) => {
      await clock.sleep(at);
      return client.request({ ...balance, ...request });
    }),
  );
  await clock.runUntil(results);
  const failures = (await results).map((one) => (one.status === 'rejected' ? one.reason : null));
  return { ...others, sentAt, failures };
}

function times<Outcome>(count: number, outcome: Outcome): Outcome[] {
  return Array.from({ length: count }, () => outcome);
}

describe('the reply as it came', () => {
  it.each([['[1]'], ['{"balance":1}'], [success.text]])('may be %s', async (text) => {
    const { client } = clientWith([{ ...success, text }]);
    expect(await client.sendWithRetry(balance)).toMatchObject({ ...success, text });
  });

  it.each<[string, Partial<ApiReply>]>([
    ['api_error', { status: 422 }],
    ['api_error', { text: '{"success":false}' }],
    ['unexpected_response', { text: '<html>' }],
    ['network', { text: '{"succ', isBodyComplete: false }],
  ])('is a failure %s for %j', async (code, reply) => {
    const { client } = clientWith(times(4, { ...success, ...reply }));
    await expect(client.sendWithRetry(balance)).rejects.toMatchObject({ code });
  });
});

it('passes on what is no failure, since that is a bug', async () => {
  const bug = new TypeError('no such method');
  const { client, sentAt } = clientWith([bug]);
  await expect(client.request(balance)).rejects.toBe(bug);
  expect(sentAt).toEqual([0]);
});

describe('a request that has failed', () => {
  const busy = new Failure('api_error', 'busy', { retryable: true, retryAfterMs: 9000 });
  const cutOff = { ...success, text: '{"succ', isBodyComplete: false };

  it.each<[string, (Error | ApiReply)[], ClientSetting & Partial<ApiRequest>, number[]]>([
    ['not again, since it is made once', [transient], { noRetry: true }, [0]],
    ['not again, since it may not wait', [transient], { maxWaitMs: 0 }, [0]],
    ['not again, since the failure will last', [lasting], {}, [0]],
    ['three times', times(4, transient), {}, [0, 250, 750]],
    ['with the least jitter', times(4, transient), { random: 0 }, [0, 0, 0]],
    ['after a 503', [overload], { random: 0 }, [0, 0]],
    ['after a body that was cut off', [cutOff], { random: 0 }, [0, 0]],
    ['as late as the service asks, and a moment more', [busy], { random: 1 }, [0, 9250]],
    [
      'as long as it may, after pauses that double up to a window',
      times(12, rateLimited()),
      { maxWaitMs: 302_000, random: 0 },
      [0, 2, 6, 14, 30, 62, 122, 182, 242, 302].map((seconds) => seconds * 1000),
    ],
    ['after a pause and the most jitter', [rateLimited()], { random: 1 }, [0, 2250]],
    ['after Retry-After and the most jitter', [rateLimited(7000)], { random: 1 }, [0, 7250]],
    ['after an empty Retry-After', [rateLimited(0)], { random: 0 }, [0, 2000]],
    ['not after what takes longer than it may', [rateLimited(5001)], { maxWaitMs: 5000 }, [0]],
    [
      'no longer than it may in all',
      times(3, rateLimited(2000)),
      { maxWaitMs: 5000, random: 0 },
      [0, 2000, 4000],
    ],
    ['at the very end of that time', [rateLimited(5000)], { maxWaitMs: 5000 }, [0, 5000]],
  ])('is sent again %s', async (_, outcomes, { noRetry = false, ...setting }, expected) => {
    const { client, sentAt } = clientWith(outcomes, setting);
    await client.request({ ...balance, noRetry }).catch(() => {});
    expect(sentAt).toEqual(expected);
  });

  it('says at last how often it was sent', async () => {
    const { client } = clientWith(times(4, transient));
    await expect(client.request(balance)).rejects.toMatchObject({
      message: 'the connection is down, 3 attempts in 0.8 s',
      code: 'network',
      details: transient.details,
    });
  });

  it.each([
    [1, 'too many'],
    [2, 'too many, 2 attempts in 6 s'],
  ])(
    'is the failure when a limit of %d leaves no room for the next attempt',
    async (requests, message) => {
      const setting = { requests, random: 0, maxWaitMs: 10_000 };
      const { client } = clientWith(times(9, rateLimited()), setting);
      await expect(client.request(balance)).rejects.toMatchObject({
        message,
        code: 'rate_limited',
      });
    },
  );

  it('counts down, and tells the status for which it waits', async () => {
    const { client, shown } = clientWith([{ ...overload, headers: { 'retry-after': '1' } }]);
    await client.request(balance);
    expect(shown).toEqual([
      'waiting 2 s before attempt 2 (the service answered 503)',
      'waiting 1 s before attempt 2 (the service answered 503)',
      undefined,
    ]);
  });
});

it.each<[string, (Error | ApiReply)[], number, number]>([
  ['a rate limit', [success, rateLimited()], 2125, 2000],
  ['a rate limit with a time', [success, rateLimited(3000)], 3125, 3000],
  ['an overload', [success, overload], 250, 100],
  [
    'an overload with a time',
    [success, { ...overload, headers: { 'retry-after': '3' } }],
    3125,
    100,
  ],
  ['a failure', [success, transient], 250, 100],
])('a rate limit alone holds other requests back: %s', async (_, outcomes, again, other) => {
  const requests = [{ at: 0 }, { at: 0 }, { at: 100 }];
  const { sentAt } = await together(requests, outcomes);
  const later = [again, other].sort((one, two) => one - two);
  expect(sentAt).toEqual([0, 0, ...later]);
});

it('a request of a bulk run gives up only if no other one is answered meanwhile', async () => {
  const outcomes = [rateLimited(50_000), success, rateLimited(50_000), success];
  const alone = await together(
    [{ at: 0, isBulk: true }],
    [outcomes[0], outcomes[2]].flatMap((one) => one ?? []),
  );
  expect(alone.failures).toEqual([expect.objectContaining({ code: 'rate_limited' })]);
  const beside = await together(
    [
      { at: 0, isBulk: true },
      { at: 20_000, isBulk: true },
    ],
    outcomes,
  );
  expect(beside.failures).toEqual([null, null]);
});

describe('the limit', () => {
  it('is waited for', async () => {
    const { client, sentAt, shown } = clientWith([], { requests: 1, windowMs: 1500 });
    await client.request(balance);
    await client.request(balance);
    expect(sentAt).toEqual([0, 1501]);
    expect(shown).toEqual([
      'waiting 2 s for the rate limit (1 request in 1.5 s)',
      'waiting 1 s for the rate limit (1 request in 1.5 s)',
      undefined,
    ]);
  });

  it('is left to others in part by the ninth request, and by those of a run', async () => {
    const many = await together(times(9, { at: 0 }), [], { requests: 9 });
    expect(many.sentAt).toEqual([...times(8, 0), 30_001]);
    const ofRun = await together(times(6, { at: 0, isBulk: true }), [], { requests: 9 });
    expect(ofRun.sentAt).toEqual([...times(5, 0), 12_001]);
  });

  it('that has been waited for shortens the waits for retries', async () => {
    const setting = { requests: 2, random: 0 };
    const outcomes = (ms: number) => [success, success, rateLimited(ms)];
    const inTime = await together(times(3, { at: 0 }), outcomes(14_999), setting);
    expect(inTime.sentAt).toEqual([0, 0, 60_001, 75_000]);
    const late = await together(times(3, { at: 0 }), outcomes(15_000), setting);
    expect(late.sentAt).toEqual([0, 0, 60_001]);
    const bulk = await together(times(3, { at: 0, isBulk: true }), outcomes(60_000), setting);
    expect(bulk.sentAt).toEqual([0, 30_001, 60_002, 120_002]);
  });

  it('is waited for also while nobody knows how long', async () => {
    const setting = { requests: 1, latencyMs: [500], maxWaitMs: 60_401 };
    const requests = [{ at: 0 }, { at: 100 }];
    const { sentAt } = await together(requests, [], setting);
    expect(sentAt).toEqual([0, 60_501]);
    const { failures } = await together(requests, [], { ...setting, maxWaitMs: 60_400 });
    expect(failures).toEqual([
      null,
      expect.objectContaining({
        message: 'the rate limit (1 request a minute) leaves no room within 60.4 s',
      }),
    ]);
  });

  it('that leaves no room in time is a failure, without a wait', async () => {
    const { client, elapsed, sentAt } = clientWith([], { requests: 1, maxWaitMs: 60_000 });
    await client.request(balance);
    await expect(client.request(balance)).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'the rate limit (1 request a minute) leaves no room within 60 s',
      exitCode: 7,
      details: { hint: 'allow more time with --max-wait <seconds>', retryable: true },
    });
    expect([sentAt, elapsed()]).toEqual([[0], 0]);
  });

  it('counts what was cut off without an end, since it may still arrive', async () => {
    const interrupted = new Failure('interrupted', 'interrupted');
    const { client, limiter } = clientWith([interrupted], { requests: 1 });
    await expect(client.request(balance)).rejects.toBe(interrupted);
    expect(limiter.tryAcquire(false)).toBeUndefined();
  });

  it('counts what has failed, but not what was never sent', async () => {
    const unsent = transient.with({ isUnsent: true });
    const { client, sentAt } = clientWith([unsent, transient], { requests: 1, random: 0 });
    await client.request(balance);
    expect(sentAt).toEqual([0, 0, 60_001]);
  });
});

it('stops waiting when the run is interrupted', async () => {
  const { client, clock, elapsed, sentAt, stop } = clientWith([rateLimited(30_000)]);
  const interrupted = new Failure('interrupted', 'interrupted');
  clock.timer(4000, () => stop.abort(interrupted));
  await expect(client.request(balance)).rejects.toBe(interrupted);
  expect([sentAt.length, elapsed()]).toEqual([1, 4000]);
});

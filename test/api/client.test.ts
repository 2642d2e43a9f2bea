import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../src/api/client.ts';
import { RateLimiter } from '../../src/api/rate-limiter.ts';
import type { ApiRequest, ApiResponse } from '../../src/api/transport.ts';
import { CliError } from '../../src/errors.ts';
import { formatWaitStatus } from '../../src/output/progress.ts';
import type { Clock } from '../../src/system/system.ts';
import { TestClock } from '../support/test-clock.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const transient = new CliError('network', 'the connection is down', { retryable: true });

const permanent = new CliError('unauthorized', 'no such key');

function rateLimited(retryAfterMs?: number): CliError {
  return new CliError('rate_limited', 'too many', { retryable: true, retryAfterMs });
}

const balance: ApiRequest = { method: 'GET', path: '/account/balance', operation: 'balance' };

const success: ApiResponse = {
  status: 200,
  headers: {},
  text: '{"success":true,"data":{"balance":"1.00"}}',
  isBodyComplete: true,
  receivedAt: 0,
};

const overloadReply: ApiResponse = { ...success, status: 503, text: '{"message":"busy"}' };

interface ClientOptions {
  maxWaitMs?: number;
  random?: number;
  requests?: number;
  windowMs?: number;
  /** Latencies of the attempts, in order. */
  latencyMs?: number[];
}

/**
 * Creates a client whose attempts yield `outcomes` in order, then succeed. `sentAt` and `elapsed`
 * are measured from its creation.
 */
function createClientWithClock(
  clock: Clock,
  outcomes: (Error | ApiResponse)[],
  {
    maxWaitMs = 75_000,
    random = 0.5,
    requests = 60,
    windowMs = 60_000,
    latencyMs = [],
  }: ClientOptions = {},
) {
  const start = clock.elapsed();
  const elapsed = () => clock.elapsed() - start;
  const sentAt: number[] = [];
  const waitTexts: (string | undefined)[] = [];
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
  const limiter = new RateLimiter({ rate: { requests, windowMs }, clock, random: () => random });
  const client = new ApiClient({
    transport,
    limiter,
    origin: { source: 'the test', remedy: 'try again' },
    maxWaitMs,
    clock,
    random: () => random,
    signal: stop.signal,
    onResponse: () => {},
    onWait: (wait) => waitTexts.push(wait && formatWaitStatus(wait)),
  });
  return { client, limiter, elapsed, sentAt, waitTexts, stop };
}

function createClient(outcomes: (Error | ApiResponse)[], setting?: ClientOptions) {
  const clock = new TestClock();
  clock.advance(86_400_000);
  return { clock, ...createClientWithClock(clock, outcomes, setting) };
}

/** Starts requests at their own times, and records when each attempt was sent. */
async function sendConcurrently(
  requests: readonly (Partial<ApiRequest> & { at: number })[],
  outcomes: (Error | ApiResponse)[],
  setting?: ClientOptions,
) {
  const clock = new VirtualClock();
  const { client, sentAt, ...rest } = createClientWithClock(clock, outcomes, setting);
  const results = Promise.allSettled(
    requests.map(async ({ at, ...request }) => {
      await clock.sleep(at);
      return client.request({ ...balance, ...request });
    }),
  );
  await clock.runUntil(results);
  const errors = (await results).map((result) =>
    result.status === 'rejected' ? result.reason : null,
  );
  return { ...rest, sentAt, errors };
}

function repeat<Outcome>(count: number, outcome: Outcome): Outcome[] {
  return Array.from({ length: count }, () => outcome);
}

describe('a failed request', () => {
  const busy = new CliError('api_error', 'busy', { retryable: true, retryAfterMs: 9000 });
  const cutOff = { ...success, text: '{"succ', isBodyComplete: false };
  const lateReply = { ...overloadReply, headers: { 'retry-after': '20' } };
  type RetryCase = [
    title: string,
    outcomes: (Error | ApiResponse)[],
    setting: ClientOptions & Partial<ApiRequest>,
    sentAt: number[],
  ];

  it.each<RetryCase>([
    ['not again, since it is made once', [transient], { noRetry: true }, [0]],
    ['not again, since it may not wait', [transient], { maxWaitMs: 0 }, [0]],
    ['not again, since the failure will last', [permanent], {}, [0]],
    ['three times', repeat(4, transient), {}, [0, 250, 750]],
    ['with the least jitter', repeat(4, transient), { random: 0 }, [0, 0, 0]],
    ['three times after a 500', repeat(4, { ...overloadReply, status: 500 }), {}, [0, 250, 750]],
    ...[502, 503, 504, 520, 529].map(
      (status): RetryCase => [
        `for thirty seconds after a ${status}`,
        repeat(20, { ...overloadReply, status }),
        { random: 1 },
        [0, 500, 1500, 3500, 7500, 15_500, 23_500, 30_000],
      ],
    ),
    [
      'no longer than it may after a 503',
      repeat(9, overloadReply),
      { maxWaitMs: 600 },
      [0, 250, 600],
    ],
    ['as late as a 503 asks', repeat(9, lateReply), { random: 0 }, [0, 20_000, 40_000]],
    [
      'three times after network faults, whatever came between',
      [transient, overloadReply, transient, overloadReply, transient, transient],
      { random: 0 },
      [0, 0, 0, 0, 0],
    ],
    ['after a body that was cut off', [cutOff], { random: 0 }, [0, 0]],
    ['as late as the service asks, and a moment more', [busy], { random: 1 }, [0, 9250]],
    [
      'as long as it may, after pauses that double up to a window',
      repeat(12, rateLimited()),
      { maxWaitMs: 302_000, random: 0 },
      [0, 2, 6, 14, 30, 62, 122, 182, 242, 302].map((seconds) => seconds * 1000),
    ],
    ['after a pause and the most jitter', [rateLimited()], { random: 1 }, [0, 2250]],
    ['after Retry-After and the most jitter', [rateLimited(7000)], { random: 1 }, [0, 7250]],
    ['after an empty Retry-After', [rateLimited(0)], { random: 0 }, [0, 2000]],
    ['not after what takes longer than it may', [rateLimited(5001)], { maxWaitMs: 5000 }, [0]],
    [
      'no longer than it may in all',
      repeat(3, rateLimited(2000)),
      { maxWaitMs: 5000, random: 0 },
      [0, 2000, 4000],
    ],
    ['at the very end of that time', [rateLimited(5000)], { maxWaitMs: 5000 }, [0, 5000]],
  ])('is retried: %s', async (_, outcomes, { noRetry = false, ...setting }, expected) => {
    const { client, sentAt } = createClient(outcomes, setting);
    await client.request({ ...balance, noRetry }).catch(() => {});
    expect(sentAt).toEqual(expected);
  });

  it('reports the number of attempts in the final error', async () => {
    const { client } = createClient(repeat(4, transient));
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
    'reports its own error when a limit of %d leaves no slot for the retry',
    async (requests, message) => {
      const setting = { requests, random: 0, maxWaitMs: 10_000 };
      const { client } = createClient(repeat(9, rateLimited()), setting);
      await expect(client.request(balance)).rejects.toMatchObject({
        message,
        code: 'rate_limited',
      });
    },
  );

  it('counts down to the retry and names the status', async () => {
    const { client, waitTexts } = createClient([
      { ...overloadReply, headers: { 'retry-after': '1' } },
    ]);
    await client.request(balance);
    expect(waitTexts).toEqual([
      'waiting 2 s before attempt 2 (the service answered 503)',
      'waiting 1 s before attempt 2 (the service answered 503)',
      undefined,
    ]);
  });
});

it.each<[string, (Error | ApiResponse)[], number, number]>([
  ['a rate limit', [success, rateLimited()], 2125, 2000],
  ['a rate limit with a time', [success, rateLimited(3000)], 3125, 3000],
  ['an overload', [success, overloadReply], 250, 100],
  [
    'an overload with a time',
    [success, { ...overloadReply, headers: { 'retry-after': '3' } }],
    3125,
    100,
  ],
  ['a failure', [success, transient], 250, 100],
])('only a 429 delays other requests: %s', async (_, outcomes, retryAt, otherAt) => {
  const requests = [{ at: 0 }, { at: 0 }, { at: 100 }];
  const { sentAt } = await sendConcurrently(requests, outcomes);
  const laterTimes = [retryAt, otherAt].sort((left, right) => left - right);
  expect(sentAt).toEqual([0, 0, ...laterTimes]);
});

it('a bulk request gives up only if no other request succeeds meanwhile', async () => {
  const outcomes = [rateLimited(50_000), success, rateLimited(50_000), success];
  const withoutOthers = await sendConcurrently(
    [{ at: 0, isBulk: true }],
    [outcomes[0], outcomes[2]].flatMap((outcome) => outcome ?? []),
  );
  expect(withoutOthers.errors).toEqual([expect.objectContaining({ code: 'rate_limited' })]);
  const withOthers = await sendConcurrently(
    [
      { at: 0, isBulk: true },
      { at: 20_000, isBulk: true },
    ],
    outcomes,
  );
  expect(withOthers.errors).toEqual([null, null]);
});

describe('the rate limit', () => {
  it('delays the next request and counts down', async () => {
    const { client, sentAt, waitTexts } = createClient([], { requests: 1, windowMs: 1500 });
    await client.request(balance);
    await client.request(balance);
    expect(sentAt).toEqual([0, 1501]);
    expect(waitTexts).toEqual([
      'waiting 2 s for the rate limit (1 request in 1.5 s)',
      'waiting 1 s for the rate limit (1 request in 1.5 s)',
      undefined,
    ]);
  });

  it('uses up the wait budget of retries', async () => {
    const setting = { requests: 2, random: 0 };
    const outcomes = (ms: number) => [success, success, rateLimited(ms)];
    const inTime = await sendConcurrently(repeat(3, { at: 0 }), outcomes(14_999), setting);
    expect(inTime.sentAt).toEqual([0, 0, 60_001, 75_000]);
    const tooLate = await sendConcurrently(repeat(3, { at: 0 }), outcomes(15_000), setting);
    expect(tooLate.sentAt).toEqual([0, 0, 60_001]);
    const bulk = await sendConcurrently(
      repeat(3, { at: 0, isBulk: true }),
      outcomes(60_000),
      setting,
    );
    expect(bulk.sentAt).toEqual([0, 30_001, 60_002, 120_002]);
  });

  it('delays a request while the earlier ones are unanswered', async () => {
    const setting = { requests: 1, latencyMs: [500], maxWaitMs: 60_401 };
    const requests = [{ at: 0 }, { at: 100 }];
    const { sentAt } = await sendConcurrently(requests, [], setting);
    expect(sentAt).toEqual([0, 60_501]);
    const { errors } = await sendConcurrently(requests, [], { ...setting, maxWaitMs: 60_400 });
    expect(errors).toEqual([
      null,
      expect.objectContaining({
        message: 'the rate limit (1 request a minute) leaves no room within 60.4 s',
      }),
    ]);
  });

  it('fails at once if no slot frees up within --max-wait', async () => {
    const { client, elapsed, sentAt } = createClient([], { requests: 1, maxWaitMs: 60_000 });
    await client.request(balance);
    await expect(client.request(balance)).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'the rate limit (1 request a minute) leaves no room within 60 s',
      exitCode: 7,
      details: { hint: 'allow more time with --max-wait <seconds>', retryable: true },
    });
    expect([sentAt, elapsed()]).toEqual([[0], 0]);
  });

  it('is not blamed for a Retry-After above --max-wait', async () => {
    const { client, sentAt } = createClient([rateLimited(30_000)], { maxWaitMs: 5000 });
    await expect(client.request(balance)).rejects.toMatchObject({ message: 'too many' });
    await expect(client.request(balance)).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'the service asked to wait 30 s, longer than --max-wait (5 s)',
    });
    expect(sentAt).toEqual([0]);
  });

  it('counts an aborted request, since it may still arrive', async () => {
    const interruptError = new CliError('interrupted', 'interrupted');
    const { client, limiter } = createClient([interruptError], { requests: 1 });
    await expect(client.request(balance)).rejects.toBe(interruptError);
    expect(limiter.tryAcquire(false)).toBeUndefined();
  });

  it('counts a failed request, but not one that was never sent', async () => {
    const unsentError = transient.with({ kind: 'unsent' });
    const { client, sentAt } = createClient([unsentError, transient], { requests: 1, random: 0 });
    await client.request(balance);
    expect(sentAt).toEqual([0, 0, 60_001]);
  });
});

it('an interrupt ends the wait for a retry', async () => {
  const { client, clock, elapsed, sentAt, stop } = createClient([rateLimited(30_000)]);
  const interruptError = new CliError('interrupted', 'interrupted');
  clock.timer(4000, () => stop.abort(interruptError));
  await expect(client.request(balance)).rejects.toBe(interruptError);
  expect([sentAt.length, elapsed()]).toEqual([1, 4000]);
});

import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/errors.ts';
import { Limiter } from '../../src/rate-limit/limiter.ts';
import { Pace } from '../../src/rate-limit/retry.ts';
import { TestClock } from '../test-clock.ts';

const fault = new Failure('network', 'the line is down', { retryable: true });

const lasting = new Failure('unauthorized', 'no such key');

function putOff(retryAfter?: number): Failure {
  return new Failure('rate_limited', 'too many', { retryable: true, retryAfter });
}

interface PaceSetting {
  maxWaitMs?: number;
  random?: number;
  requests?: number;
}

/** A pace, and what it waits for. */
function pacing({ maxWaitMs = 75_000, random = 0.5, requests = 60 }: PaceSetting = {}) {
  const clock = new TestClock();
  const told: (string | undefined)[] = [];
  const stop = new AbortController();
  const pace = new Pace({
    limiter: new Limiter({ requests, windowMs: 60_000 }, clock),
    maxWaitMs,
    clock,
    random: () => random,
    signal: stop.signal,
    onWait: (text) => told.push(text),
  });
  return { pace, clock, told, stop };
}

/** An attempt that fails in turn with these, and then answers. @returns when each was made, too */
function attempts(clock: TestClock, failures: Failure[]) {
  const made: number[] = [];
  const attempt = async () => {
    made.push(clock.elapsed());
    const failure = failures[made.length - 1];
    if (failure) throw failure;
    return 'answer';
  };
  return { attempt, made };
}

describe('a fault of the line', () => {
  it.each<[number, number[]]>([
    [0, [0, 0, 0]],
    [0.5, [0, 250, 750]],
    [1, [0, 500, 1500]],
  ])('is tried three times with full jitter of %d', async (random, times) => {
    const { pace, clock } = pacing({ random });
    const { attempt, made } = attempts(clock, [fault, fault, fault, fault]);
    await expect(pace.run(attempt)).rejects.toBe(fault);
    expect(made).toEqual(times);
  });

  it('that passes is none', async () => {
    const { pace, clock } = pacing();
    const { attempt, made } = attempts(clock, [fault, fault]);
    expect(await pace.run(attempt)).toBe('answer');
    expect(made).toHaveLength(3);
  });

  it('waits as long as the service asks, and a moment more', async () => {
    const busy = new Failure('api_error', 'busy', { retryable: true, retryAfter: 9000 });
    const { pace, clock } = pacing({ random: 1 });
    const { attempt, made } = attempts(clock, [busy]);
    await pace.run(attempt);
    expect(made).toEqual([0, 9250]);
  });

  it('is not tried again when it will last', async () => {
    const { pace, clock } = pacing();
    const { attempt, made } = attempts(clock, [lasting]);
    await expect(pace.run(attempt)).rejects.toBe(lasting);
    expect(made).toEqual([0]);
  });

  it('has its own count, beside the times that the service put it off', async () => {
    const { pace, clock } = pacing({ random: 0 });
    const { attempt, made } = attempts(clock, [putOff(), putOff(), putOff(), fault, fault]);
    expect(await pace.run(attempt)).toBe('answer');
    expect(made).toHaveLength(6);
  });
});

describe('a request that is put off', () => {
  it('waits with full jitter that doubles up to half a minute', async () => {
    const { pace, clock } = pacing({ random: 0.5, maxWaitMs: 1e6 });
    const { attempt, made } = attempts(
      clock,
      Array.from({ length: 8 }, () => putOff()),
    );
    await pace.run(attempt);
    expect(made).toEqual([0, 1000, 3000, 7000, 15_000, 30_000, 45_000, 60_000, 75_000]);
  });

  it('is given up after ten attempts', async () => {
    const { pace, clock } = pacing({ random: 0 });
    const { attempt, made } = attempts(
      clock,
      Array.from({ length: 20 }, () => putOff()),
    );
    await expect(pace.run(attempt)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(made).toHaveLength(10);
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
      const { pace, clock } = pacing({ random });
      const { attempt, made } = attempts(clock, [putOff(retryAfter)]);
      await pace.run(attempt);
      expect(made).toEqual([0, expected]);
    },
  );

  it('does not wait at all for what outlasts its patience', async () => {
    const { pace, clock } = pacing({ maxWaitMs: 5000 });
    const { attempt, made } = attempts(clock, [putOff(5001)]);
    await expect(pace.run(attempt)).rejects.toMatchObject({ code: 'rate_limited' });
    expect([made, clock.elapsed()]).toEqual([[0], 0]);
  });

  it('waits no longer than its patience in all', async () => {
    const { pace, clock } = pacing({ maxWaitMs: 5000, random: 0 });
    const { attempt, made } = attempts(clock, [putOff(2000), putOff(2000), putOff(2000)]);
    await expect(pace.run(attempt)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(made).toEqual([0, 2000, 4000]);
  });

  it('holds the others back too', async () => {
    const { pace, clock } = pacing({ random: 0 });
    const first = attempts(clock, [putOff(3000)]);
    const second = attempts(clock, []);
    await Promise.all([
      pace.run(first.attempt),
      Promise.resolve().then(() => pace.run(second.attempt)),
    ]);
    await pace.run(second.attempt);
    expect(first.made).toEqual([0, 3000]);
    expect(second.made.at(-1)).toBeGreaterThanOrEqual(3000);
  });

  it('counts down while it waits', async () => {
    const { pace, clock, told } = pacing({ random: 0 });
    await pace.run(attempts(clock, [putOff(2500)]).attempt);
    expect(told).toEqual([
      'the rate limit is exceeded; going on in 3 s',
      'the rate limit is exceeded; going on in 2 s',
      'the rate limit is exceeded; going on in 1 s',
      undefined,
    ]);
  });

  it('does not speak of less than a second', async () => {
    const { pace, clock, told } = pacing({ random: 0.5 });
    await pace.run(attempts(clock, [fault]).attempt);
    expect(told).toEqual([undefined]);
  });
});

describe('the limit', () => {
  it('is waited for', async () => {
    const { pace, clock } = pacing({ requests: 1 });
    const { attempt, made } = attempts(clock, []);
    await pace.run(attempt);
    await pace.run(attempt);
    expect(made).toEqual([0, 60_001]);
  });

  it('that leaves no room in time is a failure, without a wait', async () => {
    const { pace, clock } = pacing({ requests: 1, maxWaitMs: 60_000 });
    const { attempt, made } = attempts(clock, []);
    await pace.run(attempt);
    await expect(pace.run(attempt)).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'the limit of 1 requests in 60 s leaves room only in 61 s, later than --max-wait 60',
      exitCode: 7,
    });
    expect([made, clock.elapsed()]).toEqual([[0], 0]);
  });

  it('is waited for without a bound by one of many', async () => {
    const { pace, clock } = pacing({ requests: 1, maxWaitMs: 0 });
    const { attempt, made } = attempts(clock, []);
    for (let index = 0; index < 4; index += 1) await pace.run(attempt, true);
    expect(made).toEqual([0, 60_001, 120_002, 180_003]);
  });

  it('counts attempts that have failed', async () => {
    const { pace, clock } = pacing({ requests: 1, random: 0 });
    const { attempt, made } = attempts(clock, [fault]);
    await pace.run(attempt);
    expect(made).toEqual([0, 60_001]);
  });
});

it('stops waiting when the run is interrupted', async () => {
  const { pace, clock, stop } = pacing();
  const interrupted = new Failure('interrupted', 'interrupted');
  const { attempt, made } = attempts(clock, [putOff(30_000)]);
  clock.timer(4000, () => stop.abort(interrupted));
  await expect(pace.run(attempt)).rejects.toBe(interrupted);
  expect([made.length, clock.elapsed()]).toEqual([1, 4000]);
});

import { setMaxListeners } from 'node:events';
import { ApiClient } from '../../src/api/client.ts';
import { RateLimiter } from '../../src/api/rate-limiter.ts';
import type { ApiResponse } from '../../src/api/transport.ts';
import { computeConcurrency, mapInOrder } from '../../src/core/concurrency.ts';
import type { RateLimit } from '../../src/core/dates.ts';
import { createTempFolder } from './home.ts';
import { createSharing } from './rate-limit-sharing.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Answers a request by its time of arrival, in milliseconds. */
export type AdmissionPolicy = (now: number) => Pick<ApiResponse, 'status'> & Partial<ApiResponse>;

interface BulkRun {
  at: number;
  names: number;
}

export interface SingleLookup {
  at: number;
  /** Time until the last attempt was sent. */
  waitedMs: number;
}

interface ContentionOptions {
  rate: RateLimit;
  runs?: BulkRun[];
  lookups?: number[];
  admission: AdmissionPolicy;
  latencyMs?: number;
  seed?: number;
}

export const seeds = [1, 2];

const successBody = '{"success":true,"data":{"balance":"1.00"}}';

const errorBody = '{"success":false,"error":{"code":"slow_down"}}';

/**
 * Simulates bulk runs and single lookups that share one credential, each as a process with its own
 * client, on a virtual clock.
 */
export async function simulateContention(options: ContentionOptions) {
  const { rate, runs = [], lookups = [], admission, latencyMs = 150 } = options;
  let { seed = 1 } = options;
  const clock = new VirtualClock();
  const folder = createTempFolder();
  const refusals: number[] = [];
  const arrivals: number[] = [];
  const warnings: RateLimit[] = [];
  // Lehmer generator: the same seed repeats a run.
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const startProcess = () => {
    const sharing = createSharing(folder);
    const onHalved = (halvedRate: RateLimit) => warnings.push(halvedRate);
    const limiter = new RateLimiter({ rate, clock, random, sharing, onHalved });
    let lastSentAt = 0;
    const send = async (): Promise<ApiResponse> => {
      lastSentAt = clock.elapsed();
      await clock.sleep(latencyMs * random());
      const answer = admission(clock.elapsed());
      (answer.status < 400 ? arrivals : refusals).push(clock.elapsed());
      await clock.sleep(latencyMs * random());
      const text = answer.status < 400 ? successBody : errorBody;
      return { headers: {}, text, isBodyComplete: true, receivedAt: clock.now(), ...answer };
    };
    const client = new ApiClient({
      ...{ transport: { send }, limiter, origin: { source: '', remedy: '' }, clock, random },
      maxWaitMs: 75_000,
      signal,
      onResponse: () => {},
      onWait: () => {},
    });
    return { client, lastSentAt: () => lastSentAt };
  };
  const finishRun = async ({ at, names }: BulkRun) => {
    await clock.sleep(at);
    const { client } = startProcess();
    const results = mapInOrder(Array(names).keys(), { limit: computeConcurrency(rate) }, () =>
      client
        .request({ method: 'POST', path: '/domains/check', operation: 'check', isBulk: true })
        .then(
          () => true,
          () => false,
        ),
    );
    let unknown = 0;
    for await (const isAnswered of results) unknown += isAnswered ? 0 : 1;
    return { ms: clock.elapsed() - at, unknown };
  };
  const runLookup = async (at: number): Promise<SingleLookup> => {
    await clock.sleep(at);
    const { client, lastSentAt } = startProcess();
    await client.request({ method: 'GET', path: '/account/balance', operation: 'balance' });
    return { at, waitedMs: lastSentAt() - at };
  };
  const results = {
    runs: Promise.all(runs.map(finishRun)),
    lookups: Promise.all(lookups.map(runLookup)),
  };
  await clock.runUntil(Promise.all([results.runs, results.lookups]));
  return { runs: await results.runs, lookups: await results.lookups, arrivals, refusals, warnings };
}

/** Fixed windows that begin at an arbitrary time; rejected requests do not count. */
export function fixedWindow({ requests, windowMs }: RateLimit, headers = {}): AdmissionPolicy {
  let [window, count] = [0, 0];
  return (now) => {
    const current = Math.floor((now + windowMs / 3) / windowMs);
    if (current !== window) [window, count] = [current, 0];
    count += 1;
    return { status: count <= requests ? 200 : 429, headers };
  };
}

/** Token bucket: allows a burst, then refills at a constant rate. */
export function tokenBucket({ requests, windowMs }: RateLimit, burst: number): AdmissionPolicy {
  let [tokens, last] = [burst, 0];
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - last) / windowMs) * requests);
    last = now;
    if (tokens < 1) return { status: 429 };
    tokens -= 1;
    return { status: 200 };
  };
}

/** Sliding window, both ends included, in which rejected requests count. */
export function strictWindow({ requests, windowMs }: RateLimit): AdmissionPolicy {
  let recentArrivals: number[] = [];
  return (now) => {
    recentArrivals = recentArrivals.filter((at) => now - at <= windowMs);
    recentArrivals.push(now);
    return { status: recentArrivals.length <= requests ? 200 : 429 };
  };
}

import { setMaxListeners } from 'node:events';
import { Client } from '../../src/api/client.ts';
import type { ApiReply } from '../../src/api/transport.ts';
import { computeConcurrency, mapInOrder } from '../../src/core/concurrency.ts';
import type { RateLimit } from '../../src/core/periods.ts';
import { Limiter } from '../../src/rate-limit/limiter.ts';
import { temporaryFolder } from './home.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Decides on a request by its time of arrival, in milliseconds. */
export type Admission = (now: number) => Pick<ApiReply, 'status'> & Partial<ApiReply>;

interface Run {
  at: number;
  names: number;
}

export interface Look {
  at: number;
  /** Milliseconds until its last attempt was sent. */
  waited: number;
}

interface MachineOptions {
  rate: RateLimit;
  runs?: Run[];
  /** When people ask for one answer each. */
  looks?: number[];
  admission: Admission;
  latencyMs?: number;
  seed?: number;
}

/** With each of these, a simulation takes another course. */
export const seeds = [1, 2];

const accepted = '{"success":true,"data":{"balance":"1.00"}}';

const refused = '{"success":false,"error":{"code":"slow_down"}}';

/**
 * Lets runs and single look-ups of one credential, each a process with a client of its own, ask a
 * server on a clock that jumps from one event to the next.
 */
export async function onBusyMachine(options: MachineOptions) {
  const { rate, runs = [], looks = [], admission, latencyMs = 150 } = options;
  let { seed = 1 } = options;
  const clock = new VirtualClock();
  const folder = temporaryFolder();
  const refusals: number[] = [];
  const arrivals: number[] = [];
  const warnings: RateLimit[] = [];
  // A generator of Lehmer: the same numbers in each run.
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const start = () => {
    const sharing = { folder, onError: fail };
    const onHalved = (half: RateLimit) => warnings.push(half);
    const limiter = new Limiter({ rate, clock, random, sharing, onHalved });
    let lastSentAt = 0;
    const send = async (): Promise<ApiReply> => {
      lastSentAt = clock.elapsed();
      await clock.sleep(latencyMs * random());
      const answer = admission(clock.elapsed());
      (answer.status < 400 ? arrivals : refusals).push(clock.elapsed());
      await clock.sleep(latencyMs * random());
      const text = answer.status < 400 ? accepted : refused;
      return { headers: {}, text, isBodyComplete: true, receivedAt: clock.now(), ...answer };
    };
    const client = new Client({
      ...{ transport: { send }, limiter, origin: { source: '', remedy: '' }, clock, random },
      maxWaitMs: 75_000,
      signal,
      onWait: () => {},
    });
    return { client, close: () => limiter.close(), lastSentAt: () => lastSentAt };
  };
  const runToEnd = async ({ at, names }: Run) => {
    await clock.sleep(at);
    const { client, close } = start();
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
    close();
    return { ms: clock.elapsed() - at, unknown };
  };
  const look = async (at: number): Promise<Look> => {
    await clock.sleep(at);
    const { client, close, lastSentAt } = start();
    await client.request({ method: 'GET', path: '/account/balance', operation: 'balance' });
    close();
    return { at, waited: lastSentAt() - at };
  };
  const results = { runs: Promise.all(runs.map(runToEnd)), looks: Promise.all(looks.map(look)) };
  await clock.runUntil(Promise.all([results.runs, results.looks]));
  return { runs: await results.runs, looks: await results.looks, arrivals, refusals, warnings };
}

function fail(error: unknown): never {
  throw error;
}

/** Counts accepted requests in windows that follow each other, from a moment that is not ours. */
export function fixedWindow({ requests, windowMs }: RateLimit, headers = {}): Admission {
  let [window, count] = [0, 0];
  return (now) => {
    const current = Math.floor((now + windowMs / 3) / windowMs);
    if (current !== window) [window, count] = [current, 0];
    count += 1;
    return { status: count <= requests ? 200 : 429, headers };
  };
}

/** Lets so many through at once, and then as many as come back in a window. */
export function tokenBucket({ requests, windowMs }: RateLimit, burst: number): Admission {
  let [tokens, last] = [burst, 0];
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - last) / windowMs) * requests);
    last = now;
    if (tokens < 1) return { status: 429 };
    tokens -= 1;
    return { status: 200 };
  };
}

/** Counts every request of the last window, those that it refuses too, both ends included. */
export function strictest({ requests, windowMs }: RateLimit): Admission {
  let seen: number[] = [];
  return (now) => {
    seen = seen.filter((at) => now - at <= windowMs);
    seen.push(now);
    return { status: seen.length <= requests ? 200 : 429 };
  };
}

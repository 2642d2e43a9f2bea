import { rmSync } from 'node:fs';
import { RateLimiter } from '../../src/api/rate-limiter.ts';
import type { RateLimit } from '../../src/core/dates.ts';
import type { Clock } from '../../src/system/system.ts';
import { createTempFolder } from './home.ts';
import { createSharing } from './rate-limit-sharing.ts';
import { TestClock } from './test-clock.ts';

export interface SimulatedRequest {
  process: number;
  at: number;
  latencyMs: number;
  isBulk?: boolean;
  /** Time of arrival at the service, as a fraction of the latency. */
  arrivalFraction: number;
}

export interface SentRequest extends SimulatedRequest {
  sentAt: number;
  answeredAt: number;
}

interface SimulationOptions {
  kills?: { process: number; at: number }[];
  /** SIGSTOP, and SIGCONT after `ms` milliseconds. */
  suspensions?: { process: number; at: number; ms: number }[];
  /** Times at which another program deletes the shared folder. */
  removals?: number[];
}

/** A process that waits for a response tries again after this time. */
export const pollMs = 25;

/**
 * Simulates processes that share a folder, driven by an event queue on a fake clock. A killed
 * process stops, but its sent requests still arrive.
 */
export function simulateProcesses(
  rate: RateLimit,
  requests: SimulatedRequest[],
  options: SimulationOptions = {},
) {
  const { kills = [], suspensions = [], removals = [] } = options;
  const clock = new TestClock();
  const folder = createTempFolder();
  const killed = new Set<number>();
  const queue: { due: number; callback: () => void }[] = [];
  const at = (due: number, callback: () => void) => queue.push({ due, callback });
  const suspensionEnd = (process: number) =>
    suspensions
      .filter((stop) => stop.process === process && stop.at <= clock.elapsed())
      .map((stop) => stop.at + stop.ms)
      .find((end) => end > clock.elapsed());
  const scheduleFor = (process: number, due: number, callback: () => void): void => {
    const perform = () => {
      const end = suspensionEnd(process);
      if (end !== undefined) scheduleFor(process, end, callback);
      else if (!killed.has(process)) callback();
    };
    at(due, perform);
  };
  const clockOf = (process: number): Clock => ({
    ...clock,
    timer: (ms, callback) => {
      let isCancelled = false;
      scheduleFor(process, clock.elapsed() + ms, () => isCancelled || callback());
      return () => {
        isCancelled = true;
      };
    },
  });
  const limiters = new Map<number, RateLimiter>();
  const limiterOf = (process: number) => {
    const isRunning = (key: string) => !killed.has(Number(key));
    const sharing = createSharing(folder, { processKey: String(process), isRunning });
    const existing = limiters.get(process);
    const limiter =
      existing ?? new RateLimiter({ rate, clock: clockOf(process), random: () => 0.5, sharing });
    limiters.set(process, limiter);
    return limiter;
  };

  const arrivals: number[] = [];
  const sentRequests: SentRequest[] = [];
  const unsentRequests = new Set(requests);

  const sendRequest = (request: SimulatedRequest) => {
    const { process, latencyMs } = request;
    const limiter = limiterOf(process);
    const slot = limiter.tryAcquire(request.isBulk === true);
    const now = clock.elapsed();
    if (typeof slot !== 'object') {
      scheduleFor(process, now + (slot ?? pollMs), () => sendRequest(request));
      return;
    }
    unsentRequests.delete(request);
    arrivals.push(now + latencyMs * request.arrivalFraction);
    sentRequests.push({ ...request, sentAt: now, answeredAt: now + latencyMs });
    scheduleFor(process, now + latencyMs, () => limiter.markAnswered(slot));
  };
  for (const request of requests)
    scheduleFor(request.process, request.at, () => sendRequest(request));
  for (const kill of kills) at(kill.at, () => killed.add(kill.process));
  for (const removal of removals)
    at(removal, () => rmSync(folder, { recursive: true, force: true }));

  for (let events = 0; queue.length > 0; events += 1) {
    if (events > 20_000) throw new Error('the simulation does not come to its end');
    const due = Math.min(...queue.map((event) => event.due));
    const [next] = queue.splice(
      queue.findIndex((event) => event.due === due),
      1,
    );
    clock.advance(due - clock.elapsed());
    next?.callback();
  }
  rmSync(folder, { recursive: true, force: true });
  return {
    arrivals: arrivals.sort((left, right) => left - right),
    sentRequests,
    unsentRequests: [...unsentRequests],
  };
}

import { rmSync } from 'node:fs';
import type { RateLimit } from '../../src/core/periods.ts';
import { RateLimiter } from '../../src/rate-limit/rate-limiter.ts';
import type { Clock } from '../../src/system/system.ts';
import { createTempFolder } from './home.ts';
import { TestClock } from './test-clock.ts';

/** One request of one process. */
export interface SimulatedRequest {
  process: number;
  /** It is not asked for before this. */
  at: number;
  latencyMs: number;
  /** It is one of many, and leaves room for others. */
  isBulk?: boolean;
  /** The server counts it at this fraction of the latency. */
  arrivalFraction: number;
}

export interface SentRequest extends SimulatedRequest {
  sentAt: number;
  answeredAt: number;
}

interface SimulationOptions {
  kills?: { process: number; at: number }[];
  /** A process does nothing from then on for so many milliseconds. */
  suspensions?: { process: number; at: number; ms: number }[];
  /** Somebody removes all files. */
  removals?: number[];
}

/** A process that depends on an answer looks again after this. */
export const pollMs = 25;

/**
 * Lets processes with one folder ask a server, on a clock that jumps from event to event. A killed
 * one does nothing any more; what it had sent still arrives.
 */
export function simulateProcesses(
  rate: RateLimit,
  requests: SimulatedRequest[],
  options: SimulationOptions = {},
) {
  const { kills = [], suspensions = [], removals = [] } = options;
  const clock = new TestClock();
  const folder = createTempFolder();
  const dead = new Set<number>();
  const agenda: { due: number; act: () => void }[] = [];
  const at = (due: number, act: () => void) => agenda.push({ due, act });
  /** When a process goes on that is stopped now. */
  const suspensionEnd = (process: number) =>
    suspensions
      .filter((stop) => stop.process === process && stop.at <= clock.elapsed())
      .map((stop) => stop.at + stop.ms)
      .find((end) => end > clock.elapsed());
  const scheduleFor = (process: number, due: number, act: () => void): void => {
    const perform = () => {
      const end = suspensionEnd(process);
      if (end !== undefined) scheduleFor(process, end, act);
      else if (!dead.has(process)) act();
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
    const sharing = { folder, onError: rethrow };
    const existing = limiters.get(process);
    const limiter =
      existing ?? new RateLimiter({ rate, clock: clockOf(process), random: () => 0.5, sharing });
    limiters.set(process, limiter);
    return limiter;
  };

  const arrivals: number[] = [];
  const sent: SentRequest[] = [];
  const unsent = new Set(requests);

  const sendRequest = (request: SimulatedRequest) => {
    const { process, latencyMs } = request;
    const limiter = limiterOf(process);
    const slot = limiter.tryAcquire(request.isBulk === true);
    const now = clock.elapsed();
    if (typeof slot !== 'object') {
      scheduleFor(process, now + (slot ?? pollMs), () => sendRequest(request));
      return;
    }
    unsent.delete(request);
    arrivals.push(now + latencyMs * request.arrivalFraction);
    sent.push({ ...request, sentAt: now, answeredAt: now + latencyMs });
    scheduleFor(process, now + latencyMs, () => limiter.markAnswered(slot));
  };
  for (const request of requests)
    scheduleFor(request.process, request.at, () => sendRequest(request));
  for (const kill of kills) at(kill.at, () => dead.add(kill.process));
  for (const removal of removals)
    at(removal, () => rmSync(folder, { recursive: true, force: true }));

  for (let events = 0; agenda.length > 0; events += 1) {
    if (events > 20_000) throw new Error('the simulation does not come to its end');
    const due = Math.min(...agenda.map((event) => event.due));
    const [next] = agenda.splice(
      agenda.findIndex((event) => event.due === due),
      1,
    );
    clock.advance(due - clock.elapsed());
    next?.act();
  }
  for (const limiter of limiters.values()) limiter.close();
  rmSync(folder, { recursive: true, force: true });
  return { arrivals: arrivals.sort((one, other) => one - other), sent, unsent: [...unsent] };
}

function rethrow(error: unknown): never {
  throw error;
}

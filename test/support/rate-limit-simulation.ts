import { rmSync } from 'node:fs';
import type { RateLimit } from '../../src/core/periods.ts';
import { Limiter } from '../../src/rate-limit/limiter.ts';
import type { Clock } from '../../src/system/system.ts';
import { temporaryFolder } from './home.ts';
import { TestClock } from './test-clock.ts';

/** One request of one process. */
export interface Asked {
  process: number;
  /** It is not asked for before this. */
  at: number;
  latency: number;
  /** It is one of many, and leaves room for others. */
  isBulk?: boolean;
  /** The server counts it at this fraction of the latency. */
  counted: number;
}

export interface Sent extends Asked {
  sentAt: number;
  answeredAt: number;
}

interface SimulationOptions {
  kills?: { process: number; at: number }[];
  /** A process does nothing from then on for so many milliseconds. */
  stops?: { process: number; at: number; ms: number }[];
  /** Somebody removes all files. */
  removals?: number[];
}

/** A process that depends on an answer looks again after this. */
export const pollMs = 25;

/**
 * Lets processes with one folder ask a server, on a clock that jumps from event to event. A killed
 * one does nothing any more; what it had sent still arrives.
 */
export function simulate(rate: RateLimit, requests: Asked[], options: SimulationOptions = {}) {
  const { kills = [], stops = [], removals = [] } = options;
  const clock = new TestClock();
  const folder = temporaryFolder();
  const dead = new Set<number>();
  const agenda: { due: number; act: () => void }[] = [];
  const at = (due: number, act: () => void) => agenda.push({ due, act });
  /** When a process goes on that is stopped now. */
  const endOfStop = (process: number) =>
    stops
      .filter((stop) => stop.process === process && stop.at <= clock.elapsed())
      .map((stop) => stop.at + stop.ms)
      .find((end) => end > clock.elapsed());
  const actOf = (process: number, due: number, act: () => void): void => {
    const perform = () => {
      const end = endOfStop(process);
      if (end !== undefined) actOf(process, end, act);
      else if (!dead.has(process)) act();
    };
    at(due, perform);
  };
  const clockOf = (process: number): Clock => ({
    ...clock,
    timer: (ms, callback) => {
      let isCancelled = false;
      actOf(process, clock.elapsed() + ms, () => isCancelled || callback());
      return () => {
        isCancelled = true;
      };
    },
  });
  const limiters = new Map<number, Limiter>();
  const limiterOf = (process: number) => {
    const sharing = { folder, onError: fail };
    const known = limiters.get(process);
    const limiter =
      known ?? new Limiter({ rate, clock: clockOf(process), random: () => 0.5, sharing });
    limiters.set(process, limiter);
    return limiter;
  };

  const arrivals: number[] = [];
  const sent: Sent[] = [];
  const unsent = new Set(requests);

  const ask = (asked: Asked) => {
    const { process, latency } = asked;
    const limiter = limiterOf(process);
    const slot = limiter.tryAcquire(asked.isBulk === true);
    const now = clock.elapsed();
    if (typeof slot !== 'object') {
      actOf(process, now + (slot ?? pollMs), () => ask(asked));
      return;
    }
    unsent.delete(asked);
    arrivals.push(now + latency * asked.counted);
    sent.push({ ...asked, sentAt: now, answeredAt: now + latency });
    actOf(process, now + latency, () => limiter.markAnswered(slot));
  };
  for (const asked of requests) actOf(asked.process, asked.at, () => ask(asked));
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

function fail(error: unknown): never {
  throw error;
}

import { readdirSync, rmSync } from 'node:fs';
import type { Rate } from '../../src/core/periods.ts';
import type { Clock } from '../../src/platform/surroundings.ts';
import { Ledger } from '../../src/rate-limit/ledger.ts';
import { Limiter, type Slot } from '../../src/rate-limit/limiter.ts';
import { TestClock } from '../test-clock.ts';
import { temporaryFolder } from './home.ts';

/** One request of one process. */
export interface Asked {
  process: number;
  /** It is not asked for before this. */
  at: number;
  /** Not before this one, by its index, has been answered. */
  after?: number;
  latency: number;
  /** It is one of many, and takes a slot only where that leaves room. */
  leavesRoom?: boolean;
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
  /** The least size of a part before it is closed. */
  bytesOfPart?: number;
}

/** Processes that wait for an answer to another one look again after this. */
const pollMs = 25;

/**
 * Lets processes with one ledger ask a server, on a clock that jumps from event to event. A killed
 * one does nothing any more; what it had sent still arrives.
 */
export function simulate(limit: Rate, requests: Asked[], options: SimulationOptions = {}) {
  const { kills = [], stops = [], bytesOfPart } = options;
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
    const limiter =
      limiters.get(process) ??
      new Limiter(limit, clockOf(process), {
        ledger: new Ledger(folder, 'account', bytesOfPart),
        self: String(process),
        isRunning: (name) => !dead.has(Number(name)),
        onTrouble: (error) => {
          throw error;
        },
      });
    limiters.set(process, limiter);
    return limiter;
  };

  const arrivals: number[] = [];
  const sent: Sent[] = [];
  const answered = new Set<number>();
  const unsent = new Set(requests);

  const look = (index: number, asked: Asked, slot: Slot, isFirst = false) => {
    const wait = isFirst ? slot.firstWait : slot.wait();
    const now = clock.elapsed();
    if (wait !== 0) {
      actOf(asked.process, now + (wait ?? pollMs), () => look(index, asked, slot));
      return;
    }
    if (now > asked.at) slot.sent();
    unsent.delete(asked);
    arrivals.push(now + asked.latency * asked.counted);
    sent.push({ ...asked, sentAt: now, answeredAt: now + asked.latency });
    actOf(asked.process, now + asked.latency, () => {
      answered.add(index);
      slot.answered();
    });
  };
  const begin = (index: number, asked: Asked) => {
    const isEarly = asked.after !== undefined && asked.after >= 0 && !answered.has(asked.after);
    if (isEarly) actOf(asked.process, clock.elapsed() + 1, () => begin(index, asked));
    else look(index, asked, limiterOf(asked.process).reserve(asked.leavesRoom), true);
  };
  for (const [index, asked] of requests.entries())
    actOf(asked.process, asked.at, () => begin(index, asked));
  for (const kill of kills) at(kill.at, () => dead.add(kill.process));

  for (let events = 0; agenda.length > 0; events += 1) {
    if (events > 20_000) throw new Error('the simulation does not come to its end');
    const due = Math.min(...agenda.map((event) => event.due));
    const next = agenda.splice(
      agenda.findIndex((event) => event.due === due),
      1,
    )[0];
    clock.advance(due - clock.elapsed());
    next?.act();
    // Events of one moment are published together.
    clock.turn();
  }
  const parts = readdirSync(folder).length;
  for (const limiter of limiters.values()) limiter.close();
  rmSync(folder, { recursive: true });
  return {
    arrivals: arrivals.sort((left, right) => left - right),
    sent,
    unsent: [...unsent],
    parts,
    pollMs,
  };
}

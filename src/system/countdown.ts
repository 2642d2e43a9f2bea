import type { Clock } from './system.ts';

export interface WaitStatus {
  remainingMs?: number;
  reason: string;
}

interface ActiveWait extends WaitStatus {
  start: number;
}

export type Countdown = ReturnType<typeof createCountdown>;

export function createCountdown(clock: Clock, show: (status: WaitStatus | undefined) => void) {
  let current: ActiveWait | undefined;

  async function wait(ms: number, signal: AbortSignal, status: WaitStatus) {
    const activeWait = { ...status, start: clock.elapsed() };
    const end = activeWait.start + ms;
    try {
      while (clock.elapsed() < end) await tick(activeWait, end - clock.elapsed(), signal);
    } finally {
      stop(activeWait);
    }
  }

  /**
   * Shows the remaining time and sleeps for at most one second, so that callers can loop and update
   * it every second. Callers must call `stop` when the wait ends, to remove the message.
   */
  async function tick(activeWait: ActiveWait, remainingMs: number, signal: AbortSignal) {
    const totalMs = clock.elapsed() + remainingMs - activeWait.start;
    if (totalMs >= 1000) {
      current = activeWait;
      show({ ...activeWait, remainingMs });
    }
    await clock.sleep(Math.min(remainingMs, 1000), signal);
  }

  function stop(activeWait: ActiveWait) {
    if (current !== activeWait) return;
    current = undefined;
    show(undefined);
  }

  return { wait, tick, stop };
}

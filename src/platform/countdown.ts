import type { Clock } from './surroundings.ts';

/**
 * Waits, and tells once a second how long it still is, as `12 s`; undefined when it goes on.
 *
 * @throws the reason of the signal as soon as that aborts
 */
export async function countdown(
  ms: number,
  clock: Clock,
  signal: AbortSignal,
  tell: (seconds: string | undefined) => void,
): Promise<void> {
  const end = clock.elapsed() + ms;
  try {
    for (let left = ms; left > 0; left = end - clock.elapsed()) {
      tell(`${Math.ceil(left / 1000)} s`);
      await clock.sleep(Math.min(left, 1000), signal);
    }
  } finally {
    tell(undefined);
  }
}

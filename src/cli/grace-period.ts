import type { Clock } from '../platform/surroundings.ts';

/**
 * A signal that follows another one later, so that what is under way has a moment to come to its end.
 *
 * @param afterMs asked for when the first one aborts
 */
export function settled(stop: AbortSignal, clock: Clock, afterMs: () => number): AbortSignal {
  const later = new AbortController();
  const abort = () => later.abort(stop.reason);
  const onStop = () => {
    if (afterMs() === 0) abort();
    else clock.sleep(afterMs()).then(abort, abort);
  };
  if (stop.aborted) abort();
  else stop.addEventListener('abort', onStop, { once: true });
  return later.signal;
}

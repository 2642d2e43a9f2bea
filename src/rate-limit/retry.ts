import type { Failure } from '../errors.ts';

export interface FailedAttempt {
  failure: Failure;
  /** The service is there, and refused it for there being too many. */
  isCongested: boolean;
}

interface Backoff {
  attempts: number;
  firstMs: number;
  maxMs: number;
}

const congested: Backoff = { attempts: 10, firstMs: 2000, maxMs: 30_000 };

const transient: Backoff = { attempts: 3, firstMs: 500, maxMs: 8000 };

/** Keeps clients that got the same Retry-After from coming back at the same moment. */
const spreadMs = 250;

/**
 * Full jitter under a bound that doubles, and no less than Retry-After. If that is longer than
 * `leftMs`, a last attempt is made at its end. @param earlier the attempts before the failed one
 * @returns milliseconds; undefined when there is no next attempt
 */
export function retryDelay(
  { failure, isCongested }: FailedAttempt,
  earlier: readonly FailedAttempt[],
  leftMs: number,
  random: number,
): number | undefined {
  const count = earlier.filter((one) => one.isCongested === isCongested).length + 1;
  const { attempts: most, firstMs, maxMs } = isCongested ? congested : transient;
  const { retryable, retryAfter } = failure.details;
  if (!retryable || count >= most || leftMs <= 0 || (retryAfter ?? 0) > leftMs) return undefined;
  const jitter = random * Math.min(maxMs, firstMs * 2 ** (count - 1));
  const floor = retryAfter === undefined ? 0 : retryAfter + Math.min(jitter, spreadMs);
  return Math.min(leftMs, Math.max(jitter, floor));
}

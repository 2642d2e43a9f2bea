import type { StatedLimit } from '../rate-limit/limit-in-use.ts';
import { limitsIn, numberOf, ratesIn } from './limit-headers.ts';
import { type DatedReply, serverNow, waitOf } from './retry-after.ts';

/** What the headers of an answer say of the limit: of several, the one with the least room. */
export function statedLimit(reply: DatedReply): StatedLimit {
  const rates = ratesIn(reply.headers).sort(
    (one, other) => one.requests / one.windowMs - other.requests / other.windowMs,
  );
  const [limit] = limitsIn(reply.headers)
    .flatMap(({ remaining, ...others }) => {
      const count = numberOf(remaining);
      return count === undefined ? [] : [{ ...others, remaining: count }];
    })
    .sort((one, other) => one.remaining - other.remaining);
  return {
    rate: rates[0],
    requests: numberOf(limit?.limit?.split(/[,;]/)[0]),
    remaining: limit?.remaining,
    resetMs: waitOf(limit?.reset, 1000, serverNow(reply)),
  };
}

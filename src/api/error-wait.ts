import { leavesOf } from './error-leaves.ts';
import { phrases } from './error-words.ts';
import { resetIn, retryAfterIn, serverNow, waitOf } from './limits.ts';
import type { ApiReply } from './transport.ts';

const unitsMs = new Map(
  Object.entries({
    ...{ ms: 1, millis: 1, milliseconds: 1, min: 60_000, mins: 60_000, minutes: 60_000 },
    ...{ s: 1000, sec: 1000, secs: 1000, seconds: 1000, m: 60_000, h: 3_600_000 },
  }),
);

const retryNames = phrases('retry after');
const resetNames = phrases(
  'retry in, retry delay, retry at, reset, resets, reset in, resets in, reset at, resets at',
  'reset after, reset time, wait, wait time',
);

/** The least time to wait, in milliseconds, as the service has said in a header or in the body. */
export function retryAfterMs(
  reply: Pick<ApiReply, 'status' | 'headers' | 'receivedAt'>,
  body: unknown,
): number | undefined {
  const now = serverNow(reply);
  const asked = retryAfterIn(reply) ?? waitInBody(body, retryNames, now);
  if (asked !== undefined || (reply.status !== 429 && reply.status !== 503)) return asked;
  return waitInBody(body, resetNames, now) ?? resetIn(reply);
}

function waitInBody(body: unknown, names: ReadonlySet<string>, now: number): number | undefined {
  for (const { words, around, value } of leavesOf(body)) {
    const telling = words.filter((word) => !unitsMs.has(word));
    const isNamed = [telling, [...around, ...telling]].some((said) =>
      names.has(said.filter((word) => word !== 'rate' && word !== 'limit').join(' ')),
    );
    const unitMs = words.map((word) => unitsMs.get(word)).find((ms) => ms !== undefined);
    const wait = isNamed ? waitOf(value, unitMs ?? 1000, now) : undefined;
    if (wait !== undefined) return wait;
  }
  return undefined;
}

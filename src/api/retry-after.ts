import { leavesOf } from './error-leaves.ts';
import { phrases } from './error-words.ts';
import { limitsIn } from './limit-headers.ts';

export interface DatedReply {
  /** By their names in lower case. */
  headers: Record<string, string>;
  /** Milliseconds since 1970. */
  receivedAt: number;
}

interface Reply extends DatedReply {
  status: number;
}

const unitMs = new Map(
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

const oneYearMs = 31_536_000_000;

/** The least time to wait, in milliseconds, as the service has said in a header or in the body. */
export function retryAfterMs(reply: Reply, body: unknown): number | undefined {
  const { status, headers } = reply;
  const now = serverNow(reply);
  const asked =
    waitOf(headers['retry-after-ms'], 1, now) ??
    waitOf(headers['retry-after'], 1000, now) ??
    waitOf(headers['x-retry-after'], 1000, now) ??
    waitInBody(body, retryNames, now);
  if (asked !== undefined || (status !== 429 && status !== 503)) return asked;
  const limited = limitsIn(headers)
    // The request has exceeded another limit than one with room left.
    .filter(({ remaining }) => !(Number(remaining) > 0))
    .flatMap(({ reset }) => waitOf(reset, 1000, now) ?? []);
  return waitInBody(body, resetNames, now) ?? limited[0];
}

/** Counts from the service's own clock where it sent one, since ours may be wrong. */
export function serverNow({ headers, receivedAt }: DatedReply): number {
  const date = Date.parse(headers.date ?? '');
  return Number.isNaN(date) ? receivedAt : date;
}

function waitInBody(body: unknown, names: ReadonlySet<string>, now: number): number | undefined {
  for (const { words, around, value } of leavesOf(body)) {
    const telling = words.filter((word) => !unitMs.has(word));
    const isNamed = [telling, [...around, ...telling]].some((said) =>
      names.has(said.filter((word) => word !== 'rate' && word !== 'limit').join(' ')),
    );
    const unit = words.map((word) => unitMs.get(word)).find((ms) => ms !== undefined);
    const wait = isNamed ? waitOf(value, unit ?? 1000, now) : undefined;
    if (wait !== undefined) return wait;
  }
  return undefined;
}

/** Reads a number of units, a moment since 1970, a date, or a duration such as `1m30s`. */
export function waitOf(value: unknown, unit: number, now: number): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length > 100) return undefined;
  const wait = millisecondsOf(text.trim().toLowerCase(), unit, now);
  return wait === undefined ? undefined : Math.min(Math.max(0, wait), oneYearMs);
}

function millisecondsOf(text: string, unit: number, now: number): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) {
    const number = Number(text);
    // No wait takes thirty years, and no moment since 1970 was so long ago.
    if (number >= 1e11) return number - now;
    return number >= 1e9 && unit === 1000 ? number * 1000 - now : number * unit;
  }
  if (/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) {
    const parts = [...text.matchAll(/([\d.]+)([a-z]+)/g)];
    return parts.reduce(
      (sum, [, count, name]) => sum + Number(count) * (unitMs.get(name ?? '') ?? 0),
      0,
    );
  }
  // Date.parse would take `-5` for a month.
  const isDate = /^(\d{4}-\d\d-\d\d|mon|tue|wed|thu|fri|sat|sun)/.test(text);
  const date = isDate ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date - now;
}

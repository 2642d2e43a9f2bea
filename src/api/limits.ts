import type { Rate } from '../core/periods.ts';
import type { StatedLimit } from '../rate-limit/limit-in-use.ts';
import type { ApiReply } from './transport.ts';

type Headers = ApiReply['headers'];
type DatedReply = Pick<ApiReply, 'headers' | 'receivedAt'>;

const oneYearMs = 31_536_000_000;

/** What the headers say of the limit: of several limits, the one with the least room. */
export function statedLimit(reply: DatedReply): StatedLimit {
  const { headers } = reply;
  const [rate] = ratesIn(headers).sort(
    (one, other) => one.requests / one.windowMs - other.requests / other.windowMs,
  );
  const [least] = limitsIn(headers)
    .filter(({ remaining }) => countOf(remaining) !== undefined)
    .sort((one, other) => Number(one.remaining) - Number(other.remaining));
  return {
    rate,
    requests: countOf(least?.limit?.split(/[,;]/)[0]),
    remaining: countOf(least?.remaining),
    resetMs: waitOf(least?.reset, 1000, serverNow(reply)),
  };
}

/** The least time to wait in milliseconds, as `Retry-After` says. */
export function retryAfterIn(reply: DatedReply): number | undefined {
  const { headers } = reply;
  const longest = (name: string, unitMs: number) => {
    // Headers that came several times are joined by commas; a date has one after its day.
    const values = headers[name]?.split(/(?<!\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*),/i) ?? [];
    const waits = values.flatMap((value) => waitOf(value, unitMs, serverNow(reply)) ?? []);
    return waits.sort((one, other) => other - one)[0];
  };
  return longest('retry-after-ms', 1) ?? longest('retry-after', 1000);
}

/** The time in milliseconds until the limit that a request has exceeded has room again. */
export function resetIn(reply: DatedReply): number | undefined {
  const [reset] = limitsIn(reply.headers)
    .filter(({ remaining }) => !(Number(remaining) > 0))
    .flatMap((limit) => waitOf(limit.reset, 1000, serverNow(reply)) ?? []);
  return reset;
}

/** The service's own clock where it sent the time, since ours may be wrong. */
export function serverNow({ headers, receivedAt }: DatedReply): number {
  const date = Date.parse(headers.date ?? '');
  return Number.isNaN(date) ? receivedAt : date;
}

/** Reads a number of units, a moment since 1970, a date, or a duration such as `1m30s`. */
export function waitOf(value: unknown, unitMs: number, now: number): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length > 100) return undefined;
  const wait = millisecondsOf(text.trim().toLowerCase(), unitMs, now);
  return wait === undefined ? undefined : Math.min(Math.max(0, wait), oneYearMs);
}

function millisecondsOf(text: string, unitMs: number, now: number): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) {
    const number = Number(text);
    // No wait takes thirty years, and no moment since 1970 was so long ago.
    if (number >= 1e11) return number - now;
    return number >= 1e9 && unitMs === 1000 ? number * 1000 - now : number * unitMs;
  }
  if (/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) {
    const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
    const parts = [...text.matchAll(/([\d.]+)([a-z]+)/g)];
    return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 0), 0);
  }
  // Date.parse would take `-5` for a month.
  const isDate = /^(\d{4}-\d\d-\d\d|mon|tue|wed|thu|fri|sat|sun)/.test(text);
  const date = isDate ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date - now;
}

/** In the forms of the drafts of the IETF, and of those before them. */
function limitsIn(headers: Headers) {
  const { ratelimit = '' } = headers;
  // In the newer form commas separate policies, and semicolons their values.
  const policies = ratelimit.includes(';') ? ratelimit.split(',') : [ratelimit];
  const limits = policies.map((policy) => {
    const { limit, r, remaining = r, t, reset = t } = valuesIn(policy, /[;,]/);
    return { limit, remaining, reset };
  });
  const others = ['ratelimit', 'x-ratelimit', 'x-rate-limit', 'rate-limit'].map((name) => ({
    limit: headers[`${name}-limit`],
    remaining: headers[`${name}-remaining`],
    reset: headers[`${name}-reset-after`] ?? headers[`${name}-reset`],
  }));
  return [...limits.sort((one, other) => Number(other.reset) - Number(one.reset)), ...others];
}

/** Limits with a window: `"burst";q=20;w=60`, `20;w=60`. */
function ratesIn(headers: Headers): Rate[] {
  const policies = [headers['ratelimit-policy'], headers['ratelimit-limit']].join().split(',');
  const rates = policies.map((policy) => {
    const { q = policy.split(';')[0]?.trim(), w } = valuesIn(policy, /;/);
    return { requests: countOf(q) ?? 0, windowMs: (countOf(w) ?? 0) * 1000 };
  });
  return rates.filter(({ requests, windowMs }) => requests > 0 && windowMs > 0);
}

function valuesIn(text: string, separator: RegExp): Record<string, string | undefined> {
  const pairs = text.split(separator).map((pair) => pair.split('='));
  const named = pairs.map(([name = '', value]) => [name.trim().toLowerCase(), value?.trim()]);
  return Object.fromEntries(named);
}

function countOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

import type { Rate } from '../core/periods.ts';
import type { StatedLimit } from '../rate-limit/limit-in-use.ts';
import type { ApiReply } from './transport.ts';

type Headers = ApiReply['headers'];
type DatedReply = Pick<ApiReply, 'headers' | 'receivedAt'>;

const oneYearMs = 31_536_000_000;

/** Reads the limit that the headers state; of several, the one with the least room. */
export function statedLimit(reply: DatedReply): StatedLimit | undefined {
  const { headers } = reply;
  if (!Object.keys(headers).some((name) => /rate-?limit/.test(name))) return undefined;
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
    resetMs: waitOf(least?.reset, serverNow(reply)),
  };
}

export function waitInHeaders(reply: DatedReply & Pick<ApiReply, 'status'>): number | undefined {
  const { status, headers } = reply;
  const now = serverNow(reply);
  // Headers that came several times are joined by commas; a date has one after its day.
  const values = headers['retry-after']?.split(/(?<!\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*),/i);
  const waits = values?.flatMap((value) => waitOf(value, now) ?? []) ?? [];
  if (waits.length > 0) return Math.max(...waits);
  if (status !== 429 && status !== 503) return undefined;
  const [reset] = limitsIn(headers)
    .filter(({ remaining }) => !(Number(remaining) > 0))
    .flatMap((limit) => waitOf(limit.reset, now) ?? []);
  return reset;
}

export function serverNow({ headers, receivedAt }: DatedReply): number {
  return Date.parse(headers.date ?? '') || receivedAt;
}

export function waitOf(value: unknown, now: number, unitMs = 1000): number | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  // Date.parse would take `-5` for a month.
  const isDate = /^(\d{4}-\d\d-\d\d|mon|tue|wed|thu|fri|sat|sun)/i.test(text);
  const isNumber = /^\d{1,20}(\.\d{1,9})?$/.test(text);
  const wait = isDate
    ? Date.parse(text) - now
    : isNumber
      ? untilNumber(Number(text), now, unitMs)
      : NaN;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(0, wait), oneYearMs);
}

/** No wait takes thirty years, and no moment since 1970 was so long ago. */
function untilNumber(number: number, now: number, unitMs: number): number {
  if (number >= 1e11) return number - now;
  return number >= 1e9 && unitMs === 1000 ? number * 1000 - now : number * unitMs;
}

/** In the forms of the drafts of the IETF, the longest first, and of those before them. */
function limitsIn(headers: Headers) {
  const { ratelimit = '' } = headers;
  // In the newer form commas separate policies, and semicolons their values.
  const policies = ratelimit.includes(';') ? ratelimit.split(',') : [ratelimit];
  const limits = policies.map((policy) => {
    const { limit, r, remaining = r, t, reset = t } = valuesIn(policy, /[;,]/);
    return { limit, remaining, reset };
  });
  const others = ['ratelimit', 'x-ratelimit', 'x-rate-limit'].map((name) => ({
    limit: headers[`${name}-limit`],
    remaining: headers[`${name}-remaining`],
    reset: headers[`${name}-reset-after`] ?? headers[`${name}-reset`],
  }));
  return [...limits.sort((one, other) => Number(other.reset) - Number(one.reset)), ...others];
}

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

import { formatDuration, pluralize } from './text.ts';

export interface RateLimit {
  requests: number;
  windowMs: number;
}

const msPerUnit: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

export function describeRateLimit({ requests, windowMs }: RateLimit) {
  const window = windowMs === 60_000 ? 'a minute' : `in ${windowMs / 1000} s`;
  return `${pluralize(requests, 'request')} ${window}`;
}

export function formatRateLimit({ requests, windowMs }: RateLimit) {
  return windowMs % 1000 === 0 ? `${requests}/${windowMs / 1000}s` : `${requests}/${windowMs}ms`;
}

/** Estimates how long a number of requests take at a rate limit. */
export function estimateDuration(requests: number, rate: RateLimit) {
  return formatDuration(Math.ceil(((requests / rate.requests) * rate.windowMs) / 1000) * 1000);
}

/** Parses a rate limit as requests per time window, such as `60/60s`, `10/500ms` or `1000/h`. */
export function parseRateLimit(text: string): RateLimit | undefined {
  const [, count = '0', amount = '1', unit = ''] =
    /^(\d{1,9})\/(\d{1,6})?(ms|s|m|h)$/.exec(text.trim()) ?? [];
  const requests = Number(count);
  const windowMs = Number(amount) * (msPerUnit[unit] ?? 0);
  return requests > 0 && windowMs > 0 ? { requests, windowMs } : undefined;
}

/** Parses years such as `1`, `1-5` or `1,2,5`, without duplicates. */
export function parseYearList(text: string): number[] | undefined {
  const years = new Set<number>();
  for (const part of text.split(',')) {
    const [, first, last = first] = /^\s*([1-9]\d{0,2})(?:\s*-\s*(\d{1,3}))?\s*$/.exec(part) ?? [];
    if (first === undefined || Number(last) < Number(first)) return undefined;
    for (let year = Number(first); year <= Number(last); year += 1) years.add(year);
  }
  return [...years];
}

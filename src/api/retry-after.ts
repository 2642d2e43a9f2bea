import type { ApiReply } from './transport.ts';

const oneYearMs = 31_536_000_000;

/** Reads the header Retry-After: milliseconds, the longest of several. */
export function retryAfterMs({
  headers,
  receivedAt,
}: Pick<ApiReply, 'headers' | 'receivedAt'>): number | undefined {
  // A date is meant by the clock of the service.
  const now = Date.parse(headers.date ?? '') || receivedAt;
  // Headers that came several times are joined by commas; a date has one after its day.
  const values = headers['retry-after']?.split(/(?<!\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*),/i);
  const waits = values?.map((value) => waitMs(value.trim(), now)) ?? [];
  const readable = waits.filter((wait) => !Number.isNaN(wait));
  return readable.length > 0 ? Math.max(...readable) : undefined;
}

/** NaN if it is neither a number of seconds nor a date. */
function waitMs(text: string, now: number): number {
  const isSeconds = /^\d{1,20}(\.\d{1,9})?$/.test(text);
  if (isSeconds) return Math.min(Number(text) * 1000, oneYearMs);
  // Date.parse would take `-5` for a month.
  const isDate = /^(\d{4}-\d\d-\d\d|mon|tue|wed|thu|fri|sat|sun)/i.test(text);
  if (!isDate) return Number.NaN;
  return Math.min(Math.max(0, Date.parse(text) - now), oneYearMs);
}

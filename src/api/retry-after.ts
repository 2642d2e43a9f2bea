import type { ApiReply } from './transport.ts';

/** Reads the header Retry-After: milliseconds, the longest of several. */
export function retryAfterMs({
  headers,
  receivedAt,
}: Pick<ApiReply, 'headers' | 'receivedAt'>): number | undefined {
  // Headers that came several times are joined by commas; a date has one after its day.
  const values = headers['retry-after']?.split(/(?<!\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*),/i);
  const waits = values?.map((value) => waitMs(value.trim(), receivedAt)) ?? [];
  const readable = waits.filter((wait) => wait >= 0);
  return readable.length > 0 ? Math.max(...readable) : undefined;
}

/** NaN if it is neither a number of seconds nor a date. */
function waitMs(text: string, now: number): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  // Date.parse would take `-5` for a month.
  return /^[a-z\d]/i.test(text) ? Math.max(0, Date.parse(text) - now) : Number.NaN;
}

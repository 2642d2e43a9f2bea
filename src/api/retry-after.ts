import type { ApiReply } from './transport.ts';

/**
 * How long the service asks to wait, in milliseconds: `Retry-After` in seconds or as a date, its
 * variant in milliseconds, or what the body says. A date counts from the service's own
 * clock where it sent one, since ours may be wrong.
 */
export function retryAfterMs(
  { headers, receivedAt }: ApiReply,
  inBody: { retryAfter: string | null; retryAfterMs: string | null },
): number | undefined {
  const ms = positive(headers['retry-after-ms']);
  if (ms !== undefined) return ms;
  const asked = headers['retry-after'] ?? inBody.retryAfter;
  const seconds = positive(asked);
  if (seconds !== undefined) return seconds * 1000;
  // Date.parse would take `-5` for a month.
  const date = /[a-z]/i.test(asked ?? '') ? Date.parse(asked ?? '') : Number.NaN;
  if (Number.isNaN(date)) return positive(inBody.retryAfterMs);
  const serverNow = Date.parse(headers.date ?? '');
  return Math.max(0, date - (Number.isNaN(serverNow) ? receivedAt : serverNow));
}

/** A year, in milliseconds: beyond it all waits are alike. */
const longest = 31_536_000_000;

function positive(text: string | null | undefined): number | undefined {
  return typeof text === 'string' && /^\d+(\.\d+)?$/.test(text.trim())
    ? Math.min(Number(text), longest)
    : undefined;
}

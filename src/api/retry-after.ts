import type { ApiReply } from './transport.ts';

/**
 * How long the service asks to wait, in milliseconds: `Retry-After` in seconds or as a date, its
 * variant in milliseconds, or what the body says in seconds. A date counts from the service's own
 * clock where it sent one, since ours may be wrong.
 */
export function retryAfterMs(reply: ApiReply, inBody: string | null): number | undefined {
  const { headers, receivedAt } = reply;
  const ms = positive(headers['retry-after-ms']);
  if (ms !== undefined) return ms;
  const header = headers['retry-after'];
  const seconds = positive(header) ?? positive(inBody ?? undefined);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(header ?? '');
  if (Number.isNaN(date)) return undefined;
  const serverNow = Date.parse(headers.date ?? '');
  return Math.max(0, date - (Number.isNaN(serverNow) ? receivedAt : serverNow));
}

function positive(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}

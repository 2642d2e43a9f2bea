import type { Failure } from '../errors.ts';

/** What another time may mend, and says nothing about the name that was asked. */
export function isPassing({ code, details }: Failure): boolean {
  return details.retryable === true || (code === 'api_error' && (details.status ?? 0) >= 500);
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { availabilityOf, contradicts } from '../../src/core/service-words.ts';

/** The words of a status, and what they make of `available: false` and of `available: true`. */
const readings: Record<string, { statuses: string[]; isFalse: string; isTrue: string }> = {
  'somebody has the name': {
    statuses: [
      ...['taken', 'TAKEN', 'registered', 'Already registered', 'REGISTERED', 'unavailable'],
      ...['domain_unavailable', 'not available', 'NOT_AVAILABLE', 'notAvailable', 'notavailable'],
      ...['not-available', 'no longer available', 'in use', 'IN_USE', 'inUse', 'inuse', 'owned'],
      ...['reserved', 'reserved_by_registry', 'systemReserved', 'blocked', 'prohibited', 'sold'],
      ...['clientTransferProhibited', 'clienttransferprohibited', 'serverHold', 'client-hold'],
      ...['pendingDelete', 'pending_transfer', 'pendingcreate', 'queued for deletion', 'claimed'],
      ...['transfer in progress', 'redemptionPeriod', 'registry-blocked', 'premium unavailable'],
      ...['suspended', 'serverLock', 'parked', 'auction', 'expired', 'autoRenewPeriod'],
    ],
    isFalse: 'taken',
    isTrue: 'contradiction',
  },
  'a state of a registered name, or of something else': {
    statuses: ['active', 'ok', 'inactive'],
    isFalse: 'taken',
    isTrue: 'available',
  },
  'nobody has the name': {
    statuses: [
      ...['available', 'AVAILABLE', 'isAvailable', 'domain_available', 'currently available'],
      ...['available for registration', 'free', 'not registered', 'notRegistered', 'not found'],
      ...['unregistered', 'no match', 'does not exist', "doesn't exist"],
    ],
    isFalse: 'contradiction',
    isTrue: 'available',
  },
  'a failure or a delay': {
    statuses: [
      ...['error', 'internal_error', 'APIError', 'lookup failed', 'LOOKUP_FAILED', 'exception'],
      ...['timeout', 'time-out', 'timed out', 'timedOut', 'whoisTimeout', 'service unavailable'],
      ...['temporarily unavailable', 'registry unavailable', 'registry_down', '503', 'HTTP_504'],
      ...['pending', 'pending check', 'queued', 'not checked', "hasn't been checked"],
      ...['unchecked', 'not supported', 'tldNotSupported', 'rate limit', 'RateLimitExceeded'],
      ...['ratelimited', 'limit reached', 'quota', 'too many requests', 'throttled', 'maintenance'],
      ...['unknown', 'undetermined', 'server busy', 'processing', 'in_progress', 'RETRY_LATER'],
      ...['no response', 'none', 'offline', 'connection refused', 'could not determine', 'no'],
      ...['unable to check', 'access denied', 'ip_blocked', 'account_on_hold', 'fallback_used'],
      ...['bad_gateway', 'under_review', 'circuit_open', 'backend_5xx', 'invalid'],
    ],
    isFalse: 'unknown',
    isTrue: 'unknown',
  },
  'any other word': {
    statuses: ['premium', 'restricted', 'success', '200', 'vergeben', 'زعفران', 'sunrise', ''],
    isFalse: 'unknown',
    isTrue: 'available',
  },
};

function readingOf(status: string, available: boolean): string {
  return contradicts(status, available) ? 'contradiction' : availabilityOf({ available, status });
}

describe.each(Object.entries(readings))('%s', (_, { statuses, isFalse, isTrue }) => {
  it.each(statuses)('%j', (status) => {
    expect(readingOf(status, false)).toBe(isFalse);
    expect(readingOf(status, true)).toBe(isTrue);
  });
});

it('takes no long time for any text', () => {
  const letters = fc.string({
    unit: fc.constantFrom('n', 'a', 'o', 't', 'e', 'r'),
    maxLength: 400,
  });
  fc.assert(
    fc.property(letters, (status) => typeof contradicts(status, true) === 'boolean'),
    { interruptAfterTimeLimit: 5000, markInterruptAsFailure: true },
  );
});

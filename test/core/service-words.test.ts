import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { availabilityOf, contradicts } from '../../src/core/service-words.ts';

const aboutTheName = [
  ...['taken', 'TAKEN', 'registered', 'Already registered', 'cannot be registered', 'REGISTERED'],
  ...['unavailable', 'Unavailable', 'domain_unavailable', 'not available', 'NOT_AVAILABLE'],
  ...['notAvailable', 'notavailable', 'not-available', 'no longer available', 'in use', 'IN_USE'],
  ...['inUse', 'inuse', 'reserved', 'reserved_by_registry', 'systemReserved', 'blocked', 'owned'],
  ...['prohibited', 'clientTransferProhibited', 'clienttransferprohibited', 'serverHold'],
  ...['client-hold', 'on hold', 'pendingDelete', 'pending_transfer', 'pendingcreate', 'sold'],
  ...['queued for deletion', 'transfer in progress', 'redemptionPeriod', 'REDEMPTION', 'invalid'],
  ...['invalid name', 'registry-blocked', 'claimed'],
];

/** Not available in these answers; another answer may say that it is. */
const withEither = [
  ...['premium', 'PREMIUM_NAME', 'premium unavailable', 'restricted', 'expired', 'autoRenewPeriod'],
  ...['suspended', 'serverLock', 'parked', 'auction', 'active', 'ok', 'inactive', 'success', '200'],
  ...['vergeben', 'زعفران', 'sunrise', 'no', ''],
];

const aboutTheLookUp = [
  ...['error', 'ERROR', 'internal_error', 'APIError', 'lookup failed', 'LOOKUP_FAILED', 'failure'],
  ...['timeout', 'TIMEOUT', 'time-out', 'timed out', 'timedOut', 'whoisTimeout', 'exception'],
  ...['service unavailable', 'SERVICE_UNAVAILABLE', 'serviceUnavailable', 'serviceunavailable'],
  ...['temporarily unavailable', 'TemporarilyUnavailable', 'registry unavailable', 'registry_down'],
  ...[
    '503',
    '503 Service Unavailable',
    'HTTP_504',
    'pending',
    'PENDING',
    'pending check',
    'queued',
  ],
  ...['pendingCheck', 'pending-lookup', 'not checked', 'NOT_CHECKED', 'notChecked', 'notchecked'],
  ...['not yet checked', "hasn't been checked", 'not_yet', 'unchecked', 'check_required'],
  ...['not served', 'not supported', 'unsupported', 'unsupported_tld', 'tldNotSupported'],
  ...['rate limit', 'rate_limited', 'RateLimitExceeded', 'ratelimited', 'limit reached', 'quota'],
  ...['too many requests', 'throttled', 'maintenance', 'UNDER_MAINTENANCE', 'unknown', 'UNKNOWN'],
  ...['unknown status', 'undetermined', 'indeterminate', 'busy', 'server busy', 'overloaded'],
  ...['processing', 'in_progress', 'queryInProgress', 'retry', 'try again later', 'RETRY_LATER'],
  ...['no response', 'no data', 'n/a', 'none', 'offline', 'unreachable', 'connection refused'],
  ...[
    'could not determine',
    'unable to check',
    'invalid response',
    'access denied',
    'session expired',
  ],
];

const aboutAFreeName = [
  ...['available', 'AVAILABLE', 'isAvailable', 'domain_available', 'available for registration'],
  ...[
    'currently available',
    'free',
    'not registered',
    'notRegistered',
    'not found',
    'unregistered',
  ],
];

it('is tested with the usual spellings', () => {
  const all = [...aboutTheName, ...withEither, ...aboutTheLookUp, ...aboutAFreeName];
  expect(all.length).toBeGreaterThan(120);
  expect(new Set(all).size).toBe(all.length);
});

describe('a name that is not available', () => {
  it.each([...aboutTheName, ...withEither])('is taken: %j', (status) => {
    expect(contradicts(status, false)).toBe(false);
    expect(availabilityOf({ available: false, status })).toBe('taken');
  });

  it.each(aboutTheLookUp)('is unknown: %j', (status) => {
    expect(contradicts(status, false)).toBe(false);
    expect(availabilityOf({ available: false, status })).toBe('unknown');
  });

  it.each(aboutAFreeName)('is a contradiction: %j', (status) => {
    expect(contradicts(status, false)).toBe(true);
  });
});

describe('a name that is available', () => {
  it.each([...withEither, ...aboutAFreeName])('is believed: %j', (status) => {
    expect(contradicts(status, true)).toBe(false);
    expect(availabilityOf({ available: true, status })).toBe('available');
  });

  it.each([...aboutTheName, ...aboutTheLookUp])('is a contradiction: %j', (status) => {
    expect(contradicts(status, true)).toBe(true);
  });
});

it('takes no long time for any text', () => {
  const letters = fc.string({
    unit: fc.constantFrom('n', 'a', 'o', 't', 'e', 'r'),
    maxLength: 400,
  });
  fc.assert(
    fc.property(letters, (status) => typeof contradicts(status, true) === 'boolean'),
    {
      interruptAfterTimeLimit: 5000,
      markInterruptAsFailure: true,
    },
  );
});

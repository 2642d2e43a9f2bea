import { expect, it } from 'vitest';
import { classifyAvailability } from '../../src/core/api-vocabulary.ts';

it.each([
  ...['registered', 'Already registered', 'ALREADY_REGISTERED', 'taken', 'reserved', 'unavailable'],
  ...['not available', 'NOT_AVAILABLE', 'notAvailable', 'in use', 'inUse', 'owned', 'active'],
  ...['clientHold', 'client-hold', 'pendingDelete', 'redemptionPeriod'],
])('classifies %s as taken', (status) => {
  expect(classifyAvailability(status)).toBe('taken');
});

it.each(['available', 'AVAILABLE', 'free', 'not registered', 'notRegistered', 'unregistered'])(
  'classifies %s as available',
  (status) => {
    expect(classifyAvailability(status)).toBe('available');
  },
);

it.each([
  ...['', 'ok', 'expired', 'premium', 'pending', 'error', 'unknown', 'domain available', '200'],
  ...['constructor', 'isAvailable', 'not found', 'registered?'],
])('classifies %j as unknown', (status) => {
  expect(classifyAvailability(status)).toBe('unknown');
});

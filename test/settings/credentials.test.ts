import { expect, it } from 'vitest';
import { getAccountStorageId, getRateLimitKey } from '../../src/settings/credentials.ts';
import { baseUrl } from '../support/fixtures.ts';

const account = {
  key: 'key_1',
  baseUrl,
  kind: 'profile',
  profile: 'shop',
  source: '',
  remedy: '',
} as const;
const limitIdForUrl = (address: string) => getRateLimitKey({ ...account, baseUrl: address });

it('all spellings of a base URL share one rate limit', () => {
  const https = ['https://API.Reseller.example:443', 'https://api.reseller.example./v2/api/v1'];
  expect(new Set(https.map(limitIdForUrl))).toEqual(new Set([limitIdForUrl(baseUrl)]));
  const hosts = ['localhost', 'LOCALHOST.', '127.1.2.3', '[::1]', '[0:0:0:0:0:0:0:1]'];
  expect(new Set(hosts.map((host) => limitIdForUrl(`http://${host}:4010/deep`))).size).toBe(1);
});

it('each key and origin has its own rate limit, and all sandbox ports share one', () => {
  const otherUrls = ['https://other.example', 'https://api.reseller.example:8443'];
  const localUrls = ['http://localhost:80', 'https://localhost', 'http://localhost:81'];
  const limits = [
    getRateLimitKey({ ...account, key: 'key_2' }),
    ...[baseUrl, ...otherUrls, ...localUrls].map(limitIdForUrl),
  ];
  expect(new Set(limits).size).toBe(limits.length);
  for (const limit of limits) expect(limit).toMatch(/^[0-9a-f]{32}$/);
  const onPort = (port: number) =>
    getRateLimitKey({
      key: 'key',
      kind: 'sandbox',
      baseUrl: `http://127.0.0.1:${port}/api/v1`,
    });
  expect(onPort(4010)).toBe(onPort(4011));
});

it('state files belong to the profile, or to the key in the environment', () => {
  const environment = { ...account, kind: 'environment', profile: null } as const;
  const sameIds = [account, { ...account, key: 'key_2' }].map(getAccountStorageId);
  expect(new Set(sameIds).size).toBe(1);
  const otherAccounts = [
    { ...account, profile: 'other' },
    environment,
    { ...environment, key: 'key_2' },
  ];
  expect(new Set([...sameIds, ...otherAccounts.map(getAccountStorageId)]).size).toBe(4);
});

import { describe, expect, it } from 'vitest';
import { openSandbox, refused } from '../support/sandbox-client.ts';

describe('a check request', () => {
  it.each([
    ['no domain', { years: 1 }, 'invalid_domain'],
    ['a domain that is not text', { domain: 7, years: 1 }, 'invalid_domain'],
    ['an empty domain', { domain: '', years: 1 }, 'invalid_domain'],
    ['a bare label', { domain: 'saffron', years: 1 }, 'invalid_domain'],
    ['an address', { domain: 'https://saffron.af/', years: 1 }, 'invalid_domain'],
    ['a trailing dot', { domain: 'saffron.af.', years: 1 }, 'invalid_domain'],
    ['surrounding spaces', { domain: ' saffron.af', years: 1 }, 'invalid_domain'],
    ['a U-label', { domain: 'زعفران.af', years: 1 }, 'invalid_domain'],
    ['an underscore', { domain: 'saf_fron.af', years: 1 }, 'invalid_domain'],
    ['an outer hyphen', { domain: '-saffron.af', years: 1 }, 'invalid_domain'],
    ['a label that is too long', { domain: `${'a'.repeat(64)}.af`, years: 1 }, 'invalid_domain'],
    ['a subdomain', { domain: 'www.saffron.af', years: 1 }, 'invalid_domain'],
    ['a bare tld', { domain: 'com.af', years: 1 }, 'invalid_domain'],
    ['a foreign tld', { domain: 'saffron.example', years: 1 }, 'unsupported_tld'],
    ['no years', { domain: 'saffron.af' }, 'invalid_years'],
    ['years as text', { domain: 'saffron.af', years: '1' }, 'invalid_years'],
    ['a fraction of a year', { domain: 'saffron.af', years: 0.5 }, 'invalid_years'],
    ['zero years', { domain: 'saffron.af', years: 0 }, 'invalid_years'],
    ['eleven years', { domain: 'saffron.af', years: 11 }, 'invalid_years'],
  ])('is refused with %s', async (_, body, code) => {
    const { post } = await openSandbox();
    expect(await post('/domains/check', body)).toMatchObject(refused(422, code));
  });

  it.each([1, 10])('is accepted for %i years', async (years) => {
    const { post } = await openSandbox();
    expect((await post('/domains/check', { domain: 'saffron.af', years })).status).toBe(200);
  });
});

describe('a quote request', () => {
  it.each([
    ['no tld', { action: 'renewal', years: 1 }, 'invalid_tld'],
    ['a tld without its dot', { tld: 'af', action: 'renewal', years: 1 }, 'invalid_tld'],
    ['a foreign tld', { tld: '.example', action: 'renewal', years: 1 }, 'unsupported_tld'],
    [
      'a property name of Object',
      { tld: '.constructor', action: 'renewal', years: 1 },
      'unsupported_tld',
    ],
    ['no action', { tld: '.af', years: 1 }, 'invalid_action'],
    ['a synonym', { tld: '.af', action: 'renew', years: 1 }, 'invalid_action'],
    ['no years', { tld: '.af', action: 'renewal' }, 'invalid_years'],
    ['eleven years', { tld: '.af', action: 'renewal', years: 11 }, 'invalid_years'],
    ['a restore of two years', { tld: '.af', action: 'restore', years: 2 }, 'invalid_years'],
  ])('is refused with %s', async (_, body, code) => {
    const { post } = await openSandbox();
    expect(await post('/pricing', body)).toMatchObject(refused(422, code));
  });
});

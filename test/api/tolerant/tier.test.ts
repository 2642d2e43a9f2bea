import { expect, it } from 'vitest';
import { readTier } from '../../../src/api/tolerant/tier.ts';
import type { JsonObject } from '../../../src/core/json.ts';

const nothing = { current_tier: null, next_tier: null, domains_needed: null };

const whole = { current_tier: 'Silver', next_tier: 'Gold', domains_needed: 8 };

it.each<[string, JsonObject]>([
  ['snake case', { current_tier: 'Silver', next_tier: 'Gold', domains_needed: 8 }],
  ['camel case', { currentTier: 'Silver', nextTier: 'Gold', domainsToNextTier: '8' }],
  ['Pascal case', { Tier: 'Silver', NextTier: 'Gold', DomainsNeeded: 8 }],
  ['kebab case', { 'current-tier': 'Silver', 'next-tier': 'Gold', 'domains-needed': 8 }],
  ['levels', { level: 'Silver', next_level: 'Gold', remaining_domains: 8 }],
  ['names', { tier_name: 'Silver', next_tier_name: 'Gold', domains_until_next_tier: 8 }],
  [
    'objects',
    {
      current_tier: { id: 2, name: 'Silver', level: 2, min_domains: 25 },
      next_tier: { id: 3, name: 'Gold', level: 3, min_domains: 50 },
      domains_needed: 8,
    },
  ],
  [
    'one object',
    {
      tier: { level: 2, name: 'Silver' },
      next: { tier: 'Gold', needed: 8, required: 50 },
      current: 42,
    },
  ],
  [
    'groups',
    {
      current: { name: 'Silver', domains: 42 },
      next: { name: 'Gold', domains: 50, domains_needed: 8 },
    },
  ],
  [
    'a wrapped tier',
    { account: { name: 'Acme', tier: { current: 'Silver', next: 'Gold', domains_needed: 8 } } },
  ],
  [
    'JSON:API',
    {
      type: 'tiers',
      id: '2',
      attributes: { 'current-tier': 'Silver', 'next-tier': 'Gold', 'domains-needed': 8 },
    },
  ],
  [
    'progress towards the next',
    { tier: 'Silver', next_tier: 'Gold', progress: { current: 42, needed: 50, remaining: 8 } },
  ],
  [
    'what is required beside what is missing',
    {
      current: 'Silver',
      next: 'Gold',
      domains_required: 50,
      domains_needed: 50,
      domains_remaining: 8,
    },
  ],
  ['more domains', { pricing_tier: 'Silver', upcoming_tier: 'Gold', additional_domains_needed: 8 }],
])('reads %s', (_, answer) => {
  expect(readTier(answer).found).toEqual(whole);
});

it.each<[string, JsonObject, object]>([
  [
    'the highest tier',
    { tier: 'Gold', next_tier: null, domains_needed: null },
    { current_tier: 'Gold' },
  ],
  [
    'numbers as names',
    { tier: 2, next_tier: 3, domains_needed: 0 },
    { current_tier: '2', next_tier: '3', domains_needed: 0 },
  ],
  ['a number and no name', { tier: { level: 2 } }, { current_tier: '2' }],
])('reads %s', (_, answer, found) => {
  expect(readTier(answer).found).toEqual({ ...nothing, ...found });
});

it.each<[string, JsonObject]>([
  [
    'what a tier requires',
    { required: 50, domains_required: 50, next: { min_domains: 50, threshold: 50 } },
  ],
  ['how many domains there are', { current: 42, active: 42, domains: 42, current_domains: 42 }],
  ['another page', { next: 'https://api.reseller.example/api/v1/account/tier?page=2' }],
  ['the status and the id of the account', { account: { status: 'active', id: 7, name: 'Acme' } }],
  ['what is no whole number', { domains_needed: 'eight', remaining: -1 }],
  ['several tiers', { tier: ['Silver', 'Gold'], next_tier_code: ['G', 'P'] }],
  ['what is left of the rate limit', { rate_limit: { remaining: 59 } }],
])('does not guess from %s', (_, answer) => {
  expect(readTier(answer)).toMatchObject({ found: nothing, extra: answer });
});

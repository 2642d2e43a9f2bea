import { isSameName } from '../core/names.ts';
import { countActive, type SandboxAccount } from './account.ts';
import { isAvailable } from './availability.ts';
import type { Fields } from './body.ts';
import { readAction, readDomain, readTld, readYears } from './fields.ts';
import { effectivePrice } from './prices.ts';
import { Refusal } from './refusal.ts';
import { type Standing, standingOf } from './tiers.ts';

export interface Call {
  account: SandboxAccount;
  seed: string;
  /** What stands in the path, decoded. */
  parameters: Record<string, string>;
  /** The body of a POST; empty for a GET. */
  fields: Fields;
}

/** Answers the `data` of the envelope, or throws a refusal. */
export type Operation = (call: Call) => object;

export const checkAvailability: Operation = ({ account, seed, fields }) => {
  const { domain, prices } = readDomain(fields, account.prices);
  const years = readYears(fields, 'registration');
  const available = isAvailable(domain, account, seed);
  const amount = effectivePrice(prices.registration, years, standing(account).current);
  return {
    domain,
    status: available ? 'available' : 'registered',
    available,
    pricing: { amount, currency: account.currency },
  };
};

export const quotePricing: Operation = ({ account, fields }) => {
  const { tld, prices } = readTld(fields, account.prices);
  const action = readAction(fields);
  const years = readYears(fields, action);
  const amount = effectivePrice(prices[action], years, standing(account).current);
  return { tld: `.${tld}`, action, years, amount, currency: account.currency };
};

export const listDomains: Operation = ({ account: { domains } }) => ({
  domains: domains.slice(0, maxListed),
  total: domains.length,
});

export const showDomain: Operation = ({ account, parameters: { domain = '' } }) => {
  const managed = account.domains.find((candidate) => isSameName(candidate.domain, domain));
  if (managed !== undefined) return managed;
  throw new Refusal(404, 'domain_not_found', 'the account manages no such domain');
};

export const readBalance: Operation = ({ account }) => ({
  account_number: account.account_number,
  balance: account.balance,
  currency: account.currency,
  credit_limit: account.credit_limit,
  active_domains: countActive(account.domains),
});

export const readTier: Operation = ({ account }) => {
  const { current, next, needed } = standing(account);
  return {
    current_tier: current?.name ?? null,
    next_tier: next?.name ?? null,
    domains_needed: needed,
  };
};

const maxListed = 100;

function standing({ domains, tiers }: SandboxAccount): Standing {
  return standingOf(countActive(domains), tiers);
}

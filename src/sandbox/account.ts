import type { Day } from '../core/dates.ts';
import type { Decimal } from '../core/money.ts';
import type { DomainName } from '../core/names.ts';
import type { PriceList, Tier } from './pricing.ts';

export interface ManagedDomain {
  domain: DomainName;
  status: string;
  expiry: Day;
  registration_date: Day;
  auto_renew: boolean;
  nameservers: DomainName[];
}

export interface SandboxAccount {
  account_number: string;
  balance: Decimal;
  currency: string;
  credit_limit: Decimal;
  /** From the lowest to the highest. */
  tiers: Tier[];
  prices: PriceList;
  domains: ManagedDomain[];
  /** Names registered by others, beside those that the seed chooses. */
  taken: DomainName[];
  /** True if the list states the number of domains, which the API document does not mention. */
  list_total: boolean;
}

type Standing = Pick<SandboxAccount, 'domains' | 'tiers'>;

export function countActive(domains: readonly ManagedDomain[]): number {
  return domains.filter(({ status }) => status === 'active').length;
}

/** Undefined below the first tier. */
export function currentTier({ domains, tiers }: Standing): Tier | undefined {
  return tiers.findLast(({ from }) => from <= countActive(domains));
}

/** Undefined at the top. */
export function nextTier({ domains, tiers }: Standing): Tier | undefined {
  return tiers.find(({ from }) => from > countActive(domains));
}

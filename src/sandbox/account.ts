import type { Day } from '../core/dates.ts';
import type { Decimal } from '../core/money.ts';
import type { DomainName } from '../core/names.ts';
import type { PriceList } from './prices.ts';
import type { Tier } from './tiers.ts';

/** A domain as the list and the details answer it. */
export interface ManagedDomain {
  domain: DomainName;
  status: string;
  expiry: Day;
  registration_date: Day;
  auto_renew: boolean;
  nameservers: DomainName[];
}

/** All that a sandbox knows, in the words of its answers and of the file for `--data`. */
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
}

export function countActive(domains: readonly ManagedDomain[]): number {
  return domains.filter(({ status }) => status === 'active').length;
}

import type { Day } from '../core/dates.ts';
import type { Decimal } from '../core/money.ts';
import type { Action } from '../core/service-words.ts';

export interface WithExtra {
  extra?: Record<string, unknown>;
}

export interface Availability extends WithExtra {
  domain: string;
  /** In the words of the service. */
  status: string;
  /** Null when the status speaks of a failure, or of something not done yet. */
  available: boolean | null;
  pricing: { amount: Decimal | null; currency: string | null };
  years: number;
}

export interface Quote extends WithExtra {
  /** With its leading dot. */
  tld: string;
  action: Action;
  years: number;
  amount: Decimal | null;
  currency: string | null;
}

export interface Domain extends WithExtra {
  domain: string | null;
  status: string | null;
  expiry: Day | null;
  registration_date: Day | null;
  auto_renew: boolean | null;
  nameservers: string[] | null;
}

export interface DomainList {
  domains: Domain[];
  /** The service may say it or not. */
  total: number | null;
  /** Null when it says neither that there are more nor that there are none. */
  isMore: boolean | null;
}

export interface Balance extends WithExtra {
  account_number: string;
  balance: Decimal;
  currency: string;
  credit_limit: Decimal | null;
  active_domains: number;
}

export interface Tier extends WithExtra {
  current_tier: string | null;
  next_tier: string | null;
  domains_needed: number | null;
}

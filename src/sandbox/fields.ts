import { type Action, actions } from '../core/actions.ts';
import type { DomainName } from '../core/names.ts';
import type { Fields } from './body.ts';
import { readHostName } from './host-name.ts';
import { findTld, type PricedTld, type PriceList, tldOf } from './prices.ts';
import { Refusal } from './refusal.ts';

export interface RegistrableName extends PricedTld {
  domain: DomainName;
}

export function readDomain({ domain }: Fields, list: PriceList): RegistrableName {
  const name = typeof domain === 'string' ? readHostName(domain) : undefined;
  if (name === undefined) throw refuse('invalid_domain', 'domain must be a domain name');
  const priced = tldOf(list, name);
  if (priced === undefined) throw refuse('unsupported_tld', `${name} is under no tld served here`);
  const isOneLabel = !name.slice(0, -priced.tld.length - 1).includes('.');
  if (isOneLabel && findTld(list, name) === undefined) return { domain: name, ...priced };
  throw refuse('invalid_domain', `domain must be one label under .${priced.tld}`);
}

export function readTld({ tld }: Fields, list: PriceList): PricedTld {
  if (typeof tld !== 'string' || !tld.startsWith('.')) {
    throw refuse('invalid_tld', 'tld must be text with a leading dot, such as .af');
  }
  const priced = findTld(list, tld.slice(1).toLowerCase());
  if (priced === undefined) throw refuse('unsupported_tld', 'tld is not served here');
  return priced;
}

export function readAction({ action }: Fields): Action {
  const known = actions.find((name) => name === action);
  if (known !== undefined) return known;
  throw refuse('invalid_action', `action must be one of ${actions.join(', ')}`);
}

/** The period; a restore brings a name back for the one year it had left. */
export function readYears({ years }: Fields, action: Action): number {
  const most = action === 'restore' ? 1 : 10;
  if (typeof years === 'number' && Number.isInteger(years) && years >= 1 && years <= most) {
    return years;
  }
  const bounds = most === 1 ? 'must be 1' : `must be a whole number from 1 to ${most}`;
  throw refuse('invalid_years', `years ${bounds}`);
}

function refuse(code: string, message: string): Refusal {
  return new Refusal(422, code, message);
}

import { isSameName } from '../core/names.ts';
import { countActive, currentTier, nextTier, type SandboxAccount } from './account.ts';
import { Refusal } from './answers.ts';
import { actionIn, domainIn, type Fields, tldIn, yearsIn } from './fields.ts';
import { effectivePrice } from './pricing.ts';
import { isAvailable } from './registry.ts';

interface Call {
  account: SandboxAccount;
  seed: string;
  /** Empty unless the path holds `{domain}`. */
  domain: string;
  fields: Fields;
}

/** Gives the `data` of the envelope. @throws Refusal */
type Operation = (call: Call) => object;

interface Route {
  method: 'GET' | 'POST';
  path: string;
  operation: Operation;
}

export const basePath = '/api/v1';

/** Section 4 of the document. The first match wins, so that nobody reads `check` as a domain. */
const routes: Route[] = [
  { method: 'POST', path: '/domains/check', operation: checkAvailability },
  { method: 'POST', path: '/pricing', operation: quotePricing },
  { method: 'GET', path: '/domains', operation: listDomains },
  { method: 'GET', path: '/domains/{domain}', operation: showDomain },
  { method: 'GET', path: '/account/balance', operation: readBalance },
  { method: 'GET', path: '/account/tier', operation: readTier },
];

const maxListed = 100;

/** @throws Refusal 400, 404 or 405 */
export function matchRoute(method: string, target: string): Route & { domain: string } {
  const [path = ''] = target.split('?');
  for (const route of routes) {
    const pattern = route.path.replace('{domain}', '(?<domain>[^/]+)');
    const match = new RegExp(`^${basePath}${pattern}$`).exec(path);
    if (!match) continue;
    if (route.method === method) return { ...route, domain: decoded(match.groups?.domain ?? '') };
    const message = `the method ${method} is not allowed here`;
    throw new Refusal(405, 'method_not_allowed', message, { Allow: route.method });
  }
  throw new Refusal(404, 'not_found', 'no such path');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, 'invalid_path', 'the path is not percent-encoded UTF-8');
  }
}

function checkAvailability({ account, seed, fields }: Call): object {
  const { domain, prices } = domainIn(fields, account.prices);
  const years = yearsIn(fields, 'registration');
  const available = isAvailable(domain, account, seed);
  const amount = effectivePrice(prices.registration, years, currentTier(account));
  return {
    domain,
    status: available ? 'available' : 'registered',
    available,
    pricing: { amount, currency: account.currency },
  };
}

function quotePricing({ account, fields }: Call): object {
  const { tld, prices } = tldIn(fields, account.prices);
  const action = actionIn(fields);
  const years = yearsIn(fields, action);
  const amount = effectivePrice(prices[action], years, currentTier(account));
  return { tld: `.${tld}`, action, years, amount, currency: account.currency };
}

function listDomains({ account: { domains, list_total } }: Call): object {
  const total = list_total ? { total: domains.length } : {};
  return { domains: domains.slice(0, maxListed), ...total };
}

function showDomain({ account, domain }: Call): object {
  const managed = account.domains.find((candidate) => isSameName(candidate.domain, domain));
  if (managed !== undefined) return managed;
  throw new Refusal(404, 'domain_not_found', 'the account does not manage this domain');
}

function readBalance({ account }: Call): object {
  const { account_number, balance, currency, credit_limit, domains } = account;
  return { account_number, balance, currency, credit_limit, active_domains: countActive(domains) };
}

function readTier({ account }: Call): object {
  const next = nextTier(account);
  return {
    current_tier: currentTier(account)?.name ?? null,
    next_tier: next?.name ?? null,
    domains_needed: next === undefined ? 0 : next.from - countActive(account.domains),
  };
}

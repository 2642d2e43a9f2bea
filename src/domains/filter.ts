import type { Domain } from '../api/answers.ts';
import { type Day, daysBetween, daysOf, type TimeSpan } from '../core/dates.ts';
import { domainFactNames } from '../core/facts.ts';
import { type Notice, warning } from '../core/notices.ts';
import { counted } from '../core/text.ts';
import { soonDays } from '../output/kind.ts';
import type { ListedDomain } from './fields.ts';
import { byExpiry, factOf, missingFact, sorted, unknownFact } from './list.ts';

export interface DomainFilter {
  status?: readonly string[];
  /** A span without a first day includes domains that have expired. */
  expiring?: TimeSpan;
  autoRenew?: 'on' | 'off';
}

export const sortFields = [...domainFactNames, 'days'];

/** Chooses and sorts the domains. @throws Failure if no domain has a fact that this needs */
export function listedDomains(
  domains: readonly Domain[],
  { sort, ...filter }: DomainFilter & { sort?: string },
  today: Day,
): { rows: ListedDomain[]; warnings: Notice[] } {
  const { chosen, warnings } = filtered(domains, filter, today);
  const fact = factOf(sort);
  const unsorted =
    sort === undefined
      ? unknownFact(chosen, fact, 'the order puts last')
      : missingFact(chosen, fact, '--sort puts last');
  const rows = sorted(chosen, sort).map((domain) => {
    const days = domain.expiry === null ? null : daysBetween(today, domain.expiry);
    return { ...domain, days };
  });
  return { rows, warnings: [...warnings, ...unsorted] };
}

/** @throws Failure `unexpected_response` if no domain has a fact that the filter needs */
export function filtered(
  domains: readonly Domain[],
  { status, expiring, autoRenew }: DomainFilter,
  today: Day,
): { chosen: readonly Domain[]; warnings: Notice[] } {
  const warnings: Notice[] = [];
  let chosen = domains;
  const wanted = statusesIn(status?.join(','));
  if (wanted.size > 0) {
    warnings.push(...missingFact(domains, 'status', '--status leaves out'));
    chosen = chosen.filter((one) =>
      [...statusesIn(one.status).keys()].some((word) => wanted.has(word)),
    );
  }
  if (expiring !== undefined) {
    warnings.push(...missingFact(domains, 'expiry', '--expiring leaves out'));
    const { first = '', last } = daysOf(expiring, today);
    chosen = chosen.filter(({ expiry }) => expiry !== null && expiry >= first && expiry <= last);
  }
  if (autoRenew !== undefined) {
    warnings.push(...missingFact(domains, 'auto_renew', '--auto-renew leaves out'));
    chosen = chosen.filter(({ auto_renew }) => auto_renew === (autoRenew === 'on'));
  }
  const inUse = statusesIn(domains.map((one) => one.status).join(','));
  const words = [...inUse.values()].sort().join(', ');
  for (const [word, typed] of wanted) {
    if (inUse.size === 0 || inUse.has(word)) continue;
    warnings.push(warning(`no domain has the status '${typed}'; in use: ${words}`));
  }
  return { chosen, warnings };
}

/** Format: `38 domains · 3 expired · 4 will lapse within 30 days`, and the line that lists them. */
export function expirySummary(domains: readonly Domain[], today: Day, isFiltered: boolean): string {
  const { expired, lapsing } = byExpiry(domains, today);
  const parts = [counted(domains.length, 'domain')];
  if (expired.length > 0) parts.push(`${expired.length} expired`);
  if (lapsing.length > 0) parts.push(`${lapsing.length} will lapse within ${soonDays} days`);
  const summary = parts.join(' · ');
  if (isFiltered || parts.length === 1) return summary;
  return `${summary}: dotaf domains ls --expiring ${soonDays}d`;
}

/** Statuses by one spelling for all of `clientHold`, `client_hold` and `CLIENT HOLD`. */
export function statusesIn(text: string | null | undefined): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const part of (text ?? '').split(',')) {
    const word = part.toLowerCase().replace(/[\s_-]/g, '');
    if (word !== '') words.set(word, part.trim());
  }
  return words;
}

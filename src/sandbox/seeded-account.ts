import { addSpan, type Day, daysBetween } from '../core/dates.ts';
import { add, type Decimal, markUp } from '../core/money.ts';
import type { DomainName } from '../core/names.ts';
import { countActive, type ManagedDomain, type SandboxAccount } from './account.ts';
import { portfolio } from './portfolio.ts';
import { effectivePrice, listPrices, tldOf } from './prices.ts';
import { type Draw, defaultSeed, seededDraw, shuffled, wholeBetween } from './random.ts';
import { defaultTiers, standingOf } from './tiers.ts';

/** An account whose expiries lie around `today`; the same for the same day and seed. */
export function seededAccount(today: Day, seed: string = defaultSeed): SandboxAccount {
  const draw = seededDraw(seed, 'account');
  const account_number = `SBX-${wholeBetween(draw, 100_000, 999_999)}`;
  const domains = seededDomains(today, draw);
  // Somewhat more or somewhat less than what falls due, so that a forecast has something to say.
  const balance = markUp(renewalsDue(domains, today), String(wholeBetween(draw, -12, 12)));
  return {
    account_number,
    balance,
    currency: 'USD',
    credit_limit: '250.00',
    tiers: defaultTiers,
    prices: listPrices,
    domains,
    taken: [],
  };
}

interface Batch {
  names: number;
  status: string;
  /** The days left to the expiry, from the fewest to the most. */
  daysLeft: [number, number];
}

/** Together as many names as the portfolio holds. */
const batches: Batch[] = [
  { names: 3, status: 'expired', daysLeft: [-40, -1] },
  { names: 2, status: 'active', daysLeft: [1, 7] },
  { names: 4, status: 'active', daysLeft: [8, 30] },
  { names: 6, status: 'active', daysLeft: [31, 90] },
  { names: 20, status: 'active', daysLeft: [91, 1460] },
  { names: 2, status: 'suspended', daysLeft: [91, 700] },
  { names: 1, status: 'pending_transfer', daysLeft: [91, 400] },
];

function seededDomains(today: Day, draw: Draw): ManagedDomain[] {
  const names = shuffled(draw, portfolio);
  return batches
    .flatMap((batch) =>
      names.splice(0, batch.names).map((domain) => seededDomain(domain, batch, today, draw)),
    )
    .sort((left, right) => (left.domain < right.domain ? -1 : 1));
}

function seededDomain(domain: DomainName, batch: Batch, today: Day, draw: Draw): ManagedDomain {
  const daysLeft = wholeBetween(draw, ...batch.daysLeft);
  const expiry = addSpan(today, { days: daysLeft, months: 0 });
  // At least the years still to run, or the name would be registered after today.
  const years = Math.max(1, Math.ceil(daysLeft / 365)) + wholeBetween(draw, 0, 6);
  return {
    domain,
    status: batch.status,
    expiry,
    registration_date: addSpan(expiry, { days: 0, months: -12 * years }),
    auto_renew: draw() < 0.6,
    nameservers: nameservers(domain, draw),
  };
}

function nameservers(domain: DomainName, draw: Draw): DomainName[] {
  const zone = draw() < 0.25 ? domain : 'hosting.example';
  return Array.from({ length: wholeBetween(draw, 2, 4) }, (_, index) => `ns${index + 1}.${zone}`);
}

/** What renewing everything costs that expires in the next 90 days. */
function renewalsDue(domains: readonly ManagedDomain[], today: Day): Decimal {
  const { current } = standingOf(countActive(domains), defaultTiers);
  return domains
    .filter(({ expiry }) => isWithin(daysBetween(today, expiry), 90))
    .map(({ domain }) =>
      effectivePrice(tldOf(listPrices, domain)?.prices.renewal ?? '0', 1, current),
    )
    .reduce((sum, amount) => add(sum, amount), '0.00');
}

function isWithin(days: number, span: number): boolean {
  return days >= 0 && days <= span;
}

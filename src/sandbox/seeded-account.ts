import { addSpan, type Day, daysBetween } from '../core/dates.ts';
import { add, type Decimal, markUp } from '../core/money.ts';
import type { DomainName } from '../core/names.ts';
import { currentTier, type ManagedDomain, type SandboxAccount } from './account.ts';
import { defaultTiers, effectivePrice, listPrices, tldOf } from './pricing.ts';
import { type Draw, defaultSeed, seededDraw, shuffled, wholeBetween } from './random.ts';

interface Batch {
  names: number;
  status: string;
  /** The fewest and the most days until the expiry. */
  daysLeft: [number, number];
}

/** Together they use up all names. */
const batches: Batch[] = [
  { names: 3, status: 'expired', daysLeft: [-40, -1] },
  { names: 2, status: 'active', daysLeft: [1, 7] },
  { names: 4, status: 'active', daysLeft: [8, 30] },
  { names: 6, status: 'active', daysLeft: [31, 90] },
  { names: 20, status: 'active', daysLeft: [91, 1460] },
  { names: 2, status: 'suspended', daysLeft: [91, 700] },
  { names: 1, status: 'pending_transfer', daysLeft: [91, 400] },
];

/** All are made up. */
const managedNames = `
  amu-river-logistics.af baghlan-sugar-mill.af bamyan-potato-growers.org.af bazaar-notebook.af
  blue-pottery-istalif.af bright-bakery.af bukhari-stoves.com.af caravan-couriers.af
  cedar-joinery.af charikar-grape-press.af daily-bread-kabul.af dried-apricot-export.com.af
  faryab-carpet-weavers.af four-seasons-seed.af ghazni-glassworks.af green-valley-honey.af
  helmand-cotton-yarn.af herat-saffron-guild.org.af jalalabad-citrus.af kabul-print-house.af
  kite-festival.af kunduz-rice-traders.com.af lapis-and-lantern.af logar-copper-craft.af
  mazar-city-tours.af mountain-radio.af north-gate-clinic.af nuristan-timber.af
  panjshir-stonecutters.af paktia-pine-nuts.com.af pomegranate-post.af salang-road-assist.af
  shahr-e-naw-dental.af silk-thread-studio.af solar-kandahar.net.af walnut-street-books.af
  wardak-apple-orchards.af xn----ymcbm5acd0dyd8bm.af
`
  .trim()
  .split(/\s+/);

/** Gives the same account for the same day and seed, with expiries around that day. */
export function seededAccount(today: Day, seed: string = defaultSeed): SandboxAccount {
  const draw = seededDraw(seed, 'account');
  const account_number = `SBX-${wholeBetween(draw, 100_000, 999_999)}`;
  const domains = seededDomains(today, draw);
  // A balance close to what falls due gives a forecast something to say.
  const balance = markUp(renewalsDueIn90Days(domains, today), String(wholeBetween(draw, -12, 12)));
  return {
    account_number,
    balance,
    currency: 'USD',
    credit_limit: '250.00',
    tiers: defaultTiers,
    prices: listPrices,
    domains,
    taken: [],
    list_total: false,
  };
}

function seededDomains(today: Day, draw: Draw): ManagedDomain[] {
  const names = shuffled(draw, managedNames);
  return batches
    .flatMap((batch) =>
      names.splice(0, batch.names).map((domain) => seededDomain(domain, batch, today, draw)),
    )
    .sort((left, right) => (left.domain < right.domain ? -1 : 1));
}

function seededDomain(domain: DomainName, batch: Batch, today: Day, draw: Draw): ManagedDomain {
  const daysLeft = wholeBetween(draw, ...batch.daysLeft);
  const expiry = addSpan(today, { days: daysLeft, months: 0 });
  // With fewer than the years still to run, the name would be registered after today.
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

function renewalsDueIn90Days(domains: ManagedDomain[], today: Day): Decimal {
  const tier = currentTier({ domains, tiers: defaultTiers });
  return domains
    .filter(({ expiry }) => expiry >= today && daysBetween(today, expiry) <= 90)
    .map(({ domain }) => effectivePrice(tldOf(listPrices, domain)?.prices.renewal ?? '0', 1, tier))
    .reduce((sum, amount) => add(sum, amount), '0.00');
}

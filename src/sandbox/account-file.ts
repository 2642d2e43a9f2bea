import { addSpan, type Day, dayOf } from '../core/dates.ts';
import type { Result } from '../core/result.ts';
import type { ManagedDomain, SandboxAccount } from './account.ts';
import { type AccountFile, accountFile, type FileDomain, firstReason } from './account-schema.ts';
import { listPrices, type PriceList } from './pricing.ts';
import { seededAccount } from './seeded-account.ts';

/** @param now milliseconds since 1970: the seed makes an account for this day, which completes the file */
export function readAccount(text: string, now: number, seed?: string): Result<SandboxAccount> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'is not JSON' };
  }
  const parsed = accountFile.safeParse(value);
  if (!parsed.success) return { ok: false, reason: firstReason(parsed.error.issues) };
  return { ok: true, value: complete(parsed.data, dayOf(now), seed) };
}

function complete(file: AccountFile, today: Day, seed: string | undefined): SandboxAccount {
  const seeded = seededAccount(today, seed);
  return {
    ...seeded,
    ...file,
    tiers: (file.tiers ?? seeded.tiers).toSorted((left, right) => left.from - right.from),
    prices: completePrices(file.prices ?? {}, seeded.prices),
    domains: file.domains?.map((domain) => completeDomain(domain, today)) ?? seeded.domains,
  };
}

/** A new tld takes the prices of .af that it does not state. */
function completePrices(given: NonNullable<AccountFile['prices']>, seeded: PriceList): PriceList {
  const prices: PriceList = { ...seeded };
  for (const [tld, actions] of Object.entries(given)) {
    prices[tld] = { ...(seeded[tld] ?? listPrices.af), ...actions };
  }
  return prices;
}

function completeDomain(given: FileDomain, today: Day): ManagedDomain {
  const oneYear = { days: 0, months: 12 };
  const expiry = given.expiry ?? addSpan(given.registration_date ?? today, oneYear);
  return {
    domain: given.domain,
    status: given.status ?? (expiry < today ? 'expired' : 'active'),
    expiry,
    registration_date: given.registration_date ?? addSpan(expiry, { days: 0, months: -12 }),
    auto_renew: given.auto_renew ?? false,
    nameservers: given.nameservers ?? ['ns1.hosting.example', 'ns2.hosting.example'],
  };
}

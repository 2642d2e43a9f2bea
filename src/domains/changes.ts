import * as z from 'zod/mini';
import type { Balance, Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { openLook } from '../compare/looks.ts';
import { counted } from '../core/durations.ts';
import { jsonText } from '../core/json.ts';
import type { Difference } from '../kinds.ts';
import { type AccountDomains, domainFacts, domainList, statusesIn, warnOfUnknown } from './list.ts';

export interface ChangeNames {
  onlyBefore: string;
  onlyAfter: string;
  differs: string;
}

const names = { onlyBefore: 'removed', onlyAfter: 'added', differs: 'changed' };

const row: z.ZodMiniType<Domain> = z.object({
  domain: z.nullable(z.string()),
  status: z.nullable(z.string()),
  expiry: z.nullable(z.string()),
  registration_date: z.nullable(z.string()),
  auto_renew: z.nullable(z.boolean()),
  nameservers: z.nullable(z.array(z.string())),
});

/** The looks of `dotaf --json` are not those of `domains changes`. */
export async function domainChanges(
  context: Context,
  name: 'domains' | 'digest',
  { mark, balance }: { mark?: string | undefined; balance?: Promise<Balance> } = {},
) {
  const look = await openLook(context, { name, row }, mark);
  const listed = await domainList(context, balance);
  const { domains } = listed;
  const known = byDomain(look.before ?? []);
  const kept = domains.map((domain) => completed(known.get(domain.domain ?? ''), domain));
  const list = look.before ? await domainDifferences(context, look.before, listed, names) : [];
  return { domains, list, failed: await look.conclude(kept, 'domain', list.length) };
}

/** A fact that one side does not state is no difference, with a warning if it is the account. */
export async function domainDifferences(
  context: Context,
  earlier: readonly Domain[],
  { domains, mayBeCut }: AccountDomains,
  names: ChangeNames,
): Promise<Difference[]> {
  const [before, after] = [byDomain(earlier), byDomain(domains)];
  for (const fact of domainFacts) {
    const stated = [...after].filter(([domain]) => (before.get(domain)?.[fact] ?? null) !== null);
    const ofThese = stated.map(([, domain]) => domain);
    await warnOfUnknown(context, fact, ofThese, { consequence: ', and not compared' });
  }
  const all = [...new Set([...before.keys(), ...after.keys()])].sort();
  const list = all.flatMap((domain): Difference[] => {
    const [old, now] = [before.get(domain), after.get(domain)];
    if (old === undefined || now === undefined) {
      const change = old === undefined ? names.onlyAfter : names.onlyBefore;
      return [{ domain, change, field: null, before: null, after: null }];
    }
    return domainFacts
      .filter((field) => differ(old[field], now[field]))
      .map((field) => ({
        ...{ domain, change: names.differs, field },
        ...{ before: old[field], after: now[field] },
      }));
  });
  const missing = list.filter(({ change }) => change === names.onlyBefore).length;
  if (mayBeCut && missing > 0) {
    const count = counted(missing, 'domain');
    await context.output.warning(`${count} may be in the account, since the list may be cut`);
  }
  return list;
}

/** A fact that the service does not say stays as it was known. */
function completed(before: Domain | undefined, { extra: _, ...now }: Domain): Domain {
  const stated = Object.entries(now).filter(([, value]) => value !== null);
  return { ...now, ...before, ...Object.fromEntries(stated) };
}

/** Of several with one name the last counts, and none without a name. */
function byDomain(domains: readonly Domain[]): ReadonlyMap<string, Domain> {
  return new Map(domains.flatMap((one) => (one.domain === null ? [] : [[one.domain, one]])));
}

function differ(before: unknown, after: unknown): boolean {
  const isStated = (before ?? null) !== null && (after ?? null) !== null;
  return isStated && comparable(before) !== comparable(after);
}

/** Case and order do not count: `clientHold, ok` and `OK,CLIENT HOLD` are the same. */
function comparable(value: unknown): string {
  if (Array.isArray(value)) return value.toSorted().join().toLowerCase();
  return [...statusesIn(jsonText(value)).keys()].sort().join();
}

import * as z from 'zod/mini';
import type { Balance, Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { Remembered } from '../compare/remembered.ts';
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

/** @param name what `dotaf --json` remembers is apart from what `domains changes` does */
export async function domainChanges(
  context: Context,
  name: 'domains' | 'digest',
  { mark, balance }: { mark?: string | undefined; balance?: Promise<Balance> } = {},
) {
  const remembered = await Remembered.open(context, name, row, mark);
  const listed = await domainList(context, balance);
  const { rows } = remembered;
  const list = rows ? await domainDifferences(context, rows, listed, names) : [];
  const known = byDomain(rows ?? []);
  const kept = listed.domains.map((domain) => completed(known.get(domain.domain ?? ''), domain));
  remembered.keep(kept, 'domain');
  return { domains: listed.domains, list, failed: await remembered.conclude(list.length) };
}

/** A fact that one side does not state is no difference, with a warning if it is the account. */
export async function domainDifferences(
  context: Context,
  earlier: readonly Domain[],
  { domains, mayBeCut }: AccountDomains,
  names: ChangeNames,
): Promise<Difference[]> {
  const before = byDomain(earlier);
  const after = byDomain(domains);
  for (const fact of domainFacts) {
    const stated = [...after.values()].filter(({ domain }) => {
      const value = before.get(domain ?? '')?.[fact] ?? null;
      return value !== null;
    });
    await warnOfUnknown(context, 'not compared:', fact, stated);
  }
  const list: Difference[] = [];
  for (const domain of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const old = before.get(domain);
    const now = after.get(domain);
    if (old !== undefined && now !== undefined) {
      list.push(...factDifferences(domain, old, now, names.differs));
      continue;
    }
    const change = old === undefined ? names.onlyAfter : names.onlyBefore;
    list.push({ domain, change, field: null, before: null, after: null });
  }
  const missing = list.filter(({ change }) => change === names.onlyBefore).length;
  if (mayBeCut && missing > 0) {
    const count = counted(missing, 'domain');
    await context.output.warning(`${count} may be in the account, since the list may be cut`);
  }
  return list;
}

function factDifferences(domain: string, old: Domain, now: Domain, change: string): Difference[] {
  const different = domainFacts.filter((fact) => differ(old[fact], now[fact]));
  return different.map((field) => ({
    domain,
    change,
    field,
    before: old[field],
    after: now[field],
  }));
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
  if (before === null || after === null) return false;
  return comparable(before) !== comparable(after);
}

/** Case and order do not count: `clientHold, ok` and `OK,CLIENT HOLD` are the same. */
function comparable(value: unknown): string {
  if (Array.isArray(value)) return value.toSorted().join().toLowerCase();
  return [...statusesIn(jsonText(value)).keys()].sort().join();
}

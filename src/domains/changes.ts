import * as z from 'zod/mini';
import type { Balance, Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { minuteOf, Remembered, unexpected } from '../compare/remembered.ts';
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

/** @param again prints the last changes that were found, and asks nothing */
export async function domainChanges(
  context: Context,
  { mark, again }: { mark?: string; again?: true },
): Promise<{ list: Difference[]; failed: string | undefined }> {
  const remembered = await openDomains(context, 'domains', mark);
  if (again) {
    const { found } = remembered;
    const list = found?.list ?? [];
    let says = 'no changes were found so far';
    if (found !== undefined) {
      says = `${countsOf(list)} from ${minuteOf(found.since)} to ${minuteOf(found.at)}`;
    }
    await context.output.note(says);
    return { list, failed: unexpected(list.length) };
  }
  const { list, rows } = await changesSince(context, remembered);
  remembered.keep(rows, 'domain', list);
  return { list, failed: await remembered.conclude(list.length, countsOf(list)) };
}

/** @param name what `dotaf` alone remembers is apart from what `domains changes` does */
export function openDomains(
  context: Context,
  name: 'domains' | 'digest',
  mark?: string,
): Promise<Remembered<Domain>> {
  return Remembered.open(context, name, row, mark);
}

/** @returns also the account's domains, and the rows to remember */
export async function changesSince(
  context: Context,
  remembered: Remembered<Domain>,
  balance?: Promise<Balance>,
) {
  const listed = await domainList(context, balance);
  const { rows } = remembered;
  const list = rows ? await domainDifferences(context, rows, listed, names) : [];
  const known = byDomain(rows ?? []);
  const kept = listed.domains.map((one) => {
    const before = known.get(one.domain ?? '');
    return completed(before, one);
  });
  return { domains: listed.domains, list, rows: kept };
}

/** Facts that differ come first. A fact that one side does not state is no difference. */
export async function domainDifferences(
  context: Context,
  earlier: readonly Domain[],
  { domains, mayBeCut }: AccountDomains,
  names: ChangeNames,
): Promise<Difference[]> {
  const before = byDomain(earlier);
  const after = byDomain(domains);
  for (const fact of domainFacts) {
    const stated = [...before.values()].filter((domain) => domain[fact] !== null);
    const asked = stated.flatMap(({ domain }) => after.get(domain ?? '') ?? []);
    await warnOfUnknown(context, 'not compared:', fact, asked);
  }
  const gone = onOneSide(before, after, names.onlyBefore);
  const come = onOneSide(after, before, names.onlyAfter);
  if (mayBeCut && gone.length > 0) {
    const count = counted(gone.length, 'domain');
    await context.output.warning(`${count} may be in the account, since the list may be cut`);
  }
  const list: Difference[] = [];
  for (const [domain, old] of before) {
    const now = after.get(domain);
    if (now !== undefined) list.push(...factDifferences(domain, old, now, names.differs));
  }
  return [...list, ...gone, ...come];
}

/** As `changed: 1, removed: 2`, in domains. */
export function countsOf(list: readonly Difference[]): string {
  const changes = new Set(list.map(({ change }) => change));
  const counts = [...changes].map((change) => {
    const own = list.filter((one) => one.change === change);
    const domains = new Set(own.map(({ domain }) => domain));
    return `${change}: ${domains.size}`;
  });
  return counts.join(', ');
}

function onOneSide(
  side: ReadonlyMap<string, Domain>,
  other: ReadonlyMap<string, Domain>,
  change: string,
): Difference[] {
  const only = [...side.keys()].filter((domain) => !other.has(domain));
  return only.map((domain) => ({ domain, change, field: null, before: null, after: null }));
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

/** In the order of names. Of several with one name the last counts. */
function byDomain(domains: readonly Domain[]): ReadonlyMap<string, Domain> {
  const named = domains.flatMap((one): [string, Domain][] =>
    one.domain === null ? [] : [[one.domain, one]],
  );
  const last = new Map(named);
  return new Map([...last].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function differ(before: unknown, after: unknown): boolean {
  if (before === null || after === null) {
    return false;
  }
  return comparable(before) !== comparable(after);
}

/** Case and order do not count: `clientHold, ok` and `OK,CLIENT HOLD` are the same. */
function comparable(value: unknown): string {
  if (Array.isArray(value)) {
    return value.toSorted().join().toLowerCase();
  }
  return [...statusesIn(jsonText(value)).keys()].sort().join();
}

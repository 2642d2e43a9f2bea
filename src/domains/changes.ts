import * as z from 'zod/mini';
import type { Balance, Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { minuteOf, Remembered, unexpected, unknownDifferences } from '../compare/remembered.ts';
import { counted } from '../core/durations.ts';
import { jsonText } from '../core/json.ts';
import type { Difference } from '../kinds.ts';
import {
  type AccountDomains,
  domainFacts,
  domainList,
  requireFact,
  sorted,
  statusesIn,
  warnOfUnknown,
} from './list.ts';

export interface ChangeNames {
  onlyBefore: string;
  onlyAfter: string;
  differs: string;
}

type NamedDomain = Domain & { domain: string };

type NamedDomains = ReadonlyMap<string, NamedDomain>;

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
    if (remembered.isDamaged) return { list: [], failed: unknownDifferences };
    const { list = [], since = '', at = '' } = remembered.found ?? {};
    const times = `from ${minuteOf(since)} to ${minuteOf(at)}`;
    const says = list.length > 0 ? `${countsOf(list)} ${times}` : 'no changes were found so far';
    await context.output.note(says);
    return { list, failed: unexpected(list.length) };
  }
  const { domains, list, rows } = await changesSince(context, remembered);
  remembered.keep(rows, 'domain', list);
  const failed = await remembered.conclude(list.length, countsOf(list));
  return { list, failed: failed ?? (await onlyNames(context, domains)) };
}

/** Warns where the service states nothing but names. @returns why `--expect none` does not hold */
async function onlyNames(context: Context, domains: readonly Domain[]) {
  const isStated = (one: Domain) => domainFacts.some((fact) => one[fact] !== null);
  if (domains.length === 0 || domains.some(isStated)) return undefined;
  await context.output.warning(
    'only the names of domains are compared, since the service states nothing else: see dotaf doctor',
  );
  return unknownDifferences;
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
  { domains, isWhole }: AccountDomains,
  names: ChangeNames,
): Promise<Difference[]> {
  const before = byDomain(earlier);
  const after = byDomain(domains);
  const pairs = [...before.values()].flatMap((old) => {
    const now = after.get(old.domain);
    return now === undefined ? [] : { old, now };
  });
  for (const fact of domainFacts) {
    const stated = pairs.filter(({ old }) => old[fact] !== null);
    const asked = stated.map(({ now }) => now);
    requireFact(asked, fact, 'the comparison');
    await warnOfUnknown(context, 'not compared:', fact, asked);
  }
  const gone = onOneSide(before, after, names.onlyBefore);
  const come = onOneSide(after, before, names.onlyAfter);
  if (!isWhole && gone.length > 0) {
    const count = counted(gone.length, 'domain');
    await context.output.warning(`${count} may be in the account, since the list is not whole`);
  }
  const list = pairs.flatMap(({ old, now }) => factDifferences(old, now, names.differs));
  return [...list, ...gone, ...come];
}

export function countsOf(list: readonly Difference[]): string {
  const changes = new Set(list.map(({ change }) => change));
  const counts = [...changes].map((change) => {
    const own = list.filter((one) => one.change === change);
    const domains = new Set(own.map(({ domain }) => domain));
    return `${change}: ${domains.size}`;
  });
  return counts.join(', ');
}

function onOneSide(side: NamedDomains, other: NamedDomains, change: string): Difference[] {
  const only = [...side.keys()].filter((domain) => !other.has(domain));
  return only.map((domain) => ({ domain, change, field: null, before: null, after: null }));
}

function factDifferences(old: NamedDomain, now: Domain, change: string): Difference[] {
  const { domain } = old;
  return domainFacts.flatMap((field) => {
    const before = old[field];
    const after = now[field];
    if (before === null || after === null) return [];
    const isSame = comparable(before) === comparable(after);
    return isSame ? [] : { domain, change, field, before, after };
  });
}

/** A fact that the service does not say stays as it was known. */
function completed(before: Domain | undefined, { extra: _, ...now }: Domain): Domain {
  const stated = Object.entries(now).filter(([, value]) => value !== null);
  return { ...now, ...before, ...Object.fromEntries(stated) };
}

/** Sorts by name; of several domains with one name the last counts. */
function byDomain(domains: readonly Domain[]): NamedDomains {
  const named = sorted(domains, 'domain').flatMap((one): NamedDomain[] =>
    one.domain === null ? [] : [{ ...one, domain: one.domain }],
  );
  return new Map(named.map((one) => [one.domain, one]));
}

/** Case and order do not count: `clientHold, ok` equals `OK,CLIENT HOLD`. */
function comparable(value: unknown): string {
  if (Array.isArray(value)) return value.toSorted().join().toLowerCase();
  return [...statusesIn(jsonText(value)).keys()].sort().join();
}

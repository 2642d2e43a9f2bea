import * as z from 'zod/mini';
import type { Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { byKey, differences, lostFields } from '../compare/differences.ts';
import { damagedLook, openLook, summaryOf, type Watched } from '../compare/looks.ts';
import { counted } from '../core/durations.ts';
import type { Difference } from '../kinds.ts';
import { facts } from './domain-file.ts';
import { domainList } from './list.ts';

/** What differs, and why `--expect none` does not hold. */
export interface Differences {
  list: Difference[];
  failed: string | undefined;
}

/** A look: those of `dotaf --json` are not those of `domains changes`. */
interface Look {
  of?: 'digest';
  mark?: string | undefined;
}

const names = { onlyBefore: 'removed', onlyAfter: 'added', differs: 'changed' };

const row: Watched<Domain>['row'] = z.object({
  domain: z.nullable(z.string()),
  status: z.nullable(z.string()),
  expiry: z.nullable(z.string()),
  registration_date: z.nullable(z.string()),
  auto_renew: z.nullable(z.boolean()),
  nameservers: z.nullable(z.array(z.string())),
});

/** Compares the list with the last look, and keeps it as the next. */
export async function domainChanges(
  context: Context,
  { of, mark }: Look = {},
): Promise<Differences & { domains: readonly Domain[] }> {
  const { output } = context;
  const watched = { name: of ?? 'domains', row } as const;
  const { at, rows, isDamaged, keep } = await openLook(context, watched, mark);
  const { domains, mayBeCut } = await domainList(context);
  const before = byDomain(rows);
  keep(domains.map((domain) => completed(before.get(domain.domain ?? ''), domain)));
  if (at === undefined) {
    const kept = `the first look: remembered ${counted(domains.length, 'domain')} for the next`;
    if (!isDamaged) context.onAnswered(() => output.note(kept));
    return { domains, list: [], failed: isDamaged ? damagedLook : undefined };
  }
  const after = byDomain(domains);
  const list = differences(before, after, facts, names).map(differenceOf);
  for (const { field, lost, known } of lostFields(before, after, facts)) {
    if (lost * 2 <= known) continue;
    await output.warning(
      `the ${field.replaceAll('_', ' ')} of ${lost} of ${counted(known, 'domain')} is not known any more: changes of it are not seen`,
    );
  }
  const removed = list.filter(({ change }) => change === 'removed').length;
  if (mayBeCut && removed > 0) {
    await output.warning(
      `missing in a list that may be cut, so perhaps not removed: ${counted(removed, 'domain')}`,
    );
  }
  const since = at.toISOString().slice(0, 16).replace('T', ' ').concat(' UTC');
  const changes = list.map(({ change }) => change);
  await output.note(summaryOf(changes, since));
  return { domains, list, failed: unexpected(list) };
}

export function byDomain(domains: readonly Domain[]): ReadonlyMap<string, Domain> {
  return byKey(domains, ({ domain }) => domain);
}

export function differenceOf({ key, ...difference }: ReturnType<typeof differences>[number]) {
  return { domain: key, ...difference };
}

export function unexpected(list: readonly Difference[]): string | undefined {
  if (list.length === 0) return undefined;
  return `${counted(list.length, 'difference')}, and none was expected`;
}

/** What the service does not say stays as it was known. */
function completed(before: Domain | undefined, now: Domain): Domain {
  const { extra: _, ...known } = now;
  if (before === undefined) return known;
  return {
    domain: now.domain,
    status: now.status ?? before.status,
    expiry: now.expiry ?? before.expiry,
    registration_date: now.registration_date ?? before.registration_date,
    auto_renew: now.auto_renew ?? before.auto_renew,
    nameservers: now.nameservers ?? before.nameservers,
  };
}

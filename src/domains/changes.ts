import * as z from 'zod/mini';
import type { Balance, Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { minuteOf, Remembered, unexpected, unknownDifferences } from '../compare/remembered.ts';
import type { Difference } from '../kinds.ts';
import { byDomain, countsOf, domainDifferences } from './differences.ts';
import { AccountDomains, domainFacts } from './list.ts';

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
  const { listed, list, rows } = await changesSince(context, remembered);
  remembered.keep(rows, 'domain', list);
  const failed = await remembered.conclude(list.length, countsOf(list));
  return { list, failed: failed ?? (await onlyNames(context, listed.domains)) };
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

/** @returns also the account's list, and the rows to remember */
export async function changesSince(
  context: Context,
  remembered: Remembered<Domain>,
  balance?: Promise<Balance>,
) {
  const listed = await AccountDomains.read(context, balance);
  const { rows } = remembered;
  const list = rows ? await domainDifferences(context, rows, listed, names) : [];
  const known = byDomain(rows ?? []);
  const kept = listed.domains.map((one) => {
    const before = known.get(one.domain ?? '');
    return completed(before, one);
  });
  return { listed, list, rows: kept };
}

/** A fact that the service does not say stays as it was known. */
function completed(before: Domain | undefined, { extra: _, ...now }: Domain): Domain {
  const stated = Object.entries(now).filter(([, value]) => value !== null);
  return { ...now, ...before, ...Object.fromEntries(stated) };
}

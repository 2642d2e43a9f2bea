import type { Balance, Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import {
  minuteOf,
  Remembered,
  unexpectedDifferences,
  unknownDifferences,
} from '../compare/remembered.ts';
import type { Difference } from '../kinds.ts';
import { byDomain, countsOf, domainDifferences } from './differences.ts';
import { AccountDomains, comparedFacts } from './list.ts';
import { domainRow } from './row.ts';

const changeNames = { onlyBefore: 'removed', onlyAfter: 'added', differs: 'changed' };

/** @param again prints the last changes that were found, and asks nothing */
export async function domainChanges(
  context: Context,
  { mark, again }: { mark?: string; again?: true },
): Promise<{ list: Difference[]; closing?: string; failed: string | undefined }> {
  const remembered = await openDomains(context, mark);
  if (again) {
    if (remembered.isDamaged) return { list: [], failed: unknownDifferences };
    const { list = [], since = '', at = '' } = remembered.last?.found ?? {};
    const times = `from ${minuteOf(since)} to ${minuteOf(at)}`;
    const says = list.length > 0 ? `${countsOf(list)} ${times}` : 'no changes were found so far';
    return { list, closing: says, failed: unexpectedDifferences(list.length) };
  }
  const { listed, list, rows } = await changesSince(context, remembered);
  remembered.keep(rows, { list, ...absentIn(listed) });
  const { failed, ...found } = remembered.conclude(list.length, countsOf(list));
  return { list, ...found, failed: failed ?? (await onlyNames(context, listed.domains)) };
}

/** What a later run needs to know of the names that are not in the account. */
export function absentIn({ isWhole, absent }: AccountDomains) {
  return { isWhole, absent: [...absent] };
}

/** Warns where the service states nothing but names. @returns why `--expect none` does not hold */
async function onlyNames(context: Context, domains: readonly Domain[]) {
  const isStated = (one: Domain) => comparedFacts.some((fact) => one[fact] !== null);
  if (domains.length === 0 || domains.some(isStated)) return undefined;
  await context.output.warning(
    'only the names of domains are compared, since the service states nothing else: see dotaf doctor',
  );
  return unknownDifferences;
}

export function openDomains(context: Context, mark?: string): Promise<Remembered<Domain>> {
  return Remembered.open(context, 'domains', domainRow, mark);
}

/** @returns also the account's list, and the rows to remember */
export async function changesSince(
  context: Context,
  remembered: Remembered<Domain>,
  balance?: Promise<Balance>,
) {
  const listed = await AccountDomains.read(context, balance ? { balance } : {});
  const { rows: before = [] } = remembered.last ?? {};
  const differences = remembered.last ? await domainDifferences(before, listed, changeNames) : [];
  const list = differences.filter((one) => isKnown(one, listed, remembered));
  const known = byDomain(before);
  const rows = listed.domains.map((one) => withKnown(known.get(one.domain ?? ''), one));
  const now = byDomain(rows);
  // A name of which nothing is known today keeps what was remembered of it.
  const others = [...known.values()].filter(({ domain }) => !now.has(domain));
  if (!listed.isWhole) rows.push(...others.filter(({ domain }) => !listed.absent.has(domain)));
  return { listed, list, rows };
}

/** Where the list of the service leaves a name out, it has come or gone only if both runs asked. */
function isKnown(
  { domain, change }: Difference,
  { isWhole, absent, single }: AccountDomains,
  remembered: Remembered<Domain>,
): boolean {
  if (change === changeNames.onlyBefore) return isWhole || absent.has(domain);
  if (change !== changeNames.onlyAfter || !single.has(domain)) return true;
  const { last } = remembered;
  return last?.isWhole === true || last?.absent?.includes(domain) === true;
}

/** A fact that the service does not say stays as it was known. */
function withKnown(before: Domain | undefined, { extra: _, ...now }: Domain): Domain {
  const stated = Object.entries(now).filter(([, value]) => value !== null);
  return { ...now, ...before, ...Object.fromEntries(stated) };
}

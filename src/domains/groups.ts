import type { Domain } from '../api/responses.ts';
import type { IsoDate } from '../core/dates.ts';
import { type NullableCost, sumByCurrency } from '../core/money.ts';
import { createNote } from '../core/notices.ts';
import type { RenewalPrice } from '../core/retail.ts';
import { explainDollarSign } from '../lists/amounts.ts';
import { createAmountColumn, describeCell, warnAboutCells } from '../lists/columns.ts';
import { type FileTable, getCell } from './domains-file.ts';

/** The domains that have the same value in a column of the reseller's own file. */
export interface DomainGroup {
  /** Null for the domains without a value. */
  group: string | null;
  domains: number;
  /** The soonest expiry date. */
  expiry: IsoDate | null;
  sum?: NullableCost[];
  renewal?: NullableCost[];
  renewal_retail?: NullableCost[];
  /** False if an amount of the group is missing, or the list of domains may be truncated. */
  complete: boolean;
}

export interface PricedDomain extends Domain, Partial<RenewalPrice> {
  retail_currency?: string | null;
}

/**
 * The amounts of a column, keyed by domain: null if the cell cannot be parsed, absent if the domain
 * has no amount.
 */
type FileAmounts = ReadonlyMap<string, NullableCost | null>;

/** Groups domains by a column of the file, the soonest expiry first. */
export function groupDomains(
  rows: readonly PricedDomain[],
  table: FileTable,
  column: number,
  isComplete: boolean,
  amounts: FileAmounts | undefined,
): DomainGroup[] {
  const membersByGroup = new Map<string | null, PricedDomain[]>();
  for (const row of rows) {
    const group = getCell(table.rows.get(row.domain ?? ''), column);
    const members = membersByGroup.get(group) ?? [];
    members.push(row);
    membersByGroup.set(group, members);
  }
  const groups = [...membersByGroup].map(([group, members]) => {
    const sums = sumMembers(members, amounts);
    return {
      group,
      domains: members.length,
      expiry: members.flatMap(({ expiry }) => expiry ?? []).sort()[0] ?? null,
      ...Object.fromEntries(Object.entries(sums).map(([name, { sums: list }]) => [name, list])),
      complete: isComplete && Object.values(sums).every((sum) => sum.isComplete),
    };
  });
  return groups.sort((left, right) => (toSortKey(left) < toSortKey(right) ? -1 : 1));
}

/** Sorts groups without a value, and those without a known expiry, last. */
function toSortKey({ group, expiry }: Pick<DomainGroup, 'group' | 'expiry'>) {
  return `${group === null} ${expiry ?? 'unknown'} ${group}`;
}

function sumMembers(members: readonly PricedDomain[], amounts: FileAmounts | undefined) {
  const sums: Record<string, ReturnType<typeof sumByCurrency>> = {};
  if (amounts) {
    const names = members.map(({ domain }) => domain ?? '');
    const cells = names
      .filter((name) => amounts.has(name))
      .map((name) => amounts.get(name) ?? null);
    sums.sum = sumByCurrency(cells);
  }
  const [{ renewal, renewal_retail } = {}] = members;
  if (renewal !== undefined)
    sums.renewal = sumByCurrency(members.map((row) => row.renewal ?? null));
  if (renewal_retail !== undefined)
    sums.renewal_retail = sumByCurrency(
      members.map((row) => ({
        amount: row.renewal_retail ?? null,
        currency: row.retail_currency ?? null,
      })),
    );
  return sums;
}

/**
 * Parses the amounts that a column of the domains-file states for the given domains.
 * @param rateCurrency the currency of amounts that state none; by default, the service's
 */
export async function readFileAmounts(
  { name, rows }: FileTable,
  column: number,
  domains: readonly Domain[],
  rateCurrency: string | undefined,
  getServiceCurrency: () => Promise<string>,
) {
  const records = [...rows.values()].flatMap((record) => record ?? []);
  const { readAmount, assumedExample } = createAmountColumn(records, column);
  const cells = domains.flatMap(({ domain }) => {
    const record = rows.get(domain ?? '');
    const amount = record ? readAmount(record) : null;
    return domain && record && amount ? { domain, record, amount } : [];
  });
  const amounts = new Map<string, NullableCost | null>();
  const leftOut: string[] = [];
  const hints = new Set<string>();
  let defaultCurrency: string | undefined;
  let hasDollarSign = false;
  for (const { domain, record, amount } of cells) {
    if ('hint' in amount) {
      amounts.set(domain, null);
      leftOut.push(describeCell(record.cells[column] ?? '', record.line));
      hints.add(amount.hint);
      continue;
    }
    hasDollarSign ||= amount.hasDollarSign;
    if (amount.currency === null) defaultCurrency ??= rateCurrency ?? (await getServiceCurrency());
    const currency = amount.currency ?? defaultCurrency ?? null;
    amounts.set(domain, { amount: amount.amount, currency });
  }
  const currencyNote = `an amount without a currency is taken to be in ${defaultCurrency}`;
  const notes = [assumedExample ?? [], defaultCurrency ? currencyNote : []].flat();
  const notices = [
    ...notes.map(createNote),
    ...(hasDollarSign ? explainDollarSign([await getServiceCurrency()]) : []),
    ...warnAboutCells(name, leftOut, hints),
  ];
  return { amounts, notices };
}

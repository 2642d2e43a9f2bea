import type { Domain } from '../api/types.ts';
import type { Decimal } from '../core/money.ts';
import { moneyCell } from '../output/cells.ts';
import type { Column } from '../output/table.ts';

/** Absent unless it was asked for, and null where it is not known. */
export type PricedDomain = Domain & {
  renewal?: { amount: Decimal; currency: string | null } | null;
};

/** Shown only where it is named, since it costs a request for each top-level domain. */
export const renewalColumn: Column<PricedDomain> = {
  name: 'renewal',
  title: 'RENEWAL',
  align: 'right',
  cell: ({ renewal }) => moneyCell(renewal?.amount ?? null, renewal?.currency ?? null),
};

export function asksForRenewals(options: { columns?: string; prices?: true }): boolean {
  const names = options.columns?.split(',').map((name) => name.trim()) ?? [];
  return options.prices === true || names.includes(renewalColumn.name);
}

export function renewalText({ amount, currency }: NonNullable<PricedDomain['renewal']>): string {
  return `a renewal for one year costs ${[amount, currency].filter(Boolean).join(' ')}`;
}

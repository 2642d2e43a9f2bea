import type { Decimal } from '../core/money.ts';
import { moneyCell } from '../output/cells.ts';
import type { Column } from '../output/table.ts';
import { isChosen, type ListedDomain } from './list.ts';

/** Absent unless it was asked for, and null where it is not known. */
export interface PricedDomain extends ListedDomain {
  renewal?: { amount: Decimal; currency: string | null } | null;
}

/** Shown only where it is named, since it costs a request for each top-level domain. */
export const renewalColumn: Column<PricedDomain> = {
  name: 'renewal',
  title: 'RENEWAL',
  align: 'right',
  cell: ({ renewal }) => moneyCell(renewal?.amount ?? null, renewal?.currency ?? null),
};

export function asksForRenewals(options: {
  columns?: string | undefined;
  fields?: string | undefined;
  prices?: true;
}): boolean {
  const { columns, fields = columns, prices } = options;
  return prices === true || isChosen(renewalColumn.name, fields);
}

export function renewalText({ amount, currency }: NonNullable<PricedDomain['renewal']>): string {
  return `a renewal for one year costs ${[amount, currency].filter(Boolean).join(' ')}`;
}

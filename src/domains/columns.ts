import type { Domain } from '../api/answers.ts';
import { type Day, daysBetween } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import type { Cell } from '../output/cell.ts';
import {
  extraCell,
  flagCell,
  nameCell,
  nothing,
  soonDays,
  textCell,
  urgency,
} from '../output/cells.ts';
import type { Column } from '../output/table.ts';

/** Nobody chooses the mark by a name. */
const markName = '';

/** Where there is no room for all. */
const byImportance = [
  ...['domain', markName, 'expiry', 'status', 'days', 'auto_renew'],
  ...['registration_date', 'extra', 'nameservers'],
];

/** @param isMarked puts a mark before what lapses soon, for people and not for pipes */
export function domainColumns(today: Day, isMarked: boolean): Column<Domain>[] {
  const mark: Column<Domain> = {
    name: markName,
    title: '!',
    cell: (domain) => markCell(domain, today),
  };
  const columns: Column<Domain>[] = [
    { name: 'domain', title: 'DOMAIN', cell: ({ domain }) => nameCell(domain) },
    { name: 'status', title: 'STATUS', cell: ({ status }) => textCell(status) },
    {
      name: 'expiry',
      title: 'EXPIRY',
      cell: ({ expiry }) => (expiry ? textCell(expiry, urgency(expiry, today)) : nothing),
    },
    {
      name: 'days',
      title: 'DAYS',
      align: 'right',
      cell: ({ expiry }) => textCell(expiry && daysBetween(today, expiry)),
    },
    { name: 'auto_renew', title: 'AUTO-RENEW', cell: ({ auto_renew }) => flagCell(auto_renew) },
    {
      name: 'nameservers',
      title: 'NAMESERVERS',
      isCut: true,
      cell: ({ nameservers }) => textCell(nameservers?.join(' ') || null),
    },
    {
      name: 'registration_date',
      title: 'REGISTERED',
      cell: ({ registration_date }) => textCell(registration_date),
    },
    { name: 'extra', title: '', isCut: true, cell: ({ extra }) => extraCell(extra) },
  ];
  return (isMarked ? [mark, ...columns] : columns).map((column) => ({
    ...column,
    rank: byImportance.indexOf(column.name),
  }));
}

/** As `38 domains: 3 expired, 6 within 30 days (4 without auto-renew)`. */
export function expirySummary(domains: readonly Domain[], today: Day): string {
  const dated = domains.flatMap(({ expiry, auto_renew }) =>
    expiry === null ? [] : [{ left: daysBetween(today, expiry), auto_renew }],
  );
  const expired = dated.filter(({ left }) => left < 0).length;
  const soon = dated.filter(({ left }) => left >= 0 && left <= soonDays);
  const lapsing = soon.filter(({ auto_renew }) => auto_renew === false).length;
  const unknown = domains.length - dated.length;
  const parts = [
    expired > 0 && `${expired} expired`,
    `${soon.length} within ${soonDays} days${lapsing > 0 ? ` (${lapsing} without auto-renew)` : ''}`,
    unknown > 0 && `${unknown} without a known expiry`,
  ];
  return `${counted(domains.length, 'domain')}: ${parts.filter((part) => part !== false).join(', ')}`;
}

/** `!` has lapsed or will unless somebody acts, and `?` perhaps: its auto-renew is not known. */
function markCell({ expiry, auto_renew }: Domain, today: Day): Cell {
  const left = expiry === null ? Number.POSITIVE_INFINITY : daysBetween(today, expiry);
  const isRenewed = auto_renew === true && left >= 0;
  if (expiry === null || left > soonDays || isRenewed) return { text: '' };
  const isSure = auto_renew === false || left < 0;
  return { text: isSure ? '!' : '?', style: urgency(expiry, today) };
}

import type { Domain } from '../api/answers.ts';
import { type Day, daysBetween } from '../core/dates.ts';
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

/** `!` lapses unless somebody acts, and `?` perhaps: whether it is renewed is not known. */
function markCell({ expiry, auto_renew }: Domain, today: Day): Cell {
  const isNear = expiry !== null && daysBetween(today, expiry) <= soonDays;
  if (!isNear || auto_renew === true) return { text: '' };
  return { text: auto_renew === false ? '!' : '?', style: urgency(expiry, today) };
}

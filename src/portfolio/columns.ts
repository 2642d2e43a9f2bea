import type { Domain } from '../api/types.ts';
import { type Day, daysBetween } from '../core/dates.ts';
import { extraCell, flagCell, nothing, textCell, urgency } from '../output/cells.ts';
import type { ListView } from '../output/views.ts';

/** The columns of a list of domains, the most important first. */
export function domainColumns(today: Day): ListView<Domain>['columns'] {
  return [
    { name: 'domain', title: 'DOMAIN', cell: ({ domain }) => textCell(domain) },
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
      cell: ({ nameservers }) => textCell(nameservers?.join(' ') || null),
    },
    {
      name: 'registration_date',
      title: 'REGISTERED',
      cell: ({ registration_date }) => textCell(registration_date),
    },
    { name: 'extra', title: '', cell: ({ extra }) => extraCell(extra) },
  ];
}

import type { Domain } from '../api/answers.ts';
import { flag, hostNames } from '../api/reading/values.ts';
import { unexpectedDifferences } from '../compare/remembered.ts';
import { Columns, cellAt, duplicateNotices, type MappedHeading } from '../compare/tables.ts';
import { readDay } from '../core/dates.ts';
import type { DomainFact } from '../core/facts.ts';
import { wholeName, withoutWww } from '../core/names.ts';
import type { Notice } from '../core/notices.ts';
import type { ListHost } from '../tables/lines.ts';
import { countsOf, domainDifferences } from './changes.ts';
import { domainNames } from './list.ts';

const sideNames = { onlyBefore: 'only in file', onlyAfter: 'only in account', differs: 'differs' };

const headings = {
  domain: /^(domain(name)?|fqdn|hostname)$/,
  status: /^(domain)?(status|state)$/,
  expiry:
    /^(domain)?(expir(y|es|ed|ation)|ex|(valid|paid|registered)(until|till|to))(date|at|on)?(utc)?$/,
  registration_date:
    /^(domain)?((reg(istration|istered)?|created|creation)(date|on)?|registeredat)(utc)?$/,
  auto_renew: /^(domain)?auto((matic)?renew(al|s)?(enabled|status)?)?$/,
  nameservers: /^(nameservers?|dnsservers?|ns)\d{0,2}$/,
} satisfies Record<DomainFact, RegExp>;

type FileFact = keyof typeof headings;

const dayAndMonth = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})\b/;

/** Sets the domains of a file beside those of the account. */
export function compareDomains(file: readonly Domain[], account: readonly Domain[]) {
  const { differences: list, warnings } = domainDifferences(file, account, sideNames);
  const closing = list.length > 0 ? countsOf(list) : 'the account and the file agree';
  return { warnings, answer: { list, closing, failed: unexpectedDifferences(list.length) } };
}

/** @throws Failure `io`, `usage` */
export async function readDomainFile(
  host: ListHost,
  path: string,
  mapped: readonly MappedHeading[] = [],
): Promise<{ domains: Domain[]; notices: Notice[] }> {
  const columns = await Columns.read(host, path, headings, mapped);
  const read = {
    domain: columns.reader(columns.required('domain'), nameIn, 'write names such as kabul.af'),
    status: columns.reader(columns.first('status'), (cell) => cell, ''),
    expiry: dayReader(columns, 'expiry'),
    registered: dayReader(columns, 'registration_date'),
    autoRenew: columns.reader(columns.first('auto_renew'), flag, 'write yes or no'),
    nameservers: columns.reader(
      columns.all('nameservers'),
      hostsIn,
      'write host names with blanks between',
    ),
  };
  const domains = columns.rows.map((row) => ({
    domain: read.domain(row),
    status: read.status(row),
    expiry: read.expiry(row),
    registration_date: read.registered(row),
    auto_renew: read.autoRenew(row),
    nameservers: read.nameservers(row),
  }));
  const twice = duplicateNotices(columns.name, domainNames(domains));
  return { domains, notices: [...columns.notices, ...twice, ...columns.unusedNotices()] };
}

function nameIn(cell: string): string | undefined {
  const name = wholeName(cell);
  return name && withoutWww(name);
}

function hostsIn(cell: string) {
  const names = cell.split(/[\s,;|]+/).filter(Boolean);
  return names.length > 0 ? hostNames(names) : null;
}

/** One row of a column decides whether its dates are day first or month first. */
function dayReader(columns: Columns<FileFact>, field: FileFact) {
  const found = columns.first(field);
  const [column = -1] = found;
  const dates = columns.rows.map(
    ({ cells }) => dayAndMonth.exec(cellAt(cells, column) ?? '') ?? [],
  );
  // With points between, the day is always first.
  const isDayFirst = dates.some(([, first, sign]) => Number(first) > 12 || sign === '.');
  const isMonthFirst = dates.some(([, , , second]) => Number(second) > 12);
  const dayIn = (cell: string) => {
    const [date = '', first = '', , second = '', year] = dayAndMonth.exec(cell) ?? [];
    if (date === '') return readDay(cell);
    if (isDayFirst === isMonthFirst && first !== second) return undefined;
    const [day, month] = isDayFirst ? [first, second] : [second, first];
    const iso = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
    return readDay(iso + cell.slice(date.length));
  };
  const hint = 'write the dates as 2027-03-31, since 03/04 may be in March or in April';
  return columns.reader(found, dayIn, hint);
}

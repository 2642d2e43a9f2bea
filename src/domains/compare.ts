import { parseBooleanLike, parseNameservers } from '../api/parse/values.ts';
import type { Domain } from '../api/responses.ts';
import { parseIsoDate } from '../core/dates.ts';
import type { DomainFactName } from '../core/domain-facts.ts';
import { parseDomainName, stripWww } from '../core/domain-names.ts';
import type { ColumnMapping } from '../lists/column-mapping.ts';
import { ColumnMap, warnAboutDuplicates } from '../lists/columns.ts';
import type { InputFileContext } from '../lists/input-file.ts';
import { describeUnexpectedDifferences, unknownDifferencesMessage } from '../snapshots/snapshot.ts';
import { diffDomains, formatChangeCounts } from './changes.ts';
import { getDomainNames } from './list.ts';

const sideLabels = { onlyBefore: 'only in file', onlyAfter: 'only in account', differs: 'differs' };

const headingPatterns = {
  domain: /^(domain(name)?|fqdn|hostname)$/,
  status: /^(domain)?(status|state)$/,
  expiry:
    /^(domain)?(expir(y|es|ed|ation)|ex|(valid|paid|registered)(until|till|to))(date|at|on)?(utc)?$/,
  registration_date:
    /^(domain)?((reg(istration|istered)?|created|creation)(date|on)?|registeredat)(utc)?$/,
  auto_renew: /^(domain)?auto((matic)?renew(al|s)?(enabled|status)?)?$/,
  nameservers: /^(nameservers?|dnsservers?|ns)\d{0,2}$/,
} satisfies Record<DomainFactName, RegExp>;

const numericDate = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})\b/;

/** @param isAccountComplete false if the account may hold domains that are not in `account` */
export function compareFileWithAccount(
  { domains, isComplete }: Awaited<ReturnType<typeof readDomainsFromCsv>>,
  account: readonly Domain[],
  isAccountComplete: boolean,
) {
  const { differences: list, warnings } = diffDomains(domains, account, sideLabels);
  if (list.length > 0) {
    const unmetMessage = describeUnexpectedDifferences(list.length);
    return { warnings, list, footer: formatChangeCounts(list), unmetMessage };
  }
  const isWhole = isComplete && warnings.length === 0;
  if (isWhole && isAccountComplete)
    return { warnings, list, footer: 'the account and the file agree' };
  const footer = isAccountComplete
    ? 'what was compared agrees'
    : 'what was compared agrees; whether the account holds other domains is not known';
  return { warnings, list, footer, unmetMessage: unknownDifferencesMessage };
}

/** Reads domains from a CSV file, or from stdin for `-`. @throws an `io` or `usage` Failure */
export async function readDomainsFromCsv(
  context: InputFileContext,
  path: string,
  mappings: readonly ColumnMapping[] = [],
) {
  const columns = await ColumnMap.read(context, path, headingPatterns, mappings);
  const [domainColumn = 0] = columns.requireOne('domain');
  const readDomain = columns.createReader(
    [domainColumn],
    parseName,
    'write names such as kabul.af',
  );
  const readStatus = columns.createReader(columns.findFirst('status'), (cell) => cell);
  const readExpiry = createDayReader(columns, 'expiry');
  const readRegistrationDate = createDayReader(columns, 'registration_date');
  const readAutoRenew = columns.createReader(
    columns.findFirst('auto_renew'),
    parseBooleanLike,
    'write yes or no',
  );
  const readNameservers = columns.createReader(
    columns.findAll('nameservers'),
    parseHostNames,
    'write host names with blanks between',
  );
  const domains = columns.findValidRows(domainColumn).flatMap((row) => {
    const domain = readDomain(row);
    // Do not read the other cells of a row without a domain, such as a row of totals.
    if (!domain) return [];
    return {
      domain,
      status: readStatus(row) ?? null,
      expiry: readExpiry(row) ?? null,
      registration_date: readRegistrationDate(row) ?? null,
      auto_renew: readAutoRenew(row) ?? null,
      nameservers: readNameservers(row) ?? null,
    };
  });
  const notices = [
    ...columns.notices,
    ...columns.getLeftOutWarnings(),
    ...warnAboutDuplicates(columns.name, getDomainNames(domains)),
    ...columns.getUnusedColumnNotices(),
  ];
  return { domains, notices, isComplete: columns.isComplete };
}

function parseName(cell: string) {
  const name = parseDomainName(cell);
  return name && stripWww(name);
}

function parseHostNames(cell: string) {
  const names = cell.split(/[\s,;|]+/).filter(Boolean);
  return names.length > 0 ? parseNameservers(names) : null;
}

/**
 * Creates a date parser. Since `03/04/2027` is ambiguous, a day above 12 anywhere in the column
 * decides whether its dates are day-first or month-first.
 */
function createDayReader(columns: ColumnMap<DomainFactName>, field: DomainFactName) {
  const indexes = columns.findFirst(field);
  const [column = -1] = indexes;
  const dates = columns.rows.map(({ cells }) => numericDate.exec(cells[column] ?? '') ?? []);
  // Dates written with dots, such as 03.04.2027, are always day-first.
  const isDayFirst = dates.some(([, first, separator]) => Number(first) > 12 || separator === '.');
  const isMonthFirst = dates.some(([, , , second]) => Number(second) > 12);
  const hint = 'write the dates as 2027-03-31, since 03/04 may be in March or in April';
  const parseDateCell = (cell: string) => {
    const [date = '', first = '', , second = '', year] = numericDate.exec(cell) ?? [];
    if (date === '') return parseIsoDate(cell);
    if (isDayFirst === isMonthFirst && first !== second) return undefined;
    const [day, month] = isDayFirst ? [first, second] : [second, first];
    const iso = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
    return parseIsoDate(iso + cell.slice(date.length));
  };
  return columns.createReader(indexes, parseDateCell, hint);
}

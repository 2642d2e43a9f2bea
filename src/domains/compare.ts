import { parseBooleanLike, parseNameservers } from '../api/parse/values.ts';
import type { Domain } from '../api/responses.ts';
import type { DomainFactName } from '../core/domain-facts.ts';
import { isDomainName, parseDomainName, stripWww } from '../core/domain-names.ts';
import type { Report } from '../core/report.ts';
import { pluralize } from '../core/text.ts';
import { ColumnMap, type TableSource, warnAboutDuplicates } from '../lists/columns.ts';
import type { InputFileContext } from '../lists/input-file.ts';
import { extractLeadingName, type SourceRecord } from '../lists/source-table.ts';
import { describeUnexpectedDifferences, unknownDifferencesMessage } from '../snapshots/snapshot.ts';
import { diffDomains, formatChangeCounts } from './changes.ts';
import { getDomainNames } from './list.ts';

const sideLabels = { onlyBefore: 'only in file', onlyAfter: 'only in account', differs: 'differs' };

const headingPatterns = {
  domain: /^(domains?|domainname|fqdn|hostname|(نام)?دامنه|دومین)$/,
  status: /^((domain)?(status|state)|وضعیت)$/,
  expiry:
    /^((domain)?(expir(y|es|ed|ation)|ex|(valid|paid|registered)(until|till|to))(date|at|on)?(utc)?|ablauf(datum)?|gültigbis|(تاریخ)?انقضا|دپاینېټه)$/,
  registration_date:
    /^((domain)?((reg(istration|istered)?|created|creation)(date|on)?|registeredat)(utc)?|registrier(t|ung)(am|sdatum)|تاریخثبت)$/,
  auto_renew:
    /^((domain)?auto((matic)?renew(al|s)?(enabled|status)?)?|automatischeverlängerung|تمدیدخودکار)$/,
  nameservers: /^(nameservers?|dnsservers?|ns)\d{0,2}$/,
} satisfies Record<DomainFactName, RegExp>;

/** @param isAccountComplete false if the account may hold domains that are not in `account` */
export function compareFileWithAccount(
  { domains, unread }: Awaited<ReturnType<typeof readDomainsFromFile>>,
  account: readonly Domain[],
  isAccountComplete: boolean,
  report: Report,
) {
  // A domain whose row was left out is in the file, although nothing of it was compared.
  const others = account.filter(({ domain }) => !unread.has(domain ?? ''));
  const list = diffDomains(domains, others, sideLabels, report);
  if (list.length > 0) {
    const unmetMessage = describeUnexpectedDifferences(list.length);
    return { list, footer: formatChangeCounts(list), unmetMessage };
  }
  if (report.isComplete) return { list, footer: 'the account and the file agree' };
  const footer = isAccountComplete
    ? 'what was compared agrees'
    : 'what was compared agrees; whether the account holds other domains is not known';
  return { list, footer, unmetMessage: unknownDifferencesMessage };
}

/** Reads domains from a file, or from stdin for `-`. @throws an `io` or `usage` Failure */
export async function readDomainsFromFile(context: InputFileContext, source: TableSource) {
  const columns = await ColumnMap.read(context, source, headingPatterns);
  const [domainColumn = 0] = columns.requireOne('domain', isDomainName);
  const readDomain = columns.createReader(
    [domainColumn],
    parseName,
    'write names such as kabul.af',
  );
  const readStatus = columns.createReader(columns.findFirst('status'), (cell) => cell);
  const [readExpiry, readRegistrationDate] = await columns.createDateReaders([
    'expiry',
    'registration_date',
  ]);
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
  const rows = new Map<string, SourceRecord>();
  const validRows = new Set(columns.findValidRows(domainColumn));
  const unread = findNames(columns.rows.filter((row) => !validRows.has(row)));
  let namelessCount = 0;
  const domains = [...validRows].flatMap((row) => {
    const domain = readDomain(row);
    if (domain === null) namelessCount += 1;
    // Do not read the other cells of a row without a domain, such as a row of totals.
    if (!domain) return [];
    rows.set(domain, row);
    return {
      domain,
      status: readStatus(row) ?? null,
      expiry: readExpiry?.(row) ?? null,
      registration_date: readRegistrationDate?.(row) ?? null,
      auto_renew: readAutoRenew(row) ?? null,
      nameservers: readNameservers(row) ?? null,
    };
  });
  const { report } = context;
  columns.reportNotices(report);
  if (namelessCount > 0)
    report.note(`left out ${pluralize(namelessCount, 'row')} without a domain`);
  const remarkCount = countRemarks([...rows.values()], domainColumn);
  if (remarkCount > 0) report.note(`left out the remark beside ${pluralize(remarkCount, 'name')}`);
  warnAboutDuplicates(columns.name, getDomainNames(domains), report);
  columns.reportUnusedColumns(report);
  return { domains, table: { name: columns.name, headings: columns.header, rows }, unread };
}

function countRemarks(rows: readonly SourceRecord[], column: number) {
  return rows.filter(({ cells }) => extractLeadingName(cells[column] ?? '')?.hasRemark).length;
}

function findNames(rows: readonly SourceRecord[]) {
  return new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => parseName(cell) ?? [])));
}

function parseName(cell: string) {
  const name = parseDomainName(extractLeadingName(cell)?.name ?? cell);
  return name && stripWww(name);
}

function parseHostNames(cell: string) {
  const names = cell.split(/[\s,;|]+/).filter(Boolean);
  return names.length > 0 ? parseNameservers(names) : null;
}

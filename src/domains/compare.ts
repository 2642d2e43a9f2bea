import { parseBooleanLike, parseNameservers } from '../api/parse/values.ts';
import type { Domain } from '../api/responses.ts';
import { comparedAttributes, type DomainAttribute } from '../core/api-vocabulary.ts';
import { parseDomainName, stripWww } from '../core/domain-names.ts';
import type { Report } from '../core/report.ts';
import { joinNames, pluralize } from '../core/text.ts';
import { usageError } from '../errors.ts';
import {
  columnMappingHint,
  type FileColumns,
  formatColumnProblems,
  warnAboutDuplicates,
} from '../lists/columns.ts';
import type { FileSource, InputFileContext } from '../lists/input-file.ts';
import { parseInputLine } from '../lists/lines.ts';
import {
  domainHeadingPattern,
  formatLineNumbers,
  readNameList,
  selectValidNames,
} from '../lists/name-list.ts';
import { joinCells, type Row } from '../lists/table.ts';
import {
  type DomainDifference,
  describeUnexpectedDifferences,
  unknownDifferencesMessage,
} from '../state/snapshot.ts';
import type { AccountDomains, AccountSource } from './account.ts';
import {
  createAddedOrRemovedDifference,
  formatChangeCounts,
  normalizeAttribute,
} from './changes.ts';
import { classifyStatus, getDomainNames, sortDomains, warnIfAttributeUnknown } from './list.ts';

const headingPatterns = {
  domain: domainHeadingPattern,
  status: /^((domain)?(status|state)|وضعیت)$/,
  expiry:
    /^((domain)?(expir(y|es?|ed|ation)|renewal|ex|(valid|paid|registered)(until|till|to))(date|at|on)?(utc)?|ablauf(datum)?|gültigbis|(تاریخ)?(انقضا|ختم)|دپاینېټه)$/,
  registration_date:
    /^((domain)?((reg(istration|istered)?|created|creation)(date|on)?|registeredat)(utc)?|registrier(t|ung)(am|sdatum)|تاریخثبت)$/,
  auto_renew:
    /^((domain)?auto((matic)?renew(al|s)?(enabled|status)?)?|automatischeverlängerung|تمدیدخودکار)$/,
  nameservers: /^(nameservers?|dnsservers?|ns)\d{0,2}$/,
} satisfies Record<DomainAttribute, RegExp>;

const unknownAttributes = {
  status: null,
  expiry: null,
  registration_date: null,
  auto_renew: null,
  nameservers: null,
};

export async function readDomainsFromFile(context: InputFileContext, source: FileSource) {
  const { report } = context;
  const list = await readNameList(context, source, headingPatterns);
  const { name, columns, unknownHeadings } = list;
  const { names, nameless, unread } = selectValidNames(list);
  if (unknownHeadings.length > 0) {
    const way = `--map '<heading>=domain', a heading of ${joinNames(unknownHeadings, 20)}`;
    report.gap(`${name}: no heading is known, so only names are compared: ${way}`);
  }
  if (names.length === 0)
    throw usageError(`${name} holds no names`, 'name a list of domains, or a table with them');
  const readAttributes = columns && (await createAttributeReader(columns, report));
  const domains = names.map(
    ({ domain, row }): Domain => ({ ...unknownAttributes, ...readAttributes?.(row), domain }),
  );
  columns?.reportProblems(report);
  const problemText = formatColumnProblems(name, unread);
  if (problemText !== undefined) report.gap(problemText);
  if (nameless.length > 0) {
    const rows = pluralize(nameless.length, 'row');
    report.note(`${name}: ${rows} without a domain: ${formatLineNumbers(nameless)}`);
  }
  warnAboutDuplicates(name, getDomainNames(names), report);
  if (columns) reportIgnoredColumns(columns, report);
  const headings = columns?.headings ?? [];
  const rows = new Map(names.map(({ domain, row }) => [domain, row]));
  const unreadNames = new Set(unread.flatMap(({ row }) => findNames(row)));
  return { domains, table: { name, headings, rows }, unreadNames };
}

export function compareFileWithAccount(
  { domains, unreadNames }: Awaited<ReturnType<typeof readDomainsFromFile>>,
  account: AccountDomains,
  source: AccountSource,
) {
  // The file contains the domains in its unparsable rows, so they are not `only in account`.
  const others = account.domains.filter(({ domain }) => !unreadNames.has(domain ?? ''));
  const list = diffDomains(indexByName(domains), indexByName(others), source);
  if (list.length > 0) {
    const unmetMessage = describeUnexpectedDifferences(list.length);
    return { list, footer: formatChangeCounts(list), unmetMessage };
  }
  if (source.report.isComplete) return { list, footer: 'the account and the file agree' };
  const footer = account.sightings.isComplete
    ? 'what was compared agrees'
    : 'what was compared agrees; whether the account holds other domains is not known';
  return { list, footer, unmetMessage: unknownDifferencesMessage };
}

async function createAttributeReader(columns: FileColumns<DomainAttribute>, report: Report) {
  const readStatus = columns.createReader([columns.findFirst('status')], (text) => text, '');
  const [readExpiry, readRegistrationDate] = await columns.createDateReaders(
    ['expiry', 'registration_date'],
    report,
  );
  const readAutoRenew = columns.createReader(
    [columns.findFirst('auto_renew')],
    parseYesOrNo,
    'write yes or no',
  );
  const readNameservers = columns.createReader(
    columns.findAll('nameservers'),
    parseHostNames,
    'write host names with blanks between',
  );
  return (row: Row) => ({
    status: readStatus(row) ?? null,
    expiry: readExpiry?.(row) ?? null,
    registration_date: readRegistrationDate?.(row) ?? null,
    auto_renew: readAutoRenew(row) ?? null,
    nameservers: readNameservers(row) ?? null,
  });
}

function parseYesOrNo(text: string) {
  if (/^(بلی|بله|هو)$/.test(text)) return true;
  return /^(نخیر|نه|نی)$/.test(text) ? false : parseBooleanLike(text);
}

function parseHostNames(text: string) {
  const names = text.split(/[\s,;|]+/).filter(Boolean);
  return names.length > 0 ? parseNameservers(names) : null;
}

function reportIgnoredColumns(columns: FileColumns<DomainAttribute>, report: Report) {
  const ignored = columns.findUnused().filter((column) => columns.headings[column] !== '');
  const repeated = ignored.filter((column) => columns.isKnown(column));
  const others = ignored.filter((column) => !columns.isKnown(column));
  const list = (found: readonly number[]) =>
    found.map((column) => columns.getLabel(column)).join(', ');
  if (repeated.length > 0)
    report.gap(`another column is compared in place of: ${list(repeated)}; ${columnMappingHint}`);
  if (others.length > 0) report.note(`not compared: ${list(others)}; ${columnMappingHint}`);
}

function findNames(row: Row) {
  const names = parseInputLine(joinCells(row, ' ')).names.flatMap(
    (name) => parseDomainName(name) ?? [],
  );
  return names.map(stripWww);
}

function diffDomains(
  inFile: ReadonlyMap<string, Domain>,
  inAccount: ReadonlyMap<string, Domain>,
  source: AccountSource,
): DomainDifference[] {
  const pairs = [...inFile].flatMap(([name, fileDomain]) => {
    const accountDomain = inAccount.get(name);
    return accountDomain ? [{ name, fileDomain, accountDomain }] : [];
  });
  for (const attribute of comparedAttributes) {
    if (source.service.isConfiguredAbsent(attribute)) continue;
    const stated = pairs.filter(({ fileDomain }) => fileDomain[attribute] !== null);
    const candidates = stated.map(({ accountDomain }) => accountDomain);
    warnIfAttributeUnknown(candidates, attribute, 'not compared:', source);
  }
  const attributeDifferences = pairs.flatMap(({ name, fileDomain, accountDomain }) =>
    comparedAttributes.flatMap((field) => {
      const [before, after] = [fileDomain[field], accountDomain[field]];
      if (before === null || after === null || isSame(field, before, after)) return [];
      return { domain: name, change: 'differs', field, before, after };
    }),
  );
  const onlyInFile = [...inFile].filter(
    ([name, { status }]) => !inAccount.has(name) && classifyStatus(status).name !== 'ended',
  );
  const onlyInAccount = [...inAccount].filter(([name]) => !inFile.has(name));
  return [
    ...attributeDifferences,
    ...onlyInFile.map(([name]) => createAddedOrRemovedDifference(name, 'only in file')),
    ...onlyInAccount.map(([name]) => createAddedOrRemovedDifference(name, 'only in account')),
  ];
}

function isSame(
  attribute: DomainAttribute,
  before: Domain[DomainAttribute],
  after: Domain[DomainAttribute],
) {
  if (attribute !== 'status') return normalizeAttribute(before) === normalizeAttribute(after);
  return classifyStatus(String(before)).name === classifyStatus(String(after)).name;
}

function indexByName(domains: readonly Domain[]) {
  const entries = sortDomains(domains, 'domain').flatMap((domain) =>
    domain.domain === null ? [] : [[domain.domain, domain] as const],
  );
  return new Map(entries);
}

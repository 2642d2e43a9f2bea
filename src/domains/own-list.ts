import { parseBooleanLike, parseNameservers } from '../api/parse/values.ts';
import type { Domain } from '../api/responses.ts';
import type { DomainAttribute } from '../core/domain-attributes.ts';
import { parseDomainName, stripWww } from '../core/domain-names.ts';
import type { Report } from '../core/report.ts';
import { pluralize } from '../core/text.ts';
import { usageError } from '../errors.ts';
import { type Columns, formatProblems, mapHint, warnAboutDuplicates } from '../lists/columns.ts';
import {
  describeLines,
  domainHeadingPattern,
  readDomainList,
  selectValidNames,
} from '../lists/domain-list.ts';
import type { FileSource, InputFileContext } from '../lists/input-file.ts';
import { parseLine } from '../lists/lines.ts';
import { joinCells, type Row } from '../lists/table.ts';

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

/** Reads domains from a file, or from stdin for `-`. @throws an `io` or `usage` error */
export async function readOwnDomains(context: InputFileContext, source: FileSource) {
  const { report } = context;
  const list = await readDomainList(context, source, headingPatterns);
  const { name, columns } = list;
  const { names, nameless, unread } = selectValidNames(list);
  if (names.length === 0)
    throw usageError(`${name} holds no names`, 'name a list of domains, or a table with them');
  const readAttributes = columns
    ? await createAttributeReader(columns, report)
    : () => unknownAttributes;
  const domains = names.map(({ domain, row }): Domain => {
    return { domain, ...readAttributes(row) };
  });
  columns?.reportProblems(report);
  const problemText = formatProblems(name, unread);
  if (problemText !== undefined) report.gap(problemText);
  if (nameless.length > 0)
    report.note(
      `${name}: ${pluralize(nameless.length, 'row')} without a domain: ${describeLines(nameless)}`,
    );
  warnAboutDuplicates(
    name,
    names.map(({ domain }) => domain),
    report,
  );
  if (columns) reportUnusedColumns(columns, report);
  return {
    domains,
    table: {
      name,
      headings: columns?.headings ?? [],
      rows: new Map(names.map(({ domain, row }) => [domain, row])),
    },
    unreadNames: new Set(unread.flatMap(({ row }) => findNames(row))),
  };
}

/** Reports columns that are not compared. A second column for an attribute is a gap in the comparison. */
function reportUnusedColumns(columns: Columns<DomainAttribute>, report: Report) {
  const unused = columns.findUnused().filter((column) => columns.headings[column] !== '');
  const repeated = unused.filter((column) => columns.isKnown(column));
  const others = unused.filter((column) => !repeated.includes(column));
  const list = (found: readonly number[]) =>
    found.map((column) => columns.getLabel(column)).join(', ');
  if (repeated.length > 0)
    report.gap(`another column is compared in place of: ${list(repeated)}; ${mapHint}`);
  if (others.length > 0) report.note(`not compared: ${list(others)}; ${mapHint}`);
}

async function createAttributeReader(columns: Columns<DomainAttribute>, report: Report) {
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

/** Finds the names in a row that was left out, which are in the file nevertheless. */
function findNames(row: Row) {
  const names = parseLine(joinCells(row, ' ')).names.flatMap((name) => parseDomainName(name) ?? []);
  return names.map(stripWww);
}

function parseYesOrNo(text: string) {
  if (/^(بلی|بله|هو)$/.test(text)) return true;
  return /^(نخیر|نه|نی)$/.test(text) ? false : parseBooleanLike(text);
}

function parseHostNames(text: string) {
  const names = text.split(/[\s,;|]+/).filter(Boolean);
  return names.length > 0 ? parseNameservers(names) : null;
}

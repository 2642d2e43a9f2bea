import type { Domain } from '../api/answers.ts';
import { flag } from '../api/reading/values.ts';
import type { Context } from '../cli/context.ts';
import { unexpected } from '../compare/looks.ts';
import type { MappedHeading } from '../compare/options.ts';
import {
  cellAt,
  columnsOf,
  plainHeading,
  readTable,
  type Table,
  warnOfTwice,
} from '../compare/tables.ts';
import { readDay } from '../core/dates.ts';
import { tidyName } from '../core/names.ts';
import { named } from '../core/text.ts';
import { domainDifferences } from './changes.ts';
import { domainFacts, domainList } from './list.ts';

const names = { onlyBefore: 'only in file', onlyAfter: 'only in account', differs: 'differs' };

const headings = {
  domain: /^(domain( ?name)?|fqdn|host ?name)$/,
  status: /^(domain )?(status|state)$/,
  expiry:
    /^(domain )?(expir(y|es|ed|ation)|ex|(valid|paid|registered) (until|till|to))( ?(date|at|on))?( utc)?$/,
  registration_date:
    /^(domain )?((reg(istration|istered)?|created|creation)( ?(date|on))?|registered at)( utc)?$/,
  auto_renew: /^(domain )?auto(matic)? ?renew(al|s)?( enabled| status)?$/,
  nameservers: /^(name ?servers?|dns servers?|ns)( \d{1,2})?$/,
};

const dayAndMonth = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})(?!\d)/;

const dayHint = 'write the dates as 2027-03-31, since 03/04 may be in March or in April';

export async function compareDomains(
  context: Context,
  file: string,
  map: readonly MappedHeading[] = [],
) {
  const before = await readDomainFile(context, file, map);
  const list = await domainDifferences(context, before, await domainList(context), names);
  return { list, failed: unexpected(list.length) };
}

async function readDomainFile(
  context: Context,
  path: string,
  mapped: readonly MappedHeading[],
): Promise<Domain[]> {
  const table = withHeader(await readTable(context, path));
  const columns = columnsOf(table, headings, mapped);
  const [expiry, registered] = [columns.of('expiry'), columns.of('registration_date')];
  const hosts = columns.of('nameservers', Number.POSITIVE_INFINITY);
  const read = {
    domain: columns.reader(columns.required('domain'), hostName, 'write names such as kabul.af'),
    status: columns.reader(columns.of('status'), (cell) => cell, ''),
    expiry: columns.reader(expiry, dayParser(table, expiry), dayHint),
    registration_date: columns.reader(registered, dayParser(table, registered), dayHint),
    auto_renew: columns.reader(
      columns.of('auto_renew'),
      (cell) => flag(cell) ?? undefined,
      'write yes or no',
    ),
    nameservers: columns.reader(hosts, hostNames, 'write host names with blanks between'),
  };
  const domains = table.lines.map((line) => ({
    domain: read.domain(line),
    status: read.status(line),
    expiry: read.expiry(line),
    registration_date: read.registration_date(line),
    auto_renew: read.auto_renew(line),
    nameservers: read.nameservers(line),
  }));
  const nameless = table.lines.filter((_, at) => domains[at]?.domain === null);
  if (nameless.length > 0) {
    const numbers = named(nameless.map(({ number }) => String(number)));
    await context.output.warning(`${table.name}: no domain on line ${numbers}`);
  }
  const listed = domains.flatMap(({ domain }) => domain ?? []);
  await warnOfTwice(context, table.name, listed);
  const stated = domainFacts.filter((fact) => domains.some((domain) => domain[fact] !== null));
  await context.output.note(`compared by ${['domain', ...stated].join(', ')}`);
  await columns.noteUnused(context);
  return domains;
}

/** Without a heading, the first host name of the first line says where the domains are. */
function withHeader(table: Table): Table {
  const { header, lines } = table;
  const at = header.findIndex((cell) => hostName(cell) !== undefined);
  if (at < 0 || header.some((cell) => headings.domain.test(plainHeading(cell)))) return table;
  return {
    ...table,
    header: header.map((_, column) => (column === at ? 'domain' : '')),
    lines: [{ number: 1, cells: header }, ...lines],
  };
}

/** One row of a column decides whether its dates are day first or month first. */
function dayParser({ lines }: Table, [column]: readonly number[]) {
  const orders = lines.map((line) => {
    const [, first, , second] = dayAndMonth.exec(cellAt(line, column) ?? '') ?? [];
    return Number(first) > 12 ? '$1.$3.$4' : Number(second) > 12 ? '$3.$1.$4' : undefined;
  });
  const [order, ...others] = new Set(orders.filter((one) => one !== undefined));
  const isDecided = order !== undefined && others.length === 0;
  return (cell: string) => readDay(isDecided ? cell.replace(dayAndMonth, order) : cell);
}

/** Reads a whole name, however it is written; a bare label is not one. */
function hostName(cell: string): string | undefined {
  const tidied = tidyName(cell);
  return tidied.ok && tidied.value.tidying !== 'completed' ? tidied.value.names[0] : undefined;
}

function hostNames(cell: string): string[] | undefined {
  const parts = cell.split(/[\s,;|]/).filter((part) => part !== '');
  const hosts = parts.flatMap((part) => hostName(part) ?? []);
  return hosts.length === Math.max(1, parts.length) ? hosts : undefined;
}

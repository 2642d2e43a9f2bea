import type { Domain } from '../api/answers.ts';
import { flag } from '../api/reading/values.ts';
import type { Context } from '../cli/context.ts';
import type { MappedHeading } from '../compare/options.ts';
import {
  Columns,
  cellAt,
  plainHeading,
  readTable,
  type Table,
  type TableLine,
  unreadable,
  warnOfTwice,
} from '../compare/tables.ts';
import { readDay } from '../core/dates.ts';
import { tidyName } from '../core/names.ts';
import { named } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { type DomainField, domainFields } from './list.ts';

const headings: Readonly<Record<DomainField, RegExp>> = {
  domain: /^(domain( ?name)?|fqdn|host ?name)$/,
  status: /^(domain )?(status|state)$/,
  expiry:
    /^(domain )?(expir(y|es|ed|ation)|ex|(valid|paid|registered) (until|till|to))( ?(date|at|on))?( utc)?$/,
  registration_date:
    /^(domain )?((reg(istration|istered)?|created|creation)( ?(date|on))?|registered at)( utc)?$/,
  auto_renew: /^(domain )?auto(matic)? ?renew(al|s)?( enabled| status)?$/,
  nameservers: /^(name ?servers?|dns servers?|ns)( \d{1,2})?$/,
};

/** Each of the first two numbers could be the month. */
const dayAndMonth = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})(?!\d)/;

/**
 * Reads domains and their facts from a table, or from a bare list of names, and says which columns
 * are compared.
 *
 * @throws Failure `io` when it cannot be read, `usage` for a value that cannot, or without a domain
 */
export async function readDomainFile(
  context: Context,
  path: string,
  mapped: readonly MappedHeading[],
): Promise<Domain[]> {
  const table = withHeader(await readTable(context, path));
  const columns = new Columns(table, headings, mapped);
  const [column] = columns.of('domain');
  if (column === undefined) {
    throw new Failure('usage', `no column of ${table.name} is called 'domain'`, {
      hint: "call one column 'domain', or give --map <heading>=domain",
    });
  }
  const [status, autoRenew] = [columns.of('status'), columns.of('auto_renew')];
  const hosts = columns.of('nameservers', Number.POSITIVE_INFINITY);
  const expiry = dayReader(columns, 'expiry');
  const registered = dayReader(columns, 'registration_date');
  const domains = table.lines.map((line) => ({
    domain: domainIn(table, line, column),
    status: columns.read(line, status, (cell) => cell, '') ?? null,
    expiry: expiry(line),
    registration_date: registered(line),
    auto_renew: columns.read(line, autoRenew, flag, 'write yes or no') ?? null,
    nameservers:
      columns.read(line, hosts, hostNames, 'write host names with blanks between') ?? null,
  }));
  const nameless = table.lines.filter((_, at) => domains[at]?.domain === null);
  if (nameless.length > 0) {
    const numbers = named(nameless.map(({ number }) => String(number)));
    await context.output.warning(`${table.name}: no domain on line ${numbers}`);
  }
  const names = domains.flatMap(({ domain }) => domain ?? []);
  await warnOfTwice(context, table.name, names);
  const stated = domainFields.filter((field) => domains.some((domain) => domain[field] !== null));
  await context.output.note(`compared by ${stated.join(', ')}`);
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

function domainIn(table: Table, line: TableLine, column: number): string | null {
  const cell = cellAt(line, column);
  if (cell === undefined) return null;
  const domain = hostName(cell);
  if (domain !== undefined) return domain;
  const hint = 'write whole names such as kabul.af, or give --map <heading>=domain';
  throw unreadable(table, line, cell, 'is not a domain name', hint);
}

/** One row of a column decides whether its dates are day first or month first. */
function dayReader(
  columns: Columns<DomainField>,
  field: 'expiry' | 'registration_date',
): (line: TableLine) => string | null {
  const { table } = columns;
  const found = columns.of(field);
  const parts = table.lines.flatMap((line) => [dayAndMonth.exec(cellAt(line, found[0]) ?? '')]);
  const isDayFirst = parts.some((one) => Number(one?.[1]) > 12);
  const isMonthFirst = parts.some((one) => Number(one?.[3]) > 12);
  const isDecided = isDayFirst !== isMonthFirst;
  const hint = 'write the dates as 2027-03-31';
  return (line) => {
    const cell = cellAt(line, found[0]) ?? '';
    const [, first, , second] = dayAndMonth.exec(cell) ?? [];
    if (!isDecided && first !== second && Number(first) <= 12 && Number(second) <= 12) {
      throw unreadable(table, line, cell, 'could be day/month or month/day', hint);
    }
    const order = isDayFirst ? '$1.$3.$4' : '$3.$1.$4';
    const parse = (text: string) => readDay(isDecided ? text.replace(dayAndMonth, order) : text);
    return columns.read(line, found, parse, hint) ?? null;
  };
}

/** Reads a whole name, however it is written; a bare label is not one. */
function hostName(cell: string): string | undefined {
  if (!/^[^@\s]+[.。．｡][^@\s]+$/u.test(cell)) return undefined;
  const tidied = tidyName(cell);
  return tidied.ok ? tidied.value.names[0] : undefined;
}

/** Leaves out the addresses that may be beside the names of name servers. */
function hostNames(cell: string): string[] | undefined {
  const parts = cell.split(/[\s,;|]+/).filter((part) => !/^[\d.]+$|:/.test(part) && part !== '');
  const hosts = parts.flatMap((part) => hostName(part) ?? []);
  return hosts.length === parts.length && hosts.length > 0 ? hosts : undefined;
}

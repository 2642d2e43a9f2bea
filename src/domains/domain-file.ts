import type { Domain } from '../api/answers.ts';
import { flag } from '../api/reading/values.ts';
import type { Context } from '../cli/context.ts';
import type { MappedHeading } from '../compare/compare-options.ts';
import {
  cellAt,
  columnFinder,
  noteUnused,
  plainHeading,
  readTable,
  type Table,
  type TableLine,
  unreadable,
} from '../compare/tables.ts';
import { readDay } from '../core/dates.ts';
import { tidyName } from '../core/names.ts';
import { Failure } from '../errors.ts';
import { type DomainField, domainFields } from './list.ts';

export type Fact = Exclude<DomainField, 'domain'>;

export const facts = domainFields.filter((field): field is Fact => field !== 'domain');

interface FactReader<Value> {
  /** Undefined for a text that cannot be read. */
  read(cell: string): Value | undefined;
  hint: string;
}

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
  const columnsOf = columnFinder(table.header, headings, mapped);
  const [column] = columnsOf('domain');
  if (column === undefined) {
    throw new Failure('usage', `no column of ${table.name} is called 'domain'`, {
      hint: "call one column 'domain', or give --map <heading>=domain",
    });
  }
  const readers = {
    status: factReader(table, columnsOf('status'), { read: (cell) => cell, hint: 'write a word' }),
    expiry: dayReader(table, columnsOf('expiry')),
    registration_date: dayReader(table, columnsOf('registration_date')),
    auto_renew: factReader(table, columnsOf('auto_renew'), { read: flag, hint: 'write yes or no' }),
    nameservers: factReader(table, columnsOf('nameservers'), {
      read: hostNames,
      hint: 'write host names with blanks between',
    }),
  };
  const domains = table.lines.map((line) => ({
    domain: domainIn(table, line, column),
    status: readers.status(line),
    expiry: readers.expiry(line),
    registration_date: readers.registration_date(line),
    auto_renew: readers.auto_renew(line),
    nameservers: readers.nameservers(line),
  }));
  await warnOfNames(context, table, domains);
  const stated = domainFields.filter((field) => domains.some((domain) => domain[field] !== null));
  await context.output.note(`compared by ${stated.join(', ')}`);
  await noteUnused(context, table, [
    column,
    ...facts.flatMap((fact) => columnsOf(fact).slice(0, fact === 'nameservers' ? undefined : 1)),
  ]);
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

/** A fact that cannot be read must not count as one that agrees. */
function factReader<Value>(
  table: Table,
  columns: readonly number[],
  { read, hint }: FactReader<Value>,
): (line: TableLine) => Value | null {
  const heading = table.header[columns[0] ?? 0];
  return (line) => {
    const cell = columns.flatMap((column) => cellAt(line, column) ?? []).join(' ');
    if (cell === '') return null;
    const value = read(cell);
    if (value !== undefined) return value;
    throw unreadable(table, line, cell, `cannot be read as '${heading}'`, hint);
  };
}

/** One row of a column decides whether its dates are day first or month first. */
function dayReader(table: Table, [column]: readonly number[]): (line: TableLine) => string | null {
  const dates = table.lines.flatMap((line) => {
    const parts = dayAndMonth.exec(cellAt(line, column) ?? '');
    return parts ? [{ first: Number(parts[1]), second: Number(parts[3]) }] : [];
  });
  const isDayFirst = dates.some(({ first }) => first > 12);
  const isMonthFirst = dates.some(({ second }) => second > 12);
  const hint = 'write the dates as 2027-03-31';
  const read = factReader(table, column === undefined ? [] : [column], {
    read: (cell) => {
      if (isDayFirst === isMonthFirst) return readDay(cell);
      return readDay(cell.replace(dayAndMonth, isDayFirst ? '$1.$3.$4' : '$3.$1.$4'));
    },
    hint,
  });
  return (line) => {
    const cell = cellAt(line, column) ?? '';
    const [, first, , second] = dayAndMonth.exec(cell) ?? [];
    const isUndecided = isDayFirst === isMonthFirst && first !== second;
    if (isUndecided && Number(first) <= 12 && Number(second) <= 12) {
      throw unreadable(table, line, cell, 'could be day/month or month/day', hint);
    }
    return read(line);
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

async function warnOfNames(
  { output }: Context,
  { name, lines }: Table,
  domains: readonly Domain[],
): Promise<void> {
  const nameless = lines.filter((_, at) => domains[at]?.domain === null);
  if (nameless.length > 0) {
    const numbers = nameless.slice(0, 3).map(({ number }) => number);
    const more = nameless.length > numbers.length ? ' and more' : '';
    await output.warning(`${name}: no domain on line ${numbers.join(', ')}${more}`);
  }
  const names = domains.flatMap(({ domain }) => domain ?? []);
  const seen = new Set<string>();
  const twice = new Set(names.filter((one) => seen.size === seen.add(one).size));
  if (twice.size > 0) {
    const [first] = twice;
    const others = twice.size > 1 ? ` and ${twice.size - 1} more` : '';
    await output.warning(`${name}: ${first}${others} on several lines; the last one counts`);
  }
}

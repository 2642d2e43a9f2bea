import type { Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import type { MappedHeading } from '../compare/compare-options.ts';
import { Headings } from '../compare/headings.ts';
import {
  cellAt,
  readTableFile,
  type TableFile,
  type TableLine,
  unreadable,
} from '../compare/table-file.ts';
import { Failure } from '../errors.ts';
import { domainVocabulary, factReaders, hostName } from './domain-columns.ts';
import { type Fact, facts } from './domain-comparison.ts';
import { type DomainField, domainFields } from './list.ts';

export interface DomainFile {
  /** As messages call it. */
  name: string;
  domains: Domain[];
  /** Those that the file states of any domain. */
  fields: DomainField[];
  /** The headings of all other columns. */
  unused: string[];
}

/** The columns that make up the name. */
interface NameColumns {
  columns: number[];
  /** Undefined where the line states none. */
  read(line: TableLine): string | undefined;
}

type FactColumns = ReadonlyMap<Fact, readonly number[]>;

/** Both could be the month. */
const twoMonths = /^(0?\d|1[0-2])([-/])(0?\d|1[0-2])\2\d{4}/;

/**
 * Finds columns by their headings. Without headings the first host name of a line is the domain.
 *
 * @throws Failure `io` when it cannot be read, `usage` for a value that cannot, or without a domain
 */
export async function readDomainFile(
  context: Context,
  path: string,
  mapped: readonly MappedHeading[],
): Promise<DomainFile> {
  const file = await readTableFile(context, path);
  const { header, lines } = withHeader(file);
  const headings = new Headings(header, domainVocabulary, mapped);
  const name = nameColumns(file, headings, lines);
  const columns = factColumns(headings);
  const domains = lines.map((line) => readLine(file, header, line, name, columns));
  await warnOfNames(context, file, lines, domains);
  const used = new Set([...name.columns, ...[...columns.values()].flat()]);
  return {
    name: file.name,
    domains,
    fields: domainFields.filter((field) => domains.some((domain) => domain[field] !== null)),
    unused: header.filter((heading, column) => heading !== '' && !used.has(column)),
  };
}

function withHeader({ lines }: TableFile): {
  header: readonly string[];
  lines: readonly TableLine[];
} {
  const [{ cells }, ...others] = lines;
  const at = cells.findIndex((cell) => hostName(cell) !== undefined);
  const hasHeading = new Headings(cells, domainVocabulary, []).columns('domain').length > 0;
  if (at < 0 || hasHeading) return { header: cells, lines: others };
  return { header: cells.map((_, column) => (column === at ? 'domain' : '')), lines };
}

/** An id or a name may be that of an order or a client, and then holds no host name. */
function nameColumns(
  file: TableFile,
  headings: Headings<DomainField | 'label' | 'tld'>,
  lines: readonly TableLine[],
): NameColumns {
  const candidates = headings.columns('domain');
  const holdsNames = (column: number) =>
    lines.some((line) => hostName(cellAt(line, column) ?? '') !== undefined);
  const whole = candidates.find(holdsNames);
  if (whole !== undefined) return { columns: [whole], read: (line) => cellAt(line, whole) };
  const [label = candidates[0]] = headings.columns('label');
  const [tld] = headings.columns('tld');
  if (label !== undefined && tld !== undefined) {
    const read = (line: TableLine) => joined(cellAt(line, label), cellAt(line, tld));
    return { columns: [label, tld], read };
  }
  throw new Failure('usage', `no column of ${file.name} holds domain names`, {
    hint: "call one column 'domain', or give --map <heading>=domain",
  });
}

function joined(label: string | undefined, tld: string | undefined): string | undefined {
  return label && tld && `${label.replace(/\.$/, '')}.${tld.replace(/^\./, '')}`;
}

function factColumns(headings: Headings<DomainField | 'label' | 'tld'>): FactColumns {
  return new Map(
    facts.map((fact) => {
      const columns = headings.columns(fact);
      // Nameservers may have a column each.
      return [
        fact,
        fact === 'nameservers' ? columns.toSorted((a, b) => a - b) : columns.slice(0, 1),
      ];
    }),
  );
}

function readLine(
  file: TableFile,
  header: readonly string[],
  line: TableLine,
  name: NameColumns,
  columns: FactColumns,
): Domain {
  /** A fact that cannot be read must not count as one that agrees. */
  const read = <One extends Fact>(fact: One): Domain[One] => {
    const taken = columns.get(fact) ?? [];
    const cell = taken.flatMap((column) => cellAt(line, column) ?? []).join(' ');
    if (cell === '') return null;
    const reader = factReaders[fact];
    const value = reader.read(cell);
    if (value !== undefined) return value;
    const says = twoMonths.test(cell) ? 'does not tell day and month apart' : undefined;
    throw unreadable(file, line, header[taken[0] ?? 0] ?? '', cell, reader.hint, says);
  };
  const written = name.read(line);
  const domain = written === undefined ? null : hostName(written);
  if (domain === undefined) {
    const hint = 'write whole names, such as kabul.af, or leave the line out';
    throw unreadable(file, line, 'domain', written ?? '', hint, 'is not a domain name');
  }
  return {
    domain,
    status: read('status'),
    expiry: read('expiry'),
    registration_date: read('registration_date'),
    auto_renew: read('auto_renew'),
    nameservers: read('nameservers'),
  };
}

async function warnOfNames(
  { output }: Context,
  { name }: TableFile,
  lines: readonly TableLine[],
  domains: readonly Domain[],
): Promise<void> {
  const nameless = lines.filter((_, at) => domains[at]?.domain === null);
  if (nameless.length > 0) {
    const numbers = nameless.slice(0, 3).map(({ number }) => number);
    const more = nameless.length > numbers.length ? ' and more' : '';
    await output.warning(`${name}: no domain on line ${numbers.join(', ')}${more}`);
  }
  const names = domains.flatMap(({ domain }) => domain ?? []);
  const twice = new Set(names.filter((one, at) => names.indexOf(one) !== at));
  if (twice.size > 0) {
    const [first] = twice;
    const others = twice.size > 1 ? ` and ${twice.size - 1} more` : '';
    await output.warning(`${name}: ${first}${others} on several lines; the last one counts`);
  }
}

import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { shapes } from '../api/schemas.ts';
import { isCalled, readFacts } from '../api/tolerant/facts.ts';
import { hostName } from '../api/tolerant/values.ts';
import type { Domain } from '../api/types.ts';
import { Failure, fileFailure } from '../errors.ts';
import { domainFields } from './domain-fields.ts';

/** What a file says, and which facts it says anything of. */
export interface DomainFile {
  domains: Domain[];
  fields: (typeof domainFields)[number][];
}

/**
 * The domains in a CSV file of another program: its columns are recognised by their names as the
 * fields of an answer are. Without a header the first field of a line is the name.
 *
 * @throws Failure `io` when it cannot be read, `usage` when it holds no domain
 */
export function domainsInFile(file: string): DomainFile {
  const [first = [], ...others] = linesOf(file);
  const hasHeader = first.every((cell) => hostName(cell) === undefined);
  const header = hasHeader ? first : ['domain'];
  const lines = hasHeader ? others : [first, ...others];
  const domains = lines.map((cells) => {
    const record = Object.fromEntries(header.map((name, index) => [name, cells[index] ?? null]));
    const { found, extra } = readFacts(record, shapes.domain);
    refuseUnread(file, extra ?? {});
    return found;
  });
  const isStated = (field: (typeof domainFields)[number]) =>
    domains.some((domain) => domain[field] !== null);
  if (isStated('domain')) return { domains, fields: domainFields.filter(isStated) };
  throw new Failure('usage', `'${file}' names no domain`, {
    hint: "one column of the file is to be called 'domain'",
  });
}

/** A cell that a fact was to be read from, and could not: comparing without it would agree too easily. */
function refuseUnread(file: string, extra: Record<string, unknown>): void {
  for (const [column, value] of Object.entries(extra)) {
    const isFact = Object.values(shapes.domain.facts).some((fact) => isCalled(column, fact));
    if (!isFact) continue;
    throw new Failure('usage', `'${file}': '${value}' cannot be read as '${column}'`, {
      hint: 'dates are read as 2027-03-31, auto-renew as yes or no, nameservers as host names',
    });
  }
}

function linesOf(file: string): string[][] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw fileFailure('io', `cannot read '${file}'`, error);
  }
  try {
    return parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch {
    throw new Failure('usage', `'${file}' is not CSV`, {
      hint: 'save it as CSV with a header line',
    });
  }
}

import { parse } from 'csv-parse/sync';
import { DomainReader } from '../api/tolerant/domain.ts';
import { hostName } from '../api/tolerant/values.ts';
import type { Domain } from '../api/types.ts';
import { Failure } from '../errors.ts';
import { readNamedFile } from '../platform/read-file.ts';
import { type DomainField, domainFields } from './list.ts';

export interface DomainFile {
  domains: Domain[];
  fields: DomainField[];
}

/**
 * Recognises columns by their names, as it does the fields of an answer. Without a header the first
 * field of a line is the name. @throws Failure `io` when it cannot be read, `usage` without a domain
 */
export async function domainsInFile(file: string): Promise<DomainFile> {
  const [first = [], ...others] = linesOf(file, await readNamedFile(file));
  const hasHeader = first.every((cell) => hostName(cell) === undefined);
  const [header, lines] = hasHeader ? [first, others] : [['domain'], [first, ...others]];
  const reader = new DomainReader();
  const domains = lines.map((cells) => {
    const record = Object.fromEntries(header.map((name, index) => [name, cells[index] ?? null]));
    const { found } = reader.read(record);
    // A fact that cannot be read must not count as one that agrees.
    const unread = Object.entries(record).find(
      ([column, cell]) =>
        cell && domainFields.some((fact) => found[fact] === null && reader.isNameOf(fact, column)),
    );
    if (unread === undefined) return found;
    throw new Failure('usage', `'${file}': '${unread[1]}' cannot be read as '${unread[0]}'`, {
      hint: 'dates are read as 2027-03-31, auto-renew as yes or no, nameservers as host names',
    });
  });
  const fields = domainFields.filter((field) => domains.some((domain) => domain[field] !== null));
  if (fields.includes('domain')) return { domains, fields };
  throw new Failure('usage', `no domain name in '${file}'`, {
    hint: "name one column of the file 'domain'",
  });
}

function linesOf(file: string, text: string): string[][] {
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

import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Domain } from '../api/answers.ts';
import { readFacts } from '../api/facts.ts';
import { shapes } from '../api/shapes.ts';
import { hostName } from '../api/values.ts';
import { Failure, fileFailure } from '../errors.ts';

/**
 * The domains in a CSV file of another program: its columns are recognised by their names as the
 * fields of an answer are. Without a header the first field of a line is the name.
 *
 * @throws Failure `io` when it cannot be read, `usage` when it holds no domain
 */
export function domainsInFile(file: string): Domain[] {
  const [first = [], ...others] = linesOf(file);
  const hasHeader = first.every((cell) => hostName(cell) === undefined);
  const header = hasHeader ? first : ['domain'];
  const lines = hasHeader ? others : [first, ...others];
  const domains = lines.map((cells) => {
    const record = Object.fromEntries(header.map((name, index) => [name, cells[index] ?? null]));
    return readFacts(record, shapes.domain).found;
  });
  if (domains.some(({ domain }) => domain !== null)) return domains;
  throw new Failure('usage', `'${file}' names no domain`, {
    hint: "one column of the file is to be called 'domain'",
  });
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

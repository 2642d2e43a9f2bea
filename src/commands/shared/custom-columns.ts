import type { CommandContext } from '../../cli/context.ts';
import type { DomainListRow } from '../../domains/fields.ts';
import { usageFailure } from '../../errors.ts';
import { type DetailOptions, loadDomainsFile } from './domain-source.ts';

/**
 * Reads the domains file, if `--fields file.<heading>` needs its columns.
 * @returns the file, and a function that adds its cells to rows
 * @throws a `usage` or `io` Failure
 */
export async function loadCustomColumns(context: CommandContext, options: DetailOptions) {
  const { fields } = context.options;
  // Imported on demand, since most runs do not need this code.
  if (!fields?.includes('file')) return undefined;
  const { addDomainsFileCells, findDomainsFileColumns, parseFileFields } = await import(
    '../../domains/domains-file.ts'
  );
  const headings = parseFileFields(fields);
  const [first] = headings;
  if (first === undefined) return undefined;
  const domainsFile = await loadDomainsFile(context, options);
  if (!domainsFile) {
    throw usageFailure(
      `--fields file.${first} needs a list of your own`,
      'add --domains-file <path>, the list in which that column is',
    );
  }
  const columns = findDomainsFileColumns(domainsFile, headings);
  const addTo = (rows: readonly DomainListRow[]) =>
    rows.map((row) => addDomainsFileCells(row, domainsFile, columns));
  return { domainsFile, addTo };
}

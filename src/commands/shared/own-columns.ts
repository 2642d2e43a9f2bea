import type { CommandContext } from '../../cli/context.ts';
import type { DomainsFile } from '../../domains/domains-file.ts';
import type { DomainListRow } from '../../domains/fields.ts';
import { usageFailure } from '../../errors.ts';
import { type DetailOptions, loadDomainsFile } from './domain-source.ts';

interface OwnColumnOptions extends DetailOptions {
  by?: string;
  sum?: string;
}

/**
 * Reads the domains file, if `--fields file.<heading>` or `--by` needs its columns.
 * @returns the file, and a function that adds its cells to rows, or groups the rows by a column
 * @throws a `usage` or `io` Failure
 */
export async function loadOwnColumns(context: CommandContext, options: OwnColumnOptions) {
  const { fields } = context.options;
  const { by, sum } = options;
  // Most runs need none of this code.
  if (by === undefined && !fields?.includes('file')) return undefined;
  const fileColumns = await import('../../domains/domains-file.ts');
  const fileFields = by === undefined ? fileColumns.parseFileFields(fields) : [by];
  const [first] = fileFields;
  if (first === undefined) return undefined;
  const domainsFile = await loadDomainsFile(context, options);
  if (!domainsFile) {
    const option = by === undefined ? `--fields file.${first}` : `--by ${by}`;
    throw usageFailure(
      `${option} needs a list of your own`,
      'add --domains-file <path>, the list in which that column is',
    );
  }
  if (by !== undefined) {
    const headings = [by, sum ?? []].flat().map((heading) => heading.replace(/^file\./i, ''));
    const [group, amounts] = fileColumns.findDomainsFileColumns(domainsFile, headings);
    const apply = (rows: readonly DomainListRow[], isComplete: boolean) =>
      groupByColumn(context, domainsFile, rows, isComplete, group?.column, amounts?.column);
    return { domainsFile, apply };
  }
  const columns = fileColumns.findDomainsFileColumns(domainsFile, fileFields);
  const apply = (rows: readonly DomainListRow[]) =>
    rows.map((row) => fileColumns.addDomainsFileCells(row, domainsFile, columns));
  return { domainsFile, apply };
}

async function groupByColumn(
  { settings, account, output }: CommandContext,
  domainsFile: DomainsFile,
  rows: readonly DomainListRow[],
  isComplete: boolean,
  groupColumn = -1,
  sumColumn?: number,
) {
  const { groupDomains, readFileAmounts } = await import('../../domains/groups.ts');
  if (sumColumn === undefined)
    return groupDomains(rows, domainsFile, groupColumn, isComplete, undefined);
  const getDefaultCurrency = async () =>
    settings.findPreference('rate')?.parsed.currency ??
    (await (await account.service()).balance()).currency;
  const { amounts, notices } = await readFileAmounts(
    domainsFile,
    sumColumn,
    rows,
    getDefaultCurrency,
  );
  await output.printNotices(notices);
  return groupDomains(rows, domainsFile, groupColumn, isComplete, amounts);
}

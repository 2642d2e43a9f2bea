import type { AccountBalance } from '../../api/responses.ts';
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
export async function loadCustomColumns(context: CommandContext, options: OwnColumnOptions) {
  const { fields } = context.options;
  const { by, sum } = options;
  // Imported on demand, since most runs do not need this code.
  if (by === undefined && !fields?.includes('file')) return undefined;
  const { addDomainsFileCells, findDomainsFileColumns, parseFileFields } = await import(
    '../../domains/domains-file.ts'
  );
  const groupHeadings = [by ?? [], sum ?? []].flat();
  const headings =
    by === undefined
      ? parseFileFields(fields)
      : groupHeadings.map((heading) => heading.replace(/^file\./i, ''));
  const [first] = headings;
  if (first === undefined) return undefined;
  const domainsFile = await loadDomainsFile(context, options);
  if (!domainsFile) {
    const option = by === undefined ? `--fields file.${first}` : `--by ${by}`;
    throw usageFailure(
      `${option} needs a list of your own`,
      'add --domains-file <path>, the list in which that column is',
    );
  }
  const columns = findDomainsFileColumns(domainsFile, headings);
  const apply = (rows: readonly DomainListRow[], isComplete: boolean) =>
    by === undefined
      ? rows.map((row) => addDomainsFileCells(row, domainsFile, columns))
      : groupByColumn(context, domainsFile, rows, isComplete, columns);
  return { domainsFile, apply };
}

async function groupByColumn(
  { settings, account, output }: CommandContext,
  domainsFile: DomainsFile,
  rows: readonly DomainListRow[],
  isComplete: boolean,
  [group, sum]: readonly { column: number }[],
) {
  const { groupDomains, readFileAmounts } = await import('../../domains/groups.ts');
  const rateCurrency = settings.findPreference('rate')?.parsed.currency;
  let balance: Promise<AccountBalance> | undefined;
  const getServiceCurrency = async () => {
    balance ??= account.service().then((service) => service.balance());
    return (await balance).currency;
  };
  const { amounts, notices = [] } = sum
    ? await readFileAmounts(domainsFile, sum.column, rows, rateCurrency, getServiceCurrency)
    : {};
  await output.printNotices(notices);
  return groupDomains(rows, domainsFile, group?.column ?? -1, isComplete, amounts);
}

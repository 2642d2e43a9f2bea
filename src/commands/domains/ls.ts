import type { Domain } from '../../api/answers.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { domainSource, readOwnListOf } from '../../cli/domain-source.ts';
import { addFilterOptions, sortOption } from '../../cli/option-sets.ts';
import { domainFields } from '../../domains/fields.ts';
import { formatExpirySummary, listDomains } from '../../domains/filter.ts';
import { getDomainNames, readAccountDomains } from '../../domains/list.ts';
import { withColumns } from '../../domains/own-list.ts';
import { usageFailure } from '../../errors.ts';
import { accountId } from '../../settings/credentials.ts';
import { saveDomainNames } from '../../settings/known-domains.ts';

export const domainsLs = command({
  alias: 'list',
  summary: "List the account's domains, the soonest expiry first",
  declare: (bare) =>
    addFilterOptions(bare)
      .addOption(sortOption())
      .option('--names', 'print names only, one per line'),
  shape: 'list',
  kind: () => domainFields,

  async run(context, options) {
    const { output, today } = context;
    const columns = await resolveFileColumns(context);
    const listed = await readAccountDomains(
      await domainSource(context),
      undefined,
      columns?.domainsFile,
    );
    await output.report(listed.notices);
    // A list that may be cut would take names from completion.
    if (listed.isComplete) await saveCompletionNames(context, listed.domains);
    const { rows, warnings } = listDomains(listed.domains, options, today);
    await output.report(warnings);
    const list =
      columns === undefined
        ? rows
        : rows.map((row) => withColumns(row, columns.domainsFile, columns.columns));
    if (list.length === 0) return { list, tip: 'no domain matches' };
    if (!output.isTerminal) return { list };
    const isFiltered = options.expiring !== undefined;
    return { list, tip: formatExpirySummary(list, today, isFiltered) };
  },

  description:
    'The service lists at most 100 domains; dotaf says when the list may be cut, and warns when a filter needs data that the service does not provide.',
  examples: [
    ['dotaf domains ls --expiring 30 --auto-renew off', 'what lapses soon unless you act'],
  ],
});

/** The columns of the own list that `--fields` asks for. @throws Failure `usage`, `io` */
async function resolveFileColumns(context: Context) {
  const fields = (context.options.fields ?? '').split(',').map((field) => field.trim());
  const fileFields = fields.filter((field) => /^file(\.|$)/.test(field));
  const [first] = fileFields;
  if (first === undefined) return undefined;
  const { findFileColumns } = await import('../../domains/own-list.ts');
  const domainsFile = await readOwnListOf(context);
  if (domainsFile === undefined) {
    throw usageFailure(
      `--fields ${first} needs a list of your own`,
      'add --domains-file <path>, the CSV in which that column is',
    );
  }
  const headings = fileFields.map((field) => field.slice('file.'.length));
  return { domainsFile, columns: findFileColumns(domainsFile, headings) };
}

async function saveCompletionNames(context: Context, domains: readonly Domain[]): Promise<void> {
  const account = accountId(await context.account.credentials());
  if (account === undefined) return;
  saveDomainNames(context.settings, account, getDomainNames(domains));
}

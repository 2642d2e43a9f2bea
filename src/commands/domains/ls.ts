import type { Domain } from '../../api/answers.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { domainSource, readOwnListOf } from '../../cli/domain-source.ts';
import { addFilters, sortOption } from '../../cli/option-sets.ts';
import { domainKind } from '../../domains/fields.ts';
import { expirySummary, listedDomains } from '../../domains/filter.ts';
import { domainNames, readAccountDomains } from '../../domains/list.ts';
import { withColumns } from '../../domains/own-list.ts';
import { usageFailure } from '../../errors.ts';
import { accountId } from '../../settings/credentials.ts';
import { saveDomainNames } from '../../settings/known-domains.ts';

export const domainsLs = command({
  alias: 'list',
  summary: "List the account's domains, the soonest expiry first",
  declare: (bare) =>
    addFilters(bare).addOption(sortOption()).option('--names', 'print names only, one per line'),
  shape: 'list',
  kind: () => domainKind,

  async run(context, options) {
    const { output, today } = context;
    const columns = await chosenColumns(context);
    const listed = await readAccountDomains(await domainSource(context), undefined, columns?.own);
    await output.report(listed.notices);
    // A list that may be cut would take names from completion.
    if (listed.isWhole) await keepNames(context, listed.domains);
    const { rows, warnings } = listedDomains(listed.domains, options, today);
    await output.report(warnings);
    const list =
      columns === undefined
        ? rows
        : rows.map((row) => withColumns(row, columns.own, columns.columns));
    if (list.length === 0) return { list, remark: 'no domain matches' };
    if (!output.isTerminal) return { list };
    const isFiltered = options.expiring !== undefined;
    return { list, remark: expirySummary(list, today, isFiltered) };
  },

  description:
    'The service lists at most 100 domains; dotaf says when the list may be cut, and warns when a filter needs data that the service does not provide.',
  examples: [
    ['dotaf domains ls --expiring 30 --auto-renew off', 'what lapses soon unless you act'],
  ],
});

/** The columns of the own list that `--fields` asks for. @throws Failure `usage`, `io` */
async function chosenColumns(context: Context) {
  const fields = (context.options.fields ?? '').split(',').map((field) => field.trim());
  const typed = fields.filter((field) => /^file(\.|$)/.test(field));
  const [first] = typed;
  if (first === undefined) return undefined;
  const { ownColumns } = await import('../../domains/own-list.ts');
  const own = await readOwnListOf(context);
  if (own === undefined) {
    throw usageFailure(
      `--fields ${first} needs a list of your own`,
      'add --domains-file <path>, the CSV in which that column is',
    );
  }
  const names = typed.map((field) => field.slice('file.'.length));
  return { own, columns: ownColumns(own, names) };
}

async function keepNames(context: Context, domains: readonly Domain[]): Promise<void> {
  const account = accountId(await context.account.credentials());
  if (account === undefined) return;
  saveDomainNames(context.settings, account, domainNames(domains));
}

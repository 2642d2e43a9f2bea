import { defineCommand } from '../../cli/command.ts';
import { CompletableArgument } from '../../cli/options.ts';
import { comparedAttributes } from '../../core/domain-attributes.ts';
import { readAccount } from '../../domains/account.ts';
import { domainComparisonFields } from '../../domains/fields.ts';
import { getDomainNames } from '../../domains/list.ts';
import { createAccountSource } from '../shared/domain-source.ts';
import {
  addDomainSourceOptions,
  columnMappingOption,
  expectNoneOption,
} from '../shared/shared-options.ts';

export const domainsCompareCommand = defineCommand({
  summary: "Compare the account's domains with your list",
  defineOptions: (cmd) =>
    addDomainSourceOptions(cmd)
      .addArgument(
        new CompletableArgument(
          '<file>',
          'CSV, a workbook, or names, one per line; - is stdin',
          'files',
        ),
      )
      .addOption(columnMappingOption())
      .addOption(expectNoneOption()),
  outputKind: 'list',
  fields: () => domainComparisonFields,

  async run(context, { map, sheet, ...options }, file) {
    const { compareFileWithAccount } = await import('../../domains/account-comparison.ts');
    const { readOwnDomains } = await import('../../domains/own-list.ts');
    const { addDomainsFileCells, findDomainsFileColumns, parseFileFields } = await import(
      '../../domains/domains-file.ts'
    );
    const fileDomains = await readOwnDomains(context, {
      file,
      sheet,
      map,
      command: 'dotaf domains compare',
    });
    const { table } = fileDomains;
    const fileColumns = findDomainsFileColumns(table, parseFileFields(context.options.fields));
    const source = await createAccountSource(
      context,
      { ...options, hasOtherFile: true },
      { isComparison: true, neededAttributes: options.details ? comparedAttributes : [] },
    );
    const account = await readAccount(source, {
      balance: options.expect && source.service.balance(),
      names: getDomainNames(fileDomains.domains),
    });
    const { list, ...answer } = compareFileWithAccount(fileDomains, account, source);
    return { ...answer, list: list.map((row) => addDomainsFileCells(row, table, fileColumns)) };
  },

  description:
    'The file needs a column domain, or only names. dotaf says which columns it did not compare, and which lines it left out.',
  examples: {
    'dotaf domains compare billing.csv': 'what your billing has, and the account has not',
    'dotaf domains compare list.csv --expect none': 'exit 1 if anything differs',
    'dotaf domains compare list.csv --map Due=expiry': 'a heading that dotaf does not know',
  },
});

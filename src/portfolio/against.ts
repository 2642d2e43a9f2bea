import { listAnswer } from '../cli/command.ts';
import { textCell } from '../output/cells.ts';
import { plainText } from '../output/fields.ts';
import { differences } from './differences.ts';
import { domainsInFile } from './domain-file.ts';
import { listedDomains } from './list.ts';

interface Options {
  against?: string;
  expect?: 'none';
}

interface Disagreement {
  domain: string;
  disagreement: 'only in account' | 'only in file' | 'differs';
  field: string | null;
  account: unknown;
  file: unknown;
}

const disagreementOf = {
  'left only': 'only in account',
  'right only': 'only in file',
  differs: 'differs',
} as const;

/** `domains ls --against <file>` */
export const againstAnswer = listAnswer<Disagreement, [], Options>({
  fields: ['domain', 'disagreement', 'field', 'account', 'file'],

  async run(context, { against = '' }) {
    const file = await domainsInFile(against);
    await context.output.note(`compared by ${file.fields.join(', ')}`);
    return differences(await listedDomains(context), file.domains).map((difference) => ({
      domain: difference.domain,
      disagreement: disagreementOf[difference.kind],
      field: difference.kind === 'differs' ? difference.field : null,
      account: difference.kind === 'differs' ? difference.left : null,
      file: difference.kind === 'differs' ? difference.right : null,
    }));
  },
  failedCondition: (found, { expect }) =>
    expect === 'none' && found.length > 0
      ? `the account and the file disagree ${found.length === 1 ? 'once' : `${found.length} times`}`
      : undefined,

  view: () => ({
    columns: [
      { name: 'domain', title: 'DOMAIN', cell: ({ domain }) => textCell(domain) },
      {
        name: 'disagreement',
        title: 'DISAGREEMENT',
        cell: ({ disagreement }) => textCell(disagreement, 'warn'),
      },
      { name: 'field', title: 'FIELD', cell: ({ field }) => textCell(field) },
      { name: 'account', title: 'ACCOUNT', cell: ({ account }) => textCell(plainText(account)) },
      { name: 'file', title: 'FILE', cell: ({ file }) => textCell(plainText(file)) },
    ],
    empty: 'the account and the file agree',
  }),
});

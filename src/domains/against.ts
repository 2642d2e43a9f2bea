import type { Domain } from '../api/answers.ts';
import { listAnswer } from '../cli/answers.ts';
import type { Context } from '../cli/context.ts';
import type { MappedHeading } from '../compare/compare-options.ts';
import { differences, lostFacts } from '../compare/differences.ts';
import { counted } from '../core/durations.ts';
import { nameCell, textCell } from '../output/cells.ts';
import { plainText } from '../output/fields.ts';
import { domainComparison } from './domain-comparison.ts';
import { type DomainFile, readDomainFile } from './domain-file.ts';
import { domainList } from './list.ts';

interface Options {
  against?: string;
  map?: MappedHeading[];
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

  async run(context, { against = '', map = [] }) {
    const { output } = context;
    const file = await readDomainFile(context, against, map);
    await noteColumns(context, file);
    const { domains, mayBeCut } = await domainList(context);
    await warnOfUnknown(context, file, domains);
    const found = differences(domains, file.domains, domainComparison);
    const missing = found.filter(({ kind }) => kind === 'right only').length;
    if (mayBeCut && missing > 0) {
      await output.warning(
        `${counted(missing, 'domain')} of the file ${missing === 1 ? 'is' : 'are'} not in a list that may be cut, and may be in the account`,
      );
    }
    return found.map((difference) => ({
      domain: difference.key,
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
      {
        name: 'domain',
        title: 'DOMAIN',
        minWidth: 12,
        cell: ({ domain }) => nameCell(domain),
      },
      {
        name: 'disagreement',
        title: 'DISAGREEMENT',
        cell: ({ disagreement }) => textCell(disagreement, 'warn'),
      },
      { name: 'field', title: 'FIELD', cell: ({ field }) => textCell(field) },
      {
        name: 'account',
        title: 'ACCOUNT',
        minWidth: 10,
        cell: ({ account }) => textCell(plainText(account)),
      },
      { name: 'file', title: 'FILE', minWidth: 10, cell: ({ file }) => textCell(plainText(file)) },
    ],
    empty: 'the account and the file agree',
  }),
});

async function noteColumns({ output }: Context, { fields, unused }: DomainFile): Promise<void> {
  await output.note(`compared by ${fields.join(', ')}`);
  if (unused.length > 0) {
    await output.note(
      `not compared: ${unused.join(', ')}; --map <heading>=<field> tells what a column is`,
    );
  }
}

/** Agreement on what the account does not say is none. */
async function warnOfUnknown(
  { output }: Context,
  { domains }: DomainFile,
  listed: readonly Domain[],
): Promise<void> {
  for (const { fact, lost, known } of lostFacts(domains, listed, domainComparison)) {
    if (lost === 0) continue;
    await output.warning(
      `the service does not say the ${fact.replaceAll('_', ' ')} of ${lost} of ${counted(known, 'domain')}, so it is not compared there`,
    );
  }
}

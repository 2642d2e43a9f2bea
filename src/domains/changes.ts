import * as z from 'zod/mini';
import type { Domain } from '../api/answers.ts';
import { listAnswer } from '../cli/answers.ts';
import type { Context } from '../cli/context.ts';
import { completed, differences, lostFacts } from '../compare/differences.ts';
import { openLooks, summaryOf, type Watched } from '../compare/last-look.ts';
import { counted } from '../core/durations.ts';
import { nameCell, textCell } from '../output/cells.ts';
import { plainText } from '../output/fields.ts';
import { domainComparison } from './domain-comparison.ts';
import { domainList } from './list.ts';

interface Change {
  domain: string;
  change: 'added' | 'removed' | 'changed';
  field: string | null;
  before: unknown;
  after: unknown;
}

interface Options {
  expect?: 'none';
}

const watched: Watched<Domain> = {
  name: 'domains',
  row: z.object({
    domain: z.nullable(z.string()),
    status: z.nullable(z.string()),
    expiry: z.nullable(z.string()),
    registration_date: z.nullable(z.string()),
    auto_renew: z.nullable(z.boolean()),
    nameservers: z.nullable(z.array(z.string())),
  }),
};

const changeOf = { 'left only': 'removed', 'right only': 'added', differs: 'changed' } as const;

const styleOf = { added: 'good', removed: 'bad', changed: 'warn' } as const;

/** `domains ls --changes` */
export const changesAnswer = listAnswer<Change, [], Options>({
  fields: ['domain', 'change', 'field', 'before', 'after'],

  async run(context) {
    const { last, isFirst, keep } = await openLooks(context, watched);
    const { domains, mayBeCut } = await domainList(context);
    const facts = domains.map(({ extra: _, ...known }) => known);
    keep(completed(last?.rows ?? [], facts, domainComparison));
    if (last === undefined) {
      const kept = `the first look: remembered ${counted(domains.length, 'domain')} for the next`;
      if (isFirst) context.onAnswered(() => context.output.note(kept));
      return [];
    }
    const found = differences(last.rows, domains, domainComparison);
    const changes = found.map((difference) => ({
      domain: difference.key,
      change: changeOf[difference.kind],
      field: difference.kind === 'differs' ? difference.field : null,
      before: difference.kind === 'differs' ? difference.left : null,
      after: difference.kind === 'differs' ? difference.right : null,
    }));
    await warnOfLost(context, last.rows, domains);
    const removed = changes.filter(({ change }) => change === 'removed').length;
    if (mayBeCut && removed > 0) {
      const are = removed === 1 ? 'is' : 'are';
      await context.output.warning(
        `${counted(removed, 'domain')} ${are} missing in a list that may be cut, and not surely removed`,
      );
    }
    await context.output.note(
      summaryOf(
        changes.map(({ change }) => change),
        last.at,
      ),
    );
    return changes;
  },
  failedCondition: (changes, { expect }) =>
    expect === 'none' && changes.length > 0
      ? `${counted(changes.length, 'difference')}, and none was expected`
      : undefined,

  view: () => ({
    columns: [
      {
        name: 'domain',
        title: 'DOMAIN',
        minWidth: 12,
        cell: ({ domain }) => nameCell(domain),
      },
      { name: 'change', title: 'CHANGE', cell: ({ change }) => textCell(change, styleOf[change]) },
      { name: 'field', title: 'FIELD', cell: ({ field }) => textCell(field) },
      {
        name: 'before',
        title: 'BEFORE',
        minWidth: 10,
        cell: ({ before }) => textCell(plainText(before)),
      },
      {
        name: 'after',
        title: 'AFTER',
        minWidth: 10,
        cell: ({ after }) => textCell(plainText(after)),
      },
    ],
  }),
});

/** A change of a fact that most domains do not state any more goes unseen. */
async function warnOfLost(
  { output }: Context,
  before: readonly Domain[],
  after: readonly Domain[],
): Promise<void> {
  for (const { fact, lost, known } of lostFacts(before, after, domainComparison)) {
    if (lost * 2 <= known) continue;
    await output.warning(
      `the ${fact.replaceAll('_', ' ')} of ${lost} of ${counted(known, 'domain')} is not known any more: changes of it are not seen`,
    );
  }
}

import { listAnswer } from '../cli/command.ts';
import { textCell } from '../output/cells.ts';
import { plainText } from '../output/fields.ts';
import { accountId } from '../settings/credentials.ts';
import { differences } from './differences.ts';
import { listedDomains } from './list.ts';
import { Snapshot } from './snapshot.ts';

interface Change {
  domain: string;
  change: 'added' | 'removed' | 'changed';
  field: string | null;
  before: unknown;
  after: unknown;
}

const changeOf = { 'left only': 'removed', 'right only': 'added', differs: 'changed' } as const;

const styleOf = { added: 'good', removed: 'bad', changed: 'warn' } as const;

/** `domains ls --changes` */
export const changesAnswer = listAnswer<Change, [], { expect?: 'none' }>({
  fields: ['domain', 'change', 'field', 'before', 'after'],

  async run(context) {
    const domains = await listedDomains(context);
    const lastLook = new Snapshot(
      context.settings.folders.state,
      accountId(await context.credentials()),
    );
    const before = lastLook.read();
    context.onAnswered(() => lastLook.write(domains));
    const found = differences(before ?? domains, domains);
    if (before === undefined) {
      await context.output.note(
        `the first look: ${domains.length} domains are remembered for the next`,
      );
    } else if (found.length === 0) {
      await context.output.note('nothing has changed since the last look');
    }
    return found.map((difference) => ({
      domain: difference.domain,
      change: changeOf[difference.kind],
      field: difference.kind === 'differs' ? difference.field : null,
      before: difference.kind === 'differs' ? difference.left : null,
      after: difference.kind === 'differs' ? difference.right : null,
    }));
  },
  failedCondition: (changes, { expect }) =>
    expect === 'none' && changes.length > 0
      ? `${changes.length} ${changes.length === 1 ? 'difference' : 'differences'} from the last look`
      : undefined,

  view: () => ({
    columns: [
      { name: 'domain', title: 'DOMAIN', cell: ({ domain }) => textCell(domain) },
      { name: 'change', title: 'CHANGE', cell: ({ change }) => textCell(change, styleOf[change]) },
      { name: 'field', title: 'FIELD', cell: ({ field }) => textCell(field) },
      { name: 'before', title: 'BEFORE', cell: ({ before }) => textCell(plainText(before)) },
      { name: 'after', title: 'AFTER', cell: ({ after }) => textCell(plainText(after)) },
    ],
  }),
});

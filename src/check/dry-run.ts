import { estimateDuration, type RateLimit } from '../core/periods.ts';
import { escapeForTerminal, pluralize } from '../core/text.ts';
import type { DomainNameEntry } from '../lists/domain-name-list.ts';
import type { InputFileContext } from '../lists/input-file.ts';
import { rowToJson } from '../output/row.ts';
import type { PlannedCheck } from './fields.ts';
import { type JournalOptions, readJournalRows } from './journal.ts';
import { toInvalidNameRow } from './normalize-names.ts';

/** Plans the requests of a check, without those for names that the `--out` file answers. */
export async function planChecks(
  names: readonly DomainNameEntry[],
  journalOptions: JournalOptions | undefined,
  account: InputFileContext['account'],
  rate: RateLimit,
) {
  const answeredRows =
    journalOptions && names.length > 0
      ? await readJournalRows(account, journalOptions, names)
      : new Map();
  const isAnswered = ({ text, reason }: DomainNameEntry) =>
    !reason && answeredRows.get(escapeForTerminal(text)) !== undefined;
  const remaining = names.filter((name) => !isAnswered(name));
  const list = remaining.map((name): PlannedCheck => {
    const error = name.reason ? rowToJson(toInvalidNameRow(name)) : {};
    return { domain: name.text, error: null, ...error };
  });
  const count = list.filter(({ error }) => error === null).length;
  const requests = `${pluralize(count, 'request')}, about ${estimateDuration(count, rate)}`;
  const answeredCount = names.length - remaining.length;
  const answers =
    answeredCount > 0
      ? `; '${journalOptions?.file}' holds ${pluralize(answeredCount, 'answer')}`
      : '';
  return { list, footer: `nothing was sent: it would take ${requests}${answers}` };
}

import type { Domain } from '../api/types.ts';
import { invalidEntry } from '../bulk/names.ts';
import { type OpenNames, openNames } from '../bulk/open-names.ts';
import { inOrder } from '../bulk/ordered.ts';
import type { Context } from '../cli/context.ts';
import type { AnnouncedRows } from '../cli/definition.ts';
import { Failure } from '../errors.ts';
import { type Row, rowOf } from '../output/row.ts';

/** Asks for the details of domains of the account, in their order. */
export async function askDetails(
  context: Context,
  typed: string[],
): Promise<AnnouncedRows<Domain>> {
  const { output, settings, surroundings, signal } = context;
  const none = new Failure('usage', 'no domain to show', {
    hint: 'dotaf domains show kabul.af, or dotaf domains ls to see them all',
  });
  const note = (text: string) => output.note(text);
  const request = { typed, signal, none, note };
  const opened = await openNames(request, settings.preference('tld'), surroundings);
  return { asked: [], rows: rowsOf(context, opened, note), isList: opened.isList };
}

async function* rowsOf(
  context: Context,
  { names, isBulk, tidying }: OpenNames,
  note: (text: string) => Promise<void>,
): AsyncGenerator<Row<Domain>> {
  yield* inOrder(names, { limit: 6 }, async (entry) => {
    const asked = { domain: entry.text };
    if (entry.reason !== undefined) return { asked, failure: invalidEntry(entry) };
    return rowOf(asked, async () => (await context.service()).domain(entry.text, isBulk));
  });
  await tidying.write(note);
}

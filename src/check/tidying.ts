import type { Context } from '../cli/context.ts';
import { counted } from '../core/durations.ts';
import { tidyName, withoutWww } from '../core/names.ts';
import { named } from '../core/text.ts';
import type { Failure } from '../errors.ts';
import type { Entry } from './columns.ts';

export interface ListedName {
  /** A name, or an input that is not one, without any password in it. */
  text: string;
  reason?: string;
}

/** Each name once. A note at the end says what was changed. @throws `none` if there is no name */
export async function* tidied(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  { settings, output }: Context,
  doing: string,
  leftOut: ReadonlySet<string>,
  none?: Failure,
): AsyncGenerator<ListedName> {
  const tlds = settings.preference('tld');
  const seen = new Set<string>();
  const changes: string[] = [];
  let duplicates = 0;
  for await (const { text, reason } of entries) {
    const shown = withoutPassword(text);
    const read = reason === undefined ? tidyName(text, tlds) : { ok: false as const, reason };
    const { names, tidying } = read.ok ? read.value : { names: [shown] };
    const asked = names.map(withoutWww);
    const isChanged = tidying !== undefined || asked.join() !== names.join();
    if (isChanged) changes.push(`${asked.join(' and ')} for '${shown}'`);
    for (const name of asked) {
      if (seen.has(name)) duplicates += 1;
      else yield read.ok ? { text: name } : { text: name, reason: read.reason };
      seen.add(name);
    }
  }
  if (seen.size === 0 && none !== undefined) throw none;
  const parts: string[] = [];
  if (changes.length > 0) parts.push(`${doing} ${named(changes)}`);
  if (leftOut.size > 0) parts.push(`not ${doing} ${named([...leftOut].map(withoutPassword))}`);
  if (duplicates > 0) parts.push(`left out ${counted(duplicates, 'duplicate')}`);
  if (parts.length > 0) await output.note(parts.join('; '));
}

function withoutPassword(text: string): string {
  return text.trim().replace(/^.*@/s, '…@');
}

import type { Context } from '../cli/context.ts';
import { accountId } from '../settings/credentials.ts';
import type { Since } from './compare-options.ts';
import { type Look, lookSince, Snapshots, type Watched } from './snapshot.ts';

export interface Looks<Row> {
  /** The one to compare with; undefined at the first look. */
  base: Look<Row> | undefined;
  last: Look<Row> | undefined;
  /** Keeps these rows as a look, once the answer has been written. */
  keep(rows: readonly Row[]): void;
}

/** Notes when no look is old enough. @throws Failure `io`, and those of the credentials */
export async function openLooks<Row>(
  context: Context,
  watched: Watched<Row>,
  since: Since | undefined,
): Promise<Looks<Row>> {
  const { settings, surroundings, output } = context;
  const account = accountId(await context.credentials());
  const snapshots = new Snapshots(settings.folders.state, account, watched);
  const looks = snapshots.read();
  const now = surroundings.clock.now();
  const wanted = since === undefined ? looks[0] : lookSince(looks, since, now);
  const base = wanted ?? looks.at(-1);
  if (base !== wanted) {
    await output.note(
      base?.at === undefined
        ? 'no look is known to be that old'
        : `no look is that old: the oldest is ${lookText(base.at)}`,
    );
  }
  return {
    base,
    last: looks[0],
    keep: (rows) => context.onAnswered(() => snapshots.add(rows, looks, now)),
  };
}

/** As `2026-11-20 14:05 UTC`. */
function lookText(at: Date | undefined): string {
  return at === undefined
    ? 'the last look'
    : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** As `2 differences since 2026-11-20 14:05 UTC: 1 added, 1 changed`. */
export function summaryOf(kinds: readonly string[], at: Date | undefined): string {
  if (kinds.length === 0) return `nothing has changed since ${lookText(at)}`;
  const counts = [...new Set(kinds)]
    .sort()
    .map((kind) => `${kinds.filter((one) => one === kind).length} ${kind}`);
  return `${counted(kinds.length, 'difference')} since ${lookText(at)}: ${counts.join(', ')}`;
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

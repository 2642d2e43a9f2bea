import path from 'node:path';
import * as z from 'zod/mini';
import type { Context } from '../cli/context.ts';
import { counted } from '../core/durations.ts';
import { safeJson } from '../core/text.ts';
import { fileFailure } from '../errors.ts';
import { readOwnFile, replaceFile } from '../platform/files.ts';
import { accountId } from '../settings/credentials.ts';

/** Rows of one kind, which are looked at again and again. */
export interface Watched<Row> {
  name: 'domains' | 'prices' | 'digest';
  row: z.ZodMiniType<Row>;
}

export interface LastLook<Row> {
  /** Undefined at the first look, and when the last one is damaged. */
  at: Date | undefined;
  /** None at the first look, and when the last one is damaged. */
  rows: readonly Row[];
  /** A look was kept and cannot be read: nothing is known of what has changed since. */
  isDamaged: boolean;
  /** Keeps these rows as the last look, once the answer has been written. */
  keep(rows: readonly Row[]): void;
}

/** Why `--expect none` does not hold after a damaged look. */
export const damagedLook = 'whether anything differs is not known';

/**
 * Opens the last look that was kept under a mark. Warns when it is damaged.
 *
 * @param mark of letters, digits, hyphens and underscores; a look of its own
 * @throws Failure `io`, and those of the credentials
 */
export async function openLook<Row>(
  context: Context,
  { name, row }: Watched<Row>,
  mark = '',
): Promise<LastLook<Row>> {
  const { settings, surroundings, output } = context;
  const account = accountId(await context.credentials());
  const kind = name === 'domains' ? '' : `-${name}`;
  // Marks in another case are other marks, and some file systems take them for the same.
  const own = mark === '' ? '' : `.${Buffer.from(mark).toString('hex')}`;
  const file = path.join(settings.folders.state, 'looks', `${account}${kind}${own}.json`);
  const text = readOwnFile(file, 'the last look', 'io');
  const schema = z.object({ at: z.iso.datetime(), rows: z.array(row) });
  const look = text === undefined ? undefined : z.safeParse(schema, parsedJson(text)).data;
  const isDamaged = text !== undefined && look === undefined;
  if (isDamaged) await output.warning('the last look cannot be read, so nothing is compared');
  const at = new Date(surroundings.clock.now()).toISOString();
  return {
    at: look && new Date(look.at),
    rows: look?.rows ?? [],
    isDamaged,
    keep: (rows) =>
      context.onAnswered(() => {
        try {
          replaceFile(file, `${safeJson({ at, rows })}\n`);
        } catch (error) {
          throw fileFailure('io', `cannot write '${file}'`, error);
        }
      }),
  };
}

/** As `2 differences since the last look: 1 added, 1 changed`. */
export function summaryOf(changes: readonly string[], since = 'the last look'): string {
  if (changes.length === 0) return `nothing has changed since ${since}`;
  const counts = [...new Set(changes)]
    .sort()
    .map((change) => `${changes.filter((one) => one === change).length} ${change}`);
  return `${counted(changes.length, 'difference')} since ${since}: ${counts.join(', ')}`;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import path from 'node:path';
import * as z from 'zod/mini';
import type { Context } from '../cli/context.ts';
import { counted } from '../core/durations.ts';
import { safeJson } from '../core/text.ts';
import { fileFailure } from '../errors.ts';
import { readOwnFile, replaceFile } from '../platform/files.ts';
import { accountId } from '../settings/credentials.ts';

export interface LastLook<Row> {
  /** There is nothing to compare with, also when the last look is damaged. */
  isFirst: boolean;
  rows: readonly Row[];
  /** Keeps these rows as the last look, once the answer has been written. */
  keep(rows: readonly Row[]): void;
  /**
   * Says what has changed, or how many things are remembered after a first look.
   *
   * @returns why `--expect none` does not hold after a damaged look
   */
  conclude(noun: string, count: number, changes: readonly string[]): Promise<string | undefined>;
}

/**
 * Opens the last look that was kept under a mark. Warns when it is damaged.
 *
 * @param mark of letters, digits, hyphens and underscores; a look of its own
 * @throws Failure `io`, and those of the credentials
 */
export async function openLook<Row>(
  context: Context,
  { name, row }: { name: 'domains' | 'prices' | 'digest'; row: z.ZodMiniType<Row> },
  mark = '',
): Promise<LastLook<Row>> {
  const { settings, surroundings, output } = context;
  const account = accountId(await context.credentials());
  const kind = name === 'domains' ? '' : `-${name}`;
  // Marks in another case are other marks, and some file systems take them for the same.
  const own = mark === '' ? '' : `.${Buffer.from(mark).toString('hex')}`;
  const file = path.join(settings.folders.state, 'looks', `${account}${kind}${own}.json`);
  const text = readOrNothing(file);
  const schema = z.object({ at: z.iso.datetime(), rows: z.array(row) });
  const look = text === undefined ? undefined : z.safeParse(schema, parsedJson(text)).data;
  const isDamaged = text !== undefined && look === undefined;
  if (isDamaged) await output.warning('the last look cannot be read, so nothing is compared');
  const at = new Date(surroundings.clock.now()).toISOString();
  return {
    isFirst: look === undefined,
    rows: look?.rows ?? [],
    keep: (rows) =>
      context.onAnswered(() => {
        try {
          replaceFile(file, `${safeJson({ at, rows })}\n`);
        } catch (error) {
          throw fileFailure('io', `cannot write '${file}'`, error);
        }
      }),
    async conclude(noun, count, changes) {
      if (isDamaged) return 'whether anything differs is not known';
      if (look !== undefined) await output.note(summaryOf(changes, look.at));
      else if (count > 0) {
        const kept = `the first look: remembered ${counted(count, noun)}; the next shows what has changed`;
        context.onAnswered(() => output.note(kept));
      }
    },
  };
}

/** As `2 differences since 2026-11-20 14:05 UTC: 1 added, 1 changed`. */
function summaryOf(changes: readonly string[], at: string): string {
  const since = `${at.slice(0, 16).replace('T', ' ')} UTC`;
  if (changes.length === 0) return `nothing has changed since ${since}`;
  const counts = [...new Set(changes)]
    .sort()
    .map((change) => `${changes.filter((one) => one === change).length} ${change}`);
  return `${counted(changes.length, 'difference')} since ${since}: ${counts.join(', ')}`;
}

/** A file that cannot be read counts as a damaged look, like an empty one. */
function readOrNothing(file: string): string | undefined {
  try {
    return readOwnFile(file, 'the last look', 'io');
  } catch {
    return '';
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

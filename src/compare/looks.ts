import path from 'node:path';
import * as z from 'zod/mini';
import type { Context } from '../cli/context.ts';
import { counted } from '../core/durations.ts';
import { safeJson } from '../core/text.ts';
import { fileFailure } from '../errors.ts';
import { readOwnFile, replaceFile } from '../platform/files.ts';
import { accountId } from '../settings/credentials.ts';

export interface LastLook<Row> {
  /** Undefined where there is nothing to compare with, also when the last look is damaged. */
  before: readonly Row[] | undefined;
  /** Keeps the rows as the next look. @returns the reason if `--expect none` does not hold */
  conclude(rows: readonly Row[], noun: string, differences: number): Promise<string | undefined>;
}

/** @param mark of letters, digits, hyphens and underscores; a look of its own */
export async function openLook<Row>(
  context: Context,
  { name, row }: { name: 'domains' | 'prices' | 'digest'; row: z.ZodMiniType<Row> },
  mark = '',
): Promise<LastLook<Row>> {
  const { settings, surroundings, output } = context;
  const account = accountId(await context.credentials());
  // Marks in another case are other marks, and some file systems take them for the same.
  const own = mark && `.${Buffer.from(mark).toString('hex')}`;
  const file = path.join(settings.folders.state, 'looks', `${account}-${name}${own}.json`);
  const schema = z.object({ at: z.iso.datetime(), rows: z.array(row) });
  let last: z.infer<typeof schema> | undefined;
  let isDamaged = false;
  const redactor = await context.redactor();
  try {
    const text = readOwnFile(file, 'the last look', 'io');
    if (text !== undefined) last = schema.parse(JSON.parse(redactor.text(text) ?? ''));
  } catch {
    isDamaged = true;
    await output.warning('the last look cannot be read, so nothing is compared');
  }
  const at = new Date(surroundings.clock.now()).toISOString();
  return {
    before: last?.rows,
    async conclude(rows, noun, differences) {
      context.onAnswered(async () => {
        try {
          replaceFile(file, `${safeJson({ at, rows })}\n`);
        } catch (error) {
          throw fileFailure('io', `cannot write '${file}'`, error);
        }
        if (last !== undefined || isDamaged) return;
        const kept = `remembered ${counted(rows.length, noun)}; the next shows what has changed`;
        await output.note(`the first look: ${kept}`);
      });
      if (isDamaged) return 'whether anything differs is not known';
      if (last === undefined) return undefined;
      const found = differences === 0 ? 'nothing has changed' : counted(differences, 'difference');
      await output.note(`${found} since ${last.at.slice(0, 16).replace('T', ' ')} UTC`);
      return unexpected(differences);
    },
  };
}

/** The reason why `--expect none` does not hold. */
export function unexpected(differences: number): string | undefined {
  return differences === 0
    ? undefined
    : `${counted(differences, 'difference')}, and none was expected`;
}

import path from 'node:path';
import * as z from 'zod/mini';
import type { Context } from '../cli/context.ts';
import { counted, safeJson } from '../core/text.ts';
import type { Difference } from '../kinds.ts';
import { readOwnFile, replaceFile, writeFailure } from '../platform/files.ts';
import { accountId } from '../settings/credentials.ts';

const moment = z.iso.datetime();

const difference = z.object({
  domain: z.string(),
  change: z.string(),
  field: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
});

/** The last changes that there were, perhaps of an earlier run. */
const lastFound = z.object({
  since: moment,
  at: moment,
  list: z.array(difference),
});

function stateOf<Row>(row: z.ZodMiniType<Row>) {
  return z.object({
    at: moment,
    rows: z.array(row),
    found: z.optional(lastFound),
    // All that there is was seen. Earlier versions did not remember it, nor what was absent.
    isWhole: z.optional(z.boolean()),
    absent: z.optional(z.array(z.string())),
  });
}

type State<Row> = z.infer<ReturnType<typeof stateOf<Row>>>;

export class Remembered<Row> {
  /** Undefined in the first run, and where it cannot be read. */
  readonly last: State<Row> | undefined;
  readonly isDamaged: boolean;
  readonly #context: Context;
  /** Undefined for a sandbox. */
  readonly #file: string | undefined;

  private constructor(context: Context, file?: string, last?: State<Row>, isDamaged = false) {
    this.#context = context;
    this.#file = file;
    this.last = last;
    this.isDamaged = isDamaged;
  }

  /** @param mark letters, digits, hyphens, underscores; every mark is remembered separately */
  static async open<Row>(
    context: Context,
    name: 'domains' | 'prices',
    row: z.ZodMiniType<Row>,
    mark = '',
  ): Promise<Remembered<Row>> {
    const account = accountId(await context.account.credentials());
    if (account === undefined) return new Remembered(context);
    // Marks in another case are other marks, and some file systems take them for the same.
    const own = mark && `.${Buffer.from(mark).toString('hex')}`;
    const { state } = context.settings.folders;
    const file = path.join(state, 'looks', `${account}-${name}${own}.json`);
    const redactor = await context.account.redactor();
    try {
      const text = readOwnFile(file, 'what was remembered', 'io');
      if (text === undefined) return new Remembered(context, file);
      const last = stateOf(row).parse(JSON.parse(redactor.text(text) ?? ''));
      return new Remembered(context, file, last);
    } catch {
      await context.output.warning('what was remembered cannot be read, so nothing is compared');
      return new Remembered(context, file, undefined, true);
    }
  }

  /** Remembers the rows, and changes if there are any, once the answer has been written. */
  keep(
    rows: Row[],
    list: Difference[] = [],
    seen: Pick<State<Row>, 'isWhole' | 'absent'> = {},
  ): void {
    const { surroundings, output, end } = this.#context;
    const file = this.#file;
    // Nobody has read what was written to a closed stdout.
    if (file === undefined || surroundings.stdout.isClosed) return;
    const at = new Date(surroundings.clock.now()).toISOString();
    const { last } = this;
    const found = last && list.length > 0 ? { since: last.at, at, list } : last?.found;
    const state: State<Row> = { at, rows, found, ...seen };
    end.onAnswered(async () => {
      try {
        replaceFile(file, `${safeJson(state)}\n`);
      } catch (error) {
        throw writeFailure(file, error);
      }
      if (last === undefined) {
        await output.note('remembered; run it again later to see what has changed');
      }
    });
  }

  conclude(differences: number, counts: string) {
    if (this.isDamaged) return { failed: unknownDifferences };
    if (this.#file === undefined) return { closing: 'nothing of a sandbox is remembered' };
    if (this.last === undefined) return {};
    const changes = differences === 0 ? 'nothing has changed' : counts;
    const closing = `${changes} since ${minuteOf(this.last.at)}`;
    return { closing, failed: unexpectedDifferences(differences) };
  }
}

/** Format: `2026-11-21 12:00 UTC`. */
export function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

/** The reason why `--expect none` does not hold where nothing could be compared. */
export const unknownDifferences = 'whether anything differs is not known';

export function unexpectedDifferences(differences: number): string | undefined {
  if (differences === 0) return undefined;
  return `${counted(differences, 'difference')}, and none was expected`;
}

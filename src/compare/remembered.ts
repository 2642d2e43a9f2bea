import path from 'node:path';
import * as z from 'zod/mini';
import type { Context } from '../cli/context.ts';
import { counted } from '../core/durations.ts';
import { safeJson } from '../core/text.ts';
import { fileFailure } from '../errors.ts';
import type { Difference } from '../kinds.ts';
import { readOwnFile, replaceFile } from '../platform/files.ts';
import { accountId } from '../settings/credentials.ts';

const difference = z.object({
  domain: z.string(),
  change: z.string(),
  field: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
});

/** The last changes that there were, perhaps of an earlier run. */
const found = z.object({
  since: z.iso.datetime(),
  at: z.iso.datetime(),
  list: z.array(difference),
});

function stateOf<Row>(row: z.ZodMiniType<Row>) {
  return z.object({
    at: z.iso.datetime(),
    rows: z.array(row),
    found: z.optional(found),
    // Earlier versions did not remember what was asked for and not there.
    isWhole: z.optional(z.boolean()),
    absent: z.optional(z.array(z.string())),
  });
}

type State<Row> = z.infer<ReturnType<typeof stateOf<Row>>>;

interface Kept {
  /** The changes that were found. */
  list?: Difference[];
  /** All that there is was seen. */
  isWhole?: boolean;
  /** Names that were asked for, and are not there. */
  absent?: string[];
}

export class Remembered<Row> {
  readonly #context: Context;
  /** Undefined for a sandbox, of which nothing is remembered. */
  readonly #file: string | undefined;
  #last: State<Row> | undefined;
  #isDamaged = false;

  private constructor(context: Context, file: string | undefined) {
    this.#context = context;
    this.#file = file;
  }

  /** @param mark letters, digits, hyphens, underscores; every mark is remembered separately */
  static async open<Row>(
    context: Context,
    name: 'domains' | 'prices',
    row: z.ZodMiniType<Row>,
    mark = '',
  ): Promise<Remembered<Row>> {
    const credentials = await context.account.credentials();
    if (credentials.tier === 'sandbox') return new Remembered<Row>(context, undefined);
    const account = accountId(credentials);
    // Marks in another case are other marks, and some file systems take them for the same.
    const own = mark && `.${Buffer.from(mark).toString('hex')}`;
    const folder = path.join(context.settings.folders.state, 'looks');
    const file = path.join(folder, `${account}-${name}${own}.json`);
    const remembered = new Remembered<Row>(context, file);
    await remembered.#read(file, row);
    return remembered;
  }

  /** @returns undefined in the first run, and where the rows cannot be read */
  get rows(): readonly Row[] | undefined {
    return this.#last?.rows;
  }

  get since(): string | undefined {
    return this.#last && minuteOf(this.#last.at);
  }

  get found(): z.infer<typeof found> | undefined {
    return this.#last?.found;
  }

  wasAbsent(name: string): boolean {
    return this.#last?.isWhole === true || this.#last?.absent?.includes(name) === true;
  }

  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** Remembers the rows, and changes if there are any, once the answer has been written. */
  keep(rows: Row[], noun: string, { list = [], ...seen }: Kept = {}): void {
    const { surroundings, output } = this.#context;
    const file = this.#file;
    // Nobody has read what was written to a closed stdout.
    if (file === undefined || surroundings.stdout.isClosed) return;
    const at = new Date(surroundings.clock.now()).toISOString();
    const state: State<Row> = { at, rows, found: this.found, ...seen };
    if (this.#last !== undefined && list.length > 0) {
      state.found = { since: this.#last.at, at, list };
    }
    const isFirst = this.#last === undefined && !this.#isDamaged;
    this.#context.end.onAnswered(async () => {
      try {
        replaceFile(file, `${safeJson(state)}\n`);
      } catch (error) {
        throw fileFailure('io', `cannot write '${file}'`, error);
      }
      if (!isFirst) return;
      const kept = counted(rows.length, noun);
      await output.note(`${kept} remembered; run it again later to see what has changed`);
    });
  }

  /** @returns how much has changed, and the reason if `--expect none` does not hold */
  conclude(differences: number, counts: string): { closing?: string; failed?: string | undefined } {
    if (this.#isDamaged) return { failed: unknownDifferences };
    if (this.#file === undefined) return { closing: 'nothing of a sandbox is remembered' };
    if (this.since === undefined) return {};
    const found = differences === 0 ? 'nothing has changed' : counts;
    return { closing: `${found} since ${this.since}`, failed: unexpectedDifferences(differences) };
  }

  async #read(file: string, row: z.ZodMiniType<Row>): Promise<void> {
    const redactor = await this.#context.account.redactor();
    try {
      const text = readOwnFile(file, 'what was remembered', 'io');
      if (text !== undefined) {
        this.#last = stateOf(row).parse(JSON.parse(redactor.text(text) ?? ''));
      }
    } catch {
      this.#isDamaged = true;
      const says = 'what was remembered cannot be read, so nothing is compared';
      await this.#context.output.warning(says);
    }
  }
}

/** Format: `2026-11-21 12:00 UTC`. */
export function minuteOf(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' ')} UTC`;
}

/** The reason why `--expect none` does not hold where nothing could be compared. */
export const unknownDifferences = 'whether anything differs is not known';

export function unexpectedDifferences(differences: number): string | undefined {
  if (differences === 0) return undefined;
  return `${counted(differences, 'difference')}, and none was expected`;
}

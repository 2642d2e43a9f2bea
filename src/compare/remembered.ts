import * as z from 'zod/mini';
import { pluralize, toSafeJson } from '../core/text.ts';
import { readFileIfExists, writeFailure, writeFileAtomic } from '../platform/files.ts';

/** Two lists differ by a domain, or by one fact of it. */
export interface Difference {
  domain: string;
  change: string;
  field: string | null;
  before: unknown;
  after: unknown;
}

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

/** What is stored, but for the time and the changes that were found. */
export type Seen<Row> = Pick<State<Row>, 'rows' | 'isWhole' | 'absent'>;

type State<Row> = z.infer<ReturnType<typeof stateOf<Row>>>;

export class Remembered<Row> {
  /** Undefined in the first run, and where it cannot be read. */
  readonly last: State<Row> | undefined;
  readonly isCorrupt: boolean;
  /** Undefined for a sandbox. */
  readonly #file: string | undefined;

  private constructor(file?: string, last?: State<Row>, isCorrupt = false) {
    this.#file = file;
    this.last = last;
    this.isCorrupt = isCorrupt;
  }

  /** @param file undefined for a sandbox, of which nothing is remembered */
  static open<Row>(
    file: string | undefined,
    row: z.ZodMiniType<Row>,
    redactor: { redact(text: string): string | undefined },
  ): Remembered<Row> {
    if (file === undefined) return new Remembered();
    try {
      const text = readFileIfExists(file, 'what was remembered', 'io');
      if (text === undefined) return new Remembered(file);
      const last = stateOf(row).parse(JSON.parse(redactor.redact(text) ?? ''));
      return new Remembered(file, last);
    } catch {
      return new Remembered<Row>(file, undefined, true);
    }
  }

  get isStored(): boolean {
    return this.#file !== undefined;
  }

  /**
   * @param now milliseconds since 1970
   * @param list the changes since the last time; without any, those found before are kept
   * @throws Failure `io`
   */
  save(seen: Seen<Row>, now: number, list: Difference[] = []): void {
    const file = this.#file;
    if (file === undefined) return;
    const at = new Date(now).toISOString();
    const { last } = this;
    const found = last && list.length > 0 ? { since: last.at, at, list } : last?.found;
    const state: State<Row> = { at, found, ...seen };
    try {
      writeFileAtomic(file, `${toSafeJson(state)}\n`);
    } catch (error) {
      throw writeFailure(file, error);
    }
  }

  conclude(differences: number, counts: string) {
    if (this.isCorrupt) return { unmetMessage: unknownDifferences };
    if (this.#file === undefined) return { footer: 'nothing of a sandbox is remembered' };
    if (this.last === undefined) return {};
    const changes = differences === 0 ? 'nothing has changed' : counts;
    const footer = `${changes} since ${minuteOf(this.last.at)}`;
    return { footer, unmetMessage: unexpectedDifferences(differences) };
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
  return `${pluralize(differences, 'difference')}, and none was expected`;
}

import * as z from 'zod/mini';
import { pluralize, toSafeJson } from '../core/text.ts';
import { readFileIfExists, writeFailure, writeFileAtomic } from '../system/files.ts';

/** Two lists differ by a domain, or by one fact of it. */
export interface Difference {
  domain: string;
  change: string;
  field: string | null;
  before: unknown;
  after: unknown;
}

const timestampSchema = z.iso.datetime();

const differenceSchema = z.object({
  domain: z.string(),
  change: z.string(),
  field: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
});

/** The last changes that there were, perhaps of an earlier run. */
const lastChangesSchema = z.object({
  since: timestampSchema,
  at: timestampSchema,
  list: z.array(differenceSchema),
});

function createStateSchema<Row>(rowSchema: z.ZodMiniType<Row>) {
  return z.object({
    at: timestampSchema,
    rows: z.array(rowSchema),
    found: z.optional(lastChangesSchema),
    // All that there is was seen. Earlier versions did not remember it, nor what was absent.
    isWhole: z.optional(z.boolean()),
    absent: z.optional(z.array(z.string())),
  });
}

/** What is stored, but for the time and the changes that were found. */
export type SnapshotData<Row> = Pick<StoredState<Row>, 'rows' | 'isWhole' | 'absent'>;

type StoredState<Row> = z.infer<ReturnType<typeof createStateSchema<Row>>>;

export class Snapshot<Row> {
  /** Undefined in the first run, and where it cannot be read. */
  readonly previous: StoredState<Row> | undefined;
  readonly isCorrupt: boolean;
  /** Undefined for a sandbox. */
  readonly #file: string | undefined;

  private constructor(file?: string, previous?: StoredState<Row>, isCorrupt = false) {
    this.#file = file;
    this.previous = previous;
    this.isCorrupt = isCorrupt;
  }

  /** @param file undefined for a sandbox, of which nothing is remembered */
  static open<Row>(
    file: string | undefined,
    rowSchema: z.ZodMiniType<Row>,
    redactor: { redact(text: string): string | undefined },
  ): Snapshot<Row> {
    if (file === undefined) return new Snapshot();
    try {
      const text = readFileIfExists(file, 'what was remembered', 'io');
      if (text === undefined) return new Snapshot(file);
      const previous = createStateSchema(rowSchema).parse(JSON.parse(redactor.redact(text) ?? ''));
      return new Snapshot(file, previous);
    } catch {
      return new Snapshot<Row>(file, undefined, true);
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
  save(seen: SnapshotData<Row>, now: number, list: Difference[] = []): void {
    const file = this.#file;
    if (file === undefined) return;
    const at = new Date(now).toISOString();
    const { previous: last } = this;
    const found = last && list.length > 0 ? { since: last.at, at, list } : last?.found;
    const state: StoredState<Row> = { at, found, ...seen };
    try {
      writeFileAtomic(file, `${toSafeJson(state)}\n`);
    } catch (error) {
      throw writeFailure(file, error);
    }
  }

  summarize(differences: number, changeSummary: string) {
    if (this.isCorrupt) return { unmetMessage: unknownDifferencesMessage };
    if (this.#file === undefined) return { footer: 'nothing of a sandbox is remembered' };
    if (this.previous === undefined) return {};
    const changes = differences === 0 ? 'nothing has changed' : changeSummary;
    const footer = `${changes} since ${formatMinute(this.previous.at)}`;
    return { footer, unmetMessage: formatUnexpectedDifferences(differences) };
  }
}

/** Format: `2026-11-21 12:00 UTC`. */
export function formatMinute(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

/** The reason why `--expect none` does not hold where nothing could be compared. */
export const unknownDifferencesMessage = 'whether anything differs is not known';

export function formatUnexpectedDifferences(differences: number): string | undefined {
  if (differences === 0) return undefined;
  return `${pluralize(differences, 'difference')}, and none was expected`;
}

import * as z from 'zod/mini';
import { pluralize, toTerminalSafeJson } from '../core/text.ts';
import { readFileIfExists, writeFailure, writeFileAtomic } from '../system/files.ts';

/** A domain that was added or removed (`field` is null), or one changed field of a domain. */
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

/** The most recent changes found, which may date from an earlier run. */
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
    // True if the list was complete. Older versions stored neither `isWhole` nor `absent`.
    isWhole: z.optional(z.boolean()),
    absent: z.optional(z.array(z.string())),
  });
}

/** Stored state without its timestamp and the last changes, which `save` adds. */
export type SnapshotData<Row> = Pick<StoredState<Row>, 'rows' | 'isWhole' | 'absent'>;

type StoredState<Row> = z.infer<ReturnType<typeof createStateSchema<Row>>>;

export class Snapshot<Row> {
  /** State that the last run saved; undefined on the first run, and if the file is corrupt. */
  readonly previous: StoredState<Row> | undefined;
  readonly isCorrupt: boolean;
  readonly #file: string | undefined;

  private constructor(file?: string, previous?: StoredState<Row>, isCorrupt = false) {
    this.#file = file;
    this.previous = previous;
    this.isCorrupt = isCorrupt;
  }

  /** Loads a snapshot. @param file undefined for a sandbox, which stores no snapshots */
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
   * @param now Unix time in milliseconds
   * @param list changes since the last run; if empty, the last changes found stay stored
   * @throws Failure `io`
   */
  save(data: SnapshotData<Row>, now: number, list: Difference[] = []): void {
    const file = this.#file;
    if (file === undefined) return;
    const at = new Date(now).toISOString();
    const { previous } = this;
    const found = previous && list.length > 0 ? { since: previous.at, at, list } : previous?.found;
    const state: StoredState<Row> = { at, found, ...data };
    try {
      writeFileAtomic(file, `${toTerminalSafeJson(state)}\n`);
    } catch (error) {
      throw writeFailure(file, error);
    }
  }

  summarize(differences: number, changeSummary: string) {
    if (this.isCorrupt) return { unmetMessage: unknownDifferencesMessage };
    if (this.#file === undefined) return { footer: 'nothing of a sandbox is remembered' };
    if (this.previous === undefined) return {};
    const changes = differences === 0 ? 'nothing has changed' : changeSummary;
    const footer = `${changes} since ${formatTimestamp(this.previous.at)}`;
    return { footer, unmetMessage: unexpectedDifferencesMessage(differences) };
  }
}

/** Formats an ISO 8601 time as `2026-11-21 12:00 UTC`. */
export function formatTimestamp(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Message when `--expect none` fails because the last snapshot cannot be read. */
export const unknownDifferencesMessage = 'whether anything differs is not known';

export function unexpectedDifferencesMessage(differences: number): string | undefined {
  if (differences === 0) return undefined;
  return `${pluralize(differences, 'difference')}, and none was expected`;
}

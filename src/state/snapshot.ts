import * as z from 'zod/mini';
import { type DomainAttribute, quoteActions } from '../core/api-vocabulary.ts';
import { isDecimal } from '../core/money.ts';
import { pluralize, toTerminalSafeJson } from '../core/text.ts';
import { readFileIfExists, stageFile } from '../system/files.ts';

/** A difference between two lists of domains. `field` is null if only one list has the domain. */
export interface DomainDifference {
  domain: string;
  change: string;
  field: DomainAttribute | null;
  before: unknown;
  after: unknown;
}

const decimalSchema = z.string().check(z.refine(isDecimal));

export const storedPriceSchema = z.object({
  tld: z.string(),
  action: z.enum(quoteActions),
  years: z.int(),
  amount: decimalSchema,
  currency: z.nullable(z.string()),
});

export type StoredPrice = z.infer<typeof storedPriceSchema>;

const storedFundsSchema = z.object({
  day: z.iso.date(),
  account_number: z.string(),
  balance: decimalSchema,
  currency: z.string(),
  current_tier: z.nullable(z.string()),
});

export type StoredBalance = z.infer<typeof storedFundsSchema>;

function createStateSchema<Row>(rowSchema: z.ZodMiniType<Row>) {
  return z.object({
    at: z.iso.datetime(),
    rows: z.array(rowSchema),
    // True if the rows cover all of the account's domains, not just those in a truncated list.
    isComplete: z.optional(z.boolean()),
    // The account's balance and pricing tier; only `statement` and `dotaf --mark` request them.
    funds: z.optional(storedFundsSchema),
    tlds: z.optional(z.array(z.string())),
    prices: z.optional(z.array(storedPriceSchema)),
  });
}

export type SnapshotData<Row> = Omit<StoredState<Row>, 'at'>;

export type StoredState<Row> = z.infer<ReturnType<typeof createStateSchema<Row>>>;

interface Comparison {
  differenceCount: number;
  changes: string;
  /** False if anything was not compared, in which case `--expect none` fails. */
  isComplete: boolean;
  /** What was compared, such as ` in expiry of 88 domains`; empty if everything was compared. */
  scope: string;
  /** Prefix for the summary if the domain list is incomplete: `of the 100 domains listed: `. */
  part?: string;
}

export class Snapshot<Row> {
  /** Undefined on the first run, for the sandbox, or if the file is corrupt. */
  readonly previous;
  readonly isCorrupt: boolean = false;
  readonly file;

  /** @param file undefined for the sandbox, whose snapshots are not stored */
  constructor(
    file: string | undefined,
    rowSchema: z.ZodMiniType<Row>,
    redactor: { redact(text: string): string | undefined },
  ) {
    this.file = file;
    if (!file) return;
    try {
      const text = readFileIfExists(file);
      if (text === undefined) return;
      this.previous = createStateSchema(rowSchema).parse(JSON.parse(redactor.redact(text) ?? ''));
    } catch {
      this.isCorrupt = true;
    }
  }

  /**
   * @returns a temporary file, which will replace the snapshot when it is committed, or undefined
   * for the sandbox, of which nothing is stored
   */
  stage(data: SnapshotData<Row>, now: number) {
    if (!this.file) return undefined;
    const at = new Date(now).toISOString();
    return stageFile(this.file, `${toTerminalSafeJson({ at, ...data })}\n`);
  }

  /** @returns a summary as `footer`, and the reason why `--expect none` fails as `unmetMessage` */
  summarize({ differenceCount, changes, isComplete, scope, part = '' }: Comparison) {
    if (!this.previous) {
      const footer = this.file ? undefined : sandboxSnapshotMessage;
      return { footer, unmetMessage: this.isCorrupt ? unknownDifferencesMessage : firstRunMessage };
    }
    const outcome = differenceCount === 0 ? `nothing has changed${scope}` : changes;
    const time = this.previous.at.slice(0, 16).replace('T', ' ');
    const unknown = isComplete ? undefined : unknownDifferencesMessage;
    return {
      footer: `${part}${outcome} since ${time} UTC`,
      unmetMessage: describeUnexpectedDifferences(differenceCount) ?? unknown,
    };
  }
}

export const sandboxSnapshotMessage = 'nothing of a sandbox is remembered';

export const unknownDifferencesMessage = 'it is not known whether anything differs';

const firstRunMessage = 'this is the first run, so nothing was compared';

export function describeUnexpectedDifferences(differences: number) {
  if (differences === 0) return undefined;
  return `${pluralize(differences, 'difference')}, and none was expected`;
}

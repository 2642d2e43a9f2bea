import { createHash } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Availability } from '../api/types.ts';
import { askedText } from '../bulk/ask-names.ts';
import type { AskedName } from '../bulk/asked-names.ts';
import type { Context } from '../cli/context.ts';
import { safeJson, safeText } from '../core/text.ts';
import { exitCodes, Failure, type FailureCode } from '../errors.ts';
import { csvHeader, csvLine } from '../output/csv.ts';
import { type Row, rowRecord, usualErrorFields } from '../output/row.ts';
import { acquire } from '../platform/file-lock.ts';
import { makeFolder } from '../platform/folders.ts';
import { checkFields, type JournalKind } from './fields.ts';
import { Journal } from './journal.ts';

const csvFields = [...checkFields, ...usualErrorFields];

const keptShape = z.union([
  z.object({
    domain: z.string(),
    status: z.string(),
    available: z.boolean(),
    pricing: z.object({ amount: z.nullable(z.string()), currency: z.nullable(z.string()) }),
    years: z.number(),
  }),
  z.object({ domain: z.string(), error: z.object({ code: z.string(), message: z.string() }) }),
]);

/** The answers of `check` in a file, as `--json` or `--csv` would print them. */
export class CheckJournal {
  readonly #journal: Journal;
  readonly #kind: JournalKind;
  readonly #endTurn: () => void;

  private constructor(journal: Journal, kind: JournalKind, endTurn: () => void) {
    this.#journal = journal;
    this.#kind = kind;
    this.#endTurn = endTurn;
  }

  /** @throws Failure `usage` when it is there already, or another dotaf writes to it; `io` */
  static async open(
    { surroundings, settings }: Context,
    file: string,
    kind: JournalKind,
    isResumed: boolean,
  ): Promise<CheckJournal> {
    const header = kind === 'csv' ? csvHeader(csvFields) : '';
    const whole = path.resolve(surroundings.workingFolder, file);
    const name = createHash('sha256').update(whole).digest('hex').slice(0, 32);
    const folder = path.join(settings.folders.state, 'journals');
    makeFolder(folder);
    // Before a look at the file, which is another's until then.
    const endTurn = await acquire(path.join(folder, `${name}.queue`), surroundings, {
      ms: 0,
      failure: (holder) =>
        new Failure('usage', `another dotaf (process ${holder}) is writing to '${file}'`, {
          hint: 'wait until it is done, or choose another --out',
        }),
    });
    try {
      const format = { kind, header, start: header || '{"domain":"' };
      const journal = Journal.open(file, format, surroundings.clock, isResumed);
      return new CheckJournal(journal, kind, endTurn);
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  /**
   * The rows that are there, which must be those of the first names; these are taken.
   *
   * @param years that the rows are to be for
   */
  async *rows(names: AsyncIterator<AskedName>, years: number): AsyncGenerator<Row<Availability>> {
    let number = 0;
    for await (const record of this.#journal.rows()) {
      number += 1;
      const kept = keptShape.safeParse(this.#kind === 'csv' ? nested(record) : record).data;
      if (kept === undefined) throw this.#otherFile(`its row ${number} is none of dotaf check`);
      const next = await names.next();
      if (next.done) throw this.#otherFile('it has more rows than the list has names');
      const asked = askedText(next.value);
      if (kept.domain !== (this.#kind === 'csv' ? safeText(asked) : asked)) {
        throw this.#otherFile(
          `its row ${number} is '${kept.domain}', where the list has '${asked}'`,
        );
      }
      if ('error' in kept) {
        const failure = new Failure(codeOf(kept.error.code), kept.error.message);
        yield { asked: { domain: kept.domain }, failure, isKept: true };
      } else if (kept.years === years) yield { value: kept, isKept: true };
      else throw this.#otherFile(`its row ${number} is for --years ${kept.years}`);
    }
  }

  /** Makes ready to add rows. */
  begin(): void {
    this.#journal.begin();
  }

  /** The row is in the file when this returns. @throws Failure `io` */
  write(row: Row<Availability>): void {
    const record = rowRecord(row);
    this.#journal.write(
      this.#kind === 'csv' ? csvLine(record, csvFields) : `${safeJson(record)}\n`,
    );
  }

  /** Ends the file, and the turn at it. Once is enough, and more does no harm. @throws Failure `io` */
  close(): void {
    this.#endTurn();
    this.#journal.close();
  }

  #otherFile(why: string): Failure {
    return this.#journal.otherFile(why);
  }
}

/** A line of CSV in the form that JSON has. */
function nested(record: unknown): unknown {
  const { domain, status, available, years, ...rest } = z
    .record(z.string(), z.string())
    .parse(record);
  if (rest['error.code'] !== '') {
    return { domain, error: { code: rest['error.code'], message: rest['error.message'] } };
  }
  const pricing = {
    amount: rest['pricing.amount'] || null,
    currency: rest['pricing.currency'] || null,
  };
  return { domain, status, available: available === 'true', pricing, years: Number(years) };
}

function codeOf(text: string): FailureCode {
  const isKnown = (code: string): code is FailureCode => Object.hasOwn(exitCodes, code);
  return isKnown(text) ? text : 'api_error';
}

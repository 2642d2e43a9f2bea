import { existsSync } from 'node:fs';
import type { Availability } from '../api/answers.ts';
import type { RowsAnswer } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { type Row, rowOf } from '../output/row.ts';
import { concurrencyFor, inOrder } from './in-order.ts';
import type { JournalOptions } from './journal.ts';
import type { ListedName } from './lists.ts';
import { invalidRow, openNames } from './names.ts';
import { Outage } from './outage.ts';
import { RunReport } from './run-report.ts';

interface CheckRequest {
  typed: string[];
  file: string | undefined;
  map: string | undefined;
  years: number;
  out: JournalOptions | undefined;
}

export async function checkNames(
  context: Context,
  { years, out, ...request }: CheckRequest,
): Promise<RowsAnswer<Availability>> {
  refuseFile(request.typed);
  const opened = await openNames(context, {
    ...request,
    command: 'dotaf check',
    doing: 'checking',
  });
  const { names, asked, isBulk, empty } = opened;
  const checks = new Checks(context, years, isBulk);
  if (isBulk || out !== undefined) {
    const rows = bulkRows(context, names, checks, { years, out });
    return { asked, rows, empty };
  }
  const limit = concurrencyFor(context.settings.preference('rate-limit'));
  const rows = inOrder(names, { limit }, ({ text }) => checks.row(text));
  return { asked, rows };
}

/** A file of names that is typed without --file would cost a request for a name like its own. */
function refuseFile(typed: readonly string[]): void {
  const file = typed.find((word) => /\.(?!af$)\w+$/i.test(word) && existsSync(word));
  if (file === undefined) return;
  throw new Failure('usage', `'${file}' is a file`, {
    hint: `dotaf check --file ${shellWord(file)}`,
  });
}

async function* bulkRows(
  context: Context,
  names: readonly ListedName[],
  checks: Checks,
  { out, years }: Pick<CheckRequest, 'out' | 'years'>,
): AsyncGenerator<Row<Availability>> {
  // An empty list leaves no file behind.
  if (names.length === 0) return;
  const { output, settings, signal } = context;
  const { progress } = output;
  const { clock } = context.surroundings;
  const rate = settings.preference('rate-limit');
  const journal = out && (await import('./journal.ts')).Journal.open(context, out, years, names);
  const report = new RunReport({ rate, output, progress, clock, names: names.length });
  const check = (domain: string) => checks.row(domain);
  const limit = concurrencyFor(rate);
  const outage = new Outage({ check, limit, clock, signal, output, progress });
  const answer = async (name: ListedName): Promise<Row<Availability>> => {
    const kept = journal?.row(name.text);
    if (kept !== undefined) return kept;
    return name.reason === undefined ? outage.ask(name.text) : invalidRow(name);
  };
  try {
    for await (const row of inOrder(names, outage, answer)) {
      journal?.write(row);
      report.count(row);
      yield row;
    }
    journal?.expectUnchanged();
  } catch (error) {
    throw error instanceof Failure ? withNextStep(error, journal !== undefined) : error;
  } finally {
    journal?.close();
    await report.end();
  }
}

function withNextStep(failure: Failure, isKept: boolean): Failure {
  const { hints, code } = failure;
  // With `io`, the file itself is what has failed.
  if (code === 'io' || (code !== 'interrupted' && !isKept)) return failure;
  const next = isKept
    ? 'the same command with --resume goes on from here'
    : '--out <file.jsonl> keeps the answers, and --resume goes on from them';
  return failure.with({ hint: [...hints, next] });
}

/** Checks of one run. HTTP 403 may be about a name or about the credentials: the balance tells. */
class Checks {
  readonly #context: Context;
  readonly #years: number;
  readonly #isBulk: boolean;
  /** The balance is asked for once, and only after a name was forbidden. */
  #balance: Promise<unknown> | undefined;

  constructor(context: Context, years: number, isBulk: boolean) {
    this.#context = context;
    this.#years = years;
    this.#isBulk = isBulk;
  }

  /** @throws Failure that ends the run, such as `unauthorized` if the balance is refused as well */
  async row(domain: string): Promise<Row<Availability>> {
    const asked = { domain };
    const service = await this.#context.account.service();
    try {
      return await rowOf(asked, () => service.check(domain, this.#years, this.#isBulk));
    } catch (error) {
      if (!(error instanceof Failure && error.details.status === 403)) throw error;
      this.#balance ??= service.balance();
      await this.#balance;
      const message = `the service forbids this name: ${error.details.reason}`;
      const failure = error.saying(message, []);
      return { asked, failure: failure.with({ about: `check ${domain}` }) };
    }
  }
}

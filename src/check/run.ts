import { existsSync } from 'node:fs';
import type { Availability } from '../api/answers.ts';
import type { Service } from '../api/service.ts';
import type { Context } from '../cli/context.ts';
import type { RowsAnswer } from '../cli/definition.ts';
import { shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { type Row, rowOf } from '../output/row.ts';
import { concurrencyFor, inOrder } from './in-order.ts';
import type { Journal, JournalOptions } from './journal.ts';
import { invalidRow, type OpenNames, openNames } from './names.ts';
import { Outage } from './outage.ts';
import { RunReport } from './run-report.ts';
import type { ListedName } from './tidying.ts';

interface CheckRequest {
  typed: string[];
  file: string | undefined;
  map: string | undefined;
  years: number;
  out: JournalOptions | undefined;
}

export async function checkNames(
  context: Context,
  request: CheckRequest,
): Promise<RowsAnswer<Availability>> {
  const { typed, file, map, years } = request;
  refuseFile(typed);
  const none = new Failure('usage', 'no name to check', {
    hint: 'dotaf check kabul.af, dotaf check --file names.txt, or cat names.txt | dotaf check',
  });
  const command = 'dotaf check';
  const opened = await openNames(context, { typed, file, map, command, doing: 'checking', none });
  const { names, empty } = opened;
  const isBulk = request.out !== undefined || opened.isBulk;
  const checks = new Checks(() => context.service(), years, isBulk);
  const rows = isBulk ? bulkRows(context, request, names, checks) : fewRows(context, names, checks);
  const asked = opened.typed?.map((domain) => ({ domain })) ?? [];
  return { asked, rows, isList: opened.typed === undefined, empty };
}

/** A file of names that is typed without --file would cost a request for a name like its own. */
function refuseFile(typed: readonly string[]): void {
  const file = typed.find((word) => /\.(?!af$)\w+$/i.test(word) && existsSync(word));
  if (file === undefined) return;
  throw new Failure('usage', `'${file}' is a file`, {
    hint: `dotaf check --file ${shellWord(file)}`,
  });
}

function fewRows({ settings }: Context, names: OpenNames['names'], checks: Checks) {
  const limit = concurrencyFor(settings.preference('rate-limit'));
  return inOrder(names, { limit }, ({ text }) => checks.row(text));
}

async function* bulkRows(
  context: Context,
  { years, out }: CheckRequest,
  names: OpenNames['names'],
  checks: Checks,
): AsyncGenerator<Row<Availability>> {
  const { output, settings, signal, surroundings } = context;
  const { clock } = surroundings;
  const rate = settings.preference('rate-limit');
  const journal = out && (await (await import('./journal.ts')).Journal.open(context, out, years));
  const count = 'length' in names ? names.length : undefined;
  const report = new RunReport({ rate, output, clock, names: count });
  const outage = new Outage({
    check: ({ text }) => checks.row(text),
    limit: concurrencyFor(rate),
    firstAnswerMs: settings.preference('max-wait') * 1000,
    clock,
    signal,
    output,
  });
  const answer = async (name: ListedName): Promise<Row<Availability>> => {
    const kept = journal?.row(name.text);
    if (kept !== undefined) return kept;
    return name.reason === undefined ? outage.ask(name) : invalidRow(name);
  };
  try {
    for await (const row of inOrder(journal?.shared(names) ?? names, outage, answer)) {
      await journal?.write(row);
      report.count(row);
      yield row;
    }
    await journal?.expectUnchanged();
  } catch (error) {
    throw error instanceof Failure ? withNextStep(error, journal) : error;
  } finally {
    journal?.close();
    await report.end();
  }
}

function withNextStep(failure: Failure, journal: Journal | undefined): Failure {
  const isStopped = failure.code === 'interrupted';
  const isKept = journal !== undefined && !journal.isChanged;
  if (failure.code === 'usage' || !(isKept || isStopped)) return failure;
  const next = isKept
    ? 'the same command with --resume goes on from here'
    : '--out <file.jsonl> keeps the answers, and --resume goes on from them';
  return failure.with({ hint: [...failure.hints, next] });
}

/** Checks of one run. HTTP 403 may be about a name or about the credentials: the balance tells. */
class Checks {
  readonly #service: () => Promise<Service>;
  readonly #years: number;
  readonly #isBulk: boolean;
  /** Asked for once, and never before a name is forbidden. */
  #balance: Promise<unknown> | undefined;

  constructor(service: () => Promise<Service>, years: number, isBulk: boolean) {
    this.#service = service;
    this.#years = years;
    this.#isBulk = isBulk;
  }

  /** @throws Failure that ends the run, such as `unauthorized` if the balance is refused as well */
  async row(domain: string): Promise<Row<Availability>> {
    const asked = { domain };
    try {
      return await rowOf(asked, async () => {
        const service = await this.#service();
        return service.check(domain, this.#years, this.#isBulk);
      });
    } catch (error) {
      if (!(error instanceof Failure && error.details.status === 403)) throw error;
      this.#balance ??= this.#service().then((service) => service.balance());
      await this.#balance;
      const message = `the service forbids this name: ${error.details.reason}`;
      return { asked, failure: error.saying(message, []).with({ about: `check ${domain}` }) };
    }
  }
}

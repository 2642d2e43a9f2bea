import type { DomainName } from '../core/names.ts';
import type { Rate } from '../core/periods.ts';
import { Failure } from '../errors.ts';
import { type AskedName, askedNames, type TidyNotes } from './asked-names.ts';
import { inOrder, type Width } from './ordered.ts';
import type { NameInputs } from './sources.ts';
import { TidyReport, withoutPassword } from './tidy-report.ts';

export interface NamesToAsk {
  names: AsyncGenerator<AskedName>;
  /** How many, if they were typed: a list is read as it is asked. */
  count: number | undefined;
  tidied: TidyReport;
}

/**
 * The names of an input, tidied. Typed names are all names, or none is asked.
 *
 * @throws Failure `invalid_name` for typed ones that are none
 */
export async function namesToAsk(
  { kind, names }: NameInputs,
  tlds: readonly string[],
): Promise<NamesToAsk> {
  const tidied = new TidyReport(kind === 'typed' ? 20 : 5);
  const asked = askedNames(names, tlds, tidied);
  if (kind === 'list') return { names: asked, count: undefined, tidied };
  const all: AskedName[] = [];
  for await (const one of asked) all.push(one);
  const refused = all.filter((one) => 'reason' in one);
  if (refused.length > 0) throw refusal(refused);
  return { names: each(all), count: all.length, tidied };
}

const untold: TidyNotes = { changed() {}, duplicate() {} };

/** How many rows a list will have, after tidying, and how many of them need a request. */
export async function countNames(
  names: AsyncIterable<string>,
  tlds: readonly string[],
): Promise<{ rows: number; requests: number }> {
  const count = { rows: 0, requests: 0 };
  for await (const one of askedNames(names, tlds, untold)) {
    count.rows += 1;
    if ('name' in one) count.requests += 1;
  }
  return count;
}

export interface Asking<Result> {
  width: Width;
  ask(name: DomainName): Promise<Result>;
  /** A row for what is no name, in a list: the others are asked for all the same. */
  refuse(input: string, failure: Failure): Result;
}

/** Asks about names, several at a time, and gives the results in the order of the names. */
export function askNames<Result>(
  names: AsyncIterable<AskedName>,
  { width, ask, refuse }: Asking<Result>,
): AsyncGenerator<Result> {
  return inOrder(names, width, async (one) =>
    'name' in one ? ask(one.name) : refuse(askedText(one), refusal([one])),
  );
}

/** A name, or what stands in its place, as its row calls it. */
export function askedText(one: AskedName): string {
  return 'name' in one ? one.name : withoutPassword(one.input);
}

/** The way there and back that is reckoned with, and how much of a window may go by to fill it. */
const wayMs = 150;
const shareOfWindow = 0.02;

/**
 * How many requests to have under way: enough to fill a window early in it, and no more connections
 * than a service of such a limit would expect.
 */
export function requestsAtOnce({ requests, windowMs }: Rate): number {
  const enough = Math.ceil((requests * wayMs) / (windowMs * shareOfWindow));
  return Math.min(requests, Math.max(6, Math.min(32, enough)));
}

function refusal(refused: { input: string; reason: string }[]): Failure {
  const reasons = refused.map(({ input, reason }) => `'${withoutPassword(input)}' ${reason}`);
  return new Failure('invalid_name', `not a domain name: ${reasons.join('; ')}`, {
    hint: 'a name is letters, digits and inner hyphens between dots, such as kabul.af',
  });
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

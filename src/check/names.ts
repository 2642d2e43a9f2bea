import type { Context } from '../cli/context.ts';
import type { DomainName } from '../core/names.ts';
import { shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { FailedRow } from '../output/row.ts';
import { openNamedFile } from '../platform/files.ts';
import { chained, type List } from './columns.ts';
import { entriesIn } from './lists.ts';
import { type ListedName, tidied } from './tidying.ts';

export interface NameRequest {
  typed: readonly string[];
  file?: string | undefined;
  /** The heading that --map gives to the column of domains. */
  map: string | undefined;
  /** The words of the command, for hints: `dotaf check`. */
  command: string;
  doing: string;
  none: Failure;
}

export interface OpenNames {
  names: AsyncIterable<ListedName> | readonly ListedName[];
  typed?: readonly DomainName[];
  empty?: string;
  /** A list, or many typed names: it waits for the rate limit without a bound, and leaves room. */
  isBulk: boolean;
}

const mostSingleLookUps = 8;

const nameHint = 'a name is letters, digits and inner hyphens between dots, such as kabul.af';

/** @throws Failure `usage`, `io`, `invalid_name` with every typed word that is not a name */
export async function openNames(context: Context, request: NameRequest): Promise<OpenNames> {
  const { typed, file, map, command, doing, none } = request;
  if (file !== undefined && typed.length > 0) {
    throw new Failure('usage', '--file and names exclude each other', {
      hint: 'put the names into the file, or leave --file out',
    });
  }
  const { surroundings, settings, output } = context;
  const { stdin } = surroundings;
  const tlds = ['af', ...settings.preference('tld')];
  const leftOut = new Set<string>();
  const isAsked = (file ?? typed.join(' ')) === '-';
  if (isAsked || (file === undefined && typed.length === 0 && stdin.isPiped)) {
    if (stdin.isTTY) {
      await output.note('reading names, one per line, until Ctrl-D');
      // A line that moves would be drawn over what is typed.
      output.endProgress();
    }
    const list: List = { name: 'stdin', line: `${command} -`, map, tlds, leftOut };
    const entries = entriesIn(async () => stdin.stream, list, context.signal);
    const rest = tidied(entries, context, doing, leftOut, isAsked ? undefined : none);
    // A list that is refused must leave no file of --out behind.
    const first = await rest.next();
    const names = chained(first.done ? [] : [first.value], rest);
    return { names, empty: 'stdin holds no names', isBulk: true };
  }
  if (file !== undefined) {
    const name = `'${file}'`;
    const list: List = { name, line: `${command} --file ${shellWord(file)}`, map, tlds, leftOut };
    const entries = entriesIn(() => openNamedFile(file), list, context.signal);
    const names = await all(tidied(entries, context, doing, leftOut));
    return { names, empty: `${name} holds no names`, isBulk: true };
  }
  if (map !== undefined) {
    throw new Failure('usage', '--map is for a list', { hint: 'leave --map out' });
  }
  const words = typed.map((text) => ({ text }));
  const names = await all(tidied(words, context, doing, leftOut, none));
  const refused = names.filter(({ reason }) => reason !== undefined);
  if (refused.length > 0) throw invalidName(refused);
  const isBulk = names.length > mostSingleLookUps;
  return { names, typed: names.map(({ text }) => text), isBulk };
}

export function invalidRow(name: ListedName): FailedRow {
  const { text, reason } = name;
  const failure = invalidName([name]).saying(`not a domain name: it ${reason}`);
  return { asked: { domain: text }, failure: failure.with({ about: `'${text}'` }) };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

function invalidName(refused: readonly ListedName[]): Failure {
  const reasons = refused.map(({ text, reason }) => `'${text}' ${reason}`);
  return new Failure('invalid_name', `not a domain name: ${reasons.join('; ')}`, {
    hint: nameHint,
  });
}

import type { Context } from '../cli/context.ts';
import { counted } from '../core/durations.ts';
import { tidyName, withoutWww } from '../core/names.ts';
import { named, shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { FailedRow } from '../output/row.ts';
import { openNamedFile } from '../platform/files.ts';
import { type ListedName, namesIn } from './lists.ts';

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
  names: readonly ListedName[];
  /** The names that were typed; empty for a list. */
  asked: readonly { domain: string }[];
  /** A list, or many typed names: waits for the rate limit without a bound, and leaves room. */
  isBulk: boolean;
  /** Said of a list without names. */
  empty?: string;
}

const mostSingleLookUps = 8;

const nameHint = 'a name is letters, digits and inner hyphens between dots, such as kabul.af';

/** @throws Failure `usage`, `io`, `invalid_name` with every typed word that is not a name */
export async function openNames(context: Context, request: NameRequest): Promise<OpenNames> {
  const { typed, map, none } = request;
  if (request.file !== undefined && typed.length > 0) {
    throw new Failure('usage', '--file and names exclude each other', {
      hint: 'put the names into the file, or leave --file out',
    });
  }
  const file = request.file ?? (typed.join() === '-' ? '-' : undefined);
  if (file !== undefined) return listedNames(context, request, file);
  if (typed.length === 0 && context.surroundings.stdin.isPiped) {
    const opened = await listedNames(context, request, '-');
    if (opened.names.length > 0) return opened;
  }
  if (typed.length === 0) throw none;
  if (map !== undefined) {
    throw new Failure('usage', '--map is for a list', { hint: 'leave --map out' });
  }
  const words = typed.map((text) => ({ text }));
  const names = await tidied(words, context, request.doing);
  const refused = names.filter(({ reason }) => reason !== undefined);
  if (refused.length > 0) {
    const reasons = refused.map(({ text, reason }) => `'${text}' ${reason}`);
    const message = `not a domain name: ${reasons.join('; ')}`;
    throw new Failure('invalid_name', message, { hint: nameHint });
  }
  const asked = names.map(({ text }) => ({ domain: text }));
  return { names, asked, isBulk: names.length > mostSingleLookUps };
}

export function invalidRow({ text, reason }: ListedName): FailedRow {
  const message = `not a domain name: it ${reason}`;
  const failure = new Failure('invalid_name', message, { about: `'${text}'`, hint: nameHint });
  return { asked: { domain: text }, failure };
}

async function listedNames(
  context: Context,
  request: NameRequest,
  file: string,
): Promise<OpenNames> {
  const { output, settings, signal } = context;
  const { stdin } = context.surroundings;
  const { command, map } = request;
  const isStdin = file === '-';
  if (isStdin && stdin.isTTY) {
    await output.note('reading names, one per line, until Ctrl-D');
    // A line that moves would be drawn over what is typed.
    output.endProgress();
  }
  const name = isStdin ? 'stdin' : `'${file}'`;
  const line = isStdin ? `${command} -` : `${command} --file ${shellWord(file)}`;
  const tlds = ['af', ...settings.preference('tld')];
  const open = () => (isStdin ? stdin.stream : openNamedFile(file));
  const found = await namesIn({ name, line, map, tlds }, open, signal);
  const names = await tidied(found, context, request.doing);
  return { names, asked: [], isBulk: true, empty: `${name} holds no names` };
}

/** Gives each name once. A note says what was changed. */
async function tidied(
  found: readonly ListedName[],
  { settings, output }: Context,
  doing: string,
): Promise<ListedName[]> {
  const tlds = settings.preference('tld');
  const all: ListedName[] = [];
  const changes: string[] = [];
  const leftOut = new Set<string>();
  for (const { text, reason, isLeftOut } of found) {
    const shown = withoutPassword(text);
    const read = tidyName(text, tlds);
    if (isLeftOut) {
      leftOut.add(shown);
    } else if (reason !== undefined) {
      all.push({ text: shown, reason });
    } else if (!read.ok) {
      all.push({ text: shown, reason: read.reason });
    } else {
      const { names, isChanged } = read.value;
      const asked = names.map(withoutWww);
      if (isChanged || asked.join() !== names.join())
        changes.push(`${asked.join(' and ')} for '${shown}'`);
      for (const name of asked) all.push({ text: name });
    }
  }
  const unique = new Map(all.map((name) => [name.text, name]));
  const duplicates = all.length - unique.size;
  const notes: string[] = [];
  if (changes.length > 0) notes.push(`${doing} ${named(changes)}`);
  if (leftOut.size > 0) notes.push(`not ${doing} ${named([...leftOut])}`);
  if (duplicates > 0) notes.push(`left out ${counted(duplicates, 'duplicate')}`);
  if (notes.length > 0) await output.note(notes.join('; '));
  return [...unique.values()];
}

function withoutPassword(text: string): string {
  return text.trim().replace(/^.*@/s, '…@');
}

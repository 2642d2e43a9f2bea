import type { Context } from '../cli/context.ts';
import { tidyName, withoutWww } from '../core/names.ts';
import { counted, named, shellWord } from '../core/text.ts';
import { Failure, usageFailure } from '../errors.ts';
import type { FailedRow } from '../output/row.ts';
import { nameOfFile, readLines } from '../tables/lines.ts';
import { type ListedName, readNames } from './lists.ts';

export interface NameRequest {
  typed: readonly string[];
  file?: string | undefined;
  map: string | undefined;
  /** The words of the command, for hints: `dotaf check`. */
  command: string;
}

interface OpenNames {
  names: readonly ListedName[];
  /** The names that were typed; empty for a list. */
  asked: readonly { domain: string }[];
  /** True for a list or many typed names: waits without a bound, and leaves room for others. */
  isBulk: boolean;
  empty?: string;
}

interface TidiedName extends ListedName {
  change?: string | undefined;
}

const mostSingleLookUps = 8;

const nameHint = 'a name is letters, digits and inner hyphens between dots, such as kabul.af';

/** @throws Failure `usage`, `io`, `invalid_name` with every typed word that is not a name */
export async function openNames(context: Context, request: NameRequest): Promise<OpenNames> {
  const { typed, file, map, command } = request;
  if (file !== undefined && typed.length > 0) {
    throw usageFailure(
      'use either --file or names',
      'put the names into the file, or leave --file out',
    );
  }
  if (file !== undefined) return listedNames(context, request, file);
  const { isPiped } = context.surroundings.stdin;
  if (typed.join() === '-' || (typed.length === 0 && isPiped)) {
    return listedNames(context, request, '-');
  }
  if (typed.length === 0) {
    throw usageFailure('no name is given', `${command} kabul.af, or cat names.txt | ${command}`);
  }
  if (map !== undefined) {
    throw usageFailure('--map is for a list', 'leave --map out');
  }
  const words = typed.map((text) => ({ text }));
  const names = await tidiedOnce(words, context);
  const refused = names.flatMap(({ text, reason }) => (reason ? `'${text}' ${reason}` : []));
  if (refused.length > 0) {
    throw new Failure('invalid_name', `not a domain name: ${refused.join('; ')}`, {
      hint: nameHint,
    });
  }
  return {
    names,
    asked: names.map(({ text }) => ({ domain: text })),
    isBulk: names.length > mostSingleLookUps,
  };
}

export function invalidRow({ text, reason }: ListedName): FailedRow {
  return {
    asked: { domain: text },
    failure: new Failure('invalid_name', `not a domain name: it ${reason}`, {
      about: `'${text}'`,
      hint: nameHint,
    }),
  };
}

async function listedNames(
  context: Context,
  { command, map }: NameRequest,
  file: string,
): Promise<OpenNames> {
  const { output, surroundings } = context;
  const isStdin = file === '-';
  if (isStdin && surroundings.stdin.isTTY) {
    await output.note('reading names, one per line, until Ctrl-D');
    // A line that moves would be drawn over what is typed.
    output.progress.end();
  }
  const name = nameOfFile(file);
  const line = isStdin ? `${command} -` : `${command} --file ${shellWord(file)}`;
  const { names: found, notes } = await readLines(context, file, (lines) =>
    readNames(lines, { name, line, map }),
  );
  for (const note of notes) await output.note(note);
  const names = await tidiedOnce(found, context);
  return { names, asked: [], isBulk: true, empty: `${name} holds no names` };
}

async function tidiedOnce(
  found: readonly ListedName[],
  { settings, output }: Context,
): Promise<ListedName[]> {
  const tlds = settings.preference('tld');
  const all = found.flatMap((listed) => tidiedNames(listed, tlds));
  const changes = [...new Set(all.flatMap(({ change }) => change ?? []))];
  const unique = new Map(all.map((name) => [`${name.text} ${name.reason}`, name]));
  const duplicates = all.length - unique.size;
  const notes: string[] = [];
  if (changes.length > 0) notes.push(`checking ${named(changes)}`);
  if (duplicates > 0) notes.push(`left out ${counted(duplicates, 'duplicate')}`);
  if (notes.length > 0) await output.note(notes.join('; '));
  return [...unique.values()];
}

function tidiedNames({ text, reason }: ListedName, tlds: readonly string[]): TidiedName[] {
  const shown = text.trim().replace(password, '…@');
  if (reason !== undefined) return [{ text: shown, reason }];
  const read = tidyName(text, tlds);
  if (!read.ok) return [{ text: shown, reason: read.reason }];
  const names = read.value.map(withoutWww);
  const isAsTyped = names.join() === text.trim().toLowerCase().replace(/\.$/, '');
  const change = isAsTyped ? undefined : `${names.join(' and ')} for '${shown}'`;
  return names.map((name) => ({ text: name, change }));
}

const password = /^.*@/s;

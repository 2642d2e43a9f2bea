import { type ListedName, readNames } from '../check/lists.ts';
import { nameHint, tidiedOnce } from '../check/names.ts';
import { note } from '../core/notices.ts';
import { shellWord } from '../core/text.ts';
import { Failure, usageFailure } from '../errors.ts';
import { nameOfFile, readLines } from '../tables/lines.ts';
import type { Context } from './context.ts';

interface NameRequest {
  typed: readonly string[];
  file?: string | undefined;
  map: string | undefined;
  /** The words of the command, for hints: `dotaf check`. */
  command: string;
}

export interface OpenNames {
  names: readonly ListedName[];
  /** The names that were typed; empty for a list. */
  asked: readonly { domain: string }[];
  /** True for a list or many typed names: waits without a bound, and leaves room for others. */
  isBulk: boolean;
  empty?: string;
}

const mostSingleLookUps = 8;

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
  const { isPiped } = context.system.stdin;
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
  const { names, notices } = tidiedOnce(words, context.settings.getPreference('tld'));
  await context.output.report(notices);
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

async function listedNames(
  context: Context,
  { command, map }: NameRequest,
  file: string,
): Promise<OpenNames> {
  const { output, system, settings } = context;
  const isStdin = file === '-';
  if (isStdin && system.stdin.isTTY) {
    await output.note('reading names, one per line, until Ctrl-D');
    // A line that moves would be drawn over what is typed.
    output.progress.end();
  }
  const name = nameOfFile(file);
  const line = isStdin ? `${command} -` : `${command} --file ${shellWord(file)}`;
  const found = await readLines(context, file, (lines) => readNames(lines, { name, line, map }));
  await output.report(found.notes.map(note));
  const { names, notices } = tidiedOnce(found.names, settings.getPreference('tld'));
  await output.report(notices);
  return { names, asked: [], isBulk: true, empty: `${name} holds no names` };
}

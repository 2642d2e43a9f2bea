import { domainNameHint, normalizeAndDedupe } from '../../check/normalize-names.ts';
import type { CommandContext } from '../../cli/context.ts';
import { note } from '../../core/notices.ts';
import { shellQuote } from '../../core/text.ts';
import { Failure, usageFailure } from '../../errors.ts';
import { type DomainNameEntry, parseDomainNameList } from '../../lists/domain-name-list.ts';
import { formatFileName, readSourceFile } from '../../lists/source-file.ts';

interface DomainNameInput {
  args: readonly string[];
  file?: string | undefined;
  map: string | undefined;
  /** Command line that hints start with, such as `dotaf check`. */
  command: string;
}

export interface LoadedDomainNames {
  names: readonly DomainNameEntry[];
  /** Names from the command line, used to size columns; empty when reading from a file. */
  inputs: readonly { domain: string }[];
  /** True for a file or over 8 names: requests wait in line without limit, after single ones. */
  isBulk: boolean;
  emptyMessage?: string;
}

const maxSingleLookups = 8;

/**
 * Reads domain names from arguments, --file or piped stdin.
 * @throws Failure `usage`; `io`; `invalid_name`, which lists every invalid argument
 */
export async function loadDomainNames(
  context: CommandContext,
  input: DomainNameInput,
): Promise<LoadedDomainNames> {
  const { args, file, map, command } = input;
  if (file !== undefined && args.length > 0) {
    throw usageFailure(
      'use either --file or names',
      'put the names into the file, or leave --file out',
    );
  }
  if (file !== undefined) return loadNameList(context, input, file);
  const { isPiped } = context.system.stdin;
  if (args.join() === '-' || (args.length === 0 && isPiped)) {
    return loadNameList(context, input, '-');
  }
  if (args.length === 0) {
    throw usageFailure('no name is given', `${command} kabul.af, or cat names.txt | ${command}`);
  }
  if (map !== undefined) {
    throw usageFailure('--map is for a list', 'leave --map out');
  }
  const entries = args.map((text) => ({ text }));
  const { names, notices } = normalizeAndDedupe(entries, context.settings.getPreference('tld'));
  await context.output.printNotices(notices);
  const problems = names.flatMap(({ text, reason }) => (reason ? `'${text}' ${reason}` : []));
  if (problems.length > 0) {
    throw new Failure('invalid_name', `not a domain name: ${problems.join('; ')}`, {
      hint: domainNameHint,
    });
  }
  return {
    names,
    inputs: names.map(({ text }) => ({ domain: text })),
    isBulk: names.length > maxSingleLookups,
  };
}

async function loadNameList(
  context: CommandContext,
  { command, map }: DomainNameInput,
  file: string,
): Promise<LoadedDomainNames> {
  const { output, system, settings } = context;
  const isStdin = file === '-';
  if (isStdin && system.stdin.isTTY) {
    await output.note('reading names, one per line, until Ctrl-D');
    // The progress line would overwrite the names being typed.
    output.progress.stop();
  }
  const name = formatFileName(file);
  const commandLine = isStdin ? `${command} -` : `${command} --file ${shellQuote(file)}`;
  const entries = await readSourceFile(context, file, (lines) =>
    parseDomainNameList(lines, { name, commandLine, map }),
  );
  await output.printNotices(entries.notes.map(note));
  const { names, notices } = normalizeAndDedupe(entries.names, settings.getPreference('tld'));
  await output.printNotices(notices);
  return { names, inputs: [], isBulk: true, emptyMessage: `${name} holds no names` };
}

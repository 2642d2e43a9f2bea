import { invalidDomainNameHint, normalizeAndDedupeNames } from '../../check/normalize-names.ts';
import type { CommandContext } from '../../cli/context.ts';
import { pluralize, shellQuote } from '../../core/text.ts';
import { Failure, usageFailure } from '../../errors.ts';
import type { DomainNameEntry } from '../../lists/domain-name-list.ts';
import { formatFileName, type InputFileContext, readInputFile } from '../../lists/input-file.ts';
import { fileExists } from '../../system/files.ts';

interface DomainNameInput {
  args: readonly string[];
  file?: string | undefined;
  map?: string | undefined;
  sheet?: string | undefined;
  /** The command that hints suggest, such as `dotaf check`. */
  command: string;
  /** Redacts credentials from the list; the account of the context by default. */
  account?: InputFileContext['account'];
}

interface LoadedDomainNames {
  names: readonly DomainNameEntry[];
  /** Names given as arguments, used to size columns; empty if the names come from a file. */
  inputs: readonly { domain: string }[];
  /**
   * True for a list, and for many arguments. Bulk requests wait without a time limit, and
   * leave part of the rate limit free for single lookups.
   */
  isBulk: boolean;
  emptyMessage?: string;
}

const maxSingleLookups = 8;

/**
 * Reads domain names from the arguments, the --file list or piped stdin.
 * @throws a `usage` or `io` Failure, or an `invalid_name` Failure that lists all invalid arguments
 */
export async function loadDomainNames(
  context: CommandContext,
  input: DomainNameInput,
): Promise<LoadedDomainNames> {
  const { args, file, command } = input;
  if (file !== undefined && args.length > 0) {
    throw usageFailure(
      'use either --file or names',
      'put the names into the file, or leave --file out',
    );
  }
  const isStdin = args.join() === '-' || (args.length === 0 && context.system.stdin.isPiped);
  const isList = file !== undefined || isStdin;
  if (!isList && args.length === 0) {
    throw usageFailure('no name is given', `${command} kabul.af, or cat names.txt | ${command}`);
  }
  if (!isList) rejectListOptions(input);
  const entries = isList
    ? await readNameList(context, input, file ?? '-')
    : args.map((text) => toNameEntry(text, command));
  const tlds = context.settings.getPreference('tld');
  const names = normalizeAndDedupeNames(entries, tlds, context.report);
  if (isList) {
    const emptyMessage = `${formatFileName(file ?? '-')} holds no names`;
    return { names, inputs: [], isBulk: true, emptyMessage };
  }
  const problems = names.flatMap(({ text, reason }) => (reason ? `'${text}' ${reason}` : []));
  if (problems.length > 0) {
    throw new Failure('invalid_name', `not a domain name: ${problems.join('; ')}`, {
      hint: invalidDomainNameHint,
    });
  }
  return {
    names,
    inputs: names.map(({ text }) => ({ domain: text })),
    isBulk: names.length > maxSingleLookups,
  };
}

function rejectListOptions({ map, sheet }: DomainNameInput) {
  for (const [option, value] of Object.entries({ '--map': map, '--sheet': sheet })) {
    if (value !== undefined) throw usageFailure(`${option} is for a list`, `leave ${option} out`);
  }
}

/** @throws a `usage` Failure if the argument is an existing file, although it looks like a name */
function toNameEntry(text: string, command: string) {
  if (!/\.(csv|txt|jsonl?|xlsx)$/i.test(text) || !fileExists(text)) return { text };
  const option = command === 'dotaf check' ? '--file' : '- <';
  const hint = /\.jsonl?$/i.test(text)
    ? createJsonHint(shellQuote(text), command)
    : `${command} ${option} ${shellQuote(text)}`;
  throw usageFailure(`'${text}' is a file`, hint);
}

/** @returns a command line that extracts the names from JSON */
function createJsonHint(quotedFile: string, command: string) {
  return `jq -r '..|strings|select(endswith(".af"))' ${quotedFile} | ${command} -`;
}

async function readNameList(
  context: CommandContext,
  { command, map, sheet, account = context.account }: DomainNameInput,
  file: string,
) {
  const { output, system, signal, report } = context;
  const isStdin = file === '-';
  if (isStdin && system.stdin.isTTY) {
    await output.note('reading names, one per line, until Ctrl-D');
    // Stop the progress line, which would overwrite the names that the user types.
    output.progress.stop();
  }
  const { parseDomainNameList } = await import('../../lists/domain-name-list.ts');
  const name = formatFileName(file);
  const commandLine = isStdin ? `${command} -` : `${command} --file ${shellQuote(file)}`;
  const {
    names,
    notes,
    emptyCount = 0,
  } = await readInputFile(
    { system, signal, report, account },
    file,
    {
      sheet,
      reportsOtherSheets: true,
      jsonHint: createJsonHint(isStdin ? "'<file>'" : shellQuote(file), command),
    },
    (content) => parseDomainNameList(content, { name, commandLine, map }),
  );
  for (const note of notes) report.note(note);
  if (emptyCount > 0) report.note(`left out ${pluralize(emptyCount, 'row')} without a domain`);
  return names;
}

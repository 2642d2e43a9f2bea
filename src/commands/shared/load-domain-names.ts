import { invalidDomainNameHint, normalizeAndDedupeNames } from '../../check/normalize-names.ts';
import type { CommandContext } from '../../cli/context.ts';
import { isDomainName } from '../../core/domain-names.ts';
import { pluralize, shellQuote } from '../../core/text.ts';
import { CliError, usageError } from '../../errors.ts';
import {
  type ColumnMapping,
  formatFileName,
  type InputFileContext,
} from '../../lists/input-file.ts';
import type { ListEntry, NameEntry } from '../../lists/name-list.ts';
import { fileExists } from '../../system/files.ts';

interface DomainNameInput {
  args: readonly string[];
  files?: readonly string[] | undefined;
  map?: readonly ColumnMapping[] | undefined;
  sheet?: string | undefined;
  /** The command to suggest in hints, such as `dotaf check`. */
  command: string;
  account?: InputFileContext['account'];
}

interface LoadedDomainNames {
  names: readonly NameEntry[];
  /**
   * Names given as arguments, used to size table columns; empty if the names are read from a list.
   */
  inputs: readonly { domain: string }[];
  /** True for a list or many arguments. Bulk runs leave rate-limit slots to single lookups. */
  isBulk: boolean;
  emptyMessage?: string;
}

const maxSingleLookups = 8;

/** @throws a `usage`, `io` or `invalid_name` error */
export async function loadDomainNames(
  context: CommandContext,
  input: DomainNameInput,
): Promise<LoadedDomainNames> {
  const { args, files, map, sheet, command } = input;
  if (files !== undefined && args.length > 0) {
    throw usageError(
      'use either --file or names',
      'put the names into the file, or leave --file out',
    );
  }
  const isStdin = args.join() === '-' || (args.length === 0 && context.system.stdin.isPiped);
  if (files !== undefined || isStdin) return loadLists(context, input, files ?? ['-']);
  if (args.length === 0) {
    throw usageError('no name is given', `${command} kabul.af, or cat names.txt | ${command}`);
  }
  for (const [option, value] of Object.entries({ '--map': map, '--sheet': sheet }))
    if (value !== undefined) throw usageError(`${option} is for a list`, `leave ${option} out`);
  for (const text of args) assertNoFile(text, command);
  const names = normalize(
    context,
    args.map((text) => ({ text })),
  );
  const problems = names.flatMap(({ text, reason }) => (reason ? `'${text}' ${reason}` : []));
  if (problems.length > 0) {
    throw new CliError('invalid_name', `not a domain name: ${problems.join('; ')}`, {
      hint: invalidDomainNameHint,
    });
  }
  return {
    names,
    inputs: names.map(({ text }) => ({ domain: text })),
    isBulk: names.length > maxSingleLookups,
  };
}

async function loadLists(
  context: CommandContext,
  input: DomainNameInput,
  files: readonly string[],
): Promise<LoadedDomainNames> {
  const entries: NameEntry[] = [];
  for (const file of files) {
    const list = await readNameList(context, input, file);
    const place = files.length > 1 ? ` of ${list.name}` : '';
    entries.push(...list.entries.map((entry) => explainEntry(context, input, entry, place)));
  }
  const holds = files.length > 1 ? 'hold' : 'holds';
  const emptyMessage = `${files.map(formatFileName).join(' and ')} ${holds} no names`;
  return { names: normalize(context, entries), inputs: [], isBulk: true, emptyMessage };
}

function normalize({ settings, report }: CommandContext, entries: readonly NameEntry[]) {
  return normalizeAndDedupeNames(entries, settings.getPreference('tld'), report);
}

function assertNoFile(text: string, command: string) {
  if (!/\.(csv|txt|jsonl?|xlsx)$/i.test(text) || !fileExists(text)) return;
  const option = command === 'dotaf check' ? '--file' : '- <';
  const hint = /\.jsonl?$/i.test(text)
    ? createJsonHint(shellQuote(text), command)
    : `${command} ${option} ${shellQuote(text)}`;
  throw usageError(`'${text}' is a file`, hint);
}

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
    // Stop the spinner so that it does not overwrite the names that the user is typing.
    output.progress.stop();
  }
  const { domainHeadingPattern, readNameList, warnAboutOtherColumns } = await import(
    '../../lists/name-list.ts'
  );
  const list = await readNameList(
    { system, signal, report, account },
    {
      file,
      sheet,
      map,
      command: isStdin ? command : `${command} --file`,
      jsonHint: createJsonHint(isStdin ? "'<file>'" : shellQuote(file), command),
    },
    { domain: domainHeadingPattern },
  );
  warnAboutOtherColumns(list, report);
  if (list.emptyRows.length > 0)
    report.note(`${list.name}: ${pluralize(list.emptyRows.length, 'row')} without a domain`);
  return list;
}

/**
 * Adds the line number to the reason why a list entry is invalid. Also rejects a name without a
 * dot, such as `kabul`, unless the `--tld` option is given: it may be an ordinary word.
 */
function explainEntry(
  { settings }: CommandContext,
  { command }: DomainNameInput,
  { text, reason, isLabel, line }: ListEntry,
  place: string,
): NameEntry {
  if (reason) return { text, reason: `${reason} (line ${line}${place})` };
  const isWanted = settings.getSetting('tld').source === 'flag';
  if (!isLabel || isWanted || !isDomainName(`${text}.af`)) return { text };
  const option = command === 'dotaf check' ? ', or add --tld .af' : '';
  return { text, reason: `has no dot (line ${line}${place}): write ${text}.af${option}` };
}

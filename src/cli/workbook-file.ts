import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { pluralize } from '../core/text.ts';
import { usageError } from '../errors.ts';
import type { Settings } from '../settings/settings.ts';
import { isSameFile, stageUserFile } from '../system/files.ts';
import { isFileParam } from './options.ts';

/**
 * Checks the file of `--xlsx` before the command sends anything.
 * @throws a `usage` error if the command reads this file, an `io` error if it is not writable
 */
export function validateWorkbookPath(
  file: string,
  command: CommandUnknownOpts,
  settings: Settings,
) {
  const files = [
    ...command.args.filter((_, index) => isFileParam(command.registeredArguments[index])),
    ...command.options
      .filter(isFileParam)
      .map((option) =>
        option.long === '--domains-file'
          ? settings.getPreference('domains-file')
          : String(command.getOptionValue(option.attributeName()) ?? ''),
      ),
  ];
  // Commands that take several names read them from stdin if none is given.
  const takesNames = command.registeredArguments.some(
    (argument) => argument.variadic && argument.name() !== 'tlds',
  );
  const readsStdin =
    command.args.includes('-') || files.includes('-') || (takesNames && command.args.length === 0);
  if (readsStdin) files.push('/dev/stdin');
  if (files.some((path) => isSameFile(path, file)))
    throw usageError(`the command reads '${file}'`, 'give --xlsx another file');
  stageUserFile(file, '').discard();
}

/** @returns a note that says what was written */
export async function saveWorkbook(
  file: string,
  workbook: Promise<{ content: Uint8Array; rowCount: number }>,
  signal: AbortSignal,
) {
  const { content, rowCount } = await workbook;
  // An interrupted command leaves the file as it was.
  signal.throwIfAborted();
  stageUserFile(file, content).commit();
  return `${pluralize(rowCount, 'row')} in '${file}'`;
}

import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { pluralize } from '../core/text.ts';
import { usageError } from '../errors.ts';
import type { Settings } from '../settings/settings.ts';
import { isSameFile, stageUserFile } from '../system/files.ts';

/**
 * Checks the file of `--xlsx` before the command sends anything.
 * @throws a `usage` error if the command reads this file, an `io` error if it is not writable
 */
export function validateWorkbookPath(
  file: string,
  command: CommandUnknownOpts,
  settings: Settings,
) {
  const readsDomainsFile = command.options.some(({ long }) => long === '--domains-file');
  // Values that are not paths do no harm here: no file has their name.
  const inputs = [command.args, ...Object.values(command.opts()), '/dev/stdin'].flat().map(String);
  if (readsDomainsFile) inputs.push(settings.getPreference('domains-file'));
  if (inputs.some((input) => isSameFile(input, file)))
    throw usageError(`the command reads '${file}'`, 'give --xlsx another file');
  stageUserFile(file, '').discard();
}

/** @returns a note that says how many rows were written */
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

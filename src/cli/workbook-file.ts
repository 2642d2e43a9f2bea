import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { pluralize } from '../core/text.ts';
import { usageError } from '../errors.ts';
import type { Settings } from '../settings/settings.ts';
import { isSameFile, stageUserFile } from '../system/files.ts';

/** @throws a `usage` error if the path is an input file, an `io` error if it is not writable */
export function validateWorkbookPath(
  file: string,
  command: CommandUnknownOpts,
  settings: Settings,
) {
  const readsDomainsFile = command.options.some(({ long }) => long === '--domains-file');
  // Any argument or option value may be the path of an input file, which must not be overwritten.
  const inputs = [command.args, ...Object.values(command.opts()), '/dev/stdin'].flat().map(String);
  if (readsDomainsFile) inputs.push(settings.getPreference('domains-file'));
  if (inputs.some((input) => isSameFile(input, file)))
    throw usageError(`the command reads '${file}'`, 'give --xlsx another file');
  stageUserFile(file, '').discard();
}

export async function saveWorkbook(
  file: string,
  workbook: Promise<{ content: Uint8Array; rowCount: number }>,
  signal: AbortSignal,
) {
  const { content, rowCount } = await workbook;
  signal.throwIfAborted();
  stageUserFile(file, content).commit();
  return `${pluralize(rowCount, 'row')} in '${file}'`;
}

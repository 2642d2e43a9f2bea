import type { CommandContext } from '../../cli/context.ts';
import {
  comparedAttributes,
  type DomainAttribute,
  mutableAttributes,
} from '../../core/domain-attributes.ts';
import { type AccountSource, maxComparedAgeMs, maxShownAgeMs } from '../../domains/account.ts';
import { CliError, usageError } from '../../errors.ts';
import { getDomainCachePath } from '../../settings/account-files.ts';

export interface DetailOptions {
  details?: true;
  fresh?: true;
  /** The sheet of a domains file that is a workbook. */
  sheet?: string | undefined;
  /** True if the command reads another file, to which its `--sheet` and notes about sheets apply. */
  hasOtherFile?: true;
}

interface SourceOptions {
  /** True to request again the details that are older than ten minutes, since they are compared. */
  isComparison?: boolean;
  neededAttributes?: readonly DomainAttribute[];
}

export async function createAccountSource(
  context: CommandContext,
  { details, fresh, ...fileOptions }: DetailOptions,
  { isComparison = false, neededAttributes }: SourceOptions = {},
): Promise<AccountSource> {
  const { account, settings, system, output, report, today } = context;
  if (fileOptions.sheet !== undefined && settings.getPreference('domains-file') === '')
    throw usageError('--sheet is for a list of your own', 'add --domains-file <path>');
  const service = await account.service();
  return {
    service,
    report,
    today,
    wantsDetails: details === true,
    neededAttributes: neededAttributes ?? (isComparison ? mutableAttributes : comparedAttributes),
    maxAgeMs: isComparison ? maxComparedAgeMs : maxShownAgeMs,
    readDomainsFile: () => loadDomainsFile(context, fileOptions),
    async readDetails(request) {
      const startedAt = system.clock.now();
      if (request.names.length + request.storedNames.length === 0)
        return { details: new Map(), startedAt };
      const { readDomainDetails } = await import('../../domains/domain-cache.ts');
      const id = await account.storageId();
      const line = fresh ? 'the same line without --fresh' : 'the same line';
      return readDomainDetails(
        {
          service,
          file: id && getDomainCachePath(settings, id),
          fieldNames: settings.getSetting('field-names').value,
          redactor: await account.redactor(),
          system,
          progress: output.progress,
          rate: settings.getPreference('rate-limit'),
          isFresh: fresh === true,
          resumeHint: `what was read is kept: ${line} goes on from there`,
        },
        request,
      );
    },
    setFileCommand: settings.setCommandFor('domains-file', '<path>'),
  };
}

/** Reads the file of `--domains-file`. @returns undefined if no file is configured */
export async function loadDomainsFile(
  context: CommandContext,
  { sheet, hasOtherFile }: Pick<DetailOptions, 'sheet' | 'hasOtherFile'> = {},
) {
  const { settings } = context;
  const file = settings.getPreference('domains-file');
  if (file === '') return undefined;
  const { readDomainsFile } = await import('../../domains/domains-file.ts');
  const source = {
    file,
    sheet: hasOtherFile ? undefined : sheet,
    command: 'dotaf domains ls --domains-file',
  };
  return readDomainsFile(context, source).catch((error): never => {
    // If the path comes from the config, the error needs a hint that names the setting.
    const { source } = settings.getSetting('domains-file');
    if (!(error instanceof CliError) || error.code !== 'io' || source !== 'profile') throw error;
    throw error.with({ hint: settings.setCommandFor('domains-file', '<path>') });
  });
}

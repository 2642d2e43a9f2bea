import type { CommandContext } from '../../cli/context.ts';
import type { DomainsFile } from '../../domains/domains-file.ts';
import { type DomainListSource, fetchAccountDomains } from '../../domains/list.ts';
import { Failure } from '../../errors.ts';
import { getDomainCachePath } from '../../settings/completion-cache.ts';

export async function createDomainListSource(context: CommandContext): Promise<DomainListSource> {
  const { account, settings, system, output, today } = context;
  const service = await account.service();
  return {
    service,
    today,
    readDomainsFile: () => loadDomainsFile(context),
    async readUnlisted(names) {
      const { fetchUnlistedDomains } = await import('../../domains/domain-cache.ts');
      const id = await account.storageId();
      return fetchUnlistedDomains(
        {
          service,
          file: id && getDomainCachePath(settings, id),
          redactor: await account.redactor(),
          clock: system.clock,
          progress: output.progress,
        },
        names,
      );
    },
    setFileCommand: settings.setCommandFor('domains-file', '<path>'),
  };
}

export async function listAccountDomains(context: CommandContext, loadedFile?: DomainsFile) {
  const source = await createDomainListSource(context);
  const accountDomains = await fetchAccountDomains(source, undefined, loadedFile);
  await context.output.printNotices(accountDomains.notices);
  return accountDomains;
}

/** Reads the file of `--domains-file`. @returns undefined if no file is configured */
export async function loadDomainsFile(context: CommandContext) {
  const { settings, output } = context;
  const file = settings.getPreference('domains-file');
  if (file === '') return undefined;
  const { readDomainsFile } = await import('../../domains/domains-file.ts');
  const domainsFile = await readDomainsFile(context, file).catch((error) => {
    // If the path comes from the config, the error needs a hint that names the setting.
    const { source } = settings.getSetting('domains-file');
    if (!(error instanceof Failure) || error.code !== 'io' || source !== 'profile') throw error;
    throw error.with({ hint: settings.setCommandFor('domains-file', '<path>') });
  });
  await output.printNotices(domainsFile.notices);
  return domainsFile;
}

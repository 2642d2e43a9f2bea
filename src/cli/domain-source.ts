import type { DomainSource } from '../domains/list.ts';
import type { DomainsFile } from '../domains/own-list.ts';
import { Failure } from '../errors.ts';
import { accountId } from '../settings/credentials.ts';
import { domainCachePath } from '../settings/known-domains.ts';
import type { Context } from './context.ts';

/** Where a command reads the account's domains from. */
export async function domainSource(context: Context): Promise<DomainSource> {
  const { account, settings, system, output, today } = context;
  const service = await account.service();
  return {
    service,
    today,
    readDomainsFile: () => readOwnListOf(context),
    async readUnlisted(names) {
      const { readUnlistedDomains } = await import('../domains/single.ts');
      const id = accountId(await account.credentials());
      return readUnlistedDomains(
        {
          service,
          file: id && domainCachePath(settings, id),
          redactor: await account.redactor(),
          clock: system.clock,
          progress: output.progress,
        },
        names,
      );
    },
    setFileCommand: () => settings.setCommandFor('domains-file', '<path>'),
  };
}

/** Reads the user's own list, and says what was left out of it. @throws Failure `io`, `usage` */
export async function readOwnListOf(context: Context): Promise<DomainsFile | undefined> {
  const { settings, output } = context;
  const file = settings.getPreference('domains-file');
  if (file === '') return undefined;
  const { readDomainsFile } = await import('../domains/own-list.ts');
  const own = await readDomainsFile(context, file).catch((error) => {
    // Whoever stored a path did not type it in this command line, and may not know whose it is.
    const { source } = settings.getSetting('domains-file');
    if (!(error instanceof Failure) || error.code !== 'io' || source !== 'profile') throw error;
    throw error.with({ hint: settings.setCommandFor('domains-file', '<path>') });
  });
  await output.report(own.notices);
  return own;
}

import { rmSync } from 'node:fs';
import path from 'node:path';
import { type AppDirectories, readRegularFile, writeFileAtomic } from '../system/files.ts';

interface HasDirectories {
  directories: AppDirectories;
}

export function saveCompletionNames(
  settings: HasDirectories,
  accountId: string,
  names: readonly string[],
): void {
  try {
    writeFileAtomic(
      domainNamesPath(settings, accountId),
      names.map((name) => `${name}\n`).join(''),
    );
  } catch {
    // Ignore write errors: the cached names serve shell completion only.
  }
}

export function readCompletionNames(settings: HasDirectories, accountId: string): string[] {
  return readRegularFile(domainNamesPath(settings, accountId))
    .toString('utf8')
    .split('\n')
    .filter(Boolean);
}

/** Path of the cache of single-domain responses that `--domains-file` uses. */
export function getDomainCachePath({ directories }: HasDirectories, accountId: string): string {
  return path.join(directories.state, 'single-domains', accountId);
}

export function clearDomainCaches(settings: HasDirectories, accountId: string): void {
  saveCompletionNames(settings, accountId, []);
  rmSync(getDomainCachePath(settings, accountId), { force: true });
}

function domainNamesPath({ directories }: HasDirectories, accountId: string): string {
  return path.join(directories.state, 'domain-names', accountId);
}

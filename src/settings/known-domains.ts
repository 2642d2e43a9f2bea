import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Folders, readRegularFile, replaceFile } from '../platform/files.ts';

interface FolderOwner {
  directories: Folders;
}

export function keepDomainNames(
  settings: FolderOwner,
  accountId: string,
  names: readonly string[],
): void {
  try {
    replaceFile(fileOf(settings, accountId), names.map((name) => `${name}\n`).join(''));
  } catch {
    // The answer is right without the names.
  }
}

export function readDomainNames(settings: FolderOwner, accountId: string): string[] {
  return readRegularFile(fileOf(settings, accountId)).toString('utf8').split('\n').filter(Boolean);
}

/** Answers about single domains, which `--domains-file` asks for. */
export function singleDomainsFile({ directories }: FolderOwner, accountId: string): string {
  return path.join(directories.state, 'single-domains', accountId);
}

export function forgetDomains(settings: FolderOwner, accountId: string): void {
  keepDomainNames(settings, accountId, []);
  rmSync(singleDomainsFile(settings, accountId), { force: true });
}

function fileOf({ directories }: FolderOwner, accountId: string): string {
  return path.join(directories.state, 'domain-names', accountId);
}

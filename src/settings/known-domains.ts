import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Folders, readRegularFile, replaceFile } from '../platform/files.ts';

interface Place {
  readonly folders: Pick<Folders, 'state'>;
}

export function keepDomainNames(place: Place, accountId: string, names: readonly string[]): void {
  try {
    const lines = names.map((name) => `${name}\n`);
    replaceFile(fileOf(place, accountId), lines.join(''));
  } catch {
    // The answer is right without the names.
  }
}

export function readDomainNames(place: Place, accountId: string): string[] {
  return readRegularFile(fileOf(place, accountId)).toString('utf8').split('\n').filter(Boolean);
}

/** Answers about single domains, which `--domains-file` asks for. */
export function singleDomainsFile({ folders }: Place, accountId: string): string {
  return path.join(folders.state, 'single-domains', accountId);
}

/** Forgets the domains of an account that has left the profile. */
export function forgetDomains(place: Place, accountId: string): void {
  keepDomainNames(place, accountId, []);
  rmSync(singleDomainsFile(place, accountId), { force: true });
}

function fileOf({ folders }: Place, accountId: string): string {
  return path.join(folders.state, 'domain-names', accountId);
}

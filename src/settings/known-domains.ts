import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Folders, readRegularFile, replaceFile } from '../platform/files.ts';
import { type Account, accountId, type Credentials } from './credentials.ts';

interface Place {
  readonly folders: Pick<Folders, 'state'>;
}

/** As far as it names the file: a profile keeps its names when it gets a new key. */
type Owner = Account & Pick<Credentials, 'tier' | 'profile'>;

/** Keeps the domains of an account for completion, or removes the file where there are none. */
export function keepDomainNames(place: Place, owner: Owner, names: readonly string[]): void {
  const lines = names.filter((name) => !/\s/.test(name)).map((name) => `${name}\n`);
  try {
    const file = fileOf(place, owner);
    if (lines.length > 0) replaceFile(file, lines.join(''));
    else rmSync(file, { force: true });
  } catch {
    // The answer is right without the names.
  }
}

export function readDomainNames(place: Place, owner: Owner): string[] {
  return readRegularFile(fileOf(place, owner)).toString('utf8').split('\n').filter(Boolean);
}

export function profileOwner(profile: string): Owner {
  return { profile, tier: 'profile', baseUrl: '', key: '' };
}

function fileOf({ folders }: Place, owner: Owner): string {
  return path.join(folders.state, 'domain-names', accountId(owner));
}

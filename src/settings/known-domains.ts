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

function fileOf({ folders }: Place, accountId: string): string {
  return path.join(folders.state, 'domain-names', accountId);
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findFolders, type Place } from '../platform/folders.ts';

/**
 * What the completion scripts ask for: words of one kind, one a line. Where the config cannot be read
 * there are none: TAB is no place for an error.
 *
 * @param kind `profiles`; of any other kind there is nothing to tell
 */
export function wordsFor(kind: string | undefined, place: Place): string {
  if (kind !== 'profiles') return '';
  try {
    const file = path.join(findFolders(place).config, 'config.json');
    // No schema: that would take longer than all the rest, and each name is looked at by itself.
    const { profiles } = JSON.parse(readFileSync(file, 'utf8'));
    const names = profiles.map(({ name }: { name: unknown }) => name).filter(isPlain);
    return names.map((name: string) => `${name}\n`).join('');
  } catch {
    return '';
  }
}

/** A name that every shell takes for one word as it stands. */
function isPlain(name: unknown): name is string {
  return typeof name === 'string' && /^[\p{L}\p{N}_.@+][\p{L}\p{N}_.@+-]*$/u.test(name);
}

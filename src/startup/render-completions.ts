import path from 'node:path';
import { type CompletionTree, completeCommandLine } from '../completion/complete.ts';
import { resolveAppDirectoriesFromEnv } from '../system/app-directories.ts';
import { readFileIfExists } from '../system/files.ts';

/** @returns `candidate<TAB>summary` lines, `:files` to complete paths, or '' on any error */
export function renderCompletions(words: readonly string[], readTree: () => string) {
  try {
    const root: CompletionTree = JSON.parse(readTree());
    // Windows PowerShell drops empty arguments, so its completion script passes `""` instead.
    const args = words.map((word) => (word === '""' ? '' : word));
    const completion = completeCommandLine(root, args, readProfileNames);
    if (completion === 'files') return ':files\n';
    return completion
      .map(({ word, summary }) => (summary === '' ? `${word}\n` : `${word}\t${summary}\n`))
      .join('');
  } catch {
    return '';
  }
}

/**
 * Matches names that are safe in every shell. Kept as text until it is needed, because Unicode
 * regexes are slow to compile.
 */
const shellSafePattern = String.raw`^[\p{L}\p{N}_.@+][\p{L}\p{N}_.@+ -]*$`;

/** Reads the config without validation: loading zod takes longer than the whole completion. */
function readProfileNames(): string[] {
  const file = path.join(resolveAppDirectoriesFromEnv().config, 'config.json');
  const { profiles }: { profiles: { name: string }[] } = JSON.parse(readFileIfExists(file) ?? '');
  const pattern = new RegExp(shellSafePattern, 'u');
  return profiles.map(({ name }) => name).filter((name) => pattern.test(name));
}

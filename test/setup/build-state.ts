import { readdirSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';

/** npm rewrites node_modules/.package-lock.json whenever it installs packages. */
const buildInputs = [
  ...['bin', 'completions', 'src', 'package.json', 'package-lock.json', 'tsconfig.json'],
  'node_modules/.package-lock.json',
];

/**
 * Compares modification times: dist is current if everything in it is newer than each build input,
 * and no file was removed from it. Folders count as inputs, since deleting or renaming a source
 * file changes only its folder.
 */
export function isBuildCurrent(root: string): boolean {
  const inputs = buildInputs.flatMap((input) => modificationTimes(path.join(root, input)));
  const [folder = 0, ...files] = modificationTimes(path.join(root, 'dist'));
  const isComplete = folder <= Math.max(...files);
  return isComplete && Math.max(...inputs) < Math.min(folder, ...files);
}

/** Dates dist back to the start of its build, so that a source saved meanwhile counts as newer. */
export function markBuildStart(root: string, start: Date): void {
  utimesSync(path.join(root, 'dist'), start, start);
}

/** @returns the time of a file, or of a folder and of all its contents */
function modificationTimes(file: string): number[] {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  const entries = stats.isDirectory() ? readdirSync(file) : [];
  const inner = entries.flatMap((entry) => modificationTimes(path.join(file, entry)));
  return [stats.mtimeMs, ...inner];
}

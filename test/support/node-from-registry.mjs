import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const cache = path.join(import.meta.dirname, '../../node_modules/.cache');

/** Installs a Node version from its npm package for this platform. @returns the binary's path */
export function nodeFromRegistry(version) {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const folder = path.join(cache, `${name}-${version}`);
  const file = path.join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const flags = ['--prefix', folder, '--no-save', '--ignore-scripts'];
    const options = { stdio: ['ignore', 'ignore', 'inherit'], shell: isWindows };
    execFileSync('npm', ['install', ...flags, `${name}@${version}`], options);
  }
  return file;
}

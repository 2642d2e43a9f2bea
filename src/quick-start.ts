import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CompiledParts, type Loader } from './compiled-parts.ts';
import { makeFolder } from './core/make-folder.ts';
import type { Surroundings } from './core/surroundings.ts';
import { findFolders } from './settings/folders.ts';

/** What the launcher knows of itself. */
export interface Launch {
  /** The folder of the built program. */
  parts: string;
  /** Node's own table of what loads a file, by the end of its name. */
  loaders: Record<string, Loader | undefined>;
  /** `v24.21.0-linux-x64` */
  node: string;
  /** Whether Node was started with options of its own: code for others is not code for these. */
  hasOptions: boolean;
}

/**
 * Has the rest of the program load quickly.
 *
 * @returns to be called when all is answered
 */
export async function quickStart(host: Surroundings, launch: Launch): Promise<() => void> {
  if (launch.node.startsWith('v20.')) {
    const { setFlagsFromString } = await import('node:v8');
    // Node 20 would compile undici's parser a second time, in 36 MB, and wait for that at the end.
    setFlagsFromString('--liftoff-only');
  }
  try {
    return keepCompiled(host, launch);
  } catch {
    // Without a home, or on a disk that is read-only, it starts as on the first day.
    return () => {};
  }
}

function keepCompiled(host: Surroundings, launch: Launch): () => void {
  const usual = launch.loaders['.js'];
  const parent = launch.hasOptions || host.env.NODE_OPTIONS ? undefined : compiledFolder(host);
  if (parent === undefined || usual === undefined) return () => {};
  const build = readFileSync(path.join(launch.parts, 'build'), 'utf8');
  const parts = new CompiledParts({
    parent,
    version: `${build}-${launch.node}`,
    processId: host.processId,
    now: host.clock.now(),
  });
  launch.loaders['.js'] = (module, file) =>
    path.dirname(file) === launch.parts ? parts.load(module, file) : usual(module, file);
  return () => parts.keep();
}

/**
 * Where the program is kept compiled. What lies there is run: so only where dotaf keeps files
 * already, and never where others could have put it.
 */
function compiledFolder(host: Surroundings): string | undefined {
  const { state } = findFolders(host);
  const folder = path.join(state, 'compiled');
  if (isOwn(folder, host)) return folder;
  if (!isOwn(state, host)) return undefined;
  makeFolder(folder);
  return isOwn(folder, host) ? folder : undefined;
}

function isOwn(folder: string, { userId }: Surroundings): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || userId === undefined) return stats !== undefined;
  return stats.uid === userId && (stats.mode & 0o022) === 0;
}

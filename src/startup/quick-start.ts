import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { findFolders, makeFolder } from '../platform/folders.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { CompiledParts, type Loader } from './compiled-parts.ts';

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
  const keep = unlessItFails(() => keepCompiled(host, launch));
  return () => unlessItFails(() => keep?.());
}

/**
 * What is kept is run: so it is kept only where dotaf has files of its own by the end of a run, and
 * never taken from where others could have put it.
 */
function keepCompiled(host: Surroundings, launch: Launch): (() => void) | undefined {
  const usual = launch.loaders['.js'];
  if (launch.hasOptions || host.env.NODE_OPTIONS || usual === undefined) return undefined;
  const { state } = findFolders(host);
  const parent = path.join(state, 'compiled');
  const parts = new CompiledParts({
    parent,
    isTrusted: isOwn(parent, host),
    version: `${readFileSync(path.join(launch.parts, 'build'), 'utf8')}-${launch.node}`,
    processId: host.processId,
    now: host.clock.now(),
  });
  launch.loaders['.js'] = (module, file) =>
    path.dirname(file) === launch.parts ? parts.load(module, file) : usual(module, file);
  return () => {
    if (!parts.hasFresh || !isOwn(state, host)) return;
    makeFolder(parent);
    if (isOwn(parent, host)) parts.keep();
  };
}

/** Without a home, on a full disk or one that is read-only, it starts as on the first day. */
function unlessItFails<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function isOwn(folder: string, { userId }: Surroundings): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || userId === undefined) return stats !== undefined;
  return stats.uid === userId && (stats.mode & 0o022) === 0;
}

import { rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles the program into dist: one part that is always needed, and one for each lazy import. */
export async function build() {
  const bundle = await rolldown({
    input: `${root}src/dotaf.ts`,
    platform: 'node',
    logLevel: 'warn',
  });
  // Written beside and moved into place, so that a dotaf that runs meanwhile finds its parts.
  const fresh = `${root}dist.${process.pid}`;
  const old = `${root}dist.${process.pid}.old`;
  // CommonJS: the loader of ES modules takes time of its own, and loads all that a module of Node has.
  await bundle.write({ dir: fresh, format: 'cjs', sourcemap: true });
  await bundle.close();
  await rename(`${root}dist`, old).catch(() => {});
  await rename(fresh, `${root}dist`);
  await rm(old, { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();

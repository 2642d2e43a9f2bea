import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles the program into dist, one part for what is always needed and one for each lazy import. */
export async function build() {
  await rm(`${root}dist`, { recursive: true, force: true });
  const bundle = await rolldown({
    input: `${root}src/dotaf.ts`,
    platform: 'node',
    logLevel: 'warn',
  });
  await bundle.write({
    dir: `${root}dist`,
    format: 'esm',
    sourcemap: true,
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();

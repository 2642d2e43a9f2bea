import { createHash } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What packages load at once and dotaf never gets to: a tenth of a start. */
const unused = [
  // Commands that are programs of their own.
  { by: 'commander', module: 'node:child_process' },
  // HTTP/2, which dotaf offers to no server; requests of Node's; bodies that are no text.
  { by: 'undici', module: './client-h2.js' },
  { by: 'undici', module: 'node:http' },
  { by: 'undici', module: '../web/fetch/body.js' },
];

const leaveOut = {
  name: 'leave-out',
  resolveId: (source, importer = '') =>
    unused.some(({ by, module }) => module === source && importer.includes(`node_modules/${by}/`))
      ? '\0unused'
      : undefined,
  load: (id) => (id === '\0unused' ? 'module.exports = {};' : undefined),
};

/** Bundles the program into dist: one part that is always needed, and one for each lazy import. */
export async function build() {
  const bundle = await rolldown({
    input: { dotaf: `${root}src/dotaf.ts`, words: `${root}src/words.ts` },
    platform: 'node',
    plugins: [leaveOut],
    logLevel: 'warn',
  });
  // Written beside and moved into place, so that a dotaf that runs meanwhile finds its parts.
  const fresh = `${root}dist.${process.pid}`;
  const old = `${root}dist.${process.pid}.old`;
  const { output } = await bundle.write({
    dir: fresh,
    // The loader of ES modules takes time of its own, and loads all that a module of Node has.
    format: 'cjs',
    // The same name from one version to the next, so that what Node keeps compiled is replaced.
    chunkFileNames: '[name].js',
    codeSplitting: {
      groups: [
        { name: 'folders', test: /src\/settings\/folders\.ts$/, priority: 4 },
        { name: 'start', test: /src\/(dotaf|quick-start|runtime)\.ts$/, priority: 3 },
        {
          name: 'main',
          test: /src\/(main|command|arguments|core\/[\w-]+|output\/(cells|extra|views))\.ts$/,
          priority: 2,
        },
        { name: 'connected', test: /src\/connected\.ts$/, priority: 1 },
      ],
    },
    comments: false,
    sourcemap: true,
  });
  await bundle.close();
  const { readyAnswers } = createRequire(import.meta.url)(`${fresh}/dotaf.js`);
  const hash = createHash('sha256');
  for (const { code = '' } of output) hash.update(code);
  await writeFile(`${fresh}/build`, hash.digest('hex').slice(0, 16));
  await mkdir(`${fresh}/ready`);
  for (const [words, answer] of Object.entries(await readyAnswers())) {
    await writeFile(`${fresh}/ready/${words}`, answer);
  }
  await rename(`${root}dist`, old).catch(() => {});
  await rename(fresh, `${root}dist`);
  await rm(old, { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What packages load at once and dotaf never gets to. */
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

/** What is loaded together, the first that a module fits; every other lazy import is a part of its own. */
const groups = [
  /src\/platform\/folders\.ts$/,
  /src\/(startup\/(start|quick-start)|platform\/process)\.ts$/,
  /src\/(main|cli\/(command|options)|core\/[\w-]+|output\/(cells|views))\.ts$/,
  /src\/cli\/connect-service\.ts$/,
].map((test, index) => ({
  name: ['folders', 'start', 'main', 'connected'][index],
  test,
  priority: -index + 9,
}));

/** Bundles the program into dist, with what can be answered without it, and the licences. */
export async function build() {
  const bundle = await rolldown({
    input: { dotaf: `${root}src/startup/start.ts`, words: `${root}src/startup/words.ts` },
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
    chunkFileNames: '[name].js',
    codeSplitting: { groups },
    // Not minified: that saves no time, and the stack of a bug is read without a map, too.
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await bundle.close();
  const hash = createHash('sha256');
  for (const { code = '' } of output) hash.update(code);
  await writeFile(`${fresh}/build`, hash.digest('hex').slice(0, 16));
  await writeFile(`${fresh}/LICENSES.txt`, await licences(output));
  await mkdir(`${fresh}/ready`);
  const { readyAnswers } = createRequire(import.meta.url)(`${fresh}/dotaf.js`);
  for (const [words, answer] of Object.entries(await readyAnswers())) {
    await writeFile(`${fresh}/ready/${words}`, answer);
  }
  await rename(`${root}dist`, old).catch(() => {});
  await rename(fresh, `${root}dist`);
  await rm(old, { recursive: true, force: true });
}

/** The licence of every package that there is a part of. */
async function licences(output) {
  const modules = output.flatMap((part) => Object.keys(part.modules ?? {}));
  const folders = modules.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []);
  const texts = [...new Set(folders)].sort().map(async (folder) => {
    const { name, version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} comes without the text of its licence`);
    return `${name} ${version}\n\n${(await readFile(path.join(folder, file), 'utf8')).trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(72)}\n\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();

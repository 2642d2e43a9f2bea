import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages load these at once, and dotaf never gets to them. */
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

/** A bundle of its own, since its part of zod would otherwise lie in what every run loads. */
const schemas = { name: 'schema-text', source: 'json-schemas/schema-text.ts' };

const apart = {
  name: 'apart',
  resolveId: (source, importer) =>
    importer !== undefined && source.endsWith(schemas.source)
      ? { id: `./${schemas.name}.js`, external: true }
      : undefined,
};

/** Modules in one file, the first claim counts; every other lazy import is a file of its own. */
const groups = Object.entries({
  // What comes before the code cache: one file, since none of it comes from there.
  dotaf:
    /rolldown.runtime|package\.json$|src\/(startup\/(start|code-cache)|platform\/(process|files)|core\/text|errors|version)\.ts$/,
  main: /src\/(main|cli\/(command|options)|core\/[\w-]+|output\/(cells|views))\.ts$/,
  connected: /src\/cli\/connect-service\.ts$/,
}).map(([name, test], index) => ({ name, test, priority: 9 - index }));

/** Puts what rolldown makes a file of its own into that first file. */
const oneFirstFile = {
  name: 'one-first-file',
  generateBundle(_, files) {
    const { 'rolldown-runtime.js': runtime, 'dotaf.js': first } = files;
    if (runtime === undefined) return;
    const own = 'require("./rolldown-runtime.js")';
    for (const file of Object.values(files)) {
      file.code = file.code?.replaceAll(own, file === first ? 'exports' : 'require("./dotaf.js")');
    }
    first.code = `${runtime.code}\n${first.code}`;
    delete files['rolldown-runtime.js'];
  },
};

/** Bundles the program into dist, with what can be answered without it, and the licences. */
export async function build() {
  // Written beside and moved into place, so that a build that fails leaves the one before.
  const fresh = `${root}dist.${process.pid}`;
  const single = (input, name, minify = true) =>
    bundle(root + input, { file: `${fresh}/${name}.js`, codeSplitting: false, minify });
  const output = [
    ...(await bundle(
      { start: `${root}src/startup/start.ts` },
      // Not minified: that saves no time, and the stack of a bug can be read.
      {
        dir: fresh,
        chunkFileNames: '[name].js',
        codeSplitting: { groups },
        dynamicImportInCjs: false,
      },
    )),
    // One small file, since a TAB takes little longer than Node itself.
    ...(await single('src/startup/answer-completion.ts', 'answer-completion')),
    ...(await single(`src/${schemas.source}`, schemas.name)),
    ...(await single('bin/jq-worker.js', 'jq-worker', false)),
  ];
  // The launcher loads the file of the group itself.
  await rm(`${fresh}/start.js`);
  const wasm = createRequire(import.meta.url).resolve('jq-wasm/jq.wasm');
  await writeFile(`${fresh}/jq.wasm`, await readFile(wasm));
  const hash = createHash('sha256');
  for (const { code = '' } of output) hash.update(code);
  await writeFile(`${fresh}/build`, hash.digest('hex').slice(0, 16));
  await writeFile(`${fresh}/LICENSES.txt`, await licences(output));
  await writePrebuilt(fresh, single);
  await rm(`${root}dist`, { recursive: true, force: true });
  await rename(fresh, `${root}dist`);
}

async function writePrebuilt(folder, single) {
  await single('src/startup/prebuilt.ts', 'prebuilt');
  const file = `${folder}/prebuilt.js`;
  const { answers, tree, manual } = await createRequire(import.meta.url)(file).prebuilt();
  await rm(file);
  await writeFile(`${folder}/completion.json`, JSON.stringify(tree));
  await writeFile(`${folder}/dotaf.1`, manual);
  await mkdir(`${folder}/prebuilt`);
  for (const [words, answer] of Object.entries(answers)) {
    await writeFile(`${folder}/prebuilt/${words}`, answer);
  }
}

export async function bundle(input, options) {
  const bundled = await rolldown({
    input,
    platform: 'node',
    plugins: [leaveOut, apart, oneFirstFile],
    // No module of dotaf does anything when it is imported.
    treeshake: { moduleSideEffects: (id) => !id.startsWith(`${root}src${path.sep}`) },
    logLevel: 'warn',
  });
  // The loader of ES modules takes time of its own, and loads all that a module of Node has.
  const { output } = await bundled.write({ ...options, format: 'cjs', comments: false });
  await bundled.close();
  return output;
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

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { createSbom, listPackages, readLicences } from './bundled-packages.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const require = createRequire(import.meta.url);

const widthModule = JSON.stringify(path.join(root, 'src/output/terminal-text.ts'));

const empty = 'module.exports = {};';

/** Replacements of modules that packages import: [package, imported module, replacement]. */
const stubs = [
  // Never used, but loaded at every start: HTTP/2, bodies of `fetch`, subcommands in executables.
  ['undici', './client-h2.js', empty],
  ['undici', '../web/fetch/body.js', empty],
  ['commander', 'node:child_process', empty],
  // A cache of lower-case header names, whose thousand nodes cost more than one answer saves.
  ['undici', './tree', 'exports.tree = { lookup: () => null };'],
  // string-width counts a zero-width joiner as one column.
  ['cli-table3', 'string-width', `module.exports = require(${widthModule}).measureTextWidth;`],
  // Only for schemas and migrations of the config, which dotaf does not have: 320 kB.
  ['conf', 'ajv/dist/2020.js', empty],
  ['conf', 'ajv-formats', empty],
  ['conf', 'semver', empty],
];

/** Stubs imported in this build; one that no package imports any more fails the build. */
const usedStubs = new Set();

const plugin = {
  name: 'dotaf',
  resolveId(source, importer = '') {
    if (source.endsWith('?raw')) return path.resolve(importer, '..', source);
    // Paths have backslashes on Windows.
    const file = importer.replaceAll(path.sep, '/');
    const stub = stubs.find(
      ([by, module]) => module === source && file.includes(`node_modules/${by}/`),
    );
    if (stub === undefined) return undefined;
    usedStubs.add(stub);
    return `\0stub ${stubs.indexOf(stub)}`;
  },
  async load(id) {
    if (id.startsWith('\0stub ')) return stubs[id.slice('\0stub '.length)][2];
    if (!id.endsWith('?raw')) return undefined;
    return `export default ${JSON.stringify(await readFile(id.slice(0, -4), 'utf8'))};`;
  },
};

/**
 * Chunks: what every command needs, what every request needs, and what several commands need. The
 * first two include all that their modules import. Other lazy imports get chunks of their own.
 */
const groups = [
  { name: 'main', test: /src[\\/]main\.ts$/, priority: 3 },
  { name: 'connected', test: /create-client\.ts$/, priority: 2 },
  { name: 'shared', test: /[\\/]src[\\/]/, minShareCount: 2, priority: 1 },
];

/** Builds dist: the bundled program, prerendered help, completion data, licences and the SBOM. */
export async function build() {
  // Build in a temporary folder, then rename, so that a failed build keeps the previous dist.
  const fresh = `${root}dist.${process.pid}`;
  try {
    await buildInto(fresh);
    await rm(`${root}dist`, { recursive: true, force: true });
    await rename(fresh, `${root}dist`);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function buildInto(fresh) {
  const single = (input, name, minify = true) =>
    bundle(root + input, { file: `${fresh}/${name}.js`, codeSplitting: false, minify });
  const output = [
    // Name each chunk by its content, so that a running process never loads a chunk of another
    // build. Not minified: stack traces stay readable, and minifying saves no start-up time.
    ...(await bundle(`${root}src/startup/run.ts`, {
      dir: fresh,
      chunkFileNames: '[name]-[hash].js',
      dynamicImportInCjs: false,
      codeSplitting: { groups },
    })),
    // One small file each, minified, since they are not in the compile cache.
    ...(await single('src/startup/prepare-node.ts', 'prepare-node')),
    ...(await single('src/startup/render-completions.ts', 'render-completions')),
    ...(await single('bin/jq-worker.js', 'jq-worker', false)),
  ];
  const unused = stubs.filter((stub) => !usedStubs.has(stub));
  for (const [by, module] of unused) throw new Error(`bin/build.mjs: ${by} imports no ${module}`);
  await writeFile(`${fresh}/jq.wasm`, await readFile(require.resolve('jq-wasm/jq.wasm')));
  const packages = await listPackages(output);
  // Add the licences for jq.wasm: the jq-wasm package has only that of its JavaScript.
  const jqLicences = await readFile(`${root}bin/jq-licences.txt`, 'utf8');
  const licences = [...(await readLicences(packages)), jqLicences];
  await writeFile(`${fresh}/LICENSES.txt`, licences.join(`\n${'-'.repeat(72)}\n\n`));
  const lock = await readJson('package-lock.json');
  const sbom = createSbom(await readJson('package.json'), packages, lock);
  await writeFile(`${fresh}/dotaf.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`);
  await single('src/startup/prerender-help.ts', 'prerender-help');
  const { answers, tree } = require(`${fresh}/prerender-help.js`).prerenderHelp();
  await rm(`${fresh}/prerender-help.js`);
  await writeFile(`${fresh}/prebuilt.json`, JSON.stringify(answers));
  await writeFile(`${fresh}/completion.json`, JSON.stringify(tree));
}

async function bundle(input, outputOptions) {
  const bundled = await rolldown({
    input,
    // The output names modules by their paths from here.
    cwd: root,
    platform: 'node',
    plugins: [plugin],
    // dotaf's own modules have no side effects on import.
    treeshake: { moduleSideEffects: (id) => !id.startsWith(`${root}src${path.sep}`) },
    logLevel: 'warn',
  });
  // CommonJS: Node's ES module loader costs 3 ms, and importing `node:http` another 26 ms.
  const { output } = await bundled.write({ ...outputOptions, format: 'cjs', comments: false });
  await bundled.close();
  return output;
}

async function readJson(file) {
  return JSON.parse(await readFile(root + file, 'utf8'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch((error) => {
    // Print only the message: Node would show the failing source line, a whole minified file.
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}

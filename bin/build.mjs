import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { createSbom, listPackages, readLicences } from './bundled-packages.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Modules that packages load eagerly but dotaf never uses; replaced by empty stubs. */
const unused = [
  // Used by commander only for subcommands in separate executables; dotaf has none.
  ['commander', 'node:child_process'],
  // HTTP/2, node:http requests and fetch bodies: dotaf sends only text over HTTP/1.1.
  ['undici', './client-h2.js'],
  ['undici', 'node:http'],
  ['undici', '../web/fetch/body.js'],
];

/** Module replacements: [importing package, imported module, replacement]. */
const stubs = [
  ['cli-table3', 'string-width', '\0width'],
  ['undici', 'node:assert', '\0assert'],
  ...unused.map(([by, module]) => [by, module, '\0unused']),
];

/** Module paths have backslashes on Windows. */
const withSlashes = (id) => id.replaceAll(path.sep, '/');

/** Stubs imported in this build; a stub that no package imports fails the build. */
const met = new Set();

const widthModule = JSON.stringify(path.join(root, 'src/output/text-width.ts'));

const plugin = {
  name: 'dotaf',
  resolveId(source, importer = '') {
    if (source.endsWith('?raw')) return path.resolve(importer, '..', source);
    const stub = stubs.find(
      ([by, module]) => module === source && withSlashes(importer).includes(`node_modules/${by}/`),
    );
    met.add(stub);
    return stub?.[2];
  },
  async load(id) {
    // Node's own assert module opens stderr when it is loaded.
    if (id === '\0assert')
      return `module.exports = (ok) => { if (!ok) throw new Error('an assertion of undici'); };`;
    if (id === '\0unused') return 'module.exports = {};';
    // The string-width package counts a zero-width joiner as one column: use dotaf's function.
    if (id === '\0width') return `module.exports = require(${widthModule}).measureTextWidthSync;`;
    if (!id.endsWith('?raw')) return undefined;
    return `export default ${JSON.stringify(await readFile(id.slice(0, -4), 'utf8'))};`;
  },
  renderChunk(code) {
    return (
      code
        // V8 compiles `(function` at once, so that it is in the compile cache; arrow functions not.
        .replace(/(?<=commonJSMin\(\()(\([\w, ]*\)) =>/g, 'function $1')
        // V8 stores a pure ASCII file in half the memory.
        .replace(
          /[^\x00-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
    );
  },
};

/** Chunks by module path; the first match wins. Other lazy imports get their own chunks. */
const groups = Object.entries({
  main: /package\.json$|src\/(lists\/(column-mapping|input-file)|startup\/run|system\/(node-system|app-directories|files|input|process-key)|errors|version|main|cli\/(command|options)|core\/[\w-]+|\w+\/fields|output\/(field-list|field-paths|common-fields|printer|row))\.ts$/,
  connected: /src\/cli\/create-client\.ts$/,
  // Small modules that are needed together.
  answers: /src\/api\/responses\.ts$/,
  facts: /src\/api\/parse\/(domain|domain-list|facts|tier)\.ts$/,
  prices: /src\/api\/parse\/(quote|quote-qualifiers)\.ts$/,
  table: /src\/output\/table\.ts$/,
  lists: /src\/lists\/(?!workbook|solar-calendar)[\w-]+\.ts$/,
  remembered: /src\/snapshots\/snapshot\.ts$/,
  domains: /src\/domains\/(changes|compare)\.ts$/,
  details: /src\/domains\/details\.ts$/,
  quotes: /src\/prices\/quotes\.ts$/,
  diagnose: /src\/doctor\/\w+\.ts$/,
  help: /src\/help\/[\w-]+\.ts$/,
  exits: /node_modules\/(mimic-function|signal-exit)\//,
}).map(([name, pattern], index) => {
  return { name, test: (id) => pattern.test(withSlashes(id)), priority: 99 - index };
});

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
  const single = (input, name, options = {}) => {
    const file = `${fresh}/${name}.js`;
    return bundle(root + input, { file, codeSplitting: false, minify: true }, options);
  };
  // Name each chunk by its content, so that a running process never loads a chunk of another build.
  const files = { dir: fresh, chunkFileNames: '[name]-[hash].js' };
  // Not minified: stack traces stay readable, and minifying saves no start-up time.
  const split = { ...files, codeSplitting: { groups }, dynamicImportInCjs: false };
  const chunks = expectFound(await bundle({ entry: `${root}src/startup/run.ts` }, split));
  const mainChunk = chunks.find(({ name }) => name === 'main').fileName.replace(/\.js$/, '');
  const output = [
    ...chunks,
    // start.js enables the compile cache and is not in it, so it is minified.
    ...(await single('src/startup/start.ts', 'start', {
      transform: { define: { mainChunk: JSON.stringify(mainChunk) } },
    })),
    // One small file, so that completion takes little longer than starting Node.
    ...(await single('src/startup/render-completions.ts', 'render-completions')),
    ...(await bundle(`${root}bin/jq-worker.js`, {
      file: `${fresh}/jq-worker.js`,
      codeSplitting: false,
    })),
  ];
  // The entry chunk is redundant: start.js loads the main chunk directly.
  await rm(`${fresh}/entry.js`);
  const wasm = createRequire(import.meta.url).resolve('jq-wasm/jq.wasm');
  await writeFile(`${fresh}/jq.wasm`, await readFile(wasm));
  const packages = await listPackages(output);
  // Add the licences for jq.wasm: the jq-wasm package has only that of its JavaScript.
  const jqLicences = await readFile(`${root}bin/jq-licences.txt`, 'utf8');
  const licences = [...(await readLicences(packages)), jqLicences];
  await writeFile(`${fresh}/LICENSES.txt`, licences.join(`\n${'-'.repeat(72)}\n\n`));
  const lock = await readJson('package-lock.json');
  const sbom = createSbom(await readJson('package.json'), packages, lock);
  await writeFile(`${fresh}/dotaf.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`);
  await single('src/startup/prerender-help.ts', 'prerender-help');
  const { prerenderHelp } = createRequire(import.meta.url)(`${fresh}/prerender-help.js`);
  await rm(`${fresh}/prerender-help.js`);
  const { answers, tree } = await prerenderHelp();
  await writeFile(`${fresh}/prebuilt.json`, JSON.stringify(answers));
  await writeFile(`${fresh}/completion.json`, JSON.stringify(tree));
}

function expectFound(output) {
  const modules = output.flatMap((part) => Object.keys(part.modules ?? {}));
  const lostGroups = groups.filter(({ test }) => !modules.some((id) => test(id)));
  const lostStubs = stubs.filter((stub) => !met.has(stub));
  const lost = [
    ...lostGroups.map(({ name }) => `the group ${name} has no file`),
    ...lostStubs.map(([by, module]) => `${by} no longer asks for ${module}`),
  ];
  if (lost.length > 0) throw new Error(`bin/build.mjs: ${lost.join('; ')}`);
  return output;
}

export async function bundle(input, outputOptions, inputOptions = {}) {
  const bundled = await rolldown({
    ...inputOptions,
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

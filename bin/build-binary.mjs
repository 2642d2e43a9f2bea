import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { build } from './build.mjs';
import { nodeFromRegistry } from './node-from-registry.mjs';

/** The Node inside: the first line that makes an executable by itself. */
const nodeVersion = '26.10.0';

/** The build runs each once, so that V8 has compiled what most runs need; the first counts most. */
const usualRuns = [
  ['balance'],
  ['check', 'kabul.af', 'tea-house.af'],
  ['domains', 'ls'],
  ['domains', 'ls', '--csv'],
  ['quote', 'af'],
  ['tier', '--json'],
  ['config', 'ls'],
];

const root = fileURLToPath(new URL('..', import.meta.url));
const parts = path.join(root, 'dist');
const isWindows = process.platform === 'win32';

/** Makes binary/dotaf: one file for this platform, that needs no Node. */
async function buildBinary() {
  await build();
  const node = nodeFromRegistry(nodeVersion);
  const work = mkdtempSync(path.join(tmpdir(), 'dotaf-binary-'));
  const output = path.join(root, 'binary', isWindows ? 'dotaf.exe' : 'dotaf');
  const config = {
    main: await bundleMain(path.join(work, 'main.js')),
    output,
    disableExperimentalSEAWarning: true,
    assets: { ...filesOfTheBuild(), ...compiledParts(node, work) },
  };
  writeFileSync(path.join(work, 'sea.json'), JSON.stringify(config));
  mkdirSync(path.dirname(output), { recursive: true });
  rmSync(output, { force: true });
  execFileSync(node, [`--build-sea=${path.join(work, 'sea.json')}`]);
  // Without a signature macOS starts no program.
  if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', output]);
  rmSync(work, { recursive: true });
  const ofNode = readFileSync(path.join(path.dirname(node), '../LICENSE'), 'utf8');
  const ofParts = readFileSync(path.join(parts, 'LICENSES.txt'), 'utf8');
  writeFileSync(
    path.join(root, 'binary/LICENSES.txt'),
    `Node.js ${nodeVersion}\n\n${ofNode}\n${ofParts}`,
  );
  process.stdout.write(
    `${path.relative(root, output)}, ${Math.round(statSync(output).size / 1e6)} MB\n`,
  );
}

async function bundleMain(file) {
  const input = path.join(root, 'bin/binary.js');
  const bundle = await rolldown({ input, platform: 'node', logLevel: 'warn' });
  await bundle.write({ file, format: 'cjs' });
  await bundle.close();
  return file;
}

/** By the names that the program knows them by, without the maps. */
function filesOfTheBuild() {
  const files = readdirSync(parts, { recursive: true }).map(String);
  const needed = files.filter((file) => /\.(js|wasm)$|^completion\.json$|^prebuilt\W/.test(file));
  return Object.fromEntries(
    needed.map((file) => [file.replaceAll(path.sep, '/'), path.join(parts, file)]),
  );
}

function compiledParts(node, work) {
  const env = { DOTAF_HOME: work };
  for (const run of usualRuns) {
    execFileSync(node, [path.join(root, 'bin/dotaf.js'), ...run, '--sandbox'], { env });
  }
  const [version] = readdirSync(path.join(work, 'compiled'));
  const folder = path.join(work, 'compiled', version);
  const files = readdirSync(folder).map((name) => {
    const file = path.join(folder, name);
    // The executable is whole or does not start: no second copy.
    const code = readFileSync(file);
    writeFileSync(file, code.subarray(0, code.length / 2));
    return [name, file];
  });
  return Object.fromEntries(files);
}

await buildBinary();

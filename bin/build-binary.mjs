import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, bundle, root } from './build.mjs';
import { nodeFromRegistry } from './node-from-registry.mjs';

/** The Node version to embed: 26 is the first release line with `--build-sea`. */
const nodeVersion = '26.10.0';

// Builds binary/dotaf, a single-file executable for this platform with Node inside.
await build();
const dist = path.join(root, 'dist');
const folder = path.join(root, 'binary');
const output = path.join(folder, process.platform === 'win32' ? 'dotaf.exe' : 'dotaf');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const main = path.join(folder, 'main.js');
await bundle(path.join(root, 'bin/binary.js'), { file: main });
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(\.js|\.wasm|(?<!\.cdx)\.json)$/.test(file))
  .map((file) => [file.replaceAll(path.sep, '/'), path.join(dist, file)]);
const assets = Object.fromEntries(files);
const sea = { main, output, disableExperimentalSEAWarning: true, assets };
const config = path.join(folder, 'sea.json');
writeFileSync(config, JSON.stringify(sea));
const node = nodeFromRegistry(nodeVersion);
execFileSync(node, [`--build-sea=${config}`]);
// macOS runs only signed executables: sign ad hoc.
if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', output]);
rmSync(config);
rmSync(main);
const ofNode = readFileSync(path.join(path.dirname(node), '../LICENSE'), 'utf8');
const ofParts = readFileSync(path.join(dist, 'LICENSES.txt'), 'utf8');
writeFileSync(path.join(folder, 'LICENSES.txt'), `Node.js ${nodeVersion}\n\n${ofNode}\n${ofParts}`);
const size = Math.round(statSync(output).size / 1e6);
process.stdout.write(`${path.relative(root, output)}, ${size} MB\n`);

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { version } from '../src/version.ts';
import { createTempFolder } from './support/home.ts';

const root = path.join(import.meta.dirname, '..');

interface PackResult {
  entryCount: number;
  unpackedSize: number;
  files: { path: string }[];
}

interface LockEntry {
  version: string;
  license?: string;
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  hasInstallScript?: boolean;
}

let packed: ReturnType<typeof pack>;

beforeAll(() => {
  packed = pack(root);
});

it('packs few, small files with plain names, and all pictures of the README', () => {
  const { entryCount, unpackedSize, files } = packed;
  expect(entryCount).toBeLessThanOrEqual(60);
  expect(unpackedSize).toBeLessThanOrEqual(3_200_000);
  const names = files.map(({ path }) => path);
  for (const name of names) expect(name).toMatch(/^\w[\w.-]*(\/\w[\w.-]*)*$/);
  expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const pictures = [...readme.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, file]) => file);
  expect(pictures.length).toBeGreaterThan(0);
  expect(names).toEqual(expect.arrayContaining(pictures));
});

it('installs into an empty prefix, runs from any folder, and creates only its state folder', () => {
  const folder = createTempFolder();
  expect(path.basename(packed.tarball)).toBe(`dotaf-${version}.tgz`);
  const prefix = path.join(folder, 'global');
  const npm = (...argv: string[]) =>
    runCommand('npm', [...argv, '--global', '--offline', '--prefix', prefix], folder);
  npm('install', packed.tarball);
  const otherFolder = createTempFolder();
  const home = createTempFolder();
  const dotaf = (...argv: string[]) =>
    runCommand(path.join(prefix, 'bin', 'dotaf'), argv, otherFolder, {
      HOME: home,
      PATH: process.env.PATH,
    });
  expect(dotaf('--version')).toBe(`${version}\n`);
  expect(dotaf('balance', '--sandbox', '--jq', '.currency')).toBe('USD\n');
  expect(dotaf('domains', 'changes', '--sandbox')).toBe('');
  npm('uninstall', 'dotaf');
  expect(listFiles(prefix)).toEqual([]);
  expect(listFiles(otherFolder)).toEqual([]);
  const state = /state folder \(`~\/(\S+)` on Linux\)/.exec(
    readFileSync(path.join(root, 'README.md'), 'utf8'),
  )?.[1];
  const remainingFiles = listFiles(home);
  // Node caches compiled code in the state folder; Node 20 has no compile cache.
  expect(remainingFiles.length > 0).toBe(!process.version.startsWith('v20.'));
  expect(remainingFiles.filter((file) => !file.startsWith(`${state}/`))).toEqual([]);
});

it('builds the same tarball at any time, in any folder, for any user', () => {
  expect(runCommand('npm', ['run', '--silent', 'verify:reproducible'], root)).toMatch(
    new RegExp(`^[0-9a-f]{64}  dotaf-${version}\\.tgz\n$`),
  );
}, 300_000);

it('pins exact versions with checksums and without install scripts', () => {
  const { dependencies, devDependencies } = readJson('package.json');
  expect(dependencies).toBeUndefined();
  for (const range of Object.values(devDependencies)) expect(range).toMatch(/^\d+\.\d+\.\d+/);
  const { '': _, ...entries }: Record<string, LockEntry> = readJson('package-lock.json').packages;
  for (const [name, entry] of Object.entries(entries)) {
    expect([name, entry.hasInstallScript ?? false]).toEqual([name, false]);
    // npm records no checksum for packages of other platforms and does not install them.
    const isForOthers = entry.optional && (entry.os ?? entry.cpu) !== undefined;
    if (!isForOthers)
      expect([name, entry.integrity]).toEqual([name, expect.stringMatching(/^sha/)]);
  }
});

it('documents the reason for each bundled package', () => {
  const page = readFileSync(path.join(root, 'src/README.md'), 'utf8');
  const [, section = ''] = page.split('## Packages in the program\n');
  const [table = ''] = section.split('\n## ');
  const cells = [...table.matchAll(/^\| `([^|]*)` +\|/gm)].map(([, cell = '']) => cell);
  const documented = cells.flatMap((cell) => cell.split('`, `'));
  expect(documented.sort()).toEqual([...new Set(listLicensedPackages())].sort());
});

it('includes the licence of every bundled package', () => {
  const names = listBundledFolders().map((folder) => folder.split('node_modules/').at(-1));
  expect([...new Set(listLicensedPackages())].sort()).toEqual([...new Set(names)].sort());
});

it('lists in its SBOM exactly the packages whose code is in dist, and the libraries in jq.wasm', () => {
  const entries: Record<string, LockEntry> = readJson('package-lock.json').packages;
  const components = listBundledFolders().map((folder) => {
    const name = folder.split('node_modules/').at(-1) ?? '';
    const { version, license, integrity } = entries[folder] ?? {};
    const [algorithm, hash = ''] = integrity?.split('-') ?? [];
    expect(algorithm).toBe('sha512');
    return {
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      licenses: [{ expression: license }],
      hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    };
  });
  const sbom = readJson('dist/dotaf.cdx.json');
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    metadata: { component: { name: 'dotaf', version, purl: `pkg:npm/dotaf@${version}` } },
  });
  const { version: jqWasmVersion } = readJson('node_modules/jq-wasm/package.json');
  const [, jqVersion] = jqWasmVersion.split('-jq-');
  // jq pins the version of Oniguruma by a git submodule, so no manifest states it.
  const jqLibraries = [
    ['jq', jqVersion, `pkg:github/jqlang/jq@jq-${jqVersion}`, 'MIT'],
    ['oniguruma', '6.9.10', 'pkg:github/kkos/oniguruma@v6.9.10', 'BSD-2-Clause'],
  ].map(([name, version, purl, expression]) => {
    return { type: 'library', name, version, purl, licenses: [{ expression }] };
  });
  expect(sbom.components).toEqual([...components, ...jqLibraries]);
  expect(packed.files.map(({ path }) => path)).toContain('dist/dotaf.cdx.json');
});

it('bundles from undici the same Pool that the package exports', async () => {
  const { Pool } = await import('undici');
  const file = await import('undici/lib/dispatcher/pool.js');
  expect(file.default).toBe(Pool);
});

it('names no path of the machine that built it, and no host', () => {
  const files = readdirSync(path.join(root, 'dist')).filter((file) => /\.js(on)?$/.test(file));
  const texts = files.map((file) => readFileSync(path.join(root, 'dist', file), 'utf8'));
  for (const text of texts) expect(text.includes(root)).toBe(false);
  expect(readFileSync(path.join(root, 'dist/dotaf.cdx.json'), 'utf8')).not.toMatch(/https?:|\/\//);
});

it('includes the licences of the libraries inside jq.wasm', () => {
  const names = readLicences().flatMap((text) => /^(\w+), in jq\.wasm\n/.exec(text)?.[1] ?? []);
  expect(names).toEqual(['jq', 'decNumber', 'Oniguruma', 'musl', 'Emscripten']);
});

function pack(directory: string): PackResult & { tarball: string } {
  const folder = createTempFolder();
  // Without --ignore-scripts this would rebuild dist while other tests use it.
  const argv = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [result]: [PackResult] = JSON.parse(runCommand('npm', argv, directory));
  return { ...result, tarball: path.join(folder, ...readdirSync(folder)) };
}

/** Lists bundled packages by the comments that the bundler writes above their modules. */
function listBundledFolders(): string[] {
  const dist = path.join(root, 'dist');
  const files = readdirSync(dist).filter((file) => file.endsWith('.js'));
  const folders = files.flatMap((file) => {
    const text = readFileSync(path.join(dist, file), 'utf8');
    const names = text.matchAll(
      /(?:^|\{)\/\/ ((?:\S*\/)?node_modules\/(?:@[^/\n]+\/)?[^/\n]+)\//gm,
    );
    return [...names].map(([, folder = '']) => folder);
  });
  expect(folders).toContain('node_modules/undici');
  return [...new Set(folders)].sort();
}

/** A package that is bundled in two versions is listed twice. */
function listLicensedPackages(): (string | undefined)[] {
  return readLicences()
    .filter((text) => !/^\w+, in jq\.wasm\n/.test(text))
    .map((text) => /^(\S+) \d+\.\d+\.\d+\S*\n\n[\s\S]{300,}/.exec(text)?.[1]);
}

function readLicences(): string[] {
  const texts = readFileSync(path.join(root, 'dist/LICENSES.txt'), 'utf8').split(/^-{72}$/m);
  return texts.map((text) => text.trim());
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

function readJson(file: string) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}

const createNpmEnv = () => ({
  ...process.env,
  ...{ HOME: createTempFolder(), npm_config_update_notifier: 'false' },
});

function runCommand(
  file: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv = createNpmEnv(),
): string {
  const { stdout, stderr, status } = spawnSync(file, args, { cwd, env, encoding: 'utf8' });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

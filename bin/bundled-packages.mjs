import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Lists the packages that have code in the output of a build. */
export async function listPackages(output) {
  const modules = output.flatMap((part) => Object.keys(part.modules ?? {}));
  const innermost = /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
  const folders = modules.flatMap((id) => innermost.exec(id) ?? []);
  const packages = [...new Set(folders)].sort().map(async (folder) => {
    const { name, version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    return { folder, name, version };
  });
  return Promise.all(packages);
}

/** Reads the licence text of every package. @throws if a package has none */
export async function readLicences(packages) {
  const texts = packages.map(async ({ folder, name, version }) => {
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} comes without the text of its licence`);
    return `${name} ${version}\n\n${(await readFile(path.join(folder, file), 'utf8')).trim()}\n`;
  });
  return Promise.all(texts);
}

/** Libraries compiled into jq.wasm. jq-wasm states the version of jq, and jq that of Oniguruma. */
const jqLibraries = [
  { name: 'jq', version: '1.8.2', purl: 'pkg:github/jqlang/jq@jq-1.8.2', license: 'MIT' },
  {
    name: 'oniguruma',
    version: '6.9.10',
    purl: 'pkg:github/kkos/oniguruma@v6.9.10',
    license: 'BSD-2-Clause',
  },
];

/**
 * Creates the SBOM in CycloneDX format. It has no timestamp and its serial number is a hash of the
 * content, so that two builds of the same source have the same one.
 */
export function createSbom(program, packages, lock) {
  const content = {
    metadata: { component: { type: 'application', ...describePackage(program) } },
    components: [
      ...packages.map(({ name, version }) => {
        const { license, integrity } = findLocked(name, version, lock);
        const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
        const hashes = [{ alg: 'SHA-512', content: hash }];
        return { type: 'library', ...describePackage({ name, version, license }), hashes };
      }),
      ...jqLibraries.map((library) => ({ type: 'library', ...describePackage(library) })),
    ],
  };
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  // A UUID of version 8, whose bits may come from any hash.
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: `urn:uuid:${uuid}` };
  return { ...head, version: 1, ...content };
}

function describePackage({ name, version, license, purl = createNpmUrl(name, version) }) {
  return { name, version, purl, licenses: [{ expression: license }] };
}

function createNpmUrl(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function findLocked(name, version, lock) {
  const entries = Object.entries(lock.packages);
  const found = entries.find(
    ([folder, entry]) => folder.endsWith(`node_modules/${name}`) && entry.version === version,
  );
  if (found === undefined)
    throw new Error(`package-lock.json lacks ${name} ${version}: run npm ci`);
  return found[1];
}

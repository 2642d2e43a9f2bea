/* Measures the installed size in files and megabytes. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { workFolder } from './harness.mjs';

const root = path.join(import.meta.dirname, '../..');

/** @param rivals whether to install other tools for comparison, which takes minutes */
export function benchSize(rivals) {
  const [{ size, unpackedSize, entryCount }] = JSON.parse(
    runNpm(['pack', '--dry-run', '--json', '--ignore-scripts'], root),
  );
  return [
    ['installed', 'packages', 'files', 'MB'],
    [
      'dotaf',
      '1',
      `${entryCount}`,
      `${formatMegabytes(unpackedSize)}, ${formatMegabytes(size)} to download`,
    ],
    ...(rivals ? ['vercel', 'netlify-cli', 'wrangler'].map(measureInstalled) : []),
  ];
}

function measureInstalled(name) {
  const home = path.join(workFolder, 'sizes', `of-${name}`);
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), '{}');
  try {
    runNpm(['install', '--no-save', '--ignore-scripts', name], home);
  } catch {
    return [name, 'cannot be installed', '', ''];
  }
  const modules = path.join(home, 'node_modules');
  const files = readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const manifest = /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/;
  const packages = files.filter((file) => manifest.test(file)).length;
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const { version } = JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8'));
  return [`${name} ${version}`, `${packages}`, `${files.length}`, formatMegabytes(bytes)];
}

function runNpm(argv, cwd) {
  return execFileSync('npm', argv, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function formatMegabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}

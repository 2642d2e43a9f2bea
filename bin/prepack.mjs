import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { build, root } from './build.mjs';

/*
 * Builds the package, and gives its files the modes that git knows. npm packs modes as they are on
 * disk, where they depend on the umask of the checkout: the same source has to give the same bytes.
 */
await build();
const { files } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
for (const entry of ['package.json', 'README.md', 'LICENSE', ...files])
  normalizeModes(path.join(root, entry.replace(/\/[^/]*\*.*$/, '')));

function normalizeModes(file) {
  const stats = statSync(file);
  if (stats.isDirectory()) {
    for (const name of readdirSync(file)) normalizeModes(path.join(file, name));
  } else chmodSync(file, stats.mode & 0o100 ? 0o755 : 0o644);
}

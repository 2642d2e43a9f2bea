import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFromRegistry } from './support/node-from-registry.mjs';

/** The minimum supported Node version, and a recent one of each maintained line. */
const nodeVersions = ['20.19.0', '22.23.3', '24.21.0', '26.10.0'];

/* Runs the given tests, or all, on every Node version. */

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const failedVersions = nodeVersions.filter((version) => {
  const node = nodeFromRegistry(version);
  process.stdout.write(`\nNode ${version}\n`);
  const argv = [vitest, 'run', '--config', 'test/vitest.config.mts', ...process.argv.slice(2)];
  // Child processes started as `node` use the same version.
  const env = { ...process.env, PATH: `${path.dirname(node)}:${process.env.PATH}` };
  return spawnSync(node, argv, { cwd: root, env, stdio: 'inherit' }).status !== 0;
});
if (failedVersions.length > 0) {
  process.stderr.write(`the tests failed under Node ${failedVersions.join(' and ')}\n`);
  process.exitCode = 1;
}

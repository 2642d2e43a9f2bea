import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { credentials } from '../support/fixtures.ts';
import { createEnv, createTempFolder } from '../support/home.ts';
import { launcherPath, runProcess } from '../support/spawn.ts';

const setupScript = 'ip link set lo up && mount --bind "$RESOLV_CONF" /etc/resolv.conf';

const resolvConf = path.join(createTempFolder(), 'resolv.conf');
writeFileSync(resolvConf, 'nameserver 127.0.0.53\n');

const env = createEnv({
  ...credentials,
  DOTAF_BASE_URL: 'https://silent.example/api/v1',
  RESOLV_CONF: resolvConf,
});

const canUnshare = spawnSync('unshare', ['-rmn', 'bash', '-c', setupScript], { env }).status === 0;

/**
 * Only the probe may send a query, for type A. getaddrinfo would ask for both record types and
 * block the exit.
 */
const probeOnlyReport = 'asked for 1\n';

it.skipIf(!canUnshare).each([
  [['tier', '--timeout', '1', '--max-wait', '0'], 'no connection to silent.example within 1 s'],
  [['doctor', '--timeout', '1'], undefined],
])('does not wait for a silent name server: %j', async (argv, message) => {
  const harness = path.join(import.meta.dirname, '../support/silent-dns.mjs');
  const line = `${setupScript} && exec "$0" "$@"`;
  const namespace = ['-rmn', 'bash', '-c', line, process.execPath, harness] as const;
  const command = ['unshare', ...namespace, process.execPath, launcherPath] as const;
  const { stdout, stderr, code } = await runProcess(argv, { env, command });
  expect(stdout.endsWith(probeOnlyReport)).toBe(true);
  if (message !== undefined) expect(stderr).toContain(`error: ${message}\n`);
  expect(code).toBe(5);
});

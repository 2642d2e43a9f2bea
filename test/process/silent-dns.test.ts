import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { credentials } from '../support/fixtures.ts';
import { environment, temporaryFolder } from '../support/home.ts';
import { program, run } from '../support/spawn.ts';

const prepare = 'ip link set lo up && mount --bind "$RESOLV_CONF" /etc/resolv.conf';

const resolvConf = path.join(temporaryFolder(), 'resolv.conf');
writeFileSync(resolvConf, 'nameserver 127.0.0.53\n');

const env = environment({
  ...credentials,
  DOTAF_BASE_URL: 'https://silent.example/api/v1',
  RESOLV_CONF: resolvConf,
});

const isPossible = spawnSync('unshare', ['-rmn', 'bash', '-c', prepare], { env }).status === 0;

/** The system's own look-up, which holds the end of the process, asks for both kinds of address. */
const onlyProbed = 'asked for 1\n';

it.skipIf(!isPossible).each([
  [['tier', '--timeout', '1', '--max-wait', '0'], 'no connection to silent.example within 1 s'],
  [['doctor', '--timeout', '1'], undefined],
])('does not wait for a silent name server: %j', async (argv, message) => {
  const harness = path.join(import.meta.dirname, '../support/silent-dns.mjs');
  const line = `${prepare} && exec "$0" "$@"`;
  const namespace = ['-rmn', 'bash', '-c', line, process.execPath, harness] as const;
  const command = ['unshare', ...namespace, process.execPath, program] as const;
  const { stdout, stderr, code } = await run(argv, { env, command });
  expect(stdout.endsWith(onlyProbed)).toBe(true);
  if (message !== undefined) expect(stderr).toContain(`error: ${message}\n`);
  expect(code).toBe(5);
});

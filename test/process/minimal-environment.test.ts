import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createDeferred } from '../support/deferred.ts';
import { createTempFolder } from '../support/home.ts';
import { startServer } from '../support/loopback-server.ts';
import {
  launcherPath,
  runProcess,
  runShell,
  startOnTerminal,
  waitForExit,
} from '../support/spawn.ts';
import { hasScript } from '../support/terminal.ts';

const tier = 'current tier  Silver\nnext tier     Gold\nneeded        68 more domains to Gold\n';

it.each([
  ['cron', { HOME: createTempFolder(), LOGNAME: 'reseller', SHELL: '/bin/sh', PATH: '/bin' }],
  ['an empty home', { HOME: '' }],
  ['a home that cannot be', { HOME: '/dev/null/missing' }],
  ['a home that cannot be written', { HOME: '/sys' }],
])('works in the minimal environment of %s', async (_, env) => {
  const session = await runProcess(['tier', '--sandbox'], { env });
  expect(session).toMatchObject({ stdout: tier, stderr: '', code: 0 });
});

it("a sandbox lookup writes only Node's compile cache, which Node 20 lacks", async () => {
  const home = createTempFolder();
  await runProcess(['check', 'kabul.af', '--sandbox'], { env: { HOME: home } });
  const state = path.join(home, '.local/state/dotaf');
  if (process.version.startsWith('v20.')) expect(readdirSync(home)).toEqual([]);
  else expect(readdirSync(state)).toEqual([`compile-cache-${process.versions.v8}`]);
});

it('works in a deleted working directory', async () => {
  const enterRemovedFolder = 'cd "$(mktemp -d)" && rmdir "$PWD" &&';
  expect(await runShell(`${enterRemovedFolder} dotaf tier --sandbox`)).toMatchObject({
    stdout: tier,
    code: 0,
  });
  expect(await runShell(`${enterRemovedFolder} dotaf __complete profiles`)).toMatchObject({
    stderr: '',
    code: 0,
  });
});

it.skipIf(!hasScript)('shows a spinner on a terminal of unknown width', async () => {
  const promptShown = createDeferred();
  const env = await startServer(async (_, response) => {
    await promptShown.promise;
    response.end('{"success":true,"data":{"current_tier":"Silver"}}');
  });
  const line = `stty cols 0; '${process.execPath}' '${launcherPath}' tier`;
  const child = startOnTerminal(line, { ...env, TERM: 'xterm' });
  child.stdout.on('data', (text) => String(text).includes('asking') && promptShown.resolve());
  const { stdout, code } = await waitForExit(child);
  expect(stdout).toContain('Silver');
  expect(code).toBe(0);
});

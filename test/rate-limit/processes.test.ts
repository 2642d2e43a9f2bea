import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { temporaryFolder } from '../support/home.ts';
import { ended, start } from '../support/spawn.ts';
import { strictServer } from '../support/strict-server.ts';

async function strictService(windowMs: number, onRequest?: Parameters<typeof strictServer>[2]) {
  const rate = { requests: 10, windowMs };
  const { env, ...server } = await strictServer(rate, () => performance.now(), onRequest);
  // All that are given this share one DOTAF_HOME.
  const check = (names: string[], variables = {}) =>
    start(['check', ...names, '--json', '--quiet'], {
      env: {
        ...env,
        DOTAF_RATE_LIMIT: `10/${windowMs}ms`,
        ...variables,
      },
    });
  return { check, ...server };
}

function namesWith(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}.af`);
}

function domainsIn(stdout: string): string[] {
  return stdout
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row).domain);
}

/** All files of a folder and of those in it. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => statSync(file).isFile());
}

it('three at once stay within the limit, and every name is answered', async () => {
  const { check, arrivals, refused } = await strictService(300);
  const lists = ['a', 'b', 'c'].map((prefix) => namesWith(prefix, 15));
  const ends = await Promise.all(lists.map((names) => ended(check(names))));
  expect(ends.map(({ stderr, code }) => [stderr, code])).toEqual(lists.map(() => ['', 0]));
  expect(ends.map(({ stdout }) => domainsIn(stdout))).toEqual(lists);
  expect([refused(), arrivals.length]).toEqual([0, 45]);
});

it('one stays within the limit after another has ended', async () => {
  const { check, refused } = await strictService(1500);
  await ended(check(namesWith('a', 10)));
  const { stdout, code } = await ended(check(namesWith('b', 2)));
  expect([domainsIn(stdout), code, refused()]).toEqual([['b0.af', 'b1.af'], 0, 0]);
});

it('the others stay within the limit and go on when one is killed before its answers', async () => {
  const silent = namesWith('a', 6);
  const bothLists = ['b', 'c'].map((prefix) => namesWith(prefix, 8));
  const underWay = deferred();
  let kill = () => {};
  const { check, refused } = await strictService(1000, (name) => {
    if (!silent.includes(name)) {
      kill();
      return 'answer';
    }
    underWay.resolve();
    return 'keep silent';
  });
  const child = check(silent);
  kill = () => child.kill('SIGKILL');
  const killed = ended(child);
  await underWay.promise;
  const others = await Promise.all(bothLists.map((names) => ended(check(names))));
  expect((await killed).signal).toBe('SIGKILL');
  expect(others.map(({ stderr, code }) => [stderr, code])).toEqual(bothLists.map(() => ['', 0]));
  expect(others.map(({ stdout }) => domainsIn(stdout))).toEqual(bothLists);
  expect(refused()).toBe(0);
});

it('leave files behind that do not contain the key or the secret', async () => {
  const { check } = await strictService(300);
  const home = temporaryFolder();
  await ended(check(['a.af'], { DOTAF_HOME: home }));
  const files = filesIn(home);
  expect(files.filter((file) => file.includes('rate-limit'))).toHaveLength(1);
  for (const file of files) {
    expect(`${file} ${readFileSync(file, 'latin1')}`).not.toMatch(/key_of|secret_of/);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  }
});

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/session.ts';
import { ended, serve, start } from '../support/spawn.ts';

type Reaction = 'answer' | 'be silent';

/** A service that counts whatever came in the last window, both ends included. */
async function strictService(
  windowMs: number,
  reaction: (name: string) => Reaction = () => 'answer',
) {
  const arrivals: number[] = [];
  let refused = 0;
  const { env } = await serve(async (request, response) => {
    const now = performance.now();
    const { domain } = JSON.parse(String(Buffer.concat(await request.toArray())));
    if (arrivals.filter((time) => now - time <= windowMs).length >= 10) {
      refused += 1;
      response.writeHead(429).end();
      return;
    }
    arrivals.push(now);
    if (reaction(domain) === 'be silent') return;
    const pricing = { amount: '35.00', currency: 'USD' };
    const data = { domain, status: 'taken', available: false, pricing };
    response.end(JSON.stringify({ success: true, data }));
  });
  // All that are given this share one DOTAF_HOME.
  const check = (names: string[], variables = {}) =>
    start(['check', ...names, '--json', '--quiet'], {
      ...env,
      DOTAF_RATE_LIMIT: `10/${windowMs}ms`,
      ...variables,
    });
  return { check, arrivals, refused: () => refused };
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
  let isUnderWay = () => {};
  const underWay = new Promise<void>((resolve) => {
    isUnderWay = resolve;
  });
  let kill = () => {};
  const { check, refused } = await strictService(1000, (name) => {
    if (!silent.includes(name)) {
      kill();
      return 'answer';
    }
    isUnderWay();
    return 'be silent';
  });
  const child = check(silent);
  kill = () => child.kill('SIGKILL');
  const killed = ended(child);
  await underWay;
  const others = await Promise.all(bothLists.map((names) => ended(check(names))));
  expect((await killed).signal).toBe('SIGKILL');
  expect(others.map(({ stderr, code }) => [stderr, code])).toEqual(bothLists.map(() => ['', 0]));
  expect(others.map(({ stdout }) => domainsIn(stdout))).toEqual(bothLists);
  expect(refused()).toBe(0);
});

it('leave files behind that tell nobody the key or the secret', async () => {
  const { check } = await strictService(300);
  const home = temporaryFolder();
  await ended(check(['a.af'], { DOTAF_HOME: home }));
  const files = filesIn(home);
  expect(files.filter((file) => file.includes('pace'))).toHaveLength(1);
  for (const file of files) {
    expect(`${file} ${readFileSync(file, 'latin1')}`).not.toMatch(/key_of|secret_of/);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  }
});

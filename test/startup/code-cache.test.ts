import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEnv } from '../support/home.ts';
import { launcherPath, runProcess } from '../support/spawn.ts';

const argv = ['config', 'get', 'timeout'];

const answer = { stdout: '15\n', stderr: '', code: 0 };

const readInode = (file: string) => statSync(file).ino;

/** Creates a home and names its code cache folder. */
function directories() {
  const env = createEnv();
  const home = env.DOTAF_HOME ?? '';
  return { env, home, compiled: path.join(home, 'compiled') };
}

/** Runs once in a new home. @returns its folders and the cache file */
async function runOnce() {
  const { compiled, ...paths } = directories();
  expect(await runProcess(argv, paths)).toMatchObject(answer);
  const [file = ''] = readdirSync(compiled, { recursive: true, encoding: 'utf8' }).slice(-1);
  return { ...paths, compiled, file: path.join(compiled, file) };
}

it('is saved by the first run, reused by the next, and private', async () => {
  const { env, compiled, file } = await runOnce();
  expect(path.basename(file)).toBe('main.code');
  expect([compiled, file].map((entry) => statSync(entry).mode & 0o777)).toEqual([0o700, 0o600]);
  const before = readInode(file);
  expect(await runProcess(argv, { env })).toMatchObject(answer);
  expect(readInode(file)).toBe(before);
});

it.each<[string, (good: Buffer) => Buffer]>([
  ['a bit is flipped', (valid) => Buffer.from(valid).fill(valid[900] === 7 ? 8 : 7, 900, 901)],
  ['a half of it is lost', (valid) => valid.subarray(0, valid.length / 2)],
  ['its end is empty', (valid) => Buffer.concat([valid.subarray(0, -4096), Buffer.alloc(4096)])],
])('is rebuilt if %s', async (_, damage) => {
  const { env, file } = await runOnce();
  const corrupt = damage(readFileSync(file));
  writeFileSync(file, corrupt);
  expect(await runProcess(argv, { env })).toMatchObject(answer);
  expect(readFileSync(file).length).toBeGreaterThan(1000);
  expect(readFileSync(file).equals(corrupt)).toBe(false);
});

describe.skipIf(process.platform === 'win32')('planted code in the cache', () => {
  /** Plants cached code of another script; V8 validates only the source length. */
  function putForeignCode(file: string): void {
    const code = "process.stdout.write('the code of somebody else'); process.exit();";
    const main = path.join(path.dirname(launcherPath), '../dist/main.js');
    const { length } = readFileSync(main, 'utf8');
    const script = `
      if (process.version.startsWith('v20.')) require('v8').setFlagsFromString('--liftoff-only');
      const source = '(function () {' + ${JSON.stringify(code)}.padEnd(${length} - 16) + '})';
      const data = new (require('vm').Script)(source).createCachedData();
      require('fs').writeFileSync('${file}', Buffer.concat([data, data]));`;
    expect(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stderr).toBe('');
  }

  it.each<[string, string, (paths: { home: string; file: string }) => void]>([
    ['would run', 'nobody else can change it', () => {}],
    ['does not run', 'all can write to the home', ({ home }) => chmodSync(home, 0o1777)],
    ['does not run', 'a group can write to the file', ({ file }) => chmodSync(file, 0o620)],
    [
      'does not run',
      'a pipe is in its place',
      ({ file }) => {
        rmSync(file);
        spawnSync('mkfifo', [file]);
      },
    ],
  ])('%s when %s', async (runs, _, change) => {
    const { env, home, file } = await runOnce();
    putForeignCode(file);
    change({ home, file });
    const { stdout } = await runProcess(argv, { env });
    expect(stdout).toBe(runs === 'would run' ? 'the code of somebody else' : answer.stdout);
  });

  it.runIf(process.getuid?.() === 0)('does not run if another user owns it', async () => {
    const { env, file } = await runOnce();
    putForeignCode(file);
    chownSync(file, 1234, 1234);
    expect(await runProcess(argv, { env })).toMatchObject(answer);
  });

  it('is not written into a world-writable home', async () => {
    const { env, home, compiled } = directories();
    chmodSync(home, 0o1777);
    expect(await runProcess(argv, { env })).toMatchObject(answer);
    expect(existsSync(compiled)).toBe(false);
  });
});

it('is removed if it belongs to an old build', async () => {
  const { env, compiled } = directories();
  for (const [name, days] of Object.entries({ old: 40, recent: 20 })) {
    mkdirSync(path.join(compiled, name), { recursive: true });
    const time = new Date(Date.now() - days * 24 * 3_600_000);
    utimesSync(path.join(compiled, name), time, time);
  }
  await runProcess(argv, { env });
  expect(readdirSync(compiled)).toContain('recent');
  expect(readdirSync(compiled)).not.toContain('old');
});

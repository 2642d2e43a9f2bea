import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCompileCacheFolder } from '../../src/system/compile-cache.ts';
import { balanceBody } from '../support/fixtures.ts';
import { createEnv, createTempFolder } from '../support/home.ts';
import { startServer } from '../support/loopback-server.ts';
import { launcherPath, runProcess } from '../support/spawn.ts';

const argv = ['config', 'get', 'timeout'];

const answer = { stdout: '15\n', stderr: '', code: 0 };

const hasCompileCache = !process.version.startsWith('v20.');

const isRoot = process.getuid?.() === 0;

function copyBuild() {
  const folder = createTempFolder();
  for (const name of ['bin', 'dist'])
    cpSync(path.join(launcherPath, '../..', name), path.join(folder, name), { recursive: true });
  const command: [string, string] = [process.execPath, path.join(folder, 'bin/dotaf.js')];
  return { command, dist: path.join(folder, 'dist') };
}

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

describe("Node's compile cache", () => {
  it.runIf(hasCompileCache)('is filled by the first run, and private', async () => {
    const env = createEnv();
    expect(await runProcess(argv, { env })).toMatchObject(answer);
    const folder = path.join(env.DOTAF_HOME ?? '', `compile-cache-${process.versions.v8}`);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(listFiles(folder).length).toBeGreaterThan(1);
    expect(await runProcess(argv, { env })).toMatchObject(answer);
  });

  it.runIf(hasCompileCache)('does no harm when it is damaged', async () => {
    const env = createEnv();
    await runProcess(argv, { env });
    for (const name of listFiles(env.DOTAF_HOME ?? '')) {
      const file = path.join(env.DOTAF_HOME ?? '', name);
      if (statSync(file).isFile()) writeFileSync(file, readFileSync(file).fill(7, 100));
    }
    expect(await runProcess(argv, { env })).toMatchObject(answer);
  });

  it('never hides an edit of dist that keeps the length of the file', async () => {
    const { command, dist } = copyBuild();
    const env = createEnv();
    expect(await runProcess(argv, { env, command })).toMatchObject(answer);
    const [main = ''] = readdirSync(dist).filter((name) => name.startsWith('main-'));
    const source = readFileSync(path.join(dist, main), 'utf8');
    expect(source).toContain('"15"');
    writeFileSync(path.join(dist, main), source.replaceAll('"15"', '"16"'));
    expect(await runProcess(argv, { env, command })).toMatchObject({ ...answer, stdout: '16\n' });
  });

  it('is another one for another build of V8', () => {
    const state = createTempFolder();
    const first = createCompileCacheFolder(state);
    expect(createCompileCacheFolder(state)).toBe(first);
    const versions = { ...process.versions, v8: '11.3.244.8-node.26' };
    vi.spyOn(process, 'versions', 'get').mockReturnValue(versions);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(path.basename(createCompileCacheFolder(state))).toBe('compile-cache-11.3.244.8-node.26');
  });

  it.each<[string, (state: string) => void]>([
    ['all can write to the state folder', (state) => chmodSync(state, 0o777)],
    ['a group can write to its parent', (state) => chmodSync(path.dirname(state), 0o770)],
    ['all can write to the cache', (state) => chmodSync(createCompileCacheFolder(state), 0o777)],
    [
      'a link is in its place',
      (state) => {
        const cache = createCompileCacheFolder(state);
        rmSync(cache, { recursive: true });
        symlinkSync(createTempFolder(), cache);
      },
    ],
  ])('is not used if %s', (_, change) => {
    const state = path.join(createTempFolder(), 'state');
    mkdirSync(state, { mode: 0o700 });
    change(state);
    expect(() => createCompileCacheFolder(state)).toThrow('another user can write to');
  });

  it.runIf(isRoot)('is not used if another user owns it', () => {
    const state = createTempFolder();
    chownSync(createCompileCacheFolder(state), 1234, 1234);
    expect(() => createCompileCacheFolder(state)).toThrow('another user can write to');
  });

  it('is used in a sticky folder, in which nobody can replace it', () => {
    const state = createTempFolder();
    chmodSync(state, 0o1777);
    expect(existsSync(createCompileCacheFolder(state))).toBe(true);
  });
});

it.each(['balance', 'balance --csv', 'tier', 'domains ls', 'doctor'])(
  'dotaf %s says that it was replaced, if dist disappears while it waits',
  async (line) => {
    const { command, dist } = copyBuild();
    const env = await startServer((_, response) => {
      rmSync(dist, { recursive: true, force: true });
      response.end(balanceBody);
    });
    expect(await runProcess(line.split(' '), { env, command })).toMatchObject({
      stdout: '',
      stderr: 'error: dotaf was replaced while it ran: run it again\n',
      code: 10,
    });
  },
);

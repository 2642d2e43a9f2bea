import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { wrapModule } from '../../src/startup/code-cache.ts';
import { environment, temporaryFolder } from '../support/home.ts';
import { sandbox } from '../support/loopback-server.ts';
import { program, run } from '../support/spawn.ts';

/** A home, and the folder in it that a run keeps compiled code in. */
function folders() {
  const env = environment();
  const compiled = path.join(env.DOTAF_HOME ?? '', 'compiled');
  return { env, compiled };
}

function filesIn(compiled: string): string[] {
  return readdirSync(compiled).flatMap((version) =>
    readdirSync(path.join(compiled, version)).map((name) => path.join(compiled, version, name)),
  );
}

const argv = ['config', 'get', 'timeout'];

const answer = { stdout: '15\n', stderr: '', code: 0 };

it('is saved by the first run and used by the next, and only their owner can read it', async () => {
  const { env, compiled } = folders();
  expect(await run(argv, { env })).toMatchObject(answer);
  const kept = filesIn(compiled);
  expect(kept.map((file) => path.basename(file)).sort()).toEqual(['main.code']);
  expect(statSync(compiled).mode & 0o777).toBe(0o700);
  expect(kept.map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
  const before = kept.map((file) => statSync(file).ino);
  expect(await run(argv, { env })).toMatchObject(answer);
  expect(kept.map((file) => statSync(file).ino)).toEqual(before);
});

it('is rebuilt when it is damaged', async () => {
  const { env, compiled } = folders();
  await run(argv, { env });
  const [file = ''] = filesIn(compiled);
  const good = readFileSync(file);
  const flipped = Buffer.from(good);
  flipped[good.length >> 1] = (good[good.length >> 1] ?? 0) ^ 1;
  const torn = Buffer.concat([good.subarray(0, good.length - 4096), Buffer.alloc(4096)]);
  const lost = [good.subarray(0, 1000), good.subarray(0, good.length / 2), Buffer.of()];
  for (const bytes of [flipped, torn, Buffer.alloc(good.length), ...lost]) {
    writeFileSync(file, bytes);
    expect(await run(argv, { env })).toMatchObject(answer);
    expect(readFileSync(file).length).toBeGreaterThan(1000);
    expect(readFileSync(file).equals(bytes)).toBe(false);
  }
});

it.skipIf(process.platform === 'win32')('is rebuilt when a pipe is in its place', async () => {
  const { env, compiled } = folders();
  await run(argv, { env });
  const [file = ''] = filesIn(compiled);
  rmSync(file);
  spawnSync('mkfifo', [file]);
  expect(await run(argv, { env })).toMatchObject(answer);
  expect(statSync(file).isFile()).toBe(true);
});

it('is not saved by a run that fails', async () => {
  const { env, compiled } = folders();
  expect(await run(['config', 'get', 'tmeout'], { env })).toMatchObject({ stdout: '', code: 2 });
  expect(existsSync(compiled)).toBe(false);
});

it('is saved also by a run that stores nothing else', async () => {
  const home = temporaryFolder();
  const env = environment({ DOTAF_HOME: path.join(home, 'a', 'b') });
  expect(await run(['tier', '--sandbox'], { env })).toMatchObject({ code: 0 });
  expect(readdirSync(env.DOTAF_HOME ?? '')).toEqual(['compiled']);
});

it('is saved by the first run that creates the folder for its own files', async () => {
  const { DOTAF_HOME = '', ...account } = await sandbox();
  const state = path.join(DOTAF_HOME, '.local/state/dotaf');
  expect(await run(['balance'], { env: { ...account, HOME: DOTAF_HOME } })).toMatchObject({
    code: 0,
  });
  expect(readdirSync(state).sort()).toEqual(['compiled', 'rate-limit']);
  const names = filesIn(path.join(state, 'compiled')).map((file) => path.basename(file));
  expect(names).toEqual(expect.arrayContaining(['connected.code', 'main.code', 'table.code']));
});

describe.skipIf(process.platform === 'win32')('that somebody else has put there', () => {
  const main = path.join(path.dirname(program), '../dist/main.js');
  const inFolder = temporaryFolder();

  /** V8 takes cached code for a module of the same length, whatever that says. */
  function foreignCode(): Buffer {
    const file = path.join(inFolder, 'main.code');
    if (existsSync(file)) return readFileSync(file);
    const code = "process.stdout.write('the code of somebody else'); process.exit();";
    const { length } = readFileSync(main, 'utf8');
    const script = `
      if (process.version.startsWith('v20.')) require('v8').setFlagsFromString('--liftoff-only');
      const source = ${JSON.stringify(wrapModule('%'))}.replace('%', ${JSON.stringify(code)}.padEnd(${length}));
      const data = new (require('vm').Script)(source).createCachedData();
      require('fs').writeFileSync('${file}', Buffer.concat([data, data]));`;
    expect(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stderr).toBe('');
    return readFileSync(file);
  }

  /** A home in which the code lies, and the folders that lead to it. */
  async function poisoned() {
    const { env, compiled } = folders();
    await run(argv, { env });
    const [file = ''] = filesIn(compiled);
    writeFileSync(file, foreignCode());
    return {
      env,
      paths: { state: env.DOTAF_HOME ?? '', compiled, build: path.dirname(file), file },
    };
  }

  type Name = keyof Awaited<ReturnType<typeof poisoned>>['paths'];

  const isRun = { stdout: 'the code of somebody else', code: 0 };

  it('would run from a folder that nobody else can write to, also through a link to it', async () => {
    const { env, paths } = await poisoned();
    expect(await run(argv, { env })).toMatchObject(isRun);
    const link = path.join(temporaryFolder(), 'home');
    symlinkSync(paths.state, link);
    expect(await run(argv, { env: { ...env, DOTAF_HOME: link } })).toMatchObject(isRun);
  });

  it.each<[Name, number]>([
    ['state', 0o1777],
    ['state', 0o770],
    ['compiled', 0o1777],
    ['compiled', 0o775],
    ['build', 0o777],
    ['build', 0o720],
    ['file', 0o602],
    ['file', 0o620],
  ])('does not run where %s has the mode %o', async (name, mode) => {
    const { env, paths } = await poisoned();
    chmodSync(paths[name], mode);
    expect(await run(argv, { env })).toMatchObject(answer);
  });

  it.runIf(process.getuid?.() === 0).each<[Name]>([['state'], ['compiled'], ['build'], ['file']])(
    'does not run where %s belongs to another user',
    async (name) => {
      const { env, paths } = await poisoned();
      chownSync(paths[name], 1234, 1234);
      expect(await run(argv, { env })).toMatchObject(answer);
    },
  );

  it.each<[Name]>([['compiled'], ['build']])(
    'does not run where %s is a link, and nothing is written through it',
    async (name) => {
      const { env, paths } = await poisoned();
      const elsewhere = path.join(temporaryFolder(), 'elsewhere');
      renameSync(paths[name], elsewhere);
      symlinkSync(elsewhere, paths[name]);
      const content = () =>
        readdirSync(elsewhere, { recursive: true, encoding: 'utf8' }).map(
          (one) => statSync(path.join(elsewhere, one)).mtimeMs,
        );
      const before = content();
      expect(await run(argv, { env })).toMatchObject(answer);
      expect(content()).toEqual(before);
    },
  );

  it('is not written into a home that others can write to', async () => {
    const { env, compiled } = folders();
    chmodSync(env.DOTAF_HOME ?? '', 0o1777);
    expect(await run(argv, { env })).toMatchObject(answer);
    expect(existsSync(compiled)).toBe(false);
  });
});

it.each([
  ['--no-warnings', true],
  ['--max-old-space-size=200 --no-warnings', true],
  ['--require=node:fs', false],
  ['--import=data:text/javascript,0', false],
  ['--inspect=0', false],
])('beside the options %s of Node is used: %s', async (options, isUsed) => {
  const { env, compiled } = folders();
  const session = { env: { ...env, NODE_OPTIONS: options } };
  expect(await run(argv, session)).toMatchObject({ stdout: answer.stdout, code: 0 });
  expect(existsSync(compiled)).toBe(isUsed);
  if (!isUsed) return;
  const before = filesIn(compiled).map((file) => statSync(file).ino);
  expect(await run(argv, session)).toMatchObject(answer);
  // Without these options it is compiled once more, and neither takes the place of the other.
  expect(await run(argv, { env })).toMatchObject(answer);
  expect(await run(argv, session)).toMatchObject(answer);
  expect(filesIn(compiled).map((file) => statSync(file).ino)).toEqual(
    expect.arrayContaining(before),
  );
  expect(readdirSync(compiled)).toHaveLength(2);
});

it('is removed when it belongs to an old build', async () => {
  const { env, compiled } = folders();
  for (const [name, days] of Object.entries({ old: 40, recent: 20 })) {
    mkdirSync(path.join(compiled, name), { recursive: true });
    const time = new Date(Date.now() - days * 24 * 3_600_000);
    utimesSync(path.join(compiled, name), time, time);
  }
  chmodSync(compiled, 0o700);
  await run(argv, { env });
  expect(readdirSync(compiled)).toContain('recent');
  expect(readdirSync(compiled)).not.toContain('old');
});

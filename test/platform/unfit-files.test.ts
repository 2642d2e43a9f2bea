import { spawn, spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { homeWith, temporaryFolder } from '../support/home.ts';
import { sandbox } from '../support/loopback-server.ts';
import { ended, run, shell, start } from '../support/spawn.ts';

const unix = describe.skipIf(process.platform === 'win32');

/** What may lie in the place of a file. */
const kinds = {
  pipe: (file: string) => void spawnSync('mkfifo', [file]),
  directory: (file: string) => void mkdirSync(file),
  device: (file: string) => symlinkSync('/dev/zero', file),
  socket: (file: string) => {
    const server = createServer();
    onTestFinished(() => void server.close());
    return new Promise<void>((resolve) => server.listen(file, resolve));
  },
  circle: (file: string) => symlinkSync(file, file),
  linkToNothing: (file: string) => symlinkSync('missing.json', file),
  largeFile: (file: string) => {
    writeFileSync(file, '');
    truncateSync(file, 16_000_001);
  },
} satisfies Record<string, (file: string) => Promise<void> | void>;

const irregular = 'it is not a regular file';
const loop = 'its symbolic links lead in a circle (ELOOP)';

const balance = ['balance'];
const set = ['config', 'set', 'timeout', '3'];
const check = ['check', 'a.af', 'b.af', '--sandbox', '--resume', '--out', 'FILE'];
const metrics = ['metrics', '--sandbox', '--out', 'FILE'];

unix('neither read nor replaced', () => {
  it.each<[string, keyof typeof kinds, string, string[]]>([
    ['config.json', 'pipe', irregular, balance],
    ['config.json', 'circle', loop, set],
    ['config.json', 'linkToNothing', 'no such file (ENOENT)', set],
    ['config.json', 'largeFile', 'it is larger than 16 MB', balance],
    ['a.csv', 'pipe', irregular, check],
    ['a.csv', 'directory', 'it is a directory (EISDIR)', check],
    ['dotaf.prom', 'device', irregular, metrics],
  ])('%s, which is a %s: %s %j', async (name, kind, says, argv) => {
    const env = homeWith();
    const file = path.join(env.DOTAF_HOME, name);
    await kinds[kind](file);
    const before = lstatSync(file).ino;
    const words = argv.map((word) => (word === 'FILE' ? file : word));
    const { stdout, stderr, code } = await run(words, { env });
    expect({ stdout, code }).toEqual({ stdout: '', code: 10 });
    expect(stderr).toMatch(/^error: cannot (read the config|write) .*\nhint: .*\n$/);
    expect(stderr.split('\n')[0]?.replaceAll("'", '')).toMatch(`${file}: ${says}`);
    expect(lstatSync(file).ino).toBe(before);
  });

  it('the config, and completion goes on without it', async () => {
    const env = homeWith();
    kinds.pipe(path.join(env.DOTAF_HOME, 'config.json'));
    const completion = await run(['__complete', 'auth', 'use', ''], { env });
    expect(completion).toEqual({ stdout: '', stderr: '', code: 0 });
  });

  it('among those of the rate limit, and the answer comes all the same', async () => {
    const env = await sandbox();
    const folder = path.join(env.DOTAF_HOME ?? '', 'rate-limit');
    expect(await run(['tier'], { env })).toMatchObject({ stderr: '', code: 0 });
    for (const account of readdirSync(folder)) kinds.pipe(path.join(folder, account, 'pipe'));
    expect(await run(['tier'], { env })).toMatchObject({
      stderr: `note: the rate limit is not shared with other dotaf: ${irregular}\n`,
      code: 0,
    });
  });
});

unix('what the user names is read', () => {
  const printed = 'dotaf check --sandbox --jq .domain';

  it.each([
    ['a substituted process', `${printed} --file <(printf "a.af\\nb.af\\n")`],
    ['the end of a pipe', `printf "a.af\\nb.af\\n" | ${printed} --file /dev/stdin`],
    [
      'a pipe that is written late',
      `cd $DOTAF_HOME; mkfifo p; { dotaf --version > /dev/null; printf "a.af\\n" > p; } & ${printed} --file p; echo b.af`,
    ],
  ])('from %s', async (_, line) => {
    expect(await shell(line)).toMatchObject({ stdout: 'a.af\nb.af\n', code: 0 });
  });

  it.each([
    ['check', '--sandbox', '--file'],
    ['sandbox', '--data'],
  ])('until Ctrl-C, also from a pipe that nobody writes to: %s %s', async (...argv) => {
    const file = path.join(temporaryFolder(), 'names');
    kinds.pipe(file);
    const child = start([...argv, file]);
    const end = ended(child);
    // Opens as soon as the program has opened the other end, and writes nothing.
    const writer = spawn('sh', ['-c', 'exec 3> "$0"; echo open; sleep 60', file]);
    onTestFinished(() => void writer.kill('SIGKILL'));
    await new Promise((resolve) => writer.stdout.once('data', resolve));
    child.kill('SIGINT');
    expect(await end).toMatchObject({ stdout: '', code: 130 });
  });

  it('and never without an end', async () => {
    expect(await run(['sandbox', '--data', '/dev/zero'])).toMatchObject({
      stdout: '',
      stderr: "error: cannot read '/dev/zero': it is larger than 16 MB\nhint: name another file\n",
      code: 10,
    });
  });
});

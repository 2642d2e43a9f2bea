import { spawn, spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHome, createTempFolder } from '../support/home.ts';
import { startSandboxWithEnv } from '../support/loopback-server.ts';
import { runProcess, runShell, startProcess, waitForExit } from '../support/spawn.ts';

const describeUnix = describe.skipIf(process.platform === 'win32');

const createFile = {
  pipe: (file: string) => void spawnSync('mkfifo', [file]),
  directory: (file: string) => void mkdirSync(file),
  circle: (file: string) => symlinkSync(file, file),
  linkToNothing: (file: string) => symlinkSync('missing.json', file),
  largeFile: (file: string) => {
    writeFileSync(file, '');
    truncateSync(file, 16_000_001);
  },
} satisfies Record<string, (file: string) => void>;

const notRegularMessage = 'it is not a regular file';
const loopMessage = 'its symbolic links lead in a circle (ELOOP)';

const balance = ['balance'];
const set = ['config', 'set', 'timeout', '3'];
const check = ['check', 'a.af', 'b.af', '--sandbox', '--resume', '--out', 'FILE'];

describeUnix('an unusable file is neither read nor replaced', () => {
  it.each<[string, keyof typeof createFile, string, string[]]>([
    ['config.json', 'pipe', notRegularMessage, balance],
    ['config.json', 'circle', loopMessage, set],
    ['config.json', 'linkToNothing', 'no such file (ENOENT)', set],
    ['config.json', 'largeFile', 'it is larger than 16 MB', balance],
    ['a.jsonl', 'pipe', notRegularMessage, check],
    ['a.jsonl', 'directory', 'it is a directory (EISDIR)', check],
  ])('%s as a %s: %s %j', async (name, kind, message, argv) => {
    const env = createHome();
    const file = path.join(env.DOTAF_HOME, name);
    createFile[kind](file);
    const before = lstatSync(file).ino;
    const words = argv.map((word) => (word === 'FILE' ? file : word));
    const { stdout, stderr, code } = await runProcess(words, { env });
    expect({ stdout, code }).toEqual({ stdout: '', code: 10 });
    expect(stderr).toMatch(/^error: cannot (read|write) .*\nhint: .*\n$/);
    expect(stderr.split('\n')[0]?.replaceAll("'", '')).toMatch(`${file}: ${message}`);
    expect(lstatSync(file).ino).toBe(before);
  });

  it('completion works without the config', async () => {
    const env = createHome();
    createFile.pipe(path.join(env.DOTAF_HOME, 'config.json'));
    const completion = await runProcess(['__complete', 'auth', 'use', ''], { env });
    expect(completion).toEqual({ stdout: '', stderr: '', code: 0 });
  });

  it('requests work despite a pipe among the rate limit files', async () => {
    const env = await startSandboxWithEnv();
    const folder = path.join(env.DOTAF_HOME ?? '', 'rate-limit');
    expect(await runProcess(['tier'], { env })).toMatchObject({ stderr: '', code: 0 });
    for (const account of readdirSync(folder))
      createFile.pipe(path.join(folder, account, 'log-0-999999999999'));
    expect(await runProcess(['tier'], { env })).toMatchObject({
      stderr: expect.stringMatching(
        `^note: the rate limit is not shared with other dotaf: cannot read '.*/log-0-999999999999': ${notRegularMessage}\n$`,
      ),
      code: 0,
    });
  });
});

describeUnix('a file argument is read', () => {
  const command = 'dotaf check --sandbox --jq .domain';

  it.each([
    ['a substituted process', `${command} --file <(printf "a.af\\nb.af\\n")`],
    ['the end of a pipe', `printf "a.af\\nb.af\\n" | ${command} --file /dev/stdin`],
    [
      'a pipe that is written late',
      `cd $DOTAF_HOME; mkfifo p; { dotaf --version > /dev/null; printf "a.af\\n" > p; } & ${command} --file p; echo b.af`,
    ],
  ])('from %s', async (_, line) => {
    expect(await runShell(line)).toMatchObject({ stdout: 'a.af\nb.af\n', code: 0 });
  });

  it.each([
    ['check', '--sandbox', '--file'],
    ['sandbox', '--data'],
  ])('until Ctrl-C, even from a pipe without a writer: %s %s', async (...argv) => {
    const file = path.join(createTempFolder(), 'names');
    createFile.pipe(file);
    const child = startProcess([...argv, file]);
    const end = waitForExit(child);
    // The shell can open the FIFO for writing only once dotaf reads it.
    const writer = spawn('sh', ['-c', 'exec 3> "$0"; echo open; sleep 60', file]);
    onTestFinished(() => void writer.kill('SIGKILL'));
    await new Promise((resolve) => writer.stdout.once('data', resolve));
    child.kill('SIGINT');
    expect(await end).toMatchObject({ stdout: '', code: 130 });
  });

  it('up to 16 MB', async () => {
    expect(await runProcess(['sandbox', '--data', '/dev/zero'])).toMatchObject({
      stdout: '',
      stderr: "error: cannot read '/dev/zero': it is larger than 16 MB\nhint: name another file\n",
      code: 10,
    });
  });
});

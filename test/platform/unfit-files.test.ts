import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { shop } from '../support/fixtures.ts';
import { homeWith, temporaryFolder } from '../support/home.ts';
import { sandbox } from '../support/loopback-server.ts';
import { dotaf } from '../support/session.ts';
import { ended, run, shell, start } from '../support/spawn.ts';

const unix = describe.skipIf(process.platform === 'win32');

function pipe(file: string): void {
  spawnSync('mkfifo', [file]);
}

/** What may lie in the place of a file, and what is said of it. */
const unfit: [string, (file: string) => unknown][] = [
  ['it is a named pipe', pipe],
  ['it is a directory (EISDIR)', (file) => mkdirSync(file)],
  ['it is a device', (file) => symlinkSync('/dev/zero', file)],
  ['its symbolic links lead in a circle (ELOOP)', (file) => symlinkSync(file, file)],
  [
    'it is larger than 16 MB',
    (file) => {
      writeFileSync(file, '');
      truncateSync(file, 16_000_001);
    },
  ],
];

unix('a file of dotaf is not opened because', () => {
  const hint = 'hint: make it a file that you may read, or set DOTAF_HOME to another directory';

  it.each(unfit)('as the config %s', async (says, make) => {
    const env = homeWith();
    const file = path.join(env.DOTAF_HOME, 'config.json');
    make(file);
    const stderr = `error: cannot read the config ${file}: ${says}\n${hint}\n`;
    for (const argv of [['auth', 'ls'], ['balance'], ['config', 'set', 'timeout', '3']]) {
      expect(await run(argv, { env })).toMatchObject({ stdout: '', stderr, code: 10 });
    }
    expect(await run(['__complete', 'auth', 'use', ''], { env })).toMatchObject({
      stdout: '',
      code: 0,
    });
  });

  it('as the config it is a link to nothing, which stays one', async () => {
    const env = homeWith();
    const file = path.join(env.DOTAF_HOME, 'config.json');
    symlinkSync('missing.json', file);
    for (const argv of [
      ['auth', 'ls'],
      ['config', 'set', 'timeout', '3'],
    ]) {
      expect(await dotaf(argv, { env })).toEqual({
        stdout: '',
        stderr: `error: cannot read the config ${file}: it is a symbolic link to a file that does not exist\n${hint}\n`,
        code: 10,
      });
    }
    expect(readlinkSync(file)).toBe('missing.json');
  });

  it('as a lock it is a named pipe', async () => {
    const env = homeWith();
    const file = path.join(env.DOTAF_HOME, 'config.lock');
    pipe(file);
    expect(await run(['config', 'set', 'timeout', '3'], { env })).toMatchObject({
      stdout: '',
      stderr: `error: cannot use the lock '${file}': it is a named pipe\nhint: remove it\n`,
      code: 10,
    });
    expect(existsSync(path.join(env.DOTAF_HOME, 'config.json'))).toBe(false);
  });

  it('as the ledger of the rate limit it is a named pipe, and the answer comes all the same', async () => {
    const env = await sandbox();
    const folder = path.join(env.DOTAF_HOME ?? '', 'rate-limit');
    expect(await run(['tier'], { env })).toMatchObject({ stderr: '', code: 0 });
    for (const name of readdirSync(folder)) {
      rmSync(path.join(folder, name));
      pipe(path.join(folder, name));
    }
    expect(await run(['tier'], { env })).toMatchObject({
      stderr: 'note: the rate limit is not shared with other dotaf: it is a named pipe\n',
      code: 0,
    });
  });

  it('as the last looks it is a named pipe', async () => {
    const env = homeWith();
    const looks = path.join(env.DOTAF_HOME, 'looks');
    const ls = ['domains', 'ls', '--changes', '--sandbox'];
    expect(await run(ls, { env })).toMatchObject({ code: 0 });
    spawnSync('sh', ['-c', 'for file in *; do rm "$file"; mkfifo "$file"; done'], { cwd: looks });
    const { stdout, stderr, code } = await run(ls, { env });
    expect({ stdout, code }).toEqual({ stdout: '', code: 10 });
    expect(stderr).toMatch(/^error: cannot read the last looks .*: it is a named pipe\n/);
  });
});

unix('--out', () => {
  it.each([...unfit.slice(0, 4), ['it is a socket', listen] as const])(
    'of check is refused before anything is asked, because %s',
    async (says, make) => {
      for (const kind of ['jsonl', 'csv']) {
        const file = path.join(temporaryFolder(), `a.${kind}`);
        await make(file);
        const before = lstatSync(file).ino;
        const error = `error: cannot write '${file}': ${says}\n`;
        for (const more of [[], ['--resume']]) {
          const argv = ['check', 'a.af', 'b.af', '--sandbox', '--out', file, ...more];
          const { stdout, stderr, code } = await run(argv);
          expect({ stdout, code }).toEqual({ stdout: '', code: 10 });
          expect(stderr.startsWith(error)).toBe(true);
        }
        expect(lstatSync(file).ino).toBe(before);
      }
    },
  );

  it.each(unfit.slice(0, 3))('of metrics is refused, because %s', async (says, make) => {
    const file = path.join(temporaryFolder(), 'dotaf.prom');
    make(file);
    expect(await run(['metrics', '--sandbox', '--out', file])).toMatchObject({
      stdout: '',
      stderr: `error: cannot write '${file}': ${says}\nhint: name another file\n`,
      code: 10,
    });
  });
});

unix('what the user names is read', () => {
  const domains = 'a.af\nb.af\n';

  it.each([
    [
      'a substituted process',
      'dotaf check --sandbox --jq .domain --file <(printf "a.af\\nb.af\\n")',
    ],
    [
      'the end of a pipe',
      'printf "a.af\\nb.af\\n" | dotaf check --sandbox --jq .domain --file /dev/stdin',
    ],
    [
      'a pipe that is written late',
      'cd $DOTAF_HOME; mkfifo p; { dotaf version > /dev/null; printf "a.af\\n" > p; } & dotaf check --sandbox --jq .domain --file p; echo b.af',
    ],
    [
      'a table from a substituted process',
      'dotaf domains ls --sandbox --against <(printf "domain\\na.af\\n") --csv --fields domain -q | grep ^a.af; echo b.af',
    ],
  ])('from %s', async (_, line) => {
    expect(await shell(line)).toMatchObject({ stdout: domains, code: 0 });
  });

  it.each([
    ['check', '--file'],
    ['domains', 'ls', '--against'],
    ['sandbox', '--data'],
  ])('until Ctrl-C, also from a pipe that nobody writes to: %s %s %s', async (...argv) => {
    const file = path.join(temporaryFolder(), 'names');
    pipe(file);
    const child = start([
      ...argv.filter(Boolean),
      file,
      ...(argv[0] === 'sandbox' ? [] : ['--sandbox']),
    ]);
    const end = ended(child);
    // Opens as soon as the program has opened the other end, and writes nothing.
    const writer = spawn('sh', ['-c', 'exec 3> "$0"; echo open; sleep 60', file]);
    onTestFinished(() => void writer.kill('SIGKILL'));
    await new Promise((resolve) => writer.stdout.once('data', resolve));
    child.kill('SIGINT');
    expect(await end).toMatchObject({ stdout: '', code: 130 });
  });

  it('and never without an end', async () => {
    expect(await run(['check', '--file', '/dev/zero', '--sandbox'])).toMatchObject({
      stdout: '',
      stderr:
        "error: cannot read '/dev/zero': it has a line of more than a megabyte\nhint: name another file\n",
      code: 10,
    });
    expect(await run(['domains', 'ls', '--against', '/dev/zero', '--sandbox'])).toMatchObject({
      stdout: '',
      stderr: "error: cannot read '/dev/zero': it is larger than 16 MB\nhint: name another file\n",
      code: 10,
    });
  });
});

unix('a config that others may read', () => {
  /** With the mode that an editor or a copy has left. */
  function openHome() {
    const env = homeWith({ profiles: [shop], active: 'shop' });
    const file = path.join(env.DOTAF_HOME, 'config.json');
    chmodSync(file, 0o644);
    return {
      env,
      warning: `warning: the config ${file} was open to others (mode 0644); from now on only you can read it (mode 0600)\n`,
    };
  }

  it('is closed, which is said once', async () => {
    const { env, warning } = openHome();
    expect(await dotaf(['auth', 'ls', '-q'], { env })).toMatchObject({ stderr: warning, code: 0 });
    expect(await dotaf(['auth', 'ls'], { env })).toMatchObject({ stderr: '', code: 0 });
  });

  it.each([
    ['an answer in JSON', ['auth', 'ls', '--json'], /^(?!error)/, 0],
    ['a change', ['config', 'set', 'timeout', '3'], /^(?!error)/, 0],
    ['a failure', ['auth', 'use', 'none'], /^error: .*\nhint: .*\n/, 3],
  ])('is closed, which is said after %s', async (_, argv, before, code) => {
    const { env, warning } = openHome();
    const session = await dotaf(argv, { env });
    expect(session.code).toBe(code);
    expect(session.stderr.replace(before, '')).toBe(warning);
  });

  it('leaves a failure in JSON the only line', async () => {
    const { stderr, code } = await dotaf(['auth', 'use', 'none', '--json'], openHome());
    expect(JSON.parse(stderr).error.code).toBe('no_credentials');
    expect(code).toBe(3);
  });
});

function listen(file: string): Promise<void> {
  const server = createServer();
  onTestFinished(() => void server.close());
  return new Promise((resolve) => server.listen(file, resolve));
}

import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
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
  ['it is a socket', listen],
  ['its symbolic links lead in a circle (ELOOP)', (file) => symlinkSync(file, file)],
];

const unreadable: typeof unfit = [
  ...unfit.filter(([says]) => !says.includes('socket')),
  [
    'it is a symbolic link to a file that does not exist',
    (file) => symlinkSync('missing.json', file),
  ],
  [
    'it is larger than 16 MB',
    (file) => {
      writeFileSync(file, '');
      truncateSync(file, 16_000_001);
    },
  ],
];

unix('a file of dotaf is not opened', () => {
  it.each(unreadable)('as the config: %s', async (says, make) => {
    const env = homeWith();
    const file = path.join(env.DOTAF_HOME, 'config.json');
    make(file);
    const before = lstatSync(file).ino;
    const hint = 'hint: make it a file that you may read, or set DOTAF_HOME to another directory';
    const stderr = `error: cannot read the config ${file}: ${says}\n${hint}\n`;
    for (const argv of [['balance'], ['config', 'set', 'timeout', '3']]) {
      expect(await run(argv, { env })).toMatchObject({ stdout: '', stderr, code: 10 });
    }
    const completion = await run(['__complete', 'auth', 'use', ''], { env });
    expect(completion).toMatchObject({ stdout: '', code: 0 });
    expect(lstatSync(file).ino).toBe(before);
  });

  it('as a lock, where it is a named pipe', async () => {
    const env = homeWith();
    const file = path.join(env.DOTAF_HOME, 'config.lock');
    pipe(file);
    expect(await run(['config', 'set', 'timeout', '3'], { env })).toMatchObject({
      stdout: '',
      stderr: `error: cannot read the lock ${file}: it is a named pipe\nhint: remove it\n`,
      code: 10,
    });
    expect(readdirSync(env.DOTAF_HOME)).toEqual(['config.lock']);
  });

  it('among those of the rate limit, where it is a named pipe, and the answer comes all the same', async () => {
    const env = await sandbox();
    const folder = path.join(env.DOTAF_HOME ?? '', 'rate-limit');
    expect(await run(['tier'], { env })).toMatchObject({ stderr: '', code: 0 });
    for (const account of readdirSync(folder)) pipe(path.join(folder, account, 'pipe'));
    expect(await run(['tier'], { env })).toMatchObject({
      stderr: 'note: the rate limit is not shared with other dotaf: it is a named pipe\n',
      code: 0,
    });
  });

  it('as the last looks, where it is a named pipe', async () => {
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

unix('--out is refused before anything is asked, and nothing is replaced', () => {
  const check = ['check', 'a.af', 'b.af', '--sandbox', '--out'];

  it.each([
    ...unfit.map(([says, make]) => ({ says, make, argv: [...check, 'a.csv'] })),
    ...unfit.slice(0, 2).map(([says, make]) => ({
      ...{ says, make, argv: [...check, 'a.csv', '--resume'] },
    })),
    ...unfit.slice(0, 4).map(([says, make]) => ({
      ...{ says, make, argv: ['metrics', '--sandbox', '--out', 'dotaf.prom'] },
    })),
  ])('$argv: $says', async ({ says, make, argv }) => {
    const isFile = (word: string) => /\.(csv|prom)$/.test(word);
    const file = path.join(temporaryFolder(), argv.find(isFile) ?? '');
    await make(file);
    const before = lstatSync(file).ino;
    const { stdout, stderr, code } = await run(argv.map((word) => (isFile(word) ? file : word)));
    expect({ stdout, code }).toEqual({ stdout: '', code: 10 });
    expect(stderr.startsWith(`error: cannot write '${file}': ${says}\nhint: `)).toBe(true);
    expect(lstatSync(file).ino).toBe(before);
  });
});

unix('what the user names is read', () => {
  const check = 'dotaf check --sandbox --jq .domain';

  it.each([
    ['a substituted process', `${check} --file <(printf "a.af\\nb.af\\n")`],
    ['the end of a pipe', `printf "a.af\\nb.af\\n" | ${check} --file /dev/stdin`],
    [
      'a pipe that is written late',
      `cd $DOTAF_HOME; mkfifo p; { dotaf version > /dev/null; printf "a.af\\n" > p; } & ${check} --file p; echo b.af`,
    ],
    [
      'a table from a substituted process',
      'dotaf domains ls --sandbox --against <(printf "domain\\na.af\\n") --csv --fields domain -q | grep ^a.af; echo b.af',
    ],
  ])('from %s', async (_, line) => {
    expect(await shell(line)).toMatchObject({ stdout: 'a.af\nb.af\n', code: 0 });
  });

  it.each([
    ['check', '--sandbox', '--file'],
    ['domains', 'ls', '--sandbox', '--against'],
    ['sandbox', '--data'],
  ])('until Ctrl-C, also from a pipe that nobody writes to: %s %s %s', async (...argv) => {
    const file = path.join(temporaryFolder(), 'names');
    pipe(file);
    const child = start([...argv.filter(Boolean), file]);
    const end = ended(child);
    // Opens as soon as the program has opened the other end, and writes nothing.
    const writer = spawn('sh', ['-c', 'exec 3> "$0"; echo open; sleep 60', file]);
    onTestFinished(() => void writer.kill('SIGKILL'));
    await new Promise((resolve) => writer.stdout.once('data', resolve));
    child.kill('SIGINT');
    expect(await end).toMatchObject({ stdout: '', code: 130 });
  });

  it.each([
    [
      'check --file',
      'it is not text in UTF-8, or in UTF-16 with a byte order mark',
      'save it as UTF-8 text, as CSV, or as one JSON object per line',
    ],
    ['domains ls --against', 'it is larger than 16 MB', 'name another file'],
  ])('and never without an end: %s', async (line, says, hint) => {
    expect(await run([...line.split(' '), '/dev/zero', '--sandbox'])).toMatchObject({
      stdout: '',
      stderr: `error: cannot read '/dev/zero': ${says}\nhint: ${hint}\n`,
      code: 10,
    });
  });
});

unix('a config that others may read is closed, which is said', () => {
  it.each([
    ['after an answer', ['auth', 'ls', '-q'], '', 0],
    ['after a change', ['config', 'set', 'timeout', '3'], '', 0],
    ['after a failure', ['auth', 'use', 'none'], 'error: .*\\nhint: .*\\n', 3],
    ['not beside a failure in JSON', ['auth', 'use', 'none', '--json'], '{"error":.*}\\n', 3],
  ])('%s, and once', async (when, argv, before, code) => {
    const env = homeWith({ profiles: [shop], active: 'shop' });
    const file = path.join(env.DOTAF_HOME, 'config.json');
    chmodSync(file, 0o644);
    const warning = `warning: the config ${file} was open to others \\(mode 0644\\); from now on only you can read it \\(mode 0600\\)\n`;
    const session = await dotaf(argv, { env });
    expect(session.code).toBe(code);
    expect(session.stderr).toMatch(
      new RegExp(`^${before}${when.startsWith('not') ? '' : warning}$`),
    );
    expect(lstatSync(file).mode & 0o777).toBe(0o600);
    expect(await dotaf(['auth', 'ls'], { env })).toMatchObject({ stderr: '', code: 0 });
  });
});

function listen(file: string): Promise<void> {
  const server = createServer();
  onTestFinished(() => void server.close());
  return new Promise((resolve) => server.listen(file, resolve));
}

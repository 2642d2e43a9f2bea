import * as fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { availabilityText, credentials, service } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf, type Session } from '../support/session.ts';
import { TestClock } from '../test-clock.ts';

/** What a disk does; a spy on all of the module would also watch every stream. */
vi.mock('node:fs', async (original) => {
  const whole = await original<typeof fs>();
  return {
    ...whole,
    writeFileSync: vi.fn(whole.writeFileSync),
    fdatasyncSync: vi.fn(whole.fdatasyncSync),
    ftruncateSync: vi.fn(whole.ftruncateSync),
    readSync: vi.fn(whole.readSync),
    createReadStream: vi.fn(whole.createReadStream),
  };
});

const system = await vi.importActual<typeof fs>('node:fs');

let home: string;

beforeEach(() => {
  vi.resetAllMocks();
  home = temporaryFolder();
  service()
    .persist()
    .post('/api/v1/domains/check')
    .reply(async (request: Request) => {
      const { domain } = JSON.parse(await request.text());
      return [200, availabilityText(domain)];
    });
});

/** However a run ends, its file is closed and unlocked. */
async function check(
  file: string,
  names: string[],
  more: string[] = [],
  clock = new TestClock(),
): Promise<Session> {
  const env = { ...credentials, DOTAF_HOME: home, DOTAF_RATE_LIMIT: '100000/1s' };
  const stdin = names.join('\n');
  const session = await dotaf(['check', '-', '--out', file, ...more], { env, clock, stdin });
  // A stream is closed soon after its end.
  for (let turn = 0; turn < 1000 && isOpen(file); turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  const tickets = locks().map((lock) => textIn(lock));
  expect({ isOpen: isOpen(file), tickets: tickets.join('') }).toEqual({
    isOpen: false,
    tickets: '',
  });
  return session;
}

/** Other systems than Linux do not tell. */
function isOpen(file: string): boolean {
  const folder = '/proc/self/fd';
  if (!system.existsSync(folder)) return false;
  return system
    .readdirSync(folder)
    .some((name) => linkOf(path.join(folder, name)) === path.resolve(file));
}

function linkOf(file: string): string | undefined {
  try {
    return system.readlinkSync(file);
  } catch {
    // It was that of the look itself.
    return undefined;
  }
}

function isSame(descriptor: number, file: string): boolean {
  return system.fstatSync(descriptor).ino === system.statSync(file).ino;
}

function locks(): string[] {
  const folder = path.join(home, 'journals');
  if (!system.existsSync(folder)) return [];
  return system.readdirSync(folder).map((name) => path.join(folder, name));
}

const fileOf = (kind = 'jsonl') => path.join(temporaryFolder(), `answers.${kind}`);

const textIn = (file: string) => system.readFileSync(file, 'utf8');

function systemError(code: string): Error {
  return Object.assign(new Error(`no ${code} today`), { code });
}

function failing(code: string) {
  return () => {
    throw systemError(code);
  };
}

const next = 'hint: the same command with --resume goes on from here\n';

describe('rows are safe from a power cut', () => {
  it('once a second while they come, and at the end', async () => {
    const clock = new TestClock();
    const events: string[] = [];
    vi.mocked(fs.writeFileSync).mockImplementation((descriptor, text) => {
      system.writeFileSync(descriptor, text);
      // The name says how long it takes to write it.
      const [ms = '0'] = /\d+/.exec(String(text)) ?? [];
      clock.advance(Number(ms));
      events.push(`write ${ms}`);
    });
    vi.mocked(fs.fdatasyncSync).mockImplementation(() => {
      events.push(`sync at ${clock.elapsed()}`);
    });
    const names = ['-500.af', '-499.af', '-1.af', '-999.af', '-2000.af', '-998.af'];
    expect((await check(fileOf('csv'), names, [], clock)).code).toBe(2);
    expect(events).toEqual([
      'write 0',
      'write 500',
      'write 499',
      'write 1',
      'sync at 1000',
      'write 999',
      'write 2000',
      'sync at 3999',
      'write 998',
      'sync at 4997',
    ]);
  });

  it.each([
    ['EINVAL', 0],
    ['EIO', 10],
  ])('unless the file system says %s, which ends the command with %i', async (reason, code) => {
    vi.mocked(fs.fdatasyncSync).mockImplementation(failing(reason));
    const file = fileOf();
    const { stderr, ...ended } = await check(file, ['a.af', 'b.af']);
    expect(ended.code).toBe(code);
    const error = `error: cannot write '${file}': EIO\n${next}`;
    expect(stderr.includes(error)).toBe(code === 10);
    expect(textIn(file).split('\n')).toHaveLength(3);
  });
});

describe.each(['jsonl', 'csv'])('on a disk that fails, a %s file', (kind) => {
  it('is resumed behind the last whole row, also where half a row stayed', async () => {
    const names = ['a.af', 'b.af', 'c.af'];
    const whole = fileOf(kind);
    await check(whole, names);
    const complete = textIn(whole);
    const lines = complete.split(/(?<=\n)/);
    const torn = lines.at(-1)?.slice(0, 12) ?? '';
    const file = fileOf(kind);
    vi.mocked(fs.writeFileSync).mockImplementation((target, text, options) => {
      if (!String(text).startsWith(torn)) return system.writeFileSync(target, text, options);
      system.writeFileSync(target, torn, options);
      throw systemError('ENOSPC');
    });
    vi.mocked(fs.ftruncateSync).mockImplementation((descriptor, size) => {
      if (isSame(descriptor, file)) throw systemError('EIO');
      system.ftruncateSync(descriptor, size);
    });
    const { stdout, stderr, code } = await check(file, names, ['--csv']);
    expect(stdout.split('\n').length).toBe(4);
    expect(stderr).toContain(
      `error: cannot write '${file}': the disk is full (ENOSPC)\nhint: free some space\n${next}`,
    );
    expect(code).toBe(10);
    expect(textIn(file)).toBe(lines.slice(0, -1).join('') + torn);
    vi.resetAllMocks();
    expect(await check(file, names, ['--resume', '--csv'])).toMatchObject({
      stdout: expect.stringMatching(/^domain,.*\nc\.af,.*\n$/),
      code: 0,
    });
    expect(textIn(file)).toBe(complete);
  });

  it('that cannot be read is left as it is', async () => {
    const file = fileOf(kind);
    const names = ['a.af', 'b.af'];
    await check(file, names);
    const complete = textIn(file);
    const expected = { stdout: '', stderr: `error: cannot read '${file}': EIO\n`, code: 10 };
    vi.mocked(fs.readSync).mockImplementation((descriptor, ...rest) => {
      if (isSame(descriptor, file)) throw systemError('EIO');
      return Reflect.apply(system.readSync, undefined, [descriptor, ...rest]);
    });
    expect(await check(file, names, ['--resume'])).toEqual(expected);
    vi.resetAllMocks();
    vi.mocked(fs.createReadStream).mockImplementation((...args) => {
      const stream = system.createReadStream(...args);
      stream.destroy(systemError('EIO'));
      return stream;
    });
    expect(await check(file, names, ['--resume'])).toEqual(expected);
    expect(textIn(file)).toBe(complete);
  });
});

describe('another dotaf that writes to the file', () => {
  it('is told by its process, however the path is written', async () => {
    const file = fileOf();
    await check(file, ['a.af']);
    const complete = textIn(file);
    const [lock = ''] = locks();
    fs.writeFileSync(lock, `\n+${process.ppid}.000000000000\n`);
    const env = { ...credentials, DOTAF_HOME: home };
    const folder = path.join(temporaryFolder(), 'link');
    fs.symlinkSync(path.dirname(file), folder);
    const link = path.join(folder, path.basename(file));
    for (const name of [file, path.relative(process.cwd(), file), link]) {
      const argv = ['check', '-', '--resume', '--out', name];
      expect(await dotaf(argv, { env, stdin: 'a.af\nb.af\n' })).toEqual({
        stdout: '',
        stderr: `error: another dotaf (process ${process.ppid}) is writing to '${name}'\nhint: wait until it is done, or choose another --out\n`,
        code: 2,
      });
    }
    expect(textIn(file)).toBe(complete);
    const other = ['check', 'a.af', '--out', fileOf()];
    expect((await dotaf(other, { env })).code).toBe(0);
  });

  it('is not told where nothing can be locked, and the file is written', async () => {
    fs.writeFileSync(path.join(home, 'journals'), '');
    const env = { ...credentials, DOTAF_HOME: home };
    const file = fileOf();
    expect((await dotaf(['check', 'a.af', '--out', file], { env })).code).toBe(0);
    expect(textIn(file).split('\n')).toHaveLength(2);
  });
});

describe('a file that somebody changes during a run', () => {
  const hint = 'hint: see that nothing else writes to the file or moves it\n';
  const others: [string, (file: string) => void][] = [
    ['written to', (file) => system.appendFileSync(file, 'x\n')],
    ['emptied', (file) => system.truncateSync(file)],
    ['removed', (file) => system.rmSync(file)],
    ['replaced', (file) => replace(file)],
  ];
  const replace = (file: string) => {
    system.rmSync(file);
    system.writeFileSync(file, 'other');
  };

  it.each(others)('is not written any more once it is %s', async (_, change) => {
    const file = fileOf();
    let rows = 0;
    let changed: string | undefined;
    vi.mocked(fs.writeFileSync).mockImplementation((descriptor, text) => {
      system.writeFileSync(descriptor, text);
      rows += String(text).includes('.af') ? 1 : 0;
      if (rows !== 2) return;
      change(file);
      changed = system.existsSync(file) ? textIn(file) : undefined;
    });
    const { stderr, code } = await check(file, ['a.af', 'b.af', 'c.af', 'd.af']);
    expect({ stderr, code }).toEqual({
      stderr: expect.stringContaining(
        `error: cannot go on with '${file}': another program has changed it\n${hint}${next}`,
      ),
      code: 10,
    });
    expect(system.existsSync(file) ? textIn(file) : undefined).toBe(changed);
    expect(rows).toBe(2);
  });

  it('is not cut before the first row', async () => {
    const file = fileOf();
    await check(file, ['a.af']);
    system.appendFileSync(file, '{"domain":"b');
    vi.mocked(fs.createReadStream).mockImplementation((...args) => {
      system.appendFileSync(file, '.af"}\n');
      return system.createReadStream(...args);
    });
    const { code } = await check(file, ['a.af', 'b.af'], ['--resume']);
    expect([code, textIn(file).endsWith('{"domain":"b.af"}\n')]).toEqual([10, true]);
  });
});

it('says how to make a folder that is not there', async () => {
  const folder = path.join(temporaryFolder(), 'none');
  const file = path.join(folder, 'a.csv');
  expect(await check(file, ['a.af'])).toEqual({
    stdout: '',
    stderr: `error: cannot write '${file}': no such file (ENOENT)\nhint: mkdir -p ${folder}\n`,
    code: 10,
  });
});

import * as fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { availabilityText, credentials, service } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf, type Session } from '../support/session.ts';

/** What a disk does; a spy on all of the module would also watch every stream. */
vi.mock('node:fs', async (original) => {
  const whole = await original<typeof fs>();
  return {
    ...whole,
    writeFileSync: vi.fn(whole.writeFileSync),
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

/** However a run ends, its file is unlocked. */
async function check(file: string, names: string[], more: string[] = []): Promise<Session> {
  const env = { ...credentials, DOTAF_HOME: home, DOTAF_RATE_LIMIT: '100000/1s' };
  const stdin = names.join('\n');
  const session = await dotaf(['check', '-', '--out', file, ...more], { env, stdin });
  expect(locks().map(textIn).join('')).toBe('');
  return session;
}

function locks(): string[] {
  const folder = path.join(home, 'journals');
  if (!system.existsSync(folder)) return [];
  return system.readdirSync(folder).map((name) => path.join(folder, name));
}

const fileOf = (kind = 'jsonl') => path.join(temporaryFolder(), `answers.${kind}`);

const textIn = (file: string) => system.readFileSync(file, 'utf8');

const systemError = (code: string) => Object.assign(new Error(`no ${code} today`), { code });

describe.each(['jsonl', 'csv'])('on a disk that fails, a %s file', (kind) => {
  it('is resumed behind the last whole row, where half a row stayed', async () => {
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
    const { stdout, stderr, code } = await check(file, names, ['--csv']);
    expect(stdout.split('\n').length).toBe(4);
    expect(stderr).toContain(
      `error: cannot write '${file}': the disk is full (ENOSPC)\nhint: free some space\nhint: the same command with --resume goes on from here\n`,
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
    const { ino } = system.statSync(file);
    vi.mocked(fs.readSync).mockImplementation((descriptor, ...rest) => {
      if (system.fstatSync(descriptor).ino === ino) throw systemError('EIO');
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

it('names another dotaf that writes to the file, however the path is written', async () => {
  const file = fileOf();
  await check(file, ['a.af']);
  const complete = textIn(file);
  const [lock = ''] = locks();
  fs.writeFileSync(lock, `\n+${process.ppid}.000000000000\n`);
  const env = { ...credentials, DOTAF_HOME: home };
  const folder = path.join(temporaryFolder(), 'link');
  fs.symlinkSync(path.dirname(file), folder);
  const link = path.join(folder, path.basename(file));
  const linkOfFile = path.join(temporaryFolder(), 'link.jsonl');
  fs.symlinkSync(file, linkOfFile);
  for (const name of [file, path.relative(process.cwd(), file), link, linkOfFile]) {
    const argv = ['check', '-', '--resume', '--out', name];
    expect(await dotaf(argv, { env, stdin: 'a.af\nb.af\n' })).toEqual({
      stdout: '',
      stderr: `error: another dotaf (process ${process.ppid}) is writing to '${name}'\nhint: wait until it is done, or choose another --out\n`,
      code: 2,
    });
  }
  expect(textIn(file)).toBe(complete);
});

it('is written also where nothing can be locked', async () => {
  fs.writeFileSync(path.join(home, 'journals'), '');
  const file = fileOf();
  const env = { ...credentials, DOTAF_HOME: home };
  expect(await dotaf(['check', 'a.af', '--out', file], { env })).toMatchObject({ code: 0 });
  expect(textIn(file)).toContain('a.af');
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

import * as fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { availabilityText, credentials, service } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf, type Session, type SessionOptions } from '../support/session.ts';

/** What a disk does; a spy on all of the module would also watch every stream. */
vi.mock('node:fs', async (original) => {
  const whole = await original<typeof fs>();
  return {
    ...whole,
    writeFileSync: vi.fn(whole.writeFileSync),
    readFileSync: vi.fn(whole.readFileSync),
  };
});

const system = await vi.importActual<typeof fs>('node:fs');

/** A name that is taken, one that is none, and one that the service refuses in Persian. */
const names = ['a.af', '-x.af', 'no.af'];

let home: string;
let asked: string[];
/** What happens before the service answers for a name. */
let before: (domain: string) => unknown;

beforeEach(() => {
  vi.resetAllMocks();
  home = temporaryFolder();
  asked = [];
  before = () => {};
  service()
    .persist()
    .post('/api/v1/domains/check')
    .reply(async (request: Request) => {
      const { domain } = JSON.parse(await request.text());
      await before(domain);
      asked.push(domain);
      if (domain === 'no.af') return [400, { success: false, error: { message: 'نه' } }];
      const { data } = JSON.parse(availabilityText(domain, false));
      // In the file such a character takes three times the bytes that the service has sent.
      if (domain === 'long.af') data.note = '\u0085'.repeat(200_000);
      return [200, { success: true, data }];
    });
});

/** However a run ends, its file is unlocked. */
async function check(
  file: string,
  stdin: SessionOptions['stdin'],
  more: string[] = [],
): Promise<Session> {
  const env = { ...credentials, DOTAF_HOME: home, DOTAF_RATE_LIMIT: '100000/1s' };
  const session = await dotaf(['check', '-', '--out', file, ...more], { env, stdin: stdin ?? '' });
  for (const lock of locks()) expect(textIn(lock)).toMatch(/\n-\d+-;\n$/);
  return session;
}

function locks(): string[] {
  const folder = path.join(home, 'journals');
  if (!system.existsSync(folder)) return [];
  return system.readdirSync(folder).map((name) => path.join(folder, name));
}

const fileOf = (kind = 'jsonl') => path.join(temporaryFolder(), `answers.${kind}`);

const textIn = (file: string) => system.readFileSync(file, 'utf8');

const list = (items: readonly string[]) => `${items.join('\n')}\n`;

const domainsIn = (text: string) =>
  Array.from(text.matchAll(/^(?:{"domain":"|'?)([-\w]+\.af)/gm), ([, name]) => name);

const systemError = (code: string) => Object.assign(new Error(`no ${code} today`), { code });

describe.each(['jsonl', 'csv'])('a %s file', (kind) => {
  it('is completed wherever it was cut off, and only missing names are asked and shown', async () => {
    const file = fileOf(kind);
    await check(file, list(names));
    expect(system.statSync(file).mode & 0o777).toBe(0o666 & ~process.umask());
    const complete = system.readFileSync(file, 'latin1');
    for (let length = 0; length <= complete.length; length += 1) {
      const cut = complete.slice(0, length);
      const isNearEnd = complete.slice(Math.max(0, length - 2), length + 2).includes('\n');
      if (!isNearEnd && length % 23 > 0) continue;
      system.writeFileSync(file, cut, 'latin1');
      asked = [];
      const { stdout } = await check(file, list(names), ['--resume', '--json']);
      const whole = domainsIn(cut.slice(0, cut.lastIndexOf('\n') + 1));
      const missing = names.filter((name) => !whole.includes(name));
      const content = system.readFileSync(file, 'latin1');
      expect({ content, asked: asked.sort(), shown: domainsIn(stdout) }).toEqual({
        content: complete,
        asked: missing.filter((name) => name !== '-x.af').sort(),
        shown: missing,
      });
    }
  });

  it('is resumed behind the last whole row, where a full disk has left half a row', async () => {
    const whole = fileOf(kind);
    const asList = list(['a.af', 'b.af', 'c.af']);
    await check(whole, asList);
    const lines = textIn(whole).split(/(?<=\n)/);
    const torn = lines.at(-1)?.slice(0, 12) ?? '';
    const file = fileOf(kind);
    vi.mocked(fs.writeFileSync).mockImplementation((target, text, options) => {
      if (!String(text).startsWith(torn)) return system.writeFileSync(target, text, options);
      system.writeFileSync(target, torn, options);
      throw systemError('ENOSPC');
    });
    const { stdout, stderr, code } = await check(file, asList, ['--json']);
    expect(domainsIn(stdout)).toEqual(['a.af', 'b.af']);
    const { error } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
    expect(error).toMatchObject({
      message: `cannot write '${file}': the disk is full (ENOSPC)`,
      hint: 'free some space',
    });
    expect(code).toBe(10);
    expect(textIn(file)).toBe(lines.slice(0, -1).join('') + torn);
    vi.resetAllMocks();
    expect((await check(file, asList, ['--resume'])).code).toBe(0);
    expect(textIn(file)).toBe(textIn(whole));
  });

  it('that cannot be read is left as it is', async () => {
    const file = fileOf(kind);
    await check(file, 'a.af');
    const complete = textIn(file);
    const expected = { stdout: '', stderr: `error: cannot read '${file}': EIO\n`, code: 10 };
    const { ino } = system.statSync(file);
    vi.mocked(fs.readFileSync).mockImplementation((target, ...rest) => {
      const isOfFile = typeof target === 'number' && system.fstatSync(target).ino === ino;
      if (isOfFile) throw systemError('EIO');
      return Reflect.apply(system.readFileSync, undefined, [target, ...rest]);
    });
    expect(await check(file, 'a.af', ['--resume'])).toEqual(expected);
    expect(textIn(file)).toBe(complete);
  });
});

const changes: [what: string, change: (file: string) => void, lost: string][] = [
  ['removed', (file) => system.rmSync(file), '21 answers'],
  ['emptied', (file) => system.truncateSync(file), '21 answers'],
  ['cut', (file) => system.truncateSync(file, textIn(file).indexOf('\n') + 9), '20 answers'],
  ['written to', (file) => system.appendFileSync(file, '{"domain":"other.af"}\n'), '1 answer'],
  [
    'replaced by a copy',
    (file) => {
      system.copyFileSync(file, `${file}.new`);
      system.renameSync(`${file}.new`, file);
    },
    '1 answer',
  ],
  [
    'a directory',
    (file) => {
      system.rmSync(file);
      system.mkdirSync(file);
    },
    '21 answers',
  ],
];

/** Twenty names and these, of which the file is changed behind the row of the twentieth. */
function changedBehind(file: string, change: (file: string) => void, last: string[]): string {
  vi.mocked(fs.writeFileSync).mockImplementation((target, text, options) => {
    system.writeFileSync(target, text, options);
    if (String(text).includes('n-19.af')) change(file);
  });
  return list([...Array.from({ length: 20 }, (_, at) => `n-${at}.af`), ...last]);
}

describe.each(changes)('a file that is %s during the run', (_, change, lost) => {
  it(`ends the run, which says that it lacks ${lost}`, async () => {
    const file = fileOf();
    const stdin = changedBehind(file, change, ['last.af', 'never.af']);
    const { stdout, stderr, code } = await check(file, stdin, ['--csv', '--fields', 'domain']);
    expect(code).toBe(10);
    expect(stdout).not.toContain('last.af');
    expect(stderr).toContain(
      `error: '${file}' was removed or changed by another program, and lacks ${lost} of this run\nhint: choose another --out; --resume only goes on from rows that dotaf wrote\n`,
    );
  });

  it('is noticed behind the last row, too', async () => {
    const file = fileOf();
    const { stderr, code } = await check(file, changedBehind(file, change, []), ['-q']);
    expect(code).toBe(10);
    const less = `${Number.parseInt(lost, 10) - 1} answers`;
    expect(stderr).toContain(`and lacks ${less} of this run\n`);
  });
});

it('holds each name once, when another home writes to it', async () => {
  const file = fileOf();
  const stdin = list(['a.af', 'b.af', 'c.af', 'd.af']);
  const other = { ...credentials, DOTAF_HOME: temporaryFolder() };
  const others: Session[] = [];
  before = async (domain) => {
    if (domain !== 'c.af') return;
    before = () => {};
    others.push(await dotaf(['check', '-', '--out', file, '--resume'], { env: other, stdin }));
  };
  const { stderr, code } = await check(file, stdin);
  expect(code).toBe(10);
  expect(stderr).toMatch(/and lacks [01] answers? of this run\n/);
  expect(others).toMatchObject([{ code: 0 }]);
  expect(domainsIn(textIn(file))).toEqual(['a.af', 'b.af', 'c.af', 'd.af']);
});

it('names another dotaf that writes to the file, however the path is written', async () => {
  const file = fileOf();
  await check(file, 'a.af');
  const complete = textIn(file);
  fs.writeFileSync(locks()[0] ?? '', `\n+${process.ppid}-;\n`);
  const env = { ...credentials, DOTAF_HOME: home };
  const folder = path.join(temporaryFolder(), 'link');
  fs.symlinkSync(path.dirname(file), folder);
  const linkOfFile = path.join(temporaryFolder(), 'link.jsonl');
  fs.symlinkSync(file, linkOfFile);
  const link = path.join(folder, path.basename(file));
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

it.each(['jsonl', 'csv'])(
  'a row of %s of more than a megabyte is resumed, also torn',
  async (kind) => {
    const file = fileOf(kind);
    const stdin = list(['a.af', 'long.af', 'b.af']);
    await check(file, stdin);
    const complete = textIn(file);
    expect((await check(file, stdin, ['--resume'])).code).toBe(0);
    expect(asked).toHaveLength(3);
    if (kind === 'jsonl') expect(complete.length).toBeGreaterThan(1_200_000);
    system.truncateSync(file, complete.lastIndexOf('long.af') + 100);
    expect((await check(file, stdin, ['--resume'])).code).toBe(0);
    expect(textIn(file)).toBe(complete);
  },
);

it('is not left behind by a list without names', async () => {
  const file = fileOf();
  expect(await check(file, '# none\n')).toMatchObject({
    stderr: 'note: stdin holds no names\n',
    code: 0,
  });
  expect(system.existsSync(file)).toBe(false);
});

it('is written also where nothing can be locked', async () => {
  fs.writeFileSync(path.join(home, 'journals'), '');
  const file = fileOf();
  const env = { ...credentials, DOTAF_HOME: home };
  expect(await dotaf(['check', 'a.af', '--out', file], { env })).toMatchObject({ code: 0 });
  expect(textIn(file)).toContain('a.af');
});

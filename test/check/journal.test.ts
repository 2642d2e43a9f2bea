import * as fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { availabilityBody, credentials, mockService } from '../support/fixtures.ts';
import { createTempFolder } from '../support/home.ts';
import { type CliOptions, type CliResult, runCli } from '../support/run-cli.ts';

/** Mocks only this function, since streams use others of the module. */
vi.mock('node:fs', async (original) => {
  const actual = await original<typeof fs>();
  return {
    ...actual,
    readFileSync: vi.fn(actual.readFileSync),
  };
});

const realFs = await vi.importActual<typeof fs>('node:fs');

/** A taken name, an invalid name, and a name that the service rejects with a Persian message. */
const names = ['a.af', '-x.af', 'no.af'];

let home: string;
let requestedNames: string[];
/** Runs before the service answers. */
let beforeReply: (domain: string) => unknown;

beforeEach(() => {
  vi.resetAllMocks();
  home = createTempFolder();
  requestedNames = [];
  beforeReply = () => {};
  mockService()
    .persist()
    .post('/api/v1/domains/check')
    .reply(async (request: Request) => {
      const { domain } = JSON.parse(await request.text());
      await beforeReply(domain);
      requestedNames.push(domain);
      if (domain === 'no.af') return [400, { success: false, error: { message: 'نه' } }];
      const { data } = JSON.parse(availabilityBody(domain, false));
      // JSON escapes U+0085, so that the row is three times as long as the response.
      if (domain === 'long.af') data.note = '\u0085'.repeat(200_000);
      return [200, { success: true, data }];
    });
});

async function runCheck(
  file: string,
  stdin: CliOptions['stdin'],
  options: string[] = [],
): Promise<CliResult> {
  const env = { ...credentials, DOTAF_HOME: home, DOTAF_RATE_LIMIT: '100000/1s' };
  const session = await runCli(['check', '-', '--out', file, ...options], {
    env,
    stdin: stdin ?? '',
  });
  expect(listLockFiles()).toEqual([]);
  return session;
}

function listLockFiles(): string[] {
  const folder = path.join(home, 'journals');
  if (!realFs.existsSync(folder)) return [];
  return realFs.readdirSync(folder).map((name) => path.join(folder, name));
}

const createJournalPath = () => path.join(createTempFolder(), 'answers.jsonl');

const readText = (file: string) => realFs.readFileSync(file, 'utf8');

const joinLines = (items: readonly string[]) => `${items.join('\n')}\n`;

const parseDomains = (text: string) =>
  Array.from(text.matchAll(/^(?:{"domain":"|'?)([-\w]+\.af)/gm), ([, name]) => name);

describe('the file', () => {
  it('resumes wherever it was cut off, requesting missing names and printing all', async () => {
    const file = createJournalPath();
    const uninterrupted = await runCheck(file, joinLines(names), ['--csv']);
    expect(realFs.statSync(file).mode & 0o777).toBe(0o666 & ~process.umask());
    const complete = realFs.readFileSync(file, 'latin1');
    for (let length = 0; length <= complete.length; length += 1) {
      const truncated = complete.slice(0, length);
      const isNearEnd = complete.slice(Math.max(0, length - 2), length + 2).includes('\n');
      if (!isNearEnd && length % 23 > 0) continue;
      realFs.writeFileSync(file, truncated, 'latin1');
      requestedNames = [];
      const { stdout } = await runCheck(file, joinLines(names), ['--resume', '--csv']);
      const completeNames = parseDomains(truncated.slice(0, truncated.lastIndexOf('\n') + 1));
      const missing = names.filter((name) => !completeNames.includes(name));
      const content = realFs.readFileSync(file, 'latin1');
      expect({ content, asked: requestedNames.sort(), stdout }).toEqual({
        content: complete,
        asked: missing.filter((name) => name !== '-x.af').sort(),
        stdout: uninterrupted.stdout,
      });
    }
  });

  it('is left unchanged if it cannot be read', async () => {
    const file = createJournalPath();
    await runCheck(file, 'a.af');
    const complete = readText(file);
    const expected = { stdout: '', stderr: `error: cannot read '${file}': EIO\n`, code: 10 };
    const { ino } = realFs.statSync(file);
    vi.mocked(fs.readFileSync).mockImplementation((target, ...rest) => {
      const isOfFile = typeof target === 'number' && realFs.fstatSync(target).ino === ino;
      if (isOfFile) throw Object.assign(new Error('no'), { code: 'EIO' });
      return Reflect.apply(realFs.readFileSync, undefined, [target, ...rest]);
    });
    expect(await runCheck(file, 'a.af', ['--resume'])).toEqual(expected);
    expect(readText(file)).toBe(complete);
  });
});

it.each<[what: string, change: (file: string) => void]>([
  ['removed', (file) => realFs.rmSync(file)],
  [
    'replaced by a copy',
    (file) => {
      realFs.copyFileSync(file, `${file}.new`);
      realFs.renameSync(`${file}.new`, file);
    },
  ],
])('a file that is %s during the run ends it with exit code 10', async (_, change) => {
  const file = createJournalPath();
  beforeReply = (domain) => domain === 'b.af' && change(file);
  const { stdout, stderr, code } = await runCheck(file, 'a.af\nb.af\n', ['--names', '-q']);
  expect({ stdout, stderr, code }).toEqual({
    stdout: 'a.af\nb.af\n',
    stderr: `error: '${file}' was removed or replaced during the run, and the answers in it are lost\nhint: run the same command again, or choose another --out\n`,
    code: 10,
  });
});

it('a dangling link as the file is an error, and its target is not created', async () => {
  const file = createJournalPath();
  fs.symlinkSync(`${file}.target`, file);
  expect(await runCheck(file, 'a.af', ['--resume'])).toEqual({
    stdout: '',
    stderr: `error: cannot write '${file}': no such file (ENOENT)\nhint: check the path\n`,
    code: 10,
  });
  expect(fs.existsSync(`${file}.target`)).toBe(false);
});

it('detects another process that writes to the file, by any path', async () => {
  const file = createJournalPath();
  await runCheck(file, 'a.af');
  const complete = readText(file);
  const { dev, ino } = fs.statSync(file);
  const lock = path.join(home, 'journals', `${dev}-${ino}.lock`);
  fs.writeFileSync(lock, `\n+${process.ppid}-;\n`);
  const env = { ...credentials, DOTAF_HOME: home };
  const folder = path.join(createTempFolder(), 'link');
  fs.symlinkSync(path.dirname(file), folder);
  const linkOfFile = path.join(createTempFolder(), 'link.jsonl');
  fs.symlinkSync(file, linkOfFile);
  const link = path.join(folder, path.basename(file));
  for (const name of [file, path.relative(process.cwd(), file), link, linkOfFile]) {
    const argv = ['check', '-', '--resume', '--out', name];
    expect(await runCli(argv, { env, stdin: 'a.af\nb.af\n' })).toEqual({
      stdout: '',
      stderr: `error: another dotaf (process ${process.ppid}) is writing to '${name}'\nhint: wait until it is done, or choose another --out\n`,
      code: 2,
    });
  }
  expect(readText(file)).toBe(complete);
});

it('resumes after a row of over a megabyte, complete or torn', async () => {
  const file = createJournalPath();
  const stdin = joinLines(['a.af', 'long.af', 'b.af']);
  await runCheck(file, stdin, ['--json']);
  const complete = readText(file);
  expect((await runCheck(file, stdin, ['--json', '--resume'])).code).toBe(0);
  expect(requestedNames).toHaveLength(3);
  expect(complete.length).toBeGreaterThan(1_200_000);
  realFs.truncateSync(file, complete.lastIndexOf('long.af') + 100);
  expect((await runCheck(file, stdin, ['--json', '--resume'])).code).toBe(0);
  expect(readText(file)).toBe(complete);
});

it('writes the file even if no lock can be taken', async () => {
  fs.writeFileSync(path.join(home, 'journals'), '');
  const file = createJournalPath();
  const env = { ...credentials, DOTAF_HOME: home };
  expect(await runCli(['check', 'a.af', '--out', file], { env })).toMatchObject({ code: 0 });
  expect(readText(file)).toContain('a.af');
});

/** Row that version 0.1.0 wrote. Never edit it: users have such files. */
const row010 =
  '{"domain":"a.af","status":"taken","available":false,"pricing":{"amount":"44.40","currency":"USD"},"years":1}';

it('resumes a file of version 0.1.0, and one of a newer version that stores one field more', async () => {
  const newerRow = `${row010.slice(0, -1)},"registry":"af"}`;
  for (const row of [row010, newerRow]) {
    const file = path.join(home, 'answers.jsonl');
    fs.writeFileSync(file, `${row}\n`);
    expect((await runCheck(file, 'a.af', ['--resume', '--json'])).code).toBe(0);
  }
  expect(requestedNames).toEqual([]);
});

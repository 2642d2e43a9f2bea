import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { availabilityText, credentials, service } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { serve } from '../support/loopback-server.ts';
import { dotaf, type Session } from '../support/session.ts';

/** A Persian name, one that is none, and one that the service refuses. */
const list = 'کابل.af\n\n-x.af # no name\nno.af,second field\n';
const kabul = 'xn--mgbc8fxs.af';
const names = [kabul, '-x.af', 'no.af'];

/** What was asked since the test began or looked last. */
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  service()
    .persist()
    .post('/api/v1/domains/check')
    .reply(async (request: Request) => {
      const { domain, years } = JSON.parse(await request.text());
      asked.push(domain);
      if (domain === 'no.af') {
        return [400, { success: false, error: { message: 'a "b",\nکابل' } }];
      }
      const available = domain !== kabul && domain !== 'odd.af';
      const status = available ? 'available' : domain === kabul ? 'registered' : 'unknown';
      const pricing = { amount: `${years}0.00`, currency: 'USD' };
      return [200, { success: true, data: { domain, status, available, pricing } }];
    });
});

/** One home for all: to make a new one for each cut would take its time. */
const home = { DOTAF_HOME: temporaryFolder(), DOTAF_RATE_LIMIT: '100000/1s' };

function check(file: string, more: string[] = [], stdin = list): Promise<Session> {
  return dotaf(['check', '-', '--out', file, ...more], { env: { ...credentials, ...home }, stdin });
}

const shownIn = (stdout: string) =>
  Array.from(stdout.matchAll(/^{"domain":"(.*?)"/gm), ([, name]) => name);

const fileOf = (kind: string) => path.join(temporaryFolder(), `answers.${kind}`);

/** A file that a whole run has made. */
async function completeFile(kind: string): Promise<{ file: string; complete: string }> {
  const file = fileOf(kind);
  await check(file);
  asked = [];
  return { file, complete: readFileSync(file, 'latin1') };
}

/** Resumes from this content, and must be refused with nothing asked, shown or changed. */
async function expectRefused(
  kind: string,
  content: string,
  why: RegExp,
  more: string[],
  to = list,
) {
  const file = fileOf(kind);
  writeFileSync(file, content, 'latin1');
  const { stdout, stderr, code } = await check(file, ['--resume', ...more], to);
  expect({ stdout, code, asked }).toEqual({ stdout: '', code: 2, asked: [] });
  expect(stderr).toMatch(why);
  expect(stderr).toContain(`error: cannot resume '${file}': `);
  expect(stderr).toContain(
    '\nhint: choose another --out, or the list and the options that it was made with\n',
  );
  expect(readFileSync(file, 'latin1')).toBe(content);
}

describe.each([
  { kind: 'jsonl', format: '--json', header: 0 },
  { kind: 'csv', format: '--csv', header: 1 },
])('a $kind file', ({ kind, format, header }) => {
  it('holds the rows that are shown, in the order of the names', async () => {
    const file = fileOf(kind);
    const { stdout, code } = await check(file, [format]);
    expect(code).toBe(9);
    const rows = readFileSync(file, 'utf8').split('\n');
    expect(rows).toHaveLength(header + 4);
    const domains = rows.slice(header, -1).map((row) => /[-\w]+\.af/.exec(row)?.[0]);
    expect(domains).toEqual(names);
    if (kind === 'jsonl') expect(stdout).toBe(rows.join('\n'));
    expect(asked).toEqual([kabul, 'no.af']);
  });

  it('is completed wherever it was cut off, and only missing names are asked and shown', async () => {
    const { file, complete } = await completeFile(kind);
    for (let length = 0; length <= complete.length; length += 1) {
      const cut = complete.slice(0, length);
      writeFileSync(file, cut, 'latin1');
      const { stdout } = await check(file, ['--resume', '--json']);
      const missing = names.slice(Math.max(0, cut.split('\n').length - 1 - header));
      const content = readFileSync(file, 'latin1');
      expect({ content, asked: asked.splice(0).sort(), shown: shownIn(stdout) }).toEqual({
        content: complete,
        asked: missing.filter((name) => name !== '-x.af').sort(),
        shown: missing,
      });
    }
  });

  it('is completed behind a row whose letters take several bytes', async () => {
    const file = fileOf(kind);
    const stdin = 'no.af\nlast.af\n';
    await check(file, [], stdin);
    const complete = readFileSync(file, 'latin1');
    writeFileSync(file, complete.slice(0, -3), 'latin1');
    await check(file, ['--resume'], stdin);
    expect(readFileSync(file, 'latin1')).toBe(complete);
    expect(readFileSync(file, 'utf8')).toContain('کابل');
  });

  it('may be read by whom the user lets read new files', async () => {
    const file = fileOf(kind);
    await check(file);
    expect(statSync(file).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it.each([
    ['other names', [], 'other.af\nmore.af\n', /no name of the list is in it/],
    ['other --years', ['--years', '2'], list, /it is for --years 1\n/],
    ['another --tld', ['--tld', '.com.af'], 'کابل\n', /no name of the list is in it/],
  ])('is not resumed with %s', async (_, more, stdin, why) => {
    const { complete } = await completeFile(kind);
    await expectRefused(kind, `${complete}half a r`, why, more, stdin);
  });

  it('is resumed with a list that has grown and shrunk, in any order', async () => {
    const { file, complete } = await completeFile(kind);
    const grown = `first.af\nno.af\nmiddle.af\n${kabul}\nlast.af\n`;
    const { stdout, stderr, code } = await check(file, ['--resume', '--json'], grown);
    const added = ['first.af', 'middle.af', 'last.af'];
    expect({ shown: shownIn(stdout), code }).toEqual({ shown: added, code: 9 });
    expect(stderr).toContain('5 names in');
    expect(stderr).toContain('; 2 already in the file\n');
    expect(asked.toSorted()).toEqual(added.toSorted());
    const after = readFileSync(file, 'latin1');
    expect(after.startsWith(complete)).toBe(true);
    const rows = after.slice(complete.length).split('\n').slice(0, -1);
    expect(rows.map((row) => /[-\w]+\.af/.exec(row)?.[0])).toEqual(added);
  });

  it.each([
    ['a text', 'Dear diary,\n'],
    ['other columns', 'domain,status\n-x.af,available\n'],
    ['no text', '\xff\x00\x22\n'],
  ])('that is %s is not taken for one of dotaf', async (_, content) => {
    await expectRefused(kind, content, /: it was not written by dotaf check\n/, []);
  });

  it('that exists is not touched without --resume', async () => {
    const { file, complete } = await completeFile(kind);
    const { stdout, stderr, code } = await check(file);
    expect({ stdout, code, asked }).toEqual({ stdout: '', code: 2, asked: [] });
    expect(stderr).toContain(
      `error: '${file}' already exists\nhint: add --resume to go on from it, or choose another --out\n`,
    );
    expect(readFileSync(file, 'latin1')).toBe(complete);
  });

  it.each([
    ['taken', `${kabul}\n`, 0, ''],
    ['available', `${kabul}\nherat.af\n`, 1, `note: ${kabul} is taken\n`],
    ['taken', 'herat.af\nno.af\n', 9, 'note: herat.af is available\n'],
    ['taken', 'odd.af\n', 1, 'note: odd.af is unknown\n'],
    ['taken', '-\u200e\u0007x.af\n', 2, ''],
  ])('that is complete ends as if asked now: --expect %s of %j with %i', async (...row) => {
    const [state, stdin, code, note] = row;
    const file = fileOf(kind);
    expect((await check(file, ['--expect', state], stdin)).code).toBe(code);
    const complete = readFileSync(file, 'latin1');
    utimesSync(file, 1, 1);
    asked = [];
    const { stderr, ...again } = await check(file, ['--expect', state, '--resume'], stdin);
    expect({ ...again, asked }).toEqual({ stdout: '', code, asked: [] });
    expect(stderr.endsWith(note)).toBe(true);
    expect(readFileSync(file, 'latin1')).toBe(complete);
    expect(statSync(file).mtimeMs).toBe(1000);
  });
});

it.each<[string, number, string, Record<string, string>]>([
  ['a page', 200, '<html>log in</html>', {}],
  ['a redirect', 302, '', { location: '/login' }],
  ['a wrong address', 404, '', {}],
  ['a failure', 500, '{"success":false}', {}],
])('%s says nothing about a name: --resume asks for it', async (_, status, body, headers) => {
  const file = fileOf('jsonl');
  let isBroken = true;
  const env = await serve(async (request, response) => {
    const { domain } = JSON.parse(await text(request));
    if (isBroken && domain === 'b.af') response.writeHead(status, headers).end(body);
    else response.end(availabilityText(domain));
  });
  const run = async (more: string[]) => {
    const argv = ['check', '-', '--out', file, '--json', ...more];
    const stdin = 'a.af\nb.af\nc.af\n';
    const { stdout, code } = await dotaf(argv, { env: { ...env, ...home }, stdin });
    return { shown: shownIn(stdout), code };
  };
  expect(await run([])).toEqual({ shown: ['a.af', 'b.af', 'c.af'], code: 9 });
  isBroken = false;
  expect(await run(['--resume'])).toEqual({ shown: ['b.af'], code: 0 });
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(3);
});

describe('a row that dotaf cannot have written answers nothing', () => {
  const row = { domain: 'other.af', status: 'registered', available: false, years: 1 };

  it.each([
    ['jsonl', JSON.stringify({ ...row, available: 'maybe' })],
    ['jsonl', JSON.stringify({ ...row, status: 7 })],
    ['jsonl', JSON.stringify({ ...row, domain: null })],
    ['jsonl', JSON.stringify({ domain: 'other.af', error: { code: 'fine', message: 'no' } })],
    ['jsonl', `{"domain":"other.af"`],
    ['csv', 'other.af,registered,maybe,10.00,USD,1,,'],
    // A spreadsheet has written it.
    ['csv', 'other.af,registered,0,10.00,USD,1,,'],
    ['csv', 'other.af,,,,,,fine,no'],
    ['csv', ''],
  ])('in a %s file: %s', async (kind, line) => {
    const { file, complete } = await completeFile(kind);
    writeFileSync(file, `${complete}${line}\n`, 'latin1');
    const { stdout } = await check(file, ['--resume', '--json'], `${list}other.af\n`);
    expect(shownIn(stdout)).toEqual(['other.af']);
  });

  it.each(['x', ''])('unless it is for other years: %j', async (years) => {
    const { complete } = await completeFile('csv');
    const why = new RegExp(`it is for --years ${years}\n`);
    await expectRefused('csv', complete.replace(',1,,', `,${years},,`), why, []);
  });
});

it('--resume needs --out, and --out an extension that says the format', async () => {
  const alone = await dotaf(['check', '-', '--resume'], { stdin: list });
  expect(alone.code).toBe(2);
  expect(alone.stderr).toContain('--out');
  const file = fileOf('json');
  const { stderr, code } = await check(file);
  expect(code).toBe(2);
  expect(stderr).toContain('the file must end in .jsonl or .csv');
  expect(existsSync(file)).toBe(false);
  expect(asked).toEqual([]);
});

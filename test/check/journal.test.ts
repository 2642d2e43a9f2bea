import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { credentials, service } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
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
        return [422, { success: false, error: { message: 'a "b",\nc' } }];
      }
      const available = domain !== kabul;
      const status = available ? 'available' : 'registered';
      const pricing = { amount: `${years}0.00`, currency: 'USD' };
      return [200, { success: true, data: { domain, status, available, pricing } }];
    });
});

/** One home for all: to make a new one for each cut would take its time. */
const home = { DOTAF_HOME: temporaryFolder(), DOTAF_RATE_LIMIT: '100000/1s' };

function check(file: string, more: string[] = [], stdin = list): Promise<Session> {
  return dotaf(['check', '-', '--out', file, ...more], { env: { ...credentials, ...home }, stdin });
}

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
      const whole = Math.max(0, cut.split('\n').length - 1 - header);
      const missing = names.slice(whole);
      const shown = stdout.split('\n').slice(0, -1);
      expect({
        content: readFileSync(file, 'latin1'),
        asked: asked.splice(0).sort(),
        shown: shown.map((row) => JSON.parse(row).domain),
      }).toEqual({
        content: complete,
        asked: missing.filter((name) => name !== '-x.af').sort(),
        shown: missing,
      });
    }
  });

  it.each([
    ['another list', [], `${kabul}\nother.af\n`, /row 2 is '-x\.af', but the list has 'other\.a/],
    ['a shorter list', [], `${kabul}\n`, /more rows than the list has names/],
    ['an empty list', [], '', /more rows than the list has names/],
    ['other --years', ['--years', '2'], list, /row 1 is for --years 1/],
    ['another --tld', ['--tld', '.com.af'], 'کابل\n', /row 1 is 'xn--mgbc8fxs\.af', but/],
  ])('is not resumed with %s', async (_, more, stdin, why) => {
    const { complete } = await completeFile(kind);
    await expectRefused(kind, `${complete}half a r`, why, more, stdin);
  });

  it.each([
    ['a text', 'Dear diary,\n'],
    ['less than a line', 'Dear diary'],
    ['other columns', 'domain,status\n-x.af,available\n'],
    ['other columns without a row', 'domain,status\n'],
    ['a blank line', '\n'],
    ['no text', '\xff\x00\x22\n'],
  ])('that is %s is not taken for one of dotaf', async (_, content) => {
    await expectRefused(kind, content, /: it was not written by dotaf check\n/, []);
  });

  it('with garbage after good rows is not resumed', async () => {
    const { complete } = await completeFile(kind);
    const why = /: row 4 was not written by dotaf check\n/;
    await expectRefused(kind, `${complete}"rubbish\n`, why, [], `${list}more.af\n`);
  });

  it.each([65_534, 65_535, 65_536, 65_537, 131_072])(
    'is completed where %i bytes of a row were written and no end of it',
    async (length) => {
      const { file, complete } = await completeFile(kind);
      writeFileSync(file, `${complete}${'x'.repeat(length)}`, 'latin1');
      expect(await check(file, ['--resume'])).toMatchObject({ stdout: '', code: 9 });
      expect(readFileSync(file, 'latin1')).toBe(complete);
      expect(asked).toEqual([]);
    },
  );

  it('that exists is not touched without --resume', async () => {
    const { file, complete } = await completeFile(kind);
    const { stdout, stderr, code } = await check(file);
    expect({ stdout, code, asked }).toEqual({ stdout: '', code: 2, asked: [] });
    expect(stderr).toContain(
      `error: '${file}' already exists\nhint: add --resume to go on from it, or choose another --out\n`,
    );
    expect(readFileSync(file, 'latin1')).toBe(complete);
  });

  it('that does not exist is created by --resume', async () => {
    const { complete } = await completeFile(kind);
    const file = fileOf(kind);
    await check(file, ['--resume']);
    expect(readFileSync(file, 'latin1')).toBe(complete);
  });

  it.each([
    ['taken', `${kabul}\n`, 0, ''],
    ['available', `${kabul}\nherat.af\n`, 1, `note: ${kabul} is taken\n`],
    ['taken', 'herat.af\nno.af\n', 9, 'note: herat.af is available\n'],
    ['taken', 'no.af\n', 6, ''],
    ['taken', '-x.af\n', 2, ''],
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

describe('a row that dotaf cannot have written is refused by its number and value', () => {
  const answered = {
    domain: kabul,
    status: 'registered',
    available: false,
    pricing: { amount: '10.00', currency: 'USD' },
    years: 1,
  };
  const rowError = { code: 'api_error', message: 'no', api_code: null, status: 422 };
  const failed = { domain: kabul, error: rowError };
  const priced = (amount: unknown) => ({ pricing: { amount, currency: 'USD' } });

  it.each<[object, string]>([
    [{ ...answered, available: 'maybe' }, `'available' is "maybe"`],
    [{ ...answered, available: 1 }, `'available' is 1`],
    [{ ...answered, available: null }, `'available' is null`],
    [{ ...answered, ...priced('10,00') }, `'pricing.amount' is "10,00"`],
    [{ ...answered, ...priced('') }, `'pricing.amount' is ""`],
    [{ ...answered, ...priced(10) }, `'pricing.amount' is 10`],
    [{ ...answered, ...priced('1e3') }, `'pricing.amount' is "1e3"`],
    [{ ...answered, ...priced('=1+1') }, `'pricing.amount' is "=1+1"`],
    [{ ...answered, pricing: null }, `'pricing' is null`],
    [{ ...answered, pricing: { ...answered.pricing, per: 1 } }, `'pricing.per' is 1`],
    [{ ...answered, years: 0 }, `'years' is 0`],
    [{ ...answered, years: 1.5 }, `'years' is 1.5`],
    [{ ...answered, years: '1' }, `'years' is "1"`],
    [{ ...answered, status: 7 }, `'status' is 7`],
    [{ ...answered, note: 'by hand' }, `'note' is "by hand"`],
    [{ ...answered, note: ['by hand'], other: 1 }, `'note' is ["by hand"]`],
    [{ ...answered, note: 'n'.repeat(50) }, `'note' is "${'n'.repeat(39)}…`],
    [{ ...answered, extra: [] }, `'extra' is []`],
    [{ ...answered, pricing: { amount: null } }, `'pricing.currency' is missing`],
    [{ ...answered, domain: null }, `'domain' is null`],
    [{ ...answered, error: null }, `'error' is null`],
    [{ ...failed, error: { ...rowError, code: 'fine' } }, `'error.code' is "fine"`],
    [{ ...failed, error: { ...rowError, message: 7 } }, `'error.message' is 7`],
    [{ ...failed, error: { ...rowError, status: '422' } }, `'error.status' is "422"`],
    [{ ...failed, available: true }, `'available' is true`],
    [{ ...answered, status: undefined }, `'status' is missing`],
    [{ domain: kabul, expiry: '2027-01-01' }, `'status' is missing`],
  ])('in JSON: %j', async (row, fault) => {
    const good = `${JSON.stringify({ ...answered, extra: { note: [1] } })}\n`;
    const why = `row 2 was not written by dotaf check: ${fault}\n`;
    const content = `${good}${JSON.stringify(row)}\n`;
    await expectRefused('jsonl', content, literally(why), [], `${kabul}\nother.af\n`);
  });

  const header =
    'domain,status,available,pricing.amount,pricing.currency,years,error.code,error.message\n';

  it.each([
    ['registered,maybe,10.00,USD,1,,', `'available' is "maybe"`],
    ['registered,True,10.00,USD,1,,', `'available' is "True"`],
    ['registered,1,10.00,USD,1,,', `'available' is "1"`],
    ['registered,,10.00,USD,1,,', `'available' is ""`],
    ['registered,"true ",10.00,USD,1,,', `'available' is "true "`],
    ['registered,false,ten,USD,1,,', `'pricing.amount' is "ten"`],
    ['registered,false,"10,00",USD,1,,', `'pricing.amount' is "10,00"`],
    ['registered,false,10.00,USD,,,', `'years' is ""`],
    ['registered,false,10.00,USD,1e0,,', `'years' is "1e0"`],
    ['registered,false,10.00,USD,0x1,,', `'years' is "0x1"`],
    ['registered,false,10.00,USD,01,,', `'years' is "01"`],
    ['registered,false,10.00,USD,1x,,', `'years' is "1x"`],
    ['unknown,maybe,10.00,USD,1,,', `'available' is "maybe"`],
    [',,,,,fine,', `'error.code' is "fine"`],
    [',,,,,fine,no', `'error.code' is "fine"`],
    [',,,,,,no', `'error.code' is ""`],
    [',true,,,,api_error,no', `'available' is "true"`],
    [',,9.00,,,api_error,no', `'pricing.amount' is "9.00"`],
    [',,,USD,,api_error,no', `'pricing.currency' is "USD"`],
    [',,,,1,api_error,no', `'years' is "1"`],
    ['registered,,,,,api_error,no', `'status' is "registered"`],
  ])('in CSV: %s', async (cells, fault) => {
    const content = `${header}${kabul},registered,false,10.00,USD,1,,\n${kabul},${cells}\n`;
    const why = `row 2 was not written by dotaf check: ${fault}\n`;
    await expectRefused('csv', content, literally(why), [], `${kabul}\nother.af\n`);
  });

  it.each([
    ['jsonl', '[]'],
    ['jsonl', '7'],
    ['jsonl', 'null'],
    ['jsonl', `{"domain":"${kabul}"`],
    ['csv', `${kabul},registered,false,10.00,USD,1,`],
    ['csv', `${kabul},registered,false,10.00,USD,1,,,`],
    ['csv', ''],
  ])('in a %s file: the line %j', async (kind, line) => {
    const good = { jsonl: JSON.stringify(answered), csv: `${header}${kabul},taken,false,,,1,,` };
    const content = `${kind === 'csv' ? good.csv : good.jsonl}\n${line}\n`;
    const why = 'row 2 was not written by dotaf check\n';
    await expectRefused(kind, content, literally(why), [], `${kabul}\nother.af\n`);
  });

  it.each([
    ['1', 'registered,false,10.00,USD,1,,', 1, `note: ${kabul} is taken\n`],
    ['1', 'registered,FALSE,,,1,,', 1, `note: ${kabul} is taken\n`],
    ['1', 'free,true,,USD,1,,', 0, ''],
    ['10', 'free,TRUE,-10,,10,,', 0, ''],
    ['1', 'timeout,,,,1,,', 1, `note: ${kabul} is unknown\n`],
    ['1', ',,,,,not_found,', 4, ''],
    ['1', ",,,,,not_found,'=no", 4, ''],
  ])('but in CSV, also as a spreadsheet writes it, for %s years: %s', async (...row) => {
    const [years, cells, code, note] = row;
    const file = fileOf('csv');
    const content = `${header}${kabul},${cells}\n`;
    writeFileSync(file, content);
    const more = ['--resume', '--years', years, '--expect', 'available'];
    expect(await check(file, more, `${kabul}\n`)).toEqual({ stdout: '', stderr: note, code });
    expect(readFileSync(file, 'utf8')).toBe(content);
    expect(asked).toEqual([]);
  });

  function literally(text: string): RegExp {
    return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  }
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

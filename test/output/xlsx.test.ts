import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { type CellValue, readXlsx } from 'hucre/xlsx';
import nock from 'nock';
import { afterEach, describe, expect, it } from 'vitest';
import { saveWorkbook } from '../../src/cli/workbook-file.ts';
import { CliError, type TerminationSignal } from '../../src/errors.ts';
import type { FieldType } from '../../src/output/field-list.ts';
import { buildWorkbook } from '../../src/output/workbook.ts';
import { mockAccount } from '../golden/mock-account.ts';
import { kabul, mockDomainList } from '../support/domains.ts';
import { credentials, mockService, shop } from '../support/fixtures.ts';
import { createHome, createTempFolder } from '../support/home.ts';
import { type CliOptions, runCli, runSandboxCli } from '../support/run-cli.ts';

afterEach(() => nock.cleanAll());

function createWorkbookPath(): string {
  return path.join(createTempFolder(), 'list.xlsx');
}

async function readRows(file: string | Uint8Array): Promise<CellValue[][]> {
  const bytes = typeof file === 'string' ? readFileSync(file) : file;
  const { sheets } = await readXlsx(bytes);
  return sheets.flatMap(({ rows }) => rows);
}

/** Writes a workbook with this value, and reads the cell. */
async function roundTrip(value: unknown, type: FieldType) {
  const columns = [
    { name: 'value', type },
    { name: 'next', type: undefined },
  ];
  const bytes = await buildWorkbook(columns, [{ value, next: 'filled' }], new Date(0));
  const [, [cell] = []] = await readRows(bytes);
  return cell;
}

describe('a cell', () => {
  it.each<[FieldType, unknown, CellValue]>([
    ['money', '12.50', 12.5],
    ['money', '-0.5', -0.5],
    ['money', '1234567890123.45', 1_234_567_890_123.45],
    ['money', '1234567890123.456', '1234567890123.456'],
    ['money', 'free', 'free'],
    ['day', '2027-06-01', new Date('2027-06-01')],
    ['day', 'soon', 'soon'],
    ['day', '2027-02-30', '2027-02-30'],
    ['count', 0, 0],
    ['flag', false, false],
    ['text', 5, '5'],
    ['anything', true, 'true'],
    ['extra', { a: 1 }, '{"a":1}'],
    ['names', ['ns1.host.example', 'ns2.host.example'], 'ns1.host.example ns2.host.example'],
  ])('of type %s holds %j as %j', async (type, value, cell) => {
    expect(await roundTrip(value, type)).toEqual(cell);
  });

  it.each<FieldType>(['text', 'money', 'day', 'count', 'flag'])(
    'of type %s is empty for null',
    async (type) => {
      expect(await roundTrip(null, type)).toBeNull();
    },
  );

  it.each([
    '=1+1',
    '+93 70',
    '-x.af',
    '@SUM(1)',
    '#N/A',
    '#REF!',
    ' کتاب\u200cها ',
    '12.50',
    'a\nb',
  ])('holds the text %j unchanged', async (text) => {
    expect(await roundTrip(text, 'text')).toBe(text);
  });

  it('escapes what XML cannot hold, and cuts what Excel cannot', async () => {
    expect(await roundTrip('a\u0007\ud800\uffff', 'text')).toBe('a\\u0007\\ud800\\uffff');
    expect(await roundTrip('x'.repeat(40_000), 'text')).toHaveLength(32_767);
  });
});

const hostile = {
  ...kabul,
  status: '=HYPERLINK("https://evil.example")',
  registration_date: null,
  owner: '#N/A',
  note: 'کتاب\u200cها',
};

const openpyxlScript = `
import json, sys, openpyxl
sheet = openpyxl.load_workbook(sys.argv[1]).active
cell = lambda c: [c.data_type, str(c.value), c.number_format, c.font.b]
json.dump({
  'frozen': sheet.freeze_panes,
  'widths': [sheet.column_dimensions[c.column_letter].width for c in sheet[1]],
  'cells': [[cell(c) for c in row if c.value is not None] for row in sheet.iter_rows()],
}, sys.stdout)
`;

const python = '/usr/bin/python3';

const hasOpenpyxl = spawnSync(python, ['-c', 'import openpyxl']).status === 0;

it.skipIf(!hasOpenpyxl)('openpyxl reads types, formats, widths and frozen headings', async () => {
  const file = createWorkbookPath();
  mockDomainList([hostile, { ...kabul, domain: 'xn--mgbc8fxs.af' }]);
  const fields = 'domain,expiry,auto_renew,days,status,registration_date,extra.owner,extra.note';
  await runCli(['domains', 'ls', '--xlsx', file, '--fields', fields]);
  const read = () => {
    const { stdout, stderr } = spawnSync(python, ['-c', openpyxlScript, file], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  };
  const text = (value: string) => ['s', value, 'General', false];
  const day = (value: string) => ['d', `${value} 00:00:00`, 'yyyy-mm-dd', false];
  const { frozen, widths, cells } = read();
  expect(frozen).toBe('A2');
  expect(cells).toEqual([
    fields.split(',').map((name) => ['s', name, 'General', true]),
    [
      text('kabul.af'),
      day('2027-06-01'),
      ['b', 'True', 'General', false],
      ['n', '192', 'General', false],
      text(hostile.status),
      text('#N/A'),
      text(hostile.note),
    ],
    [
      text('xn--mgbc8fxs.af'),
      day('2027-06-01'),
      ['b', 'True', 'General', false],
      ['n', '192', 'General', false],
      text('active'),
      day('2020-12-01'),
    ],
  ]);
  expect(Math.min(...widths)).toBeGreaterThanOrEqual('days'.length);
  expect(Math.max(...widths)).toBeLessThanOrEqual(60);
  expect(widths[4]).toBeGreaterThan(hostile.status.length);

  const records = ['9.125', '-50.00', '7', '1234567890123.456'].map((amount) => ({ amount }));
  const columns = [{ name: 'amount', type: 'money' }] as const;
  writeFileSync(file, await buildWorkbook(columns, records, new Date(0)));
  expect(read().cells.slice(1)).toEqual([
    [['n', '9.125', '0.000', false]],
    [['n', '-50', '0.00', false]],
    [['n', '7', '0', false]],
    [text('1234567890123.456')],
  ]);
});

function toCsvText(cell: CellValue, name: string) {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'number' && !/days|years|domains/.test(name) ? cell.toFixed(2) : `${cell}`;
}

it.each([
  ['balance'],
  ['domains ls'],
  ['domains ls --fields domain,unicode,extra.note'],
  ['domains show kabul.af nobody.af'],
  ['check kabul.af tea.zz --markup 25'],
  ['quote --years 1-2'],
  ['forecast'],
  ['domains compare -', 'domain,expiry\nkabul.af,2027-06-02\n'],
  ['prices compare -', 'tld,register,renew\naf,40.00,29.00\n'],
])('dotaf %s has the fields and rows of --csv', async (line, stdin?: string) => {
  const file = createWorkbookPath();
  const run = (...options: string[]) =>
    runCli([...line.split(' '), ...options], stdin === undefined ? {} : { stdin });
  mockAccount({});
  const csv = await run('--csv');
  const { stdout, stderr, code } = await run('--xlsx', file);
  const rows = await readRows(file);
  expect({ stdout, code }).toEqual({ stdout: '', code: csv.code });
  const count = rows.length - 1;
  expect(stderr).toMatch(new RegExp(`note: ${count} rows? in '${file}'\n$`));
  const [headings = []] = rows;
  const texts = rows.map((row) =>
    headings.map((heading, index) => toCsvText(row[index] ?? null, String(heading))),
  );
  expect(texts).toEqual(parse(csv.stdout));
});

it('check writes the workbook beside the --out file', async () => {
  const file = createWorkbookPath();
  const out = path.join(createTempFolder(), 'answers.jsonl');
  await runSandboxCli(['check', 'kabul.af', 'herat.af', '--out', out, '--xlsx', file]);
  const names = (await readRows(file)).map(([name]) => name);
  expect(names).toEqual(['domain', 'kabul.af', 'herat.af']);
  expect(readFileSync(out, 'utf8').trimEnd().split('\n')).toHaveLength(2);
});

it('writes an answer that does not meet --expect, and rows of which some failed', async () => {
  const file = createWorkbookPath();
  const unmet = await runSandboxCli(['balance', '--min', '9999', '--xlsx', file]);
  expect(unmet.code).toBe(1);
  expect(await readRows(file)).toHaveLength(2);
  const partial = await runSandboxCli(['check', 'kabul.af', 'tea.zz', '--xlsx', file]);
  expect(partial).toMatchObject({
    stderr: expect.stringMatching(/^warning: no answer: check tea\.zz: .*\nnote: 2 rows in /),
    code: 9,
  });
  expect((await readRows(file))[2]).toContain('api_error');
});

describe('the file stays as it was, without a temporary file,', () => {
  async function runAndKeep(line: string, options?: CliOptions) {
    const file = createWorkbookPath();
    writeFileSync(file, 'old');
    const result = await runCli([...line.split(' '), '--xlsx', file], options);
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(path.dirname(file))).toEqual(['list.xlsx']);
    expect(result.stdout).toBe('');
    expect(result.stderr).not.toContain('rows in');
    return result;
  }

  it('if the command fails', async () => {
    mockAccount({});
    expect(await runAndKeep('domains show nobody.af')).toMatchObject({ code: 4 });
  });

  it('if every row failed for the same reason, which stderr names', async () => {
    mockAccount({});
    const { stderr, code } = await runAndKeep('domains show nobody.af lost.af');
    expect(stderr).toContain('warning: no answer: nobody.af: ');
    expect(code).toBe(4);
  });

  it('if the command is refused after some rows', async () => {
    const path = '/domains/check';
    mockAccount({ replies: [{ path, match: { domain: 'b.af' }, status: 401, value: {} }] });
    expect(await runAndKeep('check a.af b.af')).toMatchObject({ code: 3 });
  });

  it('if the command is interrupted', async () => {
    let interrupt = () => {};
    const onStart = (signal: (name: TerminationSignal) => void) => {
      interrupt = () => signal('SIGINT');
    };
    mockService()
      .get('/api/v1/domains')
      .reply(() => {
        interrupt();
        return [200, { success: true, data: { domains: [kabul] } }];
      });
    expect(await runAndKeep('domains ls', { onStart })).toMatchObject({ code: 130 });
  });

  it('if the command is interrupted while it formats the workbook', async () => {
    const file = createWorkbookPath();
    writeFileSync(file, 'old');
    const workbook = Promise.resolve({ content: Buffer.from('new'), rowCount: 1 });
    const signal = AbortSignal.abort(new CliError('interrupted', 'interrupted'));
    await expect(saveWorkbook(file, workbook, signal)).rejects.toThrow('interrupted');
    expect(readFileSync(file, 'utf8')).toBe('old');
  });
});

it('changes that could not be written are shown again', async () => {
  const home = createTempFolder();
  const run = (file: string) =>
    runCli(['domains', 'changes', '--xlsx', file], { env: { ...credentials, DOTAF_HOME: home } });
  mockDomainList([kabul]);
  await run(createWorkbookPath());
  const lost = createWorkbookPath();
  const data = { domains: [{ ...kabul, auto_renew: false }] };
  mockService()
    .get('/api/v1/domains')
    .reply(() => {
      rmSync(path.dirname(lost), { recursive: true });
      return [200, { success: true, data }];
    });
  expect(await run(lost)).toMatchObject({ code: 10 });
  mockDomainList(data.domains);
  const file = createWorkbookPath();
  await run(file);
  expect((await readRows(file))[1]).toEqual(['kabul.af', 'changed', 'auto_renew', 'true', 'false']);
});

describe('replacing a file', () => {
  it('keeps its permissions and a symlink that leads to it', async () => {
    const folder = createTempFolder();
    const [file, link] = [path.join(folder, 'a.xlsx'), path.join(folder, 'link.xlsx')];
    writeFileSync(file, 'old');
    chmodSync(file, 0o640);
    symlinkSync('a.xlsx', link);
    await runSandboxCli(['balance', '--xlsx', link]);
    expect(await readRows(file)).toHaveLength(2);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['a.xlsx', 'link.xlsx']);
  });

  it.each([
    ['none/a.xlsx', 'no such file (ENOENT)'],
    ['folder.xlsx', 'it is a directory (EISDIR)'],
  ])('fails before the first request if %s cannot be written', async (name, reason) => {
    const folder = createTempFolder();
    mkdirSync(path.join(folder, 'folder.xlsx'));
    const file = path.join(folder, name);
    const { stdout, stderr, code } = await runCli(['balance', '--xlsx', file]);
    expect(stderr).toContain(`error: cannot write '${file}': ${reason}\n`);
    expect({ stdout, code }).toEqual({ stdout: '', code: 10 });
    expect(readdirSync(folder)).toEqual(['folder.xlsx']);
  });
});

it.each([['--json'], ['--jq', '.']])('is refused beside %s', async (...format) => {
  const { stderr, code } = await runCli(['balance', '--xlsx', createWorkbookPath(), ...format]);
  expect(stderr).toContain(`"message":"use either --xlsx or ${format[0]}"`);
  expect(code).toBe(2);
});

it.each([
  'check --file',
  'domains compare',
  'prices compare',
  'domains ls --domains-file',
  'forecast --domains-file',
])('dotaf %s does not replace the file that it reads', async (line) => {
  const folder = createTempFolder();
  const [file, link] = [path.join(folder, 'a.xlsx'), path.join(folder, 'link.xlsx')];
  writeFileSync(file, 'kabul.af\n');
  symlinkSync('a.xlsx', link);
  expect(await runCli([...line.split(' '), file, '--xlsx', link])).toEqual({
    stdout: '',
    stderr: `error: the command reads '${link}'\nhint: give --xlsx another file\n`,
    code: 2,
  });
  expect(readFileSync(file, 'utf8')).toBe('kabul.af\n');
});

it('the stored domains-file is not replaced, except by a command that does not read it', async () => {
  const file = createWorkbookPath();
  writeFileSync(file, 'kabul.af\n');
  const preferences = { 'domains-file': file };
  const home = createHome({ profiles: [{ ...shop, preferences }], active: shop.name });
  const run = (...argv: string[]) => runCli([...argv, '--xlsx', file], { env: home });
  expect(await run('domains', 'ls')).toMatchObject({
    stderr: expect.stringContaining(`error: the command reads '${file}'\n`),
    code: 2,
  });
  mockAccount({});
  expect(await run('balance')).toMatchObject({ code: 0 });
});

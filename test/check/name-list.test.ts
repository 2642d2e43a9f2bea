import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { unzipSync, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { credentials } from '../support/fixtures.ts';
import { createTempFolder } from '../support/home.ts';
import { runCli, runSandboxCli } from '../support/run-cli.ts';

function writeListFile(content: string | Buffer): string {
  const name = path.join(createTempFolder(), 'names.txt');
  writeFileSync(name, content);
  return name;
}

/** @returns the names of all rows of `check --file`, joined by spaces */
async function readRows(content: string | Buffer): Promise<string> {
  const argv = ['check', '--file', writeListFile(content), '--jq', '.domain', '-q'];
  return (await runSandboxCli(argv)).stdout.trimEnd().replaceAll('\n', ' ');
}

describe('reads the output of dotaf', () => {
  it('of check --csv', async () => {
    const session = await runSandboxCli(['check', '-', '--csv'], { stdin: 'a.af\n-c.af\nx y\n' });
    expect(await readRows(session.stdout)).toBe('a.af -c.af x y');
  });

  it('of domains ls --csv', async () => {
    const { stdout } = await runSandboxCli(['domains', 'ls', '--csv']);
    const { stdout: names } = await runSandboxCli(['domains', 'ls', '--names']);
    expect(await readRows(stdout)).toBe(names.trimEnd().replaceAll('\n', ' '));
  });
});

const names = '\ufeffkabul.af\r\nکابل.af\r\n';
const utf16 = Buffer.from(names, 'utf16le');

it.each([
  ['UTF-8', Buffer.from(names)],
  ['UTF-16, little-endian', utf16],
  ['UTF-16, big-endian', Buffer.from(utf16).swap16()],
])('detects %s by its byte order mark, even byte by byte', async (_, bytes) => {
  expect(await readRows(bytes)).toBe('kabul.af xn--mgbc8fxs.af');
  const stdin = Readable.from(Array.from(bytes, (byte) => Buffer.from([byte])));
  const { stdout } = await runSandboxCli(['check', '-', '--jq', '.domain', '-q'], { stdin });
  expect(stdout).toBe('kabul.af\nxn--mgbc8fxs.af\n');
});

const saveAsHint = 'save it as a workbook (.xlsx), or as CSV UTF-8';

const saveAgainHint = 'open it in the spreadsheet program and save it as .xlsx, or as CSV UTF-8';

const iconvHint =
  "save it as a workbook (.xlsx), or run: iconv -f cp1256 -t utf-8 '<file>' > '<new file>'";

const damagedMessage = 'it is a damaged workbook, or of an unusual kind';

const oldOfficeSignature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

const wishes = readFileSync(path.join(import.meta.dirname, '../lists/workbooks/wishes.xlsx'));

function addPart(name: string, content: Uint8Array): Buffer {
  return Buffer.from(zipSync({ ...unzipSync(wishes), [name]: content }));
}

/** A workbook with a chart sheet and two damaged sheets beside an intact one. */
function damageSheets(): Buffer {
  const file = path.join(import.meta.dirname, '../lists/workbooks/customers.xlsx');
  const {
    'xl/worksheets/sheet2.xml': _,
    'xl/worksheets/sheet3.xml': __,
    ...parts
  } = unzipSync(readFileSync(file));
  return Buffer.from(zipSync({ ...parts, 'xl/chartsheets/sheet1.xml': Buffer.from('<x/>') }));
}

/** Sets the uncompressed size of every part to 0 in the directory of a ZIP archive. */
function withFalseSizes(archive: Buffer): Buffer {
  const copy = Buffer.from(archive);
  const entrySignature = Buffer.from('PK\x01\x02');
  let offset = copy.indexOf(entrySignature);
  while (offset >= 0) {
    copy.writeUInt32LE(0, offset + 24);
    offset = copy.indexOf(entrySignature, offset + 1);
  }
  return copy;
}

it('a sheet named after the secret is not printed', async () => {
  const { DOTAF_SECRET } = credentials;
  const sheets = [DOTAF_SECRET, 'Other'].map((name) => ({ name, rows: [['kabul.af']] }));
  const name = writeListFile(Buffer.from(await writeXlsx({ sheets })));
  for (const options of [[], ['--sheet', 'Nope']]) {
    const { stderr, code } = await runCli(['check', '--file', name, ...options]);
    expect(stderr).toContain('it holds the key or the secret of the account');
    expect(`${code} ${stderr}`).not.toContain(DOTAF_SECRET);
  }
});

it.each([
  ['PK\x03\x04\x14\x00\x06\x00kabul.af\n', damagedMessage, saveAgainHint],
  [wishes.subarray(0, -100), damagedMessage, saveAgainHint],
  [withFalseSizes(wishes), damagedMessage, saveAgainHint],
  [addPart('xl/workbook.xml', Buffer.from('<x>')), damagedMessage, saveAgainHint],
  [damageSheets(), damagedMessage, saveAgainHint],
  [
    Buffer.from(zipSync({ 'content.xml': Buffer.from('<office/>') })),
    'it is an archive or a document, not a workbook',
    saveAgainHint,
  ],
  [
    addPart('xl/bomb.xml', Buffer.alloc(50_000_000)),
    'it is larger than 50 MB when unpacked',
    'save the sheet alone, as CSV UTF-8',
  ],
  [oldOfficeSignature, 'it is of an old kind, such as .xls', saveAsHint],
  [
    Buffer.concat([oldOfficeSignature, Buffer.from('EncryptedPackage', 'utf16le')]),
    'a password protects it',
    'save it without a password',
  ],
  [Buffer.from('\x89PNG\r\n\x1a\n\0', 'latin1'), 'it is neither text nor a workbook', saveAsHint],
  [Buffer.from('kabul.af\n', 'utf16le'), 'it is neither text nor a workbook', saveAsHint],
  [
    Buffer.from('m\xfcller.af\n', 'latin1'),
    'it is not text in UTF-8, or in UTF-16 with a byte order mark',
    iconvHint,
  ],
  ['x'.repeat(16_000_001), 'it is larger than 16 MB', 'name another file'],
])('rejects a file that is not a list, with a hint', async (content, message, hint) => {
  const name = writeListFile(content);
  expect(await runCli(['check', '--file', name])).toEqual({
    stdout: '',
    stderr: `error: cannot read '${name}': ${message}\nhint: ${hint}\n`,
    code: 10,
  });
});

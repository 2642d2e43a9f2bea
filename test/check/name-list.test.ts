import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createTempFolder } from '../support/home.ts';
import { runCli, runSandboxCli } from '../support/run-cli.ts';

function writeListFile(content: string | Buffer): string {
  const name = path.join(createTempFolder(), 'names.txt');
  writeFileSync(name, content);
  return name;
}

/** Checks a list with this content and returns the names of all rows, failed ones included. */
async function readRows(content: string | Buffer): Promise<string> {
  const argv = ['check', '--file', writeListFile(content), '--jq', '.domain', '-q'];
  return (await runSandboxCli(argv)).stdout.trimEnd().replaceAll('\n', ' ');
}

describe('reads the output of dotaf', () => {
  it.each([['--csv'], ['--json']])('of check %s', async (option) => {
    const session = await runSandboxCli(['check', '-', option], { stdin: 'a.af\n-c.af\nx y\n' });
    expect(await readRows(session.stdout)).toBe('a.af -c.af x y');
  });

  it.each([['--json'], ['--csv']])('of domains ls %s', async (option) => {
    const { stdout } = await runSandboxCli(['domains', 'ls', option]);
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

const notTextMessage = 'it is not text in UTF-8, or in UTF-16 with a byte order mark';

const saveAsHint = 'save it as CSV UTF-8, or as text in UTF-8';

const listHint = 'a list is one name per line, CSV, or JSON such as ["kabul.af"]';

it.each([
  ['PK\x03\x04\x14\x00\x06\x00kabul.af\n', notTextMessage, saveAsHint],
  [Buffer.from('kabul.af\n', 'utf16le'), notTextMessage, saveAsHint],
  [Buffer.from('m\xfcller.af\n', 'latin1'), notTextMessage, saveAsHint],
  ['{\n"domain":"kabul.af"\n}\n[]\n', 'the JSON that begins on line 1 is not valid', listHint],
  ['x'.repeat(16_000_001), 'it is larger than 16 MB', 'name another file'],
])('rejects a file that is not a list, with a hint', async (content, message, hint) => {
  const name = writeListFile(content);
  // No reply is mocked, so a request would fail.
  expect(await runCli(['check', '--file', name])).toEqual({
    stdout: '',
    stderr: `error: cannot read '${name}': ${message}\nhint: ${hint}\n`,
    code: 10,
  });
});

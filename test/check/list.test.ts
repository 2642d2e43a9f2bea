import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { dotaf, dotafSandbox } from '../support/session.ts';

function file(content: string | Buffer): string {
  const name = path.join(temporaryFolder(), 'names.txt');
  writeFileSync(name, content);
  return name;
}

/** The rows of a list of these bytes, whether or not a name could be asked. */
async function rowsOf(content: string | Buffer): Promise<string> {
  const argv = ['check', '--file', file(content), '--jq', '.domain', '-q'];
  return (await dotafSandbox(argv)).stdout.trimEnd().replaceAll('\n', ' ');
}

describe('what dotaf has printed is read', () => {
  it.each([['--csv'], ['--json']])('as check %s', async (option) => {
    const printed = await dotafSandbox(['check', '-', option], { stdin: 'a.af\n-c.af\nx y\n' });
    expect(await rowsOf(printed.stdout)).toBe('a.af -c.af x y');
  });

  it.each([['--json'], ['--csv']])('as domains ls %s', async (option) => {
    const { stdout } = await dotafSandbox(['domains', 'ls', option]);
    const { stdout: names } = await dotafSandbox(['domains', 'ls', '--names']);
    expect(await rowsOf(stdout)).toBe(names.trimEnd().replaceAll('\n', ' '));
  });
});

const names = '\ufeffkabul.af\r\nکابل.af\r\n';
const utf16 = Buffer.from(names, 'utf16le');

it.each([
  ['UTF-8', Buffer.from(names)],
  ['UTF-16, little-endian', utf16],
  ['UTF-16, big-endian', Buffer.from(utf16).swap16()],
])('%s is read by its mark, also byte by byte', async (_, bytes) => {
  expect(await rowsOf(bytes)).toBe('kabul.af xn--mgbc8fxs.af');
  const stdin = Readable.from(Array.from(bytes, (byte) => Buffer.from([byte])));
  const { stdout } = await dotafSandbox(['check', '-', '--jq', '.domain', '-q'], { stdin });
  expect(stdout).toBe('kabul.af\nxn--mgbc8fxs.af\n');
});

const noText = 'it is not text in UTF-8, or in UTF-16 with a byte order mark';

const saveAs = 'save it as CSV UTF-8, or as text in UTF-8';

const listHint = 'a list is one name per line, CSV, or JSON such as ["kabul.af"]';

it.each([
  ['PK\x03\x04\x14\x00\x06\x00kabul.af\n', noText, saveAs],
  [Buffer.from('kabul.af\n', 'utf16le'), noText, saveAs],
  [Buffer.from('m\xfcller.af\n', 'latin1'), noText, saveAs],
  ['{\n"domain":"kabul.af"\n}\n[]\n', 'the JSON that begins on line 1 is not valid', listHint],
  ['x'.repeat(16_000_001), 'it is larger than 16 MB', 'name another file'],
])('a file that cannot be a list is refused in a sentence', async (content, says, hint) => {
  const name = file(content);
  // No reply is waiting: nothing is sent.
  expect(await dotaf(['check', '--file', name])).toEqual({
    stdout: '',
    stderr: `error: cannot read '${name}': ${says}\nhint: ${hint}\n`,
    code: 10,
  });
});

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

describe('without a heading, the first field and each domain behind it', () => {
  it.each([
    ['a.af,b.af , c.af\n', 'a.af b.af c.af'],
    ['a.af;b.af\tc.af d.af\u00a0e.af\n', 'a.af b.af c.af d.af e.af'],
    ['a.af، b.af؛c.af、d.af，e.af；f.af\n', 'a.af b.af c.af d.af e.af f.af'],
    ['a。af,b．af\n', 'a.af b.af'],
    ['"a.af","b.af"\n"c.af" "x, y"\n', 'a.af b.af c.af'],
    ['a.af,44.40,USD,v1.2.3,n/a,me@x.af,e.g.,2027-01-01\n', 'a.af'],
    ['a,https://b.af/menu\n', 'a.af b.af'],
    ['a taken\nb_c,d.af\n', 'a.af b_c d.af'],
    ['1. a.af\n2) b.af\n(3) c.af\n۴. d.af\n5)e.af\n', 'a.af b.af c.af d.af e.af'],
    ['- a.af\n* b.af\n• c.af\n•d.af\n– e.af\n- [x] f.af\n-\n1.\n', 'a.af b.af c.af d.af e.af f.af'],
    ['1.af\n77\n', '1.af 77.af'],
    ['http:/a.af\nhttp//b.af\n//c.af\n', 'a.af b.af c.af'],
    ['[a.af](x)\n', 'a.af'],
    ['a.af b.af|c.af (d.af)\n', 'a.af b.af c.af d.af'],
    ['☐ a.af\n✓ b.af\n[5] c.af\n> d.af\n１． e.af\n', 'a.af b.af c.af d.af e.af'],
    ['domain expiry\na.af 2027-01-01\n', 'a.af'],
    ['id domain\n1 a.af\n', 'a.af'],
    [
      '# names\na.af # b.af\n\n   \n  c.af,2027-01-01,renew\nA.AF\n"d.af","two fields"',
      'a.af c.af d.af',
    ],
  ])('%j', async (content, rows) => {
    expect(await rowsOf(content)).toBe(rows);
  });
});

describe('with a heading, the column that it calls domain', () => {
  it.each([
    ['Domain Name\na\nb.af\n', 'a.af b.af'],
    ['domain,expires\na.af,2027-01-01\nb,2027-01-02\n', 'a.af b.af'],
    ['ns,id,FQDN\nns1.x.af,1,a.af\nns1.x.af,2,b.af\n', 'a.af b.af'],
    ['# names\n\nid;domain_name\n# more\n1;a.af\n\n', 'a.af'],
    ['#\tDomain\tStatus\n1\ta.af\tok\n2\tb.af\tok\n', 'a.af b.af'],
    ['host,domain\nweb.x.af,a.af\n', 'a.af'],
    ['"note","domain"\n"x, y\nb.af","a.af"\n"x ""y""",c.af\n', 'a.af c.af'],
    ['domain,x\n"a.af" ,"y" z\n,1\nb.af c.af,2\n', 'a.af b.af c.af'],
    ['domain,x\na.af,1\ndomain,x\nb.af,2\n', 'a.af b.af'],
    ['DOMAIN  STATUS  NAMESERVERS\na.af    ok      ns1.x.af ns2.x.af\n', 'a.af'],
  ])('%j', async (content, rows) => {
    expect(await rowsOf(content)).toBe(rows);
  });
});

describe('a word that may also be a label is a heading', () => {
  it.each([
    ['over a domain', 'Host\na.af\n', 'a.af'],
    ['beside others', 'name,owner\na,Ali\n', 'a.af'],
    ['beside a likely one that is not', 'name,website\nAli,https://a.af/\n', 'a.af'],
    ['not over labels', 'host\nshop\n', 'host.af shop.af'],
    ['not at the end', 'host\n', 'host.af'],
    ['nor is a sure one beside a domain', 'domain,a.af\n', 'domain.af a.af'],
  ])('%s', async (_, content, rows) => {
    expect(await rowsOf(content)).toBe(rows);
  });
});

describe('what dotaf has printed', () => {
  it.each([[['--csv']], [['--json']], [[]]])('as check %j', async (options) => {
    const printed = await dotafSandbox(['check', '-', ...options], { stdin: 'a.af\n-c.af\n' });
    expect(await rowsOf(printed.stdout)).toBe('a.af -c.af');
  });

  it.each([['--json'], ['--csv'], ['--fields=domain,nameservers']])(
    'as domains ls %s',
    async (option) => {
      const { stdout } = await dotafSandbox(['domains', 'ls', option]);
      const { stdout: names } = await dotafSandbox(['domains', 'ls', '--names']);
      expect(await rowsOf(stdout)).toBe(names.trimEnd().replaceAll('\n', ' '));
    },
  );

  it.each([
    ['{"profile":"shop","domains":[{"domain":"a.af"}]}\n', 'a.af'],
    ['["a.af", "b"]', 'a.af b.af'],
    ['{"name":"a.af"}\n\n{"name":"b.af"}', 'a.af b.af'],
  ])('and other JSON: %j', async (content, rows) => {
    expect(await rowsOf(content)).toBe(rows);
  });
});

describe('text in another encoding', () => {
  const names = 'kabul.af\r\nکابل.af\r\n';
  const utf16 = Buffer.from(`\ufeff${names}`, 'utf16le');

  it.each([
    ['UTF-8 with its mark', Buffer.from(`\ufeff${names}`)],
    ['UTF-16, little-endian', utf16],
    ['UTF-16, big-endian', Buffer.from(utf16).swap16()],
  ])('%s is read', async (_, bytes) => {
    expect(await rowsOf(bytes)).toBe('kabul.af xn--mgbc8fxs.af');
  });

  it('is read when it comes byte by byte', async () => {
    const stdin = Readable.from(Array.from(utf16, (byte) => Buffer.from([byte])));
    const { stdout } = await dotafSandbox(['check', '-', '--jq', '.domain', '-q'], { stdin });
    expect(stdout).toBe('kabul.af\nxn--mgbc8fxs.af\n');
  });
});

const noText = 'it is not text in UTF-8, or in UTF-16 with a byte order mark';

it.each([
  ['PK\x03\x04\x14\x00\x06\x00kabul.af\n', 'it is a workbook or an archive, not text'],
  [Buffer.from('kabul.af\n', 'utf16le'), noText],
  [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), noText],
  ['[\n  {"domain":"kabul.af"}\n]\n', 'it is not one JSON value per line'],
  ['{"domain":"kabul.af"}\nherat.af\n', 'it is not one JSON value per line'],
  ['Rar!\x1a\x07kabul.af\n', 'it is a document, not a list'],
  ['{"balance":"10.00"}\n', 'it is JSON without domains'],
  ['domain\n"a.af\nb.af\n', `the quotation mark in '"a.af' is never closed`],
  ['x'.repeat(1_100_000), 'it has a line of more than a megabyte'],
])('a file that cannot be a list is refused in a sentence', async (content, says) => {
  const name = file(content);
  // No reply is waiting: nothing is sent.
  expect(await dotaf(['check', '--file', name])).toEqual({
    stdout: '',
    stderr: `error: cannot read '${name}': ${says}\nhint: save it as UTF-8 text, as CSV, or as one JSON object per line\n`,
    code: 10,
  });
});

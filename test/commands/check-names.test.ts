import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { dotaf, dotafSandbox, type SessionOptions } from '../support/session.ts';
import { TestClock } from '../test-clock.ts';

/** A session that would fail if it sent anything: no reply is waiting for it. */
const sendsNothing = dotaf;

async function asked(argv: string[], options: SessionOptions = {}) {
  const { stdout, stderr, code } = await dotafSandbox(
    ['check', ...argv, '--jq', '.domain'],
    options,
  );
  return { names: stdout.split('\n').filter(Boolean), notes: notesIn(stderr), code };
}

function notesIn(stderr: string): string[] {
  return stderr
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replace('note: ', ''));
}

function file(content: string | Uint8Array): string {
  const name = path.join(temporaryFolder(), 'names.txt');
  writeFileSync(name, content);
  return name;
}

it.each<[string, string, string[]]>([
  ['kabul.af', 'kabul.af', []],
  ['KABUL.AF', 'kabul.af', []],
  ['kabul.af.', 'kabul.af', []],
  ['kabul', 'kabul.af', ["checking kabul.af for 'kabul'"]],
  ['xn--mgbc8fxs.af', 'xn--mgbc8fxs.af', []],
  ['کابل.af', 'xn--mgbc8fxs.af', ["checking xn--mgbc8fxs.af for 'کابل.af'"]],
  ['ＫＡＢＵＬ.af', 'kabul.af', ["checking kabul.af for 'ＫＡＢＵＬ.af'"]],
  ['kabul。af', 'kabul.af', ["checking kabul.af for 'kabul。af'"]],
  [
    'https://Kabul.AF:8443/a/b?c=d#e',
    'kabul.af',
    ["checking kabul.af for 'https://Kabul.AF:8443/a/b?c=d#e'"],
  ],
  ['kabul.af:443', 'kabul.af', ["checking kabul.af for 'kabul.af:443'"]],
  ['kabul.af/', 'kabul.af', ["checking kabul.af for 'kabul.af/'"]],
  ['  kabul.af  ', 'kabul.af', []],
])('reads %j as %s', async (input, name, notes) => {
  expect(await asked([input])).toEqual({ names: [name], notes, code: 0 });
});

it('keeps the joiners that a Persian name is written with', async () => {
  const { names } = await asked(['می\u200cخواهم.af']);
  expect(names).toEqual(['xn--mgbn2ecje63gr19l.af']);
  expect((await asked(['میخواهم.af'])).names).not.toEqual(names);
});

const usualHint = 'a name is letters, digits and inner hyphens between dots, such as kabul.af';

it.each([
  ['bad_name.af', 'contains an underscore', 'did you mean bad-name.af?'],
  [`${'a'.repeat(64)}.af`, 'has a label of 64 characters, and 63 is the most', usualHint],
  ['kabul .af', 'contains a space', 'did you mean kabul.af?'],
  ['kabul,herat', 'contains a comma', 'give each name by itself: kabul herat'],
  ['kabul..af', 'has two dots in a row', 'did you mean kabul.af?'],
  ['.af', 'is a top-level domain', 'dotaf quote .af tells its prices'],
  ['192.0.2.1', 'is an IP address', usualHint],
  ['', 'is empty', usualHint],
  ['https://', 'has no name in it', usualHint],
])('refuses %j, and sends nothing for the names beside it', async (input, reason, hint) => {
  expect(await sendsNothing(['check', 'kabul.af', input])).toEqual({
    stdout: '',
    stderr: `error: not a domain name: '${input}' ${reason}\nhint: ${hint}\n`,
    code: 2,
  });
});

it('tells of letters that only look like those of another script', async () => {
  expect((await asked(['к\u0430bul.af'])).notes).toEqual([
    "checking xn--bul-5cd3c.af for 'каbul.af'",
    "'каbul.af' mixes Latin and Cyrillic letters",
  ]);
});

it('refuses a name that starts with a hyphen, behind --', async () => {
  const { stderr, code } = await sendsNothing(['check', '--', '-a.af']);
  expect(stderr).toBe(
    "error: not a domain name: '-a.af' has a label that begins with a hyphen\nhint: did you mean a.af?\n",
  );
  expect(code).toBe(2);
  expect(await sendsNothing(['check', '-kabul.af'])).toEqual({
    stdout: '',
    stderr: `error: a domain name cannot begin with a hyphen\nhint: ${usualHint}\n`,
    code: 2,
  });
});

it('refuses what IDNA would silently drop, and shows that it is there', async () => {
  const { stderr, code } = await sendsNothing(['check', 'ka\u200bbul.af']);
  expect(stderr).toContain(
    "error: not a domain name: 'ka\\u200bbul.af' holds U+200B, which would silently be dropped",
  );
  expect(code).toBe(2);
});

it('tells every name that is wrong at once', async () => {
  const { stderr, code } = await sendsNothing(['check', 'a_b.af', 'kabul.af', 'c_d.af', '--json']);
  expect(code).toBe(2);
  expect(JSON.parse(stderr).error.message).toBe(
    "not a domain name: 'a_b.af' contains an underscore; 'c_d.af' contains an underscore",
  );
});

it.each([['me:hunter2@kabul.af'], ['https://me:hunter2@kabul.af/'], ['mailto:hunter2@kabul.af']])(
  'never repeats what stands before an @: %s',
  async (input) => {
    const typed = await sendsNothing(['check', input, '--json']);
    expect(typed.code).toBe(2);
    const listed = await asked(['-'], { stdin: `${input}\nkabul.af\n` });
    expect(listed.names[0]).toMatch(/^…@kabul\.af/);
    expect(JSON.stringify([typed, listed])).not.toContain('hunter2');
  },
);

it('asks once for what is named twice', async () => {
  expect(await asked(['kabul.af', 'KABUL.af.', 'kabul', 'herat.af', 'kabul.af'])).toEqual({
    names: ['kabul.af', 'herat.af'],
    notes: ["checking kabul.af for 'kabul'", '3 duplicates are left out'],
    code: 0,
  });
});

it('--tld tries each for a bare label, and leaves whole names alone', async () => {
  expect(await asked(['kabul', 'herat.af', '--tld', '.af,.com.af'])).toEqual({
    names: ['kabul.af', 'kabul.com.af', 'herat.af'],
    notes: ["checking kabul.af and kabul.com.af for 'kabul'"],
    code: 0,
  });
});

it('-q leaves the notes out', async () => {
  const { stderr } = await dotafSandbox(['check', 'kabul', 'kabul.af', '-q']);
  expect(stderr).toBe('');
});

it('reads a list as people keep it', async () => {
  const list = file(
    [
      '\ufeffkabul.af',
      '# names of the spring',
      '',
      '   ',
      'herat.af # a comment',
      'mazar.af,2027-01-01,renew',
      '"ghazni.af","two fields"',
      'bamyan.af;semicolon',
      'khost.af\tafter a tab',
      '  indented.af',
      'KABUL.AF',
      'last.af',
    ].join('\r\n'),
  );
  expect(await asked(['--file', list])).toEqual({
    names: [
      ...['kabul.af', 'herat.af', 'mazar.af', 'ghazni.af', 'bamyan.af', 'khost.af'],
      ...['indented.af', 'last.af'],
    ],
    notes: [
      '1 duplicate is left out',
      '8 names in 0 s: 8 answered, 5 available, 3 taken, 0 unknown',
    ],
    code: 0,
  });
});

/** The names that a list of these bytes asks for, whether or not they can be asked. */
async function listed(content: string | Buffer): Promise<string[]> {
  const { stdout } = await dotafSandbox([
    'check',
    '--file',
    file(content),
    '--jq',
    '.domain',
    '-q',
  ]);
  return stdout.split('\n').slice(0, -1);
}

const ownJson =
  '{"domain":"kabul.af","status":"registered","available":false,"pricing":{"amount":null,"currency":null},"years":1}\n' +
  '{"domain":"-x.af","error":{"code":"invalid_name","message":"no","api_code":null,"status":null}}\n';

const ownCsv =
  'domain,status,available,pricing.amount,pricing.currency,years,error.code,error.message\n' +
  'kabul.af,\'=taken,false,10.00,USD,1,,\n\'-x.af,,,,,,invalid_name,"no, ""x"""\n';

describe('without a heading', () => {
  it.each([
    ['commas', 'kabul.af,herat.af , balkh.af\n', 'kabul.af herat.af balkh.af'],
    ['semicolons', 'kabul.af;herat.af\n', 'kabul.af herat.af'],
    [
      'blanks and tabs',
      'kabul.af herat.af\tbalkh.af\u00a0farah.af',
      'kabul.af herat.af balkh.af farah.af',
    ],
    ['Arabic commas', 'kabul.af، herat.af؛balkh.af', 'kabul.af herat.af balkh.af'],
    [
      'ideographic commas',
      'kabul.af、herat.af，balkh.af；farah.af',
      'kabul.af herat.af balkh.af farah.af',
    ],
    ['an ideographic full stop', 'kabul。af,herat．af', 'kabul.af herat.af'],
    ['quotes', '"kabul.af","herat.af"\n"balkh.af" "x, y"\n', 'kabul.af herat.af balkh.af'],
    [
      'fields that are no domains',
      'kabul.af,44.40,USD,v1.2.3,n/a,me@x.af,e.g.,2027-01-01',
      'kabul.af',
    ],
    ['a URL behind', 'kabul,https://herat.af/menu', 'kabul.af herat.af'],
    ['a first field of any kind', 'kabul taken\nbad_name,herat.af', 'kabul.af bad_name herat.af'],
    [
      'numbers',
      '1. kabul.af\n2) herat.af\n(3) balkh.af\n۴. farah.af\n5)khost.af',
      'kabul.af herat.af balkh.af farah.af khost.af',
    ],
    [
      'bullets',
      '- kabul.af\n* herat.af\n• balkh.af\n•farah.af\n– khost.af\n- [x] zabul.af\n-\n1.',
      'kabul.af herat.af balkh.af farah.af khost.af zabul.af',
    ],
    ['a number as a name', '1.af\n77\n', '1.af 77.af'],
    [
      'slips in a scheme',
      'http:/kabul.af\nhttp//herat.af\n//balkh.af',
      'kabul.af herat.af balkh.af',
    ],
    ['a word that may head a list of labels', 'host\nshop\n', 'host.af shop.af'],
    ['the same over a label', 'name\nkabul\n', 'name.af kabul.af'],
    ['a heading word beside a domain', 'domain,kabul.af\n', 'domain.af kabul.af'],
    ['a link of markdown', '[kabul.af](x)\n', '[kabul.af](x)'],
  ])('%s', async (_, content, names) => {
    expect(await listed(content)).toEqual(names.split(' '));
  });
});

describe('with a heading', () => {
  it.each([
    ['alone', 'Domain Name\nkabul\nherat.af\n', 'kabul.af herat.af'],
    [
      'first of several',
      'domain,expires\nkabul.af,2027-01-01\nherat,2027-01-02\n',
      'kabul.af herat.af',
    ],
    [
      'last of several',
      'ns,id,FQDN\nns1.x.af,1,kabul.af\nns1.x.af,2,herat.af\n',
      'kabul.af herat.af',
    ],
    ['behind comments and blanks', '# names\n\nid;domain_name\n# more\n1;kabul.af\n\n', 'kabul.af'],
    [
      'behind a number sign',
      '#\tDomain\tStatus\n1\tkabul.af\tok\n2\therat.af\tok\n',
      'kabul.af herat.af',
    ],
    ['a likely word of several', 'name,owner\nkabul,Ali\n', 'kabul.af'],
    ['a likely word over a domain', 'Host\nkabul.af\n', 'kabul.af'],
    [
      'the headings of two lists',
      'domain,x\nkabul.af,1\ndomain,x\nherat.af,2\n',
      'kabul.af herat.af',
    ],
    ['a likely word over a domain, in a table', 'Name;Preis\nkabul.af;10,00\n', 'kabul.af'],
    [
      'likely words, of which one is over a domain',
      'name,website\nAli,https://kabul.af/\n',
      'kabul.af',
    ],
    ['the surest word', 'host,domain\nweb.x.af,kabul.af\n', 'kabul.af'],
    [
      'quoted, with a line break',
      '"note","domain"\n"a, b\nherat.af","kabul.af"\n"x ""y""",balkh.af\n',
      'kabul.af balkh.af',
    ],
    ['an empty cell', 'domain,x\n,1\nkabul.af,2\n', 'kabul.af'],
    ['several names in a cell', 'domain,x\nkabul.af herat.af,1\n', 'kabul.af herat.af'],
    [
      'text behind a quoted cell',
      'domain,x\n"kabul.af" ,a "b" c\n"herat.af","y" z\n',
      'kabul.af herat.af',
    ],
    [
      'the table of dotaf',
      'DOMAIN            STATUS  NAMESERVERS\nkabul.af          ok      ns1.x.af ns2.x.af\n',
      'kabul.af',
    ],
    ['the CSV of dotaf', ownCsv, 'kabul.af -x.af'],
  ])('%s', async (_, content, names) => {
    expect(await listed(content)).toEqual(names.split(' '));
  });
});

describe('as JSON', () => {
  it.each([
    ['lines of dotaf', ownJson, 'kabul.af -x.af'],
    [
      'the array of domains ls',
      '[{"domain":"kabul.af","status":"ok"},{"domain":"herat.af"}]\n',
      'kabul.af herat.af',
    ],
    [
      'lists of several accounts',
      '{"profile":"shop","domains":[{"domain":"kabul.af"}]}\n',
      'kabul.af',
    ],
    ['an array of texts', '["kabul.af", "herat"]', 'kabul.af herat.af'],
  ])('%s', async (_, content, names) => {
    expect(await listed(content)).toEqual(names.split(' '));
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
    expect(await listed(bytes)).toEqual(['kabul.af', 'xn--mgbc8fxs.af']);
  });

  it('is read when it comes byte by byte', async () => {
    const stdin = Readable.from(Array.from(utf16, (byte) => Buffer.from([byte])));
    expect((await asked(['-', '-q'], { stdin })).names).toEqual(['kabul.af', 'xn--mgbc8fxs.af']);
  });
});

it.each([
  [
    'a workbook',
    Buffer.from('PK\x03\x04\x14\x00\x06\x00kabul.af\n'),
    'it is a workbook or an archive, not text',
  ],
  [
    'UTF-16 without its mark',
    Buffer.from('kabul.af\n', 'utf16le'),
    'it is not text in UTF-8, or in UTF-16 with a byte order mark',
  ],
  [
    'an old workbook',
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]),
    'it is not text in UTF-8, or in UTF-16 with a byte order mark',
  ],
  [
    'JSON over several lines',
    '[\n  {"domain":"kabul.af"}\n]\n',
    'it is not one JSON value per line',
  ],
  ['JSON of something else', '{"balance":"10.00"}\n', 'it is JSON without domains'],
  [
    'a quotation mark that stays open',
    'domain\n"kabul.af\nherat.af\n',
    `the quotation mark in '"kabul.af' is never closed`,
  ],
  ['a line without an end', 'x'.repeat(1_100_000), 'it has a line of more than a megabyte'],
])('%s is refused in a sentence', async (_, content, says) => {
  const name = file(content);
  expect(await sendsNothing(['check', '--file', name])).toEqual({
    stdout: '',
    stderr: `error: cannot read '${name}': ${says}\nhint: save it as UTF-8 text, as CSV, or as one JSON object per line\n`,
    code: 10,
  });
});

it.each([
  ['kabul.af،', ['kabul.af']],
  ['kabul.af، herat.af', ['kabul.af', 'herat.af']],
  ['kabul.af,herat.af', ['kabul.af', 'herat.af']],
])('reads the typed word %s as %j', async (word, names) => {
  expect((await asked([word])).names).toEqual(names);
});

it.each([[['-']], [['--file', '-']]])('reads stdin for %j', async (argv) => {
  const { names } = await asked(argv, { stdin: 'kabul.af\nherat.af' });
  expect(names).toEqual(['kabul.af', 'herat.af']);
});

it('gives an invalid line its row, and asks for the others', async () => {
  expect(
    await dotafSandbox(
      ['check', '-', '--json', '--fields', 'domain,available,error.code,error.message'],
      { stdin: 'kabul.af\nbad_name.af\nherat.af\n' },
    ),
  ).toEqual({
    stdout: [
      '{"domain":"kabul.af","available":false}',
      '{"domain":"bad_name.af","error":{"code":"invalid_name","message":"not a domain name: it contains an underscore"}}',
      '{"domain":"herat.af","available":false}',
      '',
    ].join('\n'),
    stderr:
      'note: 3 names in 0 s: 2 answered, 0 available, 2 taken, 1 unknown (1 not a domain name)\n',
    code: 9,
  });
});

it('has a row for the lone invalid line of a list', async () => {
  expect(await dotafSandbox(['check', '-', '--json'], { stdin: 'bad_name.af\n' })).toEqual({
    stdout: expect.stringMatching(
      /^{"domain":"bad_name.af","error":{"code":"invalid_name",.*}}\n$/,
    ),
    stderr: '',
    code: 2,
  });
});

it('names three that are typed, and counts more of them', async () => {
  expect((await asked(['kabul', 'http://herat.af/', 'balkh'])).notes).toEqual([
    "checking kabul.af for 'kabul', herat.af for 'http://herat.af/', balkh.af for 'balkh'",
  ]);
  expect((await asked(['kabul', 'herat', 'balkh', 'کابل.af', 'http://x.af'])).notes).toEqual([
    '3 labels are completed with .af, 1 name is converted to ASCII, 1 URL is reduced to the host name',
  ]);
});

it('counts what is tidied in a list', async () => {
  const labels = Array.from({ length: 12 }, (_, index) => `label${index}`);
  const list = [...labels, 'label1.af', 'к\u0430bul.af', 'h\u0435rat.af', 'http://balkh.af/'];
  const { notes } = await asked(['-', '--tld', '.af,.com.af'], { stdin: list.join('\n') });
  expect(notes.slice(0, -1)).toEqual([
    '12 labels are completed with .af and .com.af, 2 names are converted to ASCII, 1 URL is reduced to the host name',
    "'каbul.af' mixes Latin and Cyrillic letters, and so does 1 other",
    '1 duplicate is left out',
  ]);
});

describe('an empty list', () => {
  const note = 'note: stdin holds no names\n';
  const header =
    'domain,status,available,pricing.amount,pricing.currency,years,error.code,error.message\n';

  it.each([
    [['check', '-', '--json'], '', '', note, 0],
    [['check', '-', '--csv'], '# none\n\n', header, note, 0],
    [['check', '-', '--csv', '-q'], 'domain,status\n', header, '', 0],
    [['check', '-', '--json'], '[]\n', '', note, 0],
    [['check', '-', '--expect', 'available', '--json'], '\n', '', note, 1],
    [['check', '-', '--expect', 'taken', '--json', '-q'], '', '', '', 1],
    [['domains', 'show', '-', '--json'], '', '', note, 0],
  ])('says so: %j of %j', async (argv, stdin, stdout, stderr, code) => {
    expect(await sendsNothing(argv, { stdin })).toEqual({ stdout, stderr, code });
  });

  it('is called by its name', async () => {
    const name = file('\n');
    const { stderr } = await sendsNothing(['check', '--file', name, '--json']);
    expect(stderr).toBe(`note: '${name}' holds no names\n`);
  });
});

it('says which list cannot be read', async () => {
  const missing = path.join(temporaryFolder(), 'none.txt');
  expect(await sendsNothing(['check', '--file', missing])).toEqual({
    stdout: '',
    stderr: `error: cannot read '${missing}': no such file (ENOENT)\nhint: check the path\n`,
    code: 10,
  });
  const folder = temporaryFolder();
  const { stderr, code } = await sendsNothing(['check', '--file', folder]);
  expect(stderr).toBe(
    `error: cannot read '${folder}': it is a directory (EISDIR)\nhint: give the path of a file\n`,
  );
  expect(code).toBe(10);
});

it('tells of a stdin that fails half way, after the rows before it', async () => {
  const stdin = Readable.from(
    (async function* () {
      yield 'kabul.af\nherat.af\n';
      throw Object.assign(new Error('gone'), { code: 'EIO' });
    })(),
  );
  expect(await dotafSandbox(['check', '-', '--jq', '.domain'], { stdin })).toEqual({
    stdout: 'kabul.af\nherat.af\n',
    stderr: expect.stringContaining('"message":"cannot read stdin: EIO"'),
    code: 10,
  });
});

it('ends at a stop while it waits for a line of a pipe, which cannot be closed meanwhile', async () => {
  let stop = () => {};
  const stdin = new Readable({ read: () => setImmediate(() => stop()), destroy() {} });
  const onStart: SessionOptions['onStart'] = (signal) => {
    stop = () => signal('SIGINT');
  };
  // The run has to end by itself, and is not given up after a while.
  const clock = new TestClock();
  clock.sleep = () => new Promise(() => {});
  expect(await dotafSandbox(['check', '-'], { stdin, onStart, clock })).toEqual({
    stdout: '',
    stderr:
      'error: interrupted\nhint: --out <file.jsonl> keeps the answers, and --resume goes on from them\n',
    code: 130,
  });
});

it('reads a pipe without being asked to, and answers by rows as for any list', async () => {
  const options = { stdin: 'kabul.af\n\nherat # both\n' };
  const { names, notes, code } = await asked([], options);
  expect({ names, code }).toEqual({ names: ['kabul.af', 'herat.af'], code: 0 });
  expect(notes).toContain('2 names in 0 s: 2 answered, 0 available, 2 taken, 0 unknown');
});

it('leaves a pipe alone where names are typed, or a file is named', async () => {
  const stdin = 'mazar.af\n';
  expect((await asked(['kabul.af'], { stdin })).names).toEqual(['kabul.af']);
  expect((await asked(['--file', file('herat.af\n')], { stdin })).names).toEqual(['herat.af']);
});

it('takes an empty pipe for an answer only where it was asked to read it', async () => {
  expect(await sendsNothing(['check', '--expect', 'available'], { stdin: '' })).toEqual({
    stdout: '',
    stderr:
      'error: no name to check\nhint: dotaf check kabul.af, dotaf check --file names.txt, or cat names.txt | dotaf check\n',
    code: 2,
  });
});

it('names nothing to check: refused', async () => {
  expect(await sendsNothing(['check'])).toEqual({
    stdout: '',
    stderr:
      'error: no name to check\nhint: dotaf check kabul.af, dotaf check --file names.txt, or cat names.txt | dotaf check\n',
    code: 2,
  });
  const both = await sendsNothing(['check', 'kabul.af', '--file', 'names.txt']);
  expect(both.stderr).toContain('error: --file and names exclude each other');
  expect(both.code).toBe(2);
});

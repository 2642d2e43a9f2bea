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
  [`${'a'.repeat(64)}.af`, 'has a label of more than 63 characters', usualHint],
  ['kabul .af', 'contains a space', 'did you mean kabul.af?'],
  ['kabul,herat', "contains ','", usualHint],
  ['kabul..af', 'has a dot too many', 'did you mean kabul.af?'],
  ['.af', 'is a top-level domain', usualHint],
  ['192.0.2.1', 'ends in a number, as only an IP address does', usualHint],
  ['', 'has no name in it', usualHint],
  ['https://', 'has no name in it', usualHint],
  ['-a.af', 'has a label that begins or ends with a hyphen', 'did you mean a.af?'],
  ['ka\u200bbul.af', 'holds U+200B, which would silently be dropped', usualHint],
])('refuses %j, and sends nothing for the names beside it', async (input, reason, hint) => {
  expect(await sendsNothing(['check', '--', 'kabul.af', input])).toEqual({
    stdout: '',
    stderr: `error: not a domain name: '${input.replace('\u200b', '\\u200b')}' ${reason}\nhint: ${hint}\n`,
    code: 2,
  });
});

it('takes a file that is typed like a name for a file, and suggests --file', async () => {
  const file = path.join(temporaryFolder(), 'names.txt');
  writeFileSync(file, 'kabul.af\n');
  expect(await sendsNothing(['check', 'herat.af', file])).toEqual({
    stdout: '',
    stderr: `error: '${file}' is a file\nhint: dotaf check --file ${file}\n`,
    code: 2,
  });
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
    notes: ["checking kabul.af for 'kabul'; left out 3 duplicates"],
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
    notes: ['left out 1 duplicate', '8 names in 0 s: 8 answered, 5 available, 3 taken'],
    code: 0,
  });
});

it.each([
  ['kabul.af،', ['kabul.af']],
  ['kabul.af، herat.af', ['kabul.af', 'herat.af']],
  ['kabul.af,herat.af', ['kabul.af', 'herat.af']],
])('reads the typed word %s as %j', async (word, names) => {
  expect((await asked([word])).names).toEqual(names);
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
    stderr: 'note: 3 names in 0 s: 2 answered, 0 available, 2 taken, 1 unknown\n',
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

it.each([[['kabul', 'http://herat.af/', 'balkh', 'ghazni', 'کابل.af', 'balkh.af']]])(
  'names three that are tidied, and counts more of them: %j',
  async (names) => {
    const note =
      "checking kabul.af for 'kabul', herat.af for 'http://herat.af/', balkh.af for 'balkh' and 2 others; left out 1 duplicate";
    expect((await asked(names)).notes).toEqual([note]);
    expect((await asked(['-'], { stdin: names.join('\n') })).notes[0]).toBe(note);
  },
);

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

it.each([
  [[], ['mazar.af', 'herat.af']],
  [['-'], ['mazar.af', 'herat.af']],
  [
    ['--file', '-'],
    ['mazar.af', 'herat.af'],
  ],
  [['kabul.af'], ['kabul.af']],
  [['--file', file('balkh.af\n')], ['balkh.af']],
])('reads a pipe unless names are typed or a file is named: %j', async (argv, names) => {
  const stdin = 'mazar.af\n\nherat # both';
  expect(await asked(argv, { stdin })).toMatchObject({ names, code: 0 });
});

it.each([['check'], ['check', '--expect', 'available']])(
  'takes an empty pipe for an answer only where it was asked to read it',
  async (...argv) => {
    for (const options of [{ stdin: '' }, {}]) {
      expect(await sendsNothing(argv, options)).toEqual({
        stdout: '',
        stderr:
          'error: no name to check\nhint: dotaf check kabul.af, dotaf check --file names.txt, or cat names.txt | dotaf check\n',
        code: 2,
      });
    }
  },
);

it('refuses names beside a file', async () => {
  const { stderr, code } = await sendsNothing(['check', 'kabul.af', '--file', 'names.txt']);
  expect(stderr).toContain('error: --file and names exclude each other');
  expect(code).toBe(2);
});

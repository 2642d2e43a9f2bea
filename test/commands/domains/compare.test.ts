import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { herat, kabul, lists, mazar, zaranj } from '../../support/domains.ts';
import { temporaryFolder } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

const command = ['domains', 'compare'];

function against(text: string, ...options: string[]) {
  const file = path.join(temporaryFolder(), 'list.csv');
  writeFileSync(file, text);
  return dotaf([...command, file, ...options]);
}

/** What disagrees, from a list on stdin. */
async function disagreements(stdin: string, ...options: string[]) {
  const session = await dotaf([...command, '-', '--json', ...options], { stdin });
  return { ...session, found: session.stdout === '' ? [] : JSON.parse(session.stdout) };
}

it('compares what both state, before in the file and after in the account', async () => {
  lists([herat, kabul]);
  const text =
    '\ufeffsep=;\r\nDomain Name;Expires;Auto Renew\r\nHERAT.af;01.12.2026;yes\r\nmazar.af;;\r\n';
  expect(await against(text, '--expect', 'none')).toEqual({
    stdout: [
      'DOMAIN    CHANGE           FIELD       FILE    ACCOUNT',
      'herat.af  differs          auto_renew  true    false',
      'kabul.af  only in account  -           -       listed',
      'mazar.af  only in file     -           listed  -',
      '',
    ].join('\n'),
    stderr:
      'note: compared by domain, expiry, auto_renew\nnote: 3 differences, and none was expected\n',
    code: 1,
  });
});

it('is one array in JSON', async () => {
  lists([herat]);
  const stdin = 'domain,expiry\nherat.af,2026-12-02\nmazar.af,\n';
  expect((await disagreements(stdin)).stdout).toBe(
    '[{"domain":"herat.af","change":"differs","field":"expiry","before":"2026-12-02","after":"2026-12-01"},' +
      '{"domain":"mazar.af","change":"only in file","field":null,"before":null,"after":null}]\n',
  );
});

it.each([[['--json']], [['--csv']], [['--no-color']]])(
  'agrees with what dotaf itself has printed: %j',
  async (format) => {
    lists([herat, kabul, zaranj]);
    const { stdout: stdin } = await dotaf(['domains', 'ls', ...format]);
    lists([herat, kabul, zaranj]);
    expect(await dotaf([...command, '-', '--expect', 'none'], { stdin })).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('note: the account and the file agree\n'),
      code: 0,
    });
  },
);

it('reads one JSON object per line, in UTF-16 too', async () => {
  lists([herat, kabul]);
  const lines = `{"domain":"herat.af","expiry":"2026-12-01"}\n\n{"name":1,"domain":"kabul.af"}\n`;
  const file = path.join(temporaryFolder(), 'list.jsonl');
  writeFileSync(file, `\ufeff${lines}`, 'utf16le');
  expect(await dotaf([...command, file])).toEqual({
    stdout: '',
    stderr:
      'note: compared by domain, expiry\n' +
      'note: not compared: name; --map <heading>=<field> says what a column is\n' +
      'note: the account and the file agree\n',
    code: 0,
  });
});

it('takes a bare list of names, and agrees', async () => {
  lists([herat, kabul]);
  expect(await against('kabul.af\nherat.af\n', '--expect', 'none')).toEqual({
    stdout: '',
    stderr: 'note: compared by domain\nnote: the account and the file agree\n',
    code: 0,
  });
});

describe('the exports of billing systems', () => {
  it.each([
    // Its report "Domains": the headings are those of modules/reports/domains.php of WHMCS.
    [
      'whmcs-report.csv',
      'domain, status, expiry',
      'ID, User ID, Order ID, Reg Type, First Payment Amount, Recurring Amount, Registration Period, Next Due Date, Registrar, Payment Method, Notes',
    ],
    // The list of domains, https://hostbill.atlassian.net/wiki/spaces/DOCS, page "Domains".
    [
      'hostbill-list.csv',
      'domain, status, expiry, registration_date',
      'Domain ID, Client name, Registrar, Period',
    ],
  ])('%s', async (file, fields, unused) => {
    lists([herat, kabul, mazar]);
    const name = path.join(import.meta.dirname, 'exports', file);
    expect(await dotaf([...command, name])).toEqual({
      stdout: [
        'DOMAIN       CHANGE        FIELD   FILE        ACCOUNT',
        'kabul.af     differs       expiry  2027-07-01  2027-06-01',
        'old-shop.af  only in file  -       listed      -',
        '',
      ].join('\n'),
      stderr: `note: compared by ${fields}\nnote: not compared: ${unused}; --map <heading>=<field> says what a column is\n`,
      code: 0,
    });
  });

  it.each([
    [
      'id,sld,tld,expires_at\n1,herat,.af,2026-12-01 08:00:00\n',
      "no column of stdin is called 'domain'",
      "call one column 'domain', or give --map <heading>=domain",
    ],
    [
      'client,domain\nKabul Kites,herat\n',
      "stdin, line 2: 'herat' is not a domain name",
      'write whole names such as kabul.af, or give --map <heading>=domain',
    ],
    [
      'ID,Name\n17,herat.af\n',
      "no column of stdin is called 'domain'",
      "call one column 'domain', or give --map <heading>=domain",
    ],
  ])('that do not call the domain so say what to type: %j', async (stdin, error, hint) => {
    expect(await dotaf([...command, '-'], { stdin })).toEqual({
      stdout: '',
      stderr: `error: ${error}\nhint: ${hint}\n`,
      code: 2,
    });
  });
});

describe('the columns', () => {
  it.each([
    ['id,name,domain\n17,Kabul Kites,herat.af\n'],
    ['domain name,domain\nother.af,herat.af\n'],
    ['shop.example,domain\nother.af,herat.af\n'],
    ['client,id,Domain\nKabul Kites,another.af,herat.af\n'],
  ])('of %j: the heading domain is the domain', async (text) => {
    lists([herat]);
    const { stderr, code } = await disagreements(text, '--expect', 'none');
    expect(code).toBe(0);
    expect(stderr).toContain('note: compared by domain\n');
  });

  it.each([
    ['expirydate', '2026-12-02', 'expiry'],
    ['Expiration Date (UTC)', '2026-12-02T10:00:00Z', 'expiry'],
    ['validUntil', '2 Dec 2026', 'expiry'],
    ['regdate', '2020-12-02', 'registration_date'],
    ['AUTORENEW', '1', 'auto_renew'],
    ['Auto-Renew enabled?', 'Enabled', 'auto_renew'],
    ['Name servers', 'NS9.host.example', 'nameservers'],
    ['ns2', 'ns9.host.example', 'nameservers'],
    ['Domain status', 'client hold', 'status'],
  ])('%s is found', async (heading, cell, field) => {
    lists([herat]);
    const { found } = await disagreements(`domain\t${heading}\nherat.af\t${cell}\n`);
    expect(found).toMatchObject([{ domain: 'herat.af', field }]);
  });

  it.each([
    ...['Order Status', 'Registrar', 'Registration Period', 'Next Due Date', 'created_at'],
    ...['Last Renewal', 'Name'],
  ])('%s is not compared, and named', async (heading) => {
    lists([herat]);
    const { stderr, found } = await disagreements(`domain,${heading}\nherat.af,x\n`);
    expect(found).toEqual([]);
    expect(stderr).toContain(`note: not compared: ${heading}; `);
  });

  it('are what --map says', async () => {
    lists([herat]);
    const text = 'Name,Next Due Date,Status,Renews\nherat.af,2026-12-02,Paid,yes\n';
    const maps = [
      ...['--map', 'name=domain', '--map', 'nextduedate=expiry'],
      ...['--map', 'Status=-', '--map', 'renews=auto_renew'],
    ];
    const { found, stderr } = await disagreements(text, ...maps);
    expect(found.map(({ field }: { field: string }) => field)).toEqual(['expiry', 'auto_renew']);
    expect(stderr).toContain('note: not compared: Status; ');
  });

  it.each([
    ['due=expiry', "--map: no heading is 'due'\nhint: the headings are domain, expires\n"],
    [
      'expires=end',
      "--map: no field is 'end'\nhint: the fields are domain, status, expiry, registration_date, auto_renew, nameservers\n",
    ],
    [
      'expires',
      "--map cannot be 'expires'\nhint: the heading of a column and a field, such as --map 'Next Due Date=expiry'\n",
    ],
  ])('--map %s is refused', async (map, error) => {
    const stdin = 'domain,expires\nherat.af,2026-12-01\n';
    expect(await dotaf([...command, '-', '--map', map], { stdin })).toEqual({
      stdout: '',
      stderr: `error: ${error}`,
      code: 2,
    });
  });
});

describe('a column of dates', () => {
  const april = { ...herat, expiry: '2027-04-03' };
  const march = { ...herat, expiry: '2027-03-04' };

  it.each([
    ['25/04/2027', april],
    ['04/25/2027 10:00', march],
  ])('is day first or month first as a row with %s decides', async (other, domain) => {
    const rest = { ...kabul, expiry: '2027-04-25' };
    lists([domain, rest]);
    const text = `domain,expiry\nherat.af,03/04/2027\nkabul.af,${other}\n`;
    expect((await disagreements(text)).found).toEqual([]);
  });

  it.each([
    ['no row decides', '04/05/2027'],
    ['two rows say the opposite', '25/04/2027\nmazar.af,04/25/2027'],
  ])('is refused with its line where %s', async (_, others) => {
    const stdin = `domain,expiry\nherat.af,05/05/2027\nkabul.af,${others}\nbalkh.af,03/04/2027\n`;
    const line = others.includes('\n') ? "5: '03/04/2027'" : "3: '04/05/2027'";
    expect(await dotaf([...command, '-'], { stdin })).toEqual({
      stdout: '',
      stderr: `error: stdin, line ${line} could be day/month or month/day\nhint: write the dates as 2027-03-31\n`,
      code: 2,
    });
  });

  it('is decided by itself, not by another column', async () => {
    const stdin = 'domain,registered,expiry\nherat.af,25/04/2020,03/04/2027\n';
    expect((await dotaf([...command, '-'], { stdin })).stderr).toContain("'03/04/2027' could be");
  });
});

describe('the values', () => {
  const written = { ...herat, domain: 'xn--mgbc8fxs.af', status: 'clientHold, ok' };

  it.each(['XN--MGBC8FXS.AF.', 'https://xn--mgbc8fxs.af/', '\u06a9\u0627\u0628\u0644.af'])(
    'of the name are the same in any writing: %s',
    async (name) => {
      lists([written]);
      expect((await disagreements(`domain\n${name}\n`)).found).toEqual([]);
    },
  );

  it.each(['OK, CLIENT HOLD', 'client_hold,ok', 'ok, Client-Hold'])(
    'of the status are compared without case, blanks, underscores and hyphens: %s',
    async (status) => {
      lists([written]);
      const { found } = await disagreements(`domain;status\n${written.domain};${status}\n`);
      expect(found).toEqual([]);
    },
  );

  it('say that there is none in several ways', async () => {
    lists([herat]);
    const none = 'domain,expires,auto renew\nherat.af,0000-00-00,N/A\n';
    expect((await disagreements(none)).found).toEqual([]);
  });

  it.each([
    [
      'herat.af,31.02.2027,',
      "line 2: '31.02.2027' cannot be read as 'Expires'",
      'write the dates as 2027-03-31',
    ],
    ['herat.af,,perhaps', "line 2: 'perhaps' cannot be read as 'Auto renew'", 'write yes or no'],
    [
      '\nherat.af,,\nTotal: 38,,',
      "line 4: 'Total: 38' is not a domain name",
      'write whole names such as kabul.af, or give --map <heading>=domain',
    ],
  ])('that cannot be read are refused with their line: %j', async (lines, error, hint) => {
    const stdin = `Domain,Expires,Auto renew\n${lines}\n`;
    expect(await dotaf([...command, '-'], { stdin })).toEqual({
      stdout: '',
      stderr: `error: stdin, ${error}\nhint: ${hint}\n`,
      code: 2,
    });
  });

  it('that the service does not say are not taken for agreement', async () => {
    lists([herat, zaranj]);
    const text = 'domain,expires\nherat.af,2026-12-01\nzaranj.af,2026-12-01\n';
    expect(await against(text, '-q')).toEqual({
      stdout: '',
      stderr:
        'warning: the service does not say the expiry of 1 of 2 domains, so it is not compared there\n',
      code: 0,
    });
  });

  it('of lines without a domain, or with one twice, are told', async () => {
    lists([herat]);
    const text = 'domain,status\nherat.af,Cancelled\n,active\nHerat.af,Active\n';
    const { stderr, found } = await disagreements(text, '-q');
    expect(found).toEqual([]);
    expect(stderr).toBe(
      'warning: stdin: no domain on line 3\nwarning: stdin: herat.af on several lines; the last one counts\n',
    );
  });
});

it('warns that a domain may only be missing in a list that is cut', async () => {
  lists([herat], { total: 7 });
  const { stderr } = await disagreements('herat.af\nkabul.af\n', '-q');
  expect(stderr).toBe(
    'warning: the service lists 1 of 7 domains, and cannot be asked for the others\n' +
      'warning: not in a list that may be cut, so perhaps in the account: 1 domain of the file\n',
  );
});

it('says what is wrong with the file before anything is sent', async () => {
  for (const [stdin, reason] of [
    ['domain,note\n"herat.af,x\n', "the quotation mark in '\"herat.af,x' is never closed"],
    ['PK\u0003\u0004\0', 'it is a workbook or an archive, not text'],
    ['{"domain":"herat.af"}\n{"domain"\n', 'it is not one JSON object per line'],
  ] as const) {
    expect(await dotaf([...command, '-'], { stdin })).toEqual({
      stdout: '',
      stderr: `error: cannot read stdin: ${reason}\nhint: save it as UTF-8 text, as CSV, or as one JSON object per line\n`,
      code: 10,
    });
  }
  expect(await dotaf([...command, '-'])).toEqual({
    stdout: '',
    stderr: 'error: stdin is empty\nhint: its first line names the columns\n',
    code: 2,
  });
  const missing = await dotaf([...command, '/nowhere/list.csv']);
  expect(missing).toEqual({
    stdout: '',
    stderr: "error: cannot read '/nowhere/list.csv': no such file (ENOENT)\nhint: check the path\n",
    code: 10,
  });
});

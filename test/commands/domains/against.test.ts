import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { herat, kabul, lists, mazar, zaranj } from '../../support/domains.ts';
import { temporaryFolder } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

const command = ['domains', 'ls', '--against'];

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

it('compares what both state, whatever the columns are called', async () => {
  lists([herat, kabul]);
  expect(
    await against(
      '\ufeffName;Expires;Auto Renew\r\nHERAT.af;01.12.2026;yes\r\nmazar.af;;\r\n',
      '--expect',
      'none',
    ),
  ).toEqual({
    stdout: [
      'DOMAIN    DISAGREEMENT     FIELD       ACCOUNT  FILE',
      'herat.af  differs          auto_renew  false    true',
      'kabul.af  only in account  -           -        -',
      'mazar.af  only in file     -           -        -',
      '',
    ].join('\n'),
    stderr:
      'note: compared by domain, expiry, auto_renew\nnote: the account and the file disagree 3 times\n',
    code: 1,
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
  const account = [herat, kabul, mazar];
  const differs = { domain: 'kabul.af', disagreement: 'differs', field: 'expiry' };
  const only = { disagreement: 'only in file', field: null, account: null, file: null };
  const found = [
    { ...differs, account: '2027-06-01', file: '2027-07-01' },
    { domain: 'old-shop.af', ...only },
  ];

  it.each([
    // Its report "Domains": the headings stand in modules/reports/domains.php of WHMCS.
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
    // The list of domains: language/en_us/client_main.php of its plugin "domains".
    ['blesta-list.tsv', 'domain, status, expiry, registration_date', 'Term, Renewal Date'],
    // The table service_domain: src/modules/Servicedomain/Entity/ServiceDomain.php of FOSSBilling.
    [
      'fossbilling-service-domain.csv',
      'domain, expiry, registration_date, nameservers',
      'id, client_id, tld_registrar_id, period, privacy, locked, created_at, updated_at',
    ],
  ])('%s', async (file, fields, unused) => {
    lists(account);
    const name = path.join(import.meta.dirname, 'exports', file);
    const { stdout, stderr, code } = await dotaf([...command, name, '--json']);
    expect(stderr).toBe(
      `note: compared by ${fields}\nnote: not compared: ${unused}; --map <heading>=<field> tells what a column is\n`,
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(found);
  });
});

describe('the columns', () => {
  it.each([
    ['id,name,domain\n17,Kabul Kites,herat.af\n', 'domain'],
    ['name,id,domain name\nother.af,another.af,herat.af\n', 'domain'],
    ['id,client\nherat.af,Kabul Kites\n', 'domain'],
    ['ID,Name\n17,herat.af\n', 'domain'],
    ['domain,extension\nherat,af\n', 'domain'],
    ['client,\nKabul Kites,herat.af\n', undefined],
  ])('of %j: %s', async (text, fields) => {
    if (fields !== undefined) lists([herat]);
    const { stderr, code } = await disagreements(text, '--expect', 'none');
    expect(code).toBe(fields === undefined ? 2 : 0);
    if (fields !== undefined) expect(stderr).toContain(`note: compared by ${fields}\n`);
  });

  it.each([
    ['expirydate', '2026-12-02', 'expiry'],
    ['Expiration Date (UTC)', '2026-12-02T10:00:00Z', 'expiry'],
    ['validUntil', '2 Dec 2026', 'expiry'],
    ['regdate', '2020-12-02', 'registration_date'],
    ['Domain Created On', '2020-12-02', 'registration_date'],
    ['AUTORENEW', '1', 'auto_renew'],
    ['Auto-Renew enabled?', 'Enabled', 'auto_renew'],
    ['Name servers', 'NS9.host.example', 'nameservers'],
    ['domainstatus', 'client hold', 'status'],
  ])('%s is found', async (heading, cell, field) => {
    lists([herat]);
    const { found } = await disagreements(`domain\t${heading}\nherat.af\t${cell}\n`);
    expect(found).toMatchObject([{ domain: 'herat.af', field }]);
  });

  it.each(['Order Status', 'Registrar', 'Registration Period', 'Next Due Date', 'DNS management'])(
    '%s is not compared, and named',
    async (heading) => {
      lists([herat]);
      const { stderr, found } = await disagreements(`domain,${heading}\nherat.af,x\n`);
      expect(found).toEqual([]);
      expect(stderr).toContain(`note: not compared: ${heading}; `);
    },
  );

  it('are what --map says', async () => {
    lists([herat]);
    const text = 'domain,Next Due Date,Status,Renews\nherat.af,2026-12-02,Paid,yes\n';
    const maps = ['--map', 'nextduedate=expiry', '--map', 'Status=-', '--map', 'renews=auto_renew'];
    const { found, stderr } = await disagreements(text, ...maps);
    expect(found.map(({ field }: { field: string }) => field)).toEqual(['expiry', 'auto_renew']);
    expect(stderr).toContain('note: not compared: Status; ');
  });

  it.each([
    ['due=expiry', "--map: no heading is 'due'\nhint: the headings are domain, expires\n"],
    [
      'expires=end',
      "--map: no field is 'end'\nhint: the fields are domain, label, tld, status, expiry, registration_date, auto_renew, nameservers\n",
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
      '\nherat.af,,\nkabul.af,03/04/2027,',
      "line 4: '03/04/2027' does not tell day and month apart",
      'write it as 2027-03-31',
    ],
    [
      'herat.af,31.02.2027,',
      "line 2: '31.02.2027' cannot be read as 'Expires'",
      'write it as 2027-03-31',
    ],
    ['herat.af,,perhaps', "line 2: 'perhaps' cannot be read as 'Auto renew'", 'write yes or no'],
    [
      'herat.af,,\nTotal: 38,,',
      "line 3: 'Total: 38' is not a domain name",
      'write whole names, such as kabul.af, or leave the line out',
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
      'warning: 1 domain of the file is not in a list that may be cut, and may be in the account\n',
  );
});

it('says what is wrong with the file before anything is sent', async () => {
  expect(await against('price,tax\n1,2\n')).toMatchObject({ code: 2, stdout: '' });
  expect(await against('"open\n')).toMatchObject({ code: 2, stdout: '' });
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

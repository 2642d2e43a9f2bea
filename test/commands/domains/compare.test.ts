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
});

describe('the values', () => {
  const written = { ...herat, domain: 'xn--mgbc8fxs.af', status: 'clientHold, ok' };

  it.each(['OK, CLIENT HOLD', 'client_hold,ok', 'ok, Client-Hold'])(
    'of the status are compared without case, blanks, underscores and hyphens: %s',
    async (status) => {
      lists([written]);
      const { found } = await disagreements(`domain;status\n${written.domain};${status}\n`);
      expect(found).toEqual([]);
    },
  );
});

it('warns that a domain may only be missing in a list that is cut', async () => {
  lists([herat], { total: 7 });
  const { stderr } = await disagreements('herat.af\nkabul.af\n', '-q');
  expect(stderr).toBe(
    'warning: the service lists 1 of 7 domains, and cannot be asked for the others\n' +
      'warning: 1 domain may be in the account all the same, since the list may be cut\n',
  );
});

it('says that a workbook is no list', async () => {
  expect(await dotaf([...command, '-'], { stdin: 'PK\u0003\u0004\0' })).toEqual({
    stdout: '',
    stderr:
      'error: cannot read stdin: it is a workbook or an archive, not text\nhint: save it as UTF-8 text, as CSV, or as one JSON object per line\n',
    code: 10,
  });
});

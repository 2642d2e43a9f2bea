import { describe, expect, it } from 'vitest';
import { herat, kabul, lists, mazar, zaranj } from '../../support/domains.ts';
import { dotaf, dotafSandbox } from '../../support/session.ts';

const listed = [kabul, zaranj, herat, mazar];

function unknown(fact: string, option: string, consequence = 'cannot tell about it'): string {
  return `warning: the ${fact} of 1 of 4 domains is not known, so ${option} ${consequence}: zaranj.af\n`;
}

describe('the list', () => {
  it('is a table, the soonest expiry first and the unknown last', async () => {
    lists(listed);
    expect(
      await dotaf(['domains', 'ls', '--columns', 'domain,status,expiry,days,auto_renew']),
    ).toEqual({
      stdout: [
        'DOMAIN     STATUS     EXPIRY      DAYS  AUTO-RENEW',
        'mazar.af   suspended  2026-11-20    -1  off',
        'herat.af   active     2026-12-01    10  off',
        'kabul.af   active     2027-06-01   192  on',
        'zaranj.af  -          -              -  -',
        '',
      ].join('\n'),
      stderr: '',
      code: 0,
    });
  });

  it('is one JSON array, every key in every item', async () => {
    lists(listed);
    const { stdout } = await dotaf(['domains', 'ls', '--json']);
    expect(JSON.parse(stdout)).toEqual([mazar, herat, kabul, zaranj]);
    expect(stdout.split('\n')).toHaveLength(2);
  });

  it('is empty as a note, [] and a header', async () => {
    for (const [format, stdout] of [
      [[], ''],
      [['--json'], '[]\n'],
      [['--names'], ''],
    ] as const) {
      lists([]);
      const session = await dotaf(['domains', 'ls', ...format]);
      expect([session.stdout, session.code]).toEqual([stdout, 0]);
    }
    lists([]);
    expect((await dotaf(['domains', 'ls'])).stderr).toBe('note: no domain matches\n');
  });

  it('shows what the service sent beyond what is known', async () => {
    lists([{ ...herat, registrar: { id: 7 } }]);
    const { stdout } = await dotaf(['domains', 'ls', '--columns', 'domain,extra']);
    expect(stdout).toBe('DOMAIN    EXTRA\nherat.af  registrar.id=7\n');
  });
});

describe('the choice', () => {
  it.each<[string[], string, string[]]>([
    [['--status', 'ACTIVE'], 'herat.af\nkabul.af\n', [unknown('status', '--status')]],
    [['--auto-renew', 'off'], 'mazar.af\nherat.af\n', [unknown('auto-renew', '--auto-renew')]],
    [['--auto-renew', 'on'], 'kabul.af\n', [unknown('auto-renew', '--auto-renew')]],
    [['--expiring', '10d'], 'mazar.af\nherat.af\n', [unknown('expiry', '--expiring')]],
    [['--expiring', '9d'], 'mazar.af\n', [unknown('expiry', '--expiring')]],
    [['--expiring', '2w'], 'mazar.af\nherat.af\n', [unknown('expiry', '--expiring')]],
    [['--expiring', '7m'], 'mazar.af\nherat.af\nkabul.af\n', [unknown('expiry', '--expiring')]],
    [['--expiring', '1y'], 'mazar.af\nherat.af\nkabul.af\n', [unknown('expiry', '--expiring')]],
    [['--expiring', '2026-12-01'], 'mazar.af\nherat.af\n', [unknown('expiry', '--expiring')]],
    [['--expiring', '2026-12'], 'herat.af\n', [unknown('expiry', '--expiring')]],
    [['--expiring', '2026-11'], 'mazar.af\n', [unknown('expiry', '--expiring')]],
    [['--sort', 'domain'], 'herat.af\nkabul.af\nmazar.af\nzaranj.af\n', []],
    [
      ['--sort', 'status'],
      'herat.af\nkabul.af\nmazar.af\nzaranj.af\n',
      [unknown('status', '--sort', 'puts it last')],
    ],
    [
      ['--status', 'active', '--auto-renew', 'on'],
      'kabul.af\n',
      [unknown('status', '--status'), unknown('auto-renew', '--auto-renew')],
    ],
  ])('%j', async (options, stdout, warnings) => {
    for (const quiet of [[], ['-q']]) {
      lists(listed);
      expect(await dotaf(['domains', 'ls', '--names', ...options, ...quiet])).toEqual({
        stdout,
        stderr: warnings.join(''),
        code: 0,
      });
    }
  });

  it.each<[string[], string]>([
    [
      ['--expiring', 'soon'],
      "error: --expiring cannot be 'soon'\nhint: a time span such as 30d, 12w, 3m, 1y, 2026-12-31 or 2026-12\n",
    ],
    [['--auto-renew', 'maybe'], "error: --auto-renew cannot be 'maybe'\nhint: choose on, off\n"],
    [
      ['--names', '--fields', 'domain'],
      'error: --names and --fields exclude each other\nhint: leave one of them out\n',
    ],
    [
      ['--columns', 'price'],
      "error: unknown field 'price'\nhint: the fields are domain, status, expiry, days, registration_date, auto_renew, nameservers, unicode\n",
    ],
  ])('%j is refused before anything is sent', async (options, stderr) => {
    expect(await dotaf(['domains', 'ls', ...options])).toEqual({ stdout: '', stderr, code: 2 });
  });
});

it('names the statuses that there are, when the one wished for is none of them', async () => {
  lists(listed);
  expect(await dotaf(['domains', 'ls', '--status', 'actve', '--json'])).toEqual({
    stdout: '[]\n',
    stderr: `note: no domain is 'actve'; there are active, suspended\n${unknown('status', '--status')}`,
    code: 0,
  });
});

describe('a list that may be cut', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => ({
    ...herat,
    domain: `name-${index}.af`,
  }));

  it.each<[string, unknown[], object, string]>([
    [
      'has exactly 100',
      hundred,
      {},
      'warning: the service lists at most 100 domains: this list may be cut\n',
    ],
    [
      'has 100 in all, as it says',
      hundred,
      { total: 100 },
      'warning: the service lists at most 100 domains: this list may be cut\n',
    ],
    [
      'has a total above',
      [herat],
      { meta: { total: 7 } },
      'warning: the service lists 1 of 7 domains, and cannot be asked for the others\n',
    ],
    [
      'has a next page',
      [herat],
      { links: { next: '/domains?page=2' } },
      'warning: the service has more domains than these 1, and cannot be asked for them\n',
    ],
    ['is whole', hundred.slice(1), { has_more: false, links: { next: null } }, ''],
  ])('%s', async (_, domains, beside, stderr) => {
    lists(domains, beside);
    expect(await dotaf(['domains', 'ls', '--json', '-q'])).toMatchObject({ stderr, code: 0 });
  });
});

describe('domains calendar', () => {
  it('is a calendar with an all-day event a renewal, and the same UIDs every time', async () => {
    lists(listed);
    const { stdout, stderr, code } = await dotaf(['domains', 'calendar', '-q']);
    expect({ stderr, code }).toEqual({
      stderr: unknown('expiry', 'a calendar', 'leaves it out'),
      code: 0,
    });
    expect(stdout.match(/^UID:.*$/gm)?.map((line) => line.trim())).toEqual([
      'UID:mazar.af@dotaf',
      'UID:herat.af@dotaf',
      'UID:kabul.af@dotaf',
    ]);
    expect(stdout).toContain('DTSTART;VALUE=DATE:20261201\r\nDTEND;VALUE=DATE:20261202\r\n');
    expect(stdout.endsWith('END:VCALENDAR\r\n')).toBe(true);
  });
});

it('lists the account of the sandbox', async () => {
  const { stdout, code } = await dotafSandbox(['domains', 'ls', '--names']);
  expect(code).toBe(0);
  expect(stdout.trim().split('\n')).toHaveLength(38);
});

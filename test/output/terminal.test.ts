import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { balanceData, credentials, service } from '../support/fixtures.ts';
import { dotaf, dotafSandbox } from '../support/session.ts';

const terminal = { stdout: true };

const utf8 = { ...credentials, LANG: 'C.UTF-8' };

function refuses(domain: string, message: string): void {
  service()
    .post('/api/v1/domains/check', { domain, years: 1 })
    .reply(500, { success: false, error: { code: 'boom', message } });
}

it.each([
  [['domains', 'ls'], 20],
  [['domains', 'ls', '--fields', 'domain,nameservers,status,registration_date'], 20],
  [['check', 'kabul.af', `${'long-label-'.repeat(5)}x.af`, 'a.zz', 'herat.af'], 20],
  [['quote', '--years', '1-3', '--markup', '20'], 46],
])('no line of %j is wider than the terminal, except for a name alone', async (argv, least) => {
  for (const columns of [least, 60, 80, 200]) {
    const { stdout } = await dotafSandbox([...argv, '--no-color'], { tty: terminal, columns });
    const lines = stdout.split('\n').filter((line) => !/^\S+$/.test(line.replace(/^[!?]? +/, '')));
    const widest = Math.max(...lines.map((line) => stringWidth(line)));
    expect(widest, `${columns} columns`).toBeLessThanOrEqual(columns);
    expect(stdout.split('\n').length).toBeGreaterThan(3);
  }
});

it('leaves out columns instead of cutting all of them', async () => {
  const argv = ['domains', 'ls', '--no-color'];
  const narrow = await dotafSandbox(argv, { tty: terminal, columns: 60 });
  expect(narrow.stdout.split('\n').slice(0, 2)).toEqual([
    '!  DOMAIN                       STATUS            EXPIRY',
    '!  mazar-city-tours.af          expired           2026-11-06',
  ]);
  expect(narrow.stdout).toContain('pending_transfer  2027-');
  const summary = 'note: 38 domains: 3 expired, 6 within 30 days (4 without auto-renew)\n';
  expect(narrow.stderr).toBe(summary);
  const wide = await dotafSandbox(argv, { tty: terminal, columns: 200 });
  expect(wide.stdout.split('\n')[0]?.split(/ {2,}/)).toEqual([
    '!',
    'DOMAIN',
    'STATUS',
    'EXPIRY',
    'DAYS',
    'REGISTERED',
    'AUTO-RENEW',
    'NAMESERVERS',
  ]);
  expect(wide.stderr).toBe(summary);
});

it.each<[number, string]>([
  [20, 'DOMAIN'],
  [40, '! DOMAIN EXPIRY'],
  [60, '! DOMAIN STATUS EXPIRY'],
  [80, '! DOMAIN STATUS EXPIRY DAYS AUTO-RENEW'],
  [95, '! DOMAIN STATUS EXPIRY DAYS REGISTERED AUTO-RENEW'],
  [200, '! DOMAIN STATUS EXPIRY DAYS REGISTERED AUTO-RENEW NAMESERVERS'],
])('at %i columns the most important ones stay, and a status is whole', async (columns, titles) => {
  const argv = ['domains', 'ls', '--no-color', '-q'];
  const { stdout, stderr } = await dotafSandbox(argv, { tty: terminal, columns });
  const [header = '', ...lines] = stdout.trimEnd().split('\n');
  expect(header.split(/ +/).join(' ')).toBe(titles);
  expect(lines.filter((line) => /\d{4}-\d\d-\d\d/.test(line) || columns === 20)).toHaveLength(38);
  expect(stdout.replace(/ns1.*…/g, '')).not.toContain('…');
  expect(stderr).toBe('');
});

it.each<[number, string]>([
  [41, 'TLD ACTION COST'],
  [42, 'TLD ACTION YEARS COST'],
])('at %i columns a price matters more than its period', async (columns, titles) => {
  const argv = ['quote', '.af', '--fields', 'tld,action,years,amount', '--no-color'];
  const { stdout } = await dotafSandbox(argv, { tty: terminal, columns });
  expect(stdout.split('\n')[0]?.split(/ +/).join(' ')).toBe(titles);
});

it('gives a name that is wider than its column a line of its own, and keeps the rest in line', async () => {
  const names = ['kabul.af', 'a-name-that-is-longer-than-others.com.af', 'herat.af'];
  const { stdout } = await dotafSandbox(['check', ...names, '--no-color'], {
    tty: terminal,
    columns: 40,
  });
  expect(stdout).toBe(
    [
      'DOMAIN       AVAILABILITY   COST, 1 YEAR',
      'kabul.af     taken                     -',
      'a-name-that-is-longer-than-others.com.af',
      '             available         22.20 USD',
      'herat.af     taken                     -',
      '',
    ].join('\n'),
  );
});

it('gives a list room for most names, and a longer one a line of its own', async () => {
  const names = ['n'.repeat(21), 'm'.repeat(22), 'kabul'].map((label) => `${label}.af`);
  const { stdout } = await dotafSandbox(['check', '-', '--no-color'], {
    tty: terminal,
    stdin: names.join('\n'),
  });
  expect(stdout.split('\n')).toEqual([
    'DOMAIN                    AVAILABILITY   COST, 1 YEAR',
    'nnnnnnnnnnnnnnnnnnnnn.af  available         44.40 USD',
    'mmmmmmmmmmmmmmmmmmmmmm.af',
    '                          available         44.40 USD',
    'kabul.af                  taken                     -',
    '',
  ]);
});

it('makes room for the typed names, and lets a row be one line in a pipe', async () => {
  const names = ['kabul.af', 'a-name-that-is-longer-than-others.com.af'];
  for (const tty of [{}, terminal]) {
    const { stdout } = await dotafSandbox(['check', ...names, '--no-color'], { tty, columns: 80 });
    expect(stdout).toBe(
      [
        'DOMAIN                                    AVAILABILITY   COST, 1 YEAR',
        'kabul.af                                  taken                     -',
        'a-name-that-is-longer-than-others.com.af  available         22.20 USD',
        '',
      ].join('\n'),
    );
  }
});

it('shows the whole error message, below its row where it does not fit beside it', async () => {
  refuses('a.af', 'the registry is closed for its weekly rest and opens again on Saturday');
  refuses('b.af', 'no');
  const { stdout } = await dotaf(['check', 'a.af', 'b.af', '--no-color'], {
    tty: terminal,
    columns: 90,
  });
  expect(stdout).toBe(
    [
      'DOMAIN            AVAILABILITY   COST, 1 YEAR',
      'a.af              unknown                   -',
      '    the service failed: the registry is closed for its weekly rest and opens again on',
      '    Saturday (boom)',
      'b.af              unknown                   -  the service failed: no (boom)',
      '',
    ].join('\n'),
  );
});

it('is neither cut nor coloured in a pipe, whatever the width of the terminal', async () => {
  const { stdout } = await dotafSandbox(['domains', 'ls'], { columns: 20 });
  expect(stdout).not.toMatch(/\u001b|…/);
  expect(stdout).toContain('ns1.hosting.example ns2.hosting.example ns3.hosting.example');
});

it('keeps Persian text whole and its neighbours in line', async () => {
  const data = { current_tier: 'کِتاب‌خانه', next_tier: '日本', domains_needed: 1, wide: 'x' };
  service().get('/api/v1/account/tier').reply(200, { success: true, data });
  const { stdout } = await dotaf(['tier']);
  expect(stdout).toBe(
    [
      'current tier    کِتاب‌خانه',
      'next tier       日本',
      'domains needed  1',
      'wide            x',
      '',
    ].join('\n'),
  );
});

it.each([
  ['a pipe', { stdout: false }],
  ['a terminal with colours', { stdout: true }],
])('lays columns out beside Persian, Japanese and emoji: %s', async (_, tty) => {
  const statuses = ['کِتاب‌خانه', '日本', '👩‍💻 ok', 'xxx'];
  const domains = statuses.map((status, index) => ({
    domain: `${index}.af`,
    status,
    expiry: `2026-12-0${index + 1}`,
    auto_renew: true,
  }));
  service().get('/api/v1/domains').reply(200, { success: true, data: { domains } });
  const argv = ['domains', 'ls', '--columns', 'domain,status,days,auto_renew'];
  const { stdout } = await dotaf(argv, { tty, env: utf8 });
  expect(stdout.replace(/\u001b\[[\d;]*m|[\u2068\u2069]/g, '')).toBe(
    [
      'DOMAIN  STATUS    DAYS  AUTO-RENEW',
      '0.af    کِتاب‌خانه    10  on',
      '1.af    日本        11  on',
      '2.af    👩‍💻 ok       12  on',
      '3.af    xxx         13  on',
      '',
    ].join('\n'),
  );
});

it('breaks a long reason between words, and inside words that are longer than a line', async () => {
  const reason = `${'日本'.repeat(20)} closed ${'x'.repeat(70)} کِتاب‌خانه`;
  for (const columns of [8, 20, 60]) {
    refuses('a.af', reason);
    refuses('b.af', reason);
    const argv = ['check', 'a.af', 'b.af', '--no-color'];
    const { stdout } = await dotaf(argv, { tty: terminal, columns, env: utf8 });
    const [, first = '', ...lines] = stdout.split('\n');
    expect(first).toMatch(/^a/);
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
    expect(lines.join('').replace(/[ \u2068\u2069]/g, '')).toContain(reason.replaceAll(' ', ''));
  }
});

describe('a text that nobody can read', () => {
  const long = 'x'.repeat(900_000);
  const data = { domains: [{ domain: 'a.af', status: 'ok', expiry: '2027-01-01', note: long }] };

  it.each([
    ['a terminal', { stdout: true }, ['domains', 'ls']],
    ['a pipe', {}, ['domains', 'ls']],
    ['chosen columns', { stdout: true }, ['domains', 'ls', '--fields', 'extra.note']],
  ])('is cut before it is laid out: %s', async (_, tty, argv) => {
    service().get('/api/v1/domains').reply(200, { success: true, data });
    const { stdout, code } = await dotaf([...argv, '--no-color', '-q'], { tty });
    expect(code).toBe(0);
    expect(stdout).toMatch(/x{10}(…|\.\.\.)\n/);
    expect(stdout.length).toBeLessThan(10_000);
  });

  it.each([
    ['the balance', ['balance'], '/api/v1/account/balance', { ...balanceData, note: long }],
    ['the tier', ['tier'], '/api/v1/account/tier', { current_tier: 'A', note: long }],
    ['the list', ['domains', 'show', 'a.af'], '/api/v1/domains/a.af', data.domains[0]],
  ])('is cut in the details: %s', async (_, argv, path, answer) => {
    service().get(path).reply(200, { success: true, data: answer });
    const { stdout } = await dotaf(argv, { tty: terminal });
    expect(stdout.replace(/[^x]/g, '').length).toBeGreaterThan(1990);
    expect(stdout.length).toBeLessThan(5000);
  });

  it.each([[['--json']], [['--csv', '--fields', 'extra.note']]])(
    'is whole under %j',
    async (format) => {
      service().get('/api/v1/domains').reply(200, { success: true, data });
      expect((await dotaf(['domains', 'ls', ...format])).stdout).toContain(long);
    },
  );
});

const hostile = 'A\u001b[31m\u009b2J\u202e\r\n\u2028\u200b\u0000B';
const shown = 'A\\u001b[31m\\u009b2J\\u202e\\u000d\\u000a\\u2028\\u200b\\u0000B';

it.each<[string[], string]>([
  [[], `current tier    ${shown}\n`],
  [['--fields', 'current_tier'], `current_tier  ${shown}\n`],
  [['--csv', '--fields', 'current_tier'], `current_tier\n${shown}\n`],
  [['--jq', '.current_tier'], `${shown}\n`],
  [['--jq', '"<\\(.current_tier)>"'], `<${shown}>\n`],
])('no text of the service reaches a terminal as it came: %j', async (argv, expected) => {
  const data = { current_tier: hostile };
  service().get('/api/v1/account/tier').reply(200, { success: true, data });
  const { stdout } = await dotaf(['tier', '--no-color', ...argv], { tty: terminal });
  expect(stdout).toContain(expected);
  expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\u202e|\u2028|\u200b/u);
});

it.each([[['--json']], [['--jq', '.']], [['--jq', '{current_tier}']]])(
  'JSON is safe to look at and loses nothing: %j',
  async (argv) => {
    const data = { current_tier: hostile, [`key${hostile}`]: hostile };
    service().get('/api/v1/account/tier').reply(200, { success: true, data });
    const { stdout } = await dotaf(['tier', ...argv], { tty: terminal });
    expect(stdout).toMatch(/^[^\n\p{Cc}\u202e\u2028\u200b]*\n$/u);
    expect(JSON.parse(stdout).current_tier).toBe(hostile);
  },
);

it('makes unknown keys and names in failures safe', async () => {
  service()
    .get('/api/v1/account/tier')
    .reply(200, { success: true, data: { current_tier: 'A', [hostile]: 1 } });
  expect((await dotaf(['tier'])).stdout).toContain(`${shown}  1\n`);
  service()
    .get('/api/v1/account/tier')
    .reply(422, { success: false, error: { code: 'x', message: hostile } });
  const { stderr } = await dotaf(['tier'], { tty: { stdout: true, stderr: true } });
  expect(stderr.replace(/\u001b\[[\d;]*m|\n/g, '')).not.toMatch(/\p{Cc}|\u202e|\u2028|\u200b/u);
});

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

it('leaves out no column that was asked for', async () => {
  const argv = ['check', 'kabul.af', '--columns', 'domain,status,available,years', '--no-color'];
  const { stdout } = await dotafSandbox(argv, { tty: terminal, columns: 20 });
  expect(stdout.split('\n')[0]?.split(/ +/)).toEqual(['DOMAIN', 'STATUS', 'AVAILABLE', 'YEARS']);
});

it('is neither cut nor coloured in a pipe, whatever the width of the terminal', async () => {
  const { stdout } = await dotafSandbox(['domains', 'ls'], { columns: 20 });
  expect(stdout).not.toMatch(/\u001b|…/);
  expect(stdout).toContain('ns1.hosting.example ns2.hosting.example ns3.hosting.example');
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

it('sets a reason below its row where there is no room beside it, and loses no word', async () => {
  const reason = `${'日本'.repeat(20)} closed ${'x'.repeat(70)} کِتاب‌خانه`;
  for (const columns of [8, 20, 50]) {
    refuses('a.af', reason);
    refuses('b.af', reason);
    const argv = ['check', 'a.af', 'b.af', '--no-color'];
    const { stdout } = await dotaf(argv, { tty: terminal, columns, env: utf8 });
    const [, first = '', ...lines] = stdout.trimEnd().split('\n');
    const second = lines.findIndex((line) => line.startsWith('b.af'));
    const below = lines.slice(0, second);
    expect(first).toMatch(/^a\.af( +unknown)?( +-)?$/);
    expect(below.filter((line) => !line.startsWith('    '))).toEqual([]);
    expect(below.join('').replace(/[ \u2068\u2069]/g, '')).toContain(reason.replaceAll(' ', ''));
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
  [['--fields', 'current_tier'], `current tier  ${shown}\n`],
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

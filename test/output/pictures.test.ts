import { describe, expect, it } from 'vitest';
import { herat, lists, mazar, zaranj } from '../support/domains.ts';
import { credentials, service } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf, dotafSandbox } from '../support/session.ts';

const terminal = { stdout: true };

const strip = /^[.\d+▁▂▃▄▅▆▇█]+$/m;

function variables(locale: object) {
  return { ...credentials, DOTAF_HOME: temporaryFolder(), ...locale };
}

/** As many domains as are wanted, so many days from today. */
function expiring(count: number, days: number) {
  const expiry = new Date(Date.parse('2026-11-21') + days * 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, at) => ({
    ...herat,
    domain: `d${days}-${at}.af`,
    expiry,
  }));
}

const months = [expiring(2, 0), expiring(1, 6), expiring(8, 7), expiring(1, 20), expiring(12, 62)];

describe('the weeks of domains ls', () => {
  const below = [
    '     Dec Jan'.slice(3),
    'a cell a week until 2027-01-22: 24 expire, at most 12 a week',
    '1 already expired, 1 not known',
    '',
  ];

  it.each([
    ['.UTF-8', '▂▆▁.....█'],
    ['', '381.....+'],
  ])('are as high as what expires in them: %s', async (charset, cells) => {
    lists([...months.flat(), mazar, zaranj]);
    const env = variables({ LANG: `fa_AF${charset}` });
    const argv = ['domains', 'ls', '--no-color'];
    const { stdout } = await dotaf(argv, { tty: terminal, columns: 60, env });
    expect(stdout.split('\n').slice(-6)).toEqual(['', cells, ...below]);
  });

  it.each([60, 200])('fit into %i columns', async (columns) => {
    const { stdout } = await dotafSandbox(['domains', 'ls', '--no-color'], {
      tty: terminal,
      columns,
    });
    const cells = strip.exec(stdout)?.[0] ?? '';
    expect(cells).toHaveLength(Math.min(columns, 104));
    const counted = [...cells].reduce((sum, cell) => sum + (Number(cell) || 0), 0);
    expect(stdout).toContain(
      `: ${counted} expire, at most 2 a week\n3 already expired, ${35 - counted} later\n`,
    );
  });

  it.each([
    [[], false],
    [['-q'], true],
    [['--csv'], true],
    [['--json'], true],
    [['--names'], true],
    [['--fields', 'domain'], true],
    [['--columns', 'domain,expiry'], true],
    [['--expiring', '3d'], true],
  ])('are left out: %j', async (argv, stdout) => {
    const session = await dotafSandbox(['domains', 'ls', ...argv, '--no-color'], {
      tty: { stdout },
    });
    expect(session.stdout).not.toMatch(/a cell a week/);
    expect(session.stdout).not.toMatch(/\n\n/);
  });
});

describe('UTF-8', () => {
  it.each<[object, NodeJS.Platform, boolean]>([
    [{ LANG: 'en_US.UTF-8' }, 'linux', true],
    [{ LANG: 'C.utf8' }, 'darwin', true],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'C' }, 'linux', false],
    [{ LANG: 'C', LC_CTYPE: 'UTF-8' }, 'darwin', true],
    [{ LANG: 'en_US.UTF-8', LC_ALL: '', LC_CTYPE: '' }, 'linux', true],
    [{}, 'linux', false],
    [{}, 'win32', true],
  ])('is there with %j on %s: %j', async (locale, platform, isThere) => {
    lists(months.flat());
    const env = variables(locale);
    const { stdout } = await dotaf(['domains', 'ls', '--no-color'], {
      tty: terminal,
      platform,
      env,
    });
    expect(strip.exec(stdout)?.[0]).toBe(isThere ? '▂▆▁.....█' : '381.....+');
  });
});

describe('the bar of the tier', () => {
  const usual = { current_tier: 'Silver', next_tier: 'Gold', domains_needed: 68 };

  it.each([
    [{ active_domains: 32 }],
    [{ next_tier_threshold: 100 }],
    [{ current_domains: '32', required_domains: 100 }],
  ])('is drawn from what the answer states: %j', async (beside) => {
    for (const [columns, cells] of [
      [60, 23],
      [200, 40],
    ] as const) {
      service()
        .get('/api/v1/account/tier')
        .reply(200, { success: true, data: { ...usual, ...beside } });
      const { stdout } = await dotaf(['tier', '--no-color'], { tty: terminal, columns });
      const full = Math.floor(cells * 0.32);
      const bar = '#'.repeat(full) + '.'.repeat(cells - full);
      expect(stdout.split('\n').at(-2)).toBe(`to the next tier  ${bar}  32 of 100 domains`);
    }
  });

  it.each([
    [{}],
    [{ threshold: 50 }],
    [{ active_domains: 30, threshold: 100 }],
    [{ active_domains: 30, current_domains: 31 }],
    [{ domains_needed: null, active_domains: 32 }],
    [{ domains_needed: 0, active_domains: 132 }],
  ])('is not drawn without a total, or a sure one: %j', async (data) => {
    service()
      .get('/api/v1/account/tier')
      .reply(200, { success: true, data: { ...usual, ...data } });
    const { stdout } = await dotaf(['tier', '--no-color'], { tty: terminal });
    expect(stdout).not.toMatch(/to the next tier/);
  });
});

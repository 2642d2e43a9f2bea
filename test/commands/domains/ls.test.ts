import { describe, expect, it } from 'vitest';
import { herat, kabul, lists, mazar, zaranj } from '../../support/domains.ts';
import { dotaf } from '../../support/session.ts';

const listed = [kabul, zaranj, herat, mazar];

function unknown(fact: string, option: string, consequence = 'cannot tell about it'): string {
  return `warning: the ${fact} of 1 of 4 domains is not known, so ${option} ${consequence}: zaranj.af\n`;
}

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

import { describe, expect, it } from 'vitest';
import { herat, kabul, lists, zaranj } from '../../support/domains.ts';
import { dotaf } from '../../support/session.ts';

describe('a domain with several statuses', () => {
  const held = { ...herat, domain: 'held.af', status: 'clientHold, pending_delete' };

  it.each(['clientHold', 'CLIENT HOLD', 'client-hold', 'pendingDelete', 'Pending Delete'])(
    'is found by each of them: %s',
    async (status) => {
      lists([herat, held, { ...kabul, status: 'client_hold_2' }]);
      expect(await dotaf(['domains', 'ls', '--names', '--status', status])).toEqual({
        stdout: 'held.af\n',
        stderr: '',
        code: 0,
      });
    },
  );

  it.each([
    [['--status', 'active,clientHold']],
    [['--status', 'active', '--status', 'clientHold']],
  ])('is found beside the domains of another: %j', async (options) => {
    lists([herat, held, { ...kabul, status: 'expired' }]);
    const { stdout } = await dotaf(['domains', 'ls', '--names', '--sort', 'domain', ...options]);
    expect(stdout).toBe('held.af\nherat.af\n');
  });

  it('has each of them offered', async () => {
    lists([held, { ...held, domain: 'other.af', status: 'clientHold' }]);
    expect((await dotaf(['domains', 'ls', '--status', 'hold'])).stderr).toBe(
      "note: no domain is 'hold'; there are clientHold, pending_delete\nnote: no domain matches\n",
    );
  });
});

describe('a fact that no domain has', () => {
  const bare = ['herat.af', 'kabul.af'].map((domain) => ({ domain, paid_thru_x: 'soon' }));

  it.each([
    [['--expiring', '30d'], 'expiry', '--expiring'],
    [['--expiring', '30d', '--auto-renew', 'off'], 'expiry', '--expiring'],
    [['--auto-renew', 'on'], 'auto-renew', '--auto-renew'],
    [['--status', 'active'], 'status', '--status'],
    [['--sort', 'expiry'], 'expiry', '--sort'],
    [['--sort', 'registration_date'], 'registration date', '--sort'],
    [['--sort', 'nameservers'], 'list of nameservers', '--sort'],
  ])('fails %j with the keys that there are', async (options, fact, option) => {
    lists(bare);
    expect(await dotaf(['domains', 'ls', '-q', ...options])).toEqual({
      stdout: '',
      stderr: `error: domains ls: ${option} needs the ${fact}, and none was found in 2 domains with the keys domain, paid_thru_x\nhint: dotaf doctor shows which key each fact is read from\n`,
      code: 8,
    });
  });

  it.each([
    ['--expiring', '30d'],
    ['--auto-renew', 'off'],
    ['--status', 'x'],
    ['--sort', 'expiry'],
  ])('does not matter in an account without domains: %s %s', async (...options) => {
    lists([]);
    expect(await dotaf(['domains', 'ls', '-q', ...options.filter(Boolean)])).toMatchObject({
      stderr: '',
      code: 0,
    });
  });

  it('leaves the list in the order of names, which a warning says', async () => {
    lists(bare.toReversed());
    expect(await dotaf(['domains', 'ls', '-q', '--columns', 'domain'])).toEqual({
      stdout: 'DOMAIN\nherat.af\nkabul.af\n',
      stderr: 'warning: the expiry of no domain is known, so they are in the order of names\n',
      code: 0,
    });
  });
});

it('names the first of those that a filter cannot tell about', async () => {
  const dark = ['a', 'b', 'c', 'd', 'e'].map((label) => ({ ...zaranj, domain: `${label}.af` }));
  lists([...dark, herat]);
  expect(await dotaf(['domains', 'ls', '--expiring', '30d', '-q', '--json'])).toEqual({
    stdout: `${JSON.stringify([herat])}\n`,
    stderr:
      'warning: the expiry of 5 of 6 domains is not known, so --expiring cannot tell about them: a.af, b.af, c.af and 2 more\n',
    code: 0,
  });
});

it('says how many of the list have no name', async () => {
  lists([herat, { ...kabul, domain: null }]);
  const { stdout, stderr, code } = await dotaf(['domains', 'ls', '-q', '--columns', 'domain']);
  expect(stdout).toBe('DOMAIN\nherat.af\n-\n');
  expect({ stderr, code }).toEqual({
    stderr: 'warning: the name of 1 of 2 domains is not known\n',
    code: 0,
  });
});

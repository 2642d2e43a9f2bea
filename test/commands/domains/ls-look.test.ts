import { describe, expect, it } from 'vitest';
import { herat, kabul, lists, mazar, zaranj } from '../../support/domains.ts';
import { dotaf } from '../../support/session.ts';

const terminal = { stdout: true };

async function look(domains: object[], ...options: string[]) {
  lists(domains);
  return dotaf(['domains', 'ls', '--no-color', ...options], { tty: terminal });
}

describe('the last line on a terminal', () => {
  it.each<[string, object[]]>([
    ['3 domains: 1 expired, 1 within 30 days (1 without auto-renew)', [mazar, herat, kabul]],
    [
      '2 domains: 1 expired, 1 within 30 days',
      [mazar, { ...herat, domain: 'on.af', auto_renew: true }],
    ],
    ['1 domain: 0 within 30 days', [kabul]],
    ['1 domain: 1 within 30 days', [{ ...herat, auto_renew: null }]],
    [
      '2 domains: 1 within 30 days (1 without auto-renew), 1 without a known expiry',
      [herat, zaranj],
    ],
  ])('%s', async (text, domains) => {
    expect((await look(domains)).stderr).toBe(`note: ${text}\n`);
  });
});

it('marks what lapses soon by more than colour', async () => {
  const unsaid = { ...herat, domain: 'unsaid.af', auto_renew: null };
  const on = { ...herat, domain: 'on.af', auto_renew: true };
  const lapsed = { ...mazar, domain: 'lapsed.af', auto_renew: true };
  const { stdout } = await look([mazar, lapsed, herat, unsaid, on, kabul, zaranj], '-q');
  expect(stdout.split('\n').map((line) => line.slice(0, 12).trimEnd())).toEqual([
    '!  DOMAIN',
    '!  lapsed.af',
    '!  mazar.af',
    '!  herat.af',
    '   on.af',
    '?  unsaid.af',
    '   kabul.af',
    '   zaranj.af',
    '',
  ]);
});

it('leaves a long status whole, and the columns of the other rows where they are', async () => {
  const status = 'clientTransferProhibited, clientDeleteProhibited, clientHold';
  lists([{ ...herat, status }, kabul]);
  const argv = ['domains', 'ls', '--no-color', '-q'];
  const { stdout } = await dotaf(argv, { tty: terminal, columns: 70 });
  expect(stdout).toBe(
    [
      '!  DOMAIN    STATUS                       EXPIRY      DAYS  AUTO-RENEW',
      `!  herat.af  ${status}  2026-12-01    10  off`,
      '   kabul.af  active                       2027-06-01   192  on',
      '',
    ].join('\n'),
  );
});

import { describe, expect, it } from 'vitest';
import { unicodeName } from '../../src/core/names.ts';
import { herat, lists } from '../support/domains.ts';
import { availabilityText, credentials, service } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

const kabul = 'xn--mgbc8fxs.af';

const terminal = { stdout: true };

function utf8() {
  return { ...credentials, DOTAF_HOME: temporaryFolder(), LANG: 'C.UTF-8' };
}

function answers(domain: string): void {
  service()
    .post('/api/v1/domains/check', { domain, years: 1 })
    .reply(200, availabilityText(domain));
}

it.each([
  [kabul, 'کابل.af'],
  ['XN--MGBC8FXS.AF', 'کابل.af'],
  ['xn--mgbc8fxs.com.af', 'کابل.com.af'],
  ['kabul.af', 'kabul.af'],
  ['xn--.af', 'xn--.af'],
  ['xn--a.af', 'xn--a.af'],
  ['xn--kabul-.af', 'xn--kabul-.af'],
  ['xn--zzzzzzzzzzzz.af', 'xn--zzzzzzzzzzzz.af'],
  ['no name xn--', 'no name xn--'],
])('%s is written as %s', (name, expected) => {
  expect(unicodeName(name)).toBe(expected);
});

describe('a name in another script', () => {
  it('stands beside its A-label, isolated so that the row keeps its order', async () => {
    answers(kabul);
    answers('herat.af');
    const { stdout } = await dotaf(['check', 'کابل.af', 'herat.af', '--no-color'], {
      env: utf8(),
      tty: terminal,
    });
    expect(stdout).toBe(
      [
        'DOMAIN                     AVAILABILITY   COST, 1 YEAR',
        `${kabul} (\u2068کابل.af\u2069)  available         35.00 USD`,
        'herat.af                   available         35.00 USD',
        '',
      ].join('\n'),
    );
  });

  it('stands alone in a pipe, so that a column is a name', async () => {
    answers(kabul);
    answers('herat.af');
    const { stdout } = await dotaf(['check', 'کابل.af', 'herat.af'], { env: utf8() });
    expect(stdout.split('\n')[1]).toBe(`${kabul}   available         35.00 USD`);
  });

  it.each([
    [['--json', '--fields', 'unicode,status'], '{"unicode":"کابل.af","status":"available"}'],
    [['--csv', '--fields', 'domain,unicode'], 'domain,unicode'],
    [['--fields', 'unicode,available'], 'UNICODE  AVAILABLE'],
  ])('is a field of check: %j', async (argv, expected) => {
    answers(kabul);
    const { stdout } = await dotaf(['check', kabul, ...argv], { env: utf8() });
    expect(stdout.split('\n')[0]).toBe(expected);
    expect(stdout).toContain('کابل.af');
    expect(stdout).not.toMatch(/[\u2066-\u2069]/);
  });

  it('is a field of a row that has failed, too', async () => {
    service().post('/api/v1/domains/check').times(2).reply(500, { success: false });
    const argv = ['check', kabul, 'herat.af', '--json', '--fields', 'unicode'];
    const { stdout } = await dotaf(argv, { env: utf8() });
    expect(
      stdout
        .split('\n')
        .slice(0, 2)
        .map((line) => line && JSON.parse(line).unicode),
    ).toEqual(['کابل.af', 'herat.af']);
  });

  it('is a column and a field of the list, and null for a domain without a name', async () => {
    lists([
      { ...herat, domain: kabul },
      { ...herat, domain: null },
    ]);
    const table = await dotaf(['domains', 'ls', '--columns', 'unicode,days', '--no-color', '-q'], {
      env: utf8(),
      tty: terminal,
    });
    expect(table.stdout).toBe('UNICODE  DAYS\n\u2068کابل.af\u2069    10\n-          10\n');
    lists([
      { ...herat, domain: kabul },
      { ...herat, domain: null },
    ]);
    const json = await dotaf(['domains', 'ls', '--json', '--fields', 'unicode'], { env: utf8() });
    expect(JSON.parse(json.stdout)).toEqual([{ unicode: 'کابل.af' }, { unicode: null }]);
  });

  it('stands beside the A-label in the details', async () => {
    service()
      .get(`/api/v1/domains/${kabul}`)
      .reply(200, { success: true, data: { ...herat, domain: kabul } });
    const { stdout } = await dotaf(['domains', 'show', 'کابل.af', '--no-color'], {
      env: utf8(),
      tty: terminal,
    });
    expect(stdout.split('\n')[0]).toBe(`domain       ${kabul} (\u2068کابل.af\u2069)`);
  });

  it('an answer cannot end or begin an isolate', async () => {
    lists([{ ...herat, domain: kabul, status: 'فعال\u2069\u202e' }]);
    const { stdout } = await dotaf(['domains', 'ls', '--columns', 'status', '--no-color', '-q'], {
      env: utf8(),
      tty: terminal,
    });
    expect(stdout).toBe('STATUS\n\u2068فعال\\u2069\\u202e\u2069\n');
  });
});

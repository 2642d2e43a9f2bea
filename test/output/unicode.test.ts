import { describe, expect, it } from 'vitest';
import { unicodeName } from '../../src/core/names.ts';
import { herat, lists } from '../support/domains.ts';
import { credentials } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

const kabul = 'xn--mgbc8fxs.af';

const terminal = { stdout: true };

function utf8() {
  return { ...credentials, DOTAF_HOME: temporaryFolder(), LANG: 'C.UTF-8' };
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

  it('an answer cannot end or begin an isolate', async () => {
    lists([{ ...herat, domain: kabul, status: 'فعال\u2069\u202e' }]);
    const { stdout } = await dotaf(['domains', 'ls', '--columns', 'status', '--no-color', '-q'], {
      env: utf8(),
      tty: terminal,
    });
    expect(stdout).toBe('STATUS\n\u2068فعال\\u2069\\u202e\u2069\n');
  });
});

import { describe, expect, it } from 'vitest';
import { herat, lists } from '../support/domains.ts';
import { credentials, service } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

const terminal = { stdin: true, stdout: true, stderr: true };

const kabul = 'xn--mgbc8fxs.af';

function plainVariables(more: object = {}) {
  return { DOTAF_HOME: temporaryFolder(), LC_ALL: 'C', LANG: 'C.UTF-8', ...more };
}

describe('the cells of a table, on a terminal whose locale is not UTF-8', () => {
  it('shows a name as its A-label, and other text escaped and in line', async () => {
    lists([{ ...herat, domain: kabul, status: 'فعال' }, herat]);
    const { stdout } = await dotaf(
      ['domains', 'ls', '--columns', 'domain,status,days', '--no-color', '-q'],
      { env: plainVariables(credentials), tty: terminal },
    );
    expect(stdout).toBe(
      [
        'DOMAIN           STATUS                    DAYS',
        'herat.af         active                      10',
        `${kabul}  \\u0641\\u0639\\u0627\\u0644    10`,
        '',
      ].join('\n'),
    );
  });

  it('cuts with dots that everybody has', async () => {
    lists([herat]);
    const { stdout } = await dotaf(['domains', 'ls', '--fields', 'domain,nameservers'], {
      env: plainVariables(credentials),
      tty: terminal,
      columns: 30,
    });
    expect(stdout).toMatch(/herat.af +ns1.host.example \.\.\.\n$/);
  });
});

it.each<[string, object, object]>([
  ['a UTF-8 locale', { LANG: 'de_DE.utf8' }, { stdout: true }],
  ['Windows', { platform: 'win32' }, { stdout: true }],
  ['a pipe', { LC_ALL: 'C' }, {}],
])(
  '%s shows other scripts',
  async (_, { platform = 'linux', ...env }: { platform?: 'win32' | 'linux' }, tty) => {
    const data = { current_tier: '日本', next_tier: null, domains_needed: 1 };
    service().get('/api/v1/account/tier').reply(200, { success: true, data });
    const { stdout } = await dotaf(['tier', '--no-color'], {
      env: { ...credentials, ...env, DOTAF_HOME: temporaryFolder() },
      tty,
      platform,
    });
    expect(stdout).toContain('current tier    日本\n');
  },
);

import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { inLocale } from '../../src/platform/locale.ts';
import { described } from '../help/pages.ts';
import { herat, lists } from '../support/domains.ts';
import { baseUrl, credentials, service, welcomes } from '../support/fixtures.ts';
import { homeWith, temporaryFolder } from '../support/home.ts';
import { dotaf, dotafSandbox } from '../support/session.ts';
import { seen, typed } from '../support/terminal.ts';

const terminal = { stdin: true, stdout: true, stderr: true };

const kabul = 'xn--mgbc8fxs.af';

const ascii = /^[\x00-\x7f]*$/;

function plainVariables(more: object = {}) {
  return { DOTAF_HOME: temporaryFolder(), LC_ALL: 'C', LANG: 'C.UTF-8', ...more };
}

describe('on a terminal whose locale is not UTF-8', () => {
  const sandboxed = [
    [],
    ['check', 'کابل.af', 'kabul.af', `${'wide-name-'.repeat(6)}.af`],
    ['check', 'کابل.af', '--json'],
    ['check', 'کابل.af', '--csv'],
    ['check', 'کابل.af', '--fields', 'unicode,status'],
    ['check', 'bad_name.af', 'با فاصله.af'],
    ['check', 'kabul.af', '-v'],
    ['quote', '.af', '.کابل', '--markup', '20'],
    ['quote', '--years', '1-5'],
    ['domains', 'ls'],
    ['domains', 'ls', '--fields', 'domain,nameservers,status,unicode'],
    ['domains', 'calendar'],
    ['domains', 'changes'],
    ['domains', 'compare', '-'],
    ['prices', 'changes'],
    ['prices', 'compare', '-'],
    ['domains', 'show', 'north-gate-clinic.af'],
    ['domains', 'show', 'کابل.af'],
    ['balance', '--min', '5000'],
    ['tier'],
    ['forecast'],
    ['api', '/account/balance'],
    ['metrics'],
    ['doctor'],
    ['auth', 'status'],
    ['auth', 'ls'],
    ['auth', 'use', 'کابل'],
    ['auth', 'logout'],
    ['config', 'ls'],
    ['config', 'get', 'tld'],
    ['config', 'set', 'tld', 'کابل'],
    ['config', 'unset', 'tld'],
    ['config', 'path'],
    ['completion', 'bash'],
    ['sandbox', '--port', 'x'],
    ['auth', 'login'],
    ['کابل'],
    ['--help'],
    ['help'],
    ['help', 'environment'],
    ['help', 'scripting'],
    ['version'],
  ];

  it.each(sandboxed.map((argv) => [argv]))('%j prints ASCII alone', async (argv) => {
    const env = plainVariables();
    const run = ['auth', 'config', 'completion', 'sandbox', '--help', 'help', 'version'].includes(
      argv[0] ?? '',
    )
      ? dotaf([...argv, '--no-input'], { env, tty: terminal, columns: 60 })
      : dotafSandbox(argv, { env, tty: terminal, columns: 60 });
    const { stdout, stderr } = await run;
    expect(stdout + stderr).toMatch(ascii);
    expect(stdout + stderr).not.toBe('');
  });

  it('no command is forgotten above', () => {
    const tried = sandboxed.map((argv) => argv.join(' '));
    for (const { path } of described.all.filter(({ fields }) => fields.length > 0)) {
      expect(
        tried.filter((line) => line.startsWith(path)),
        path,
      ).not.toEqual([]);
    }
  });

  it.each([['auth login'], ['check'], ['help']])(
    'the help of %s is ASCII, too',
    async (command) => {
      const { stdout } = await dotaf([...command.split(' '), '--help'], { env: plainVariables() });
      expect(stdout).toMatch(ascii);
    },
  );

  it('shows a name as its A-label, and other text escaped and in line', async () => {
    lists([{ ...herat, domain: kabul, status: 'فعال' }, herat]);
    const { stdout } = await dotaf(
      ['domains', 'ls', '--columns', 'domain,unicode,status,days', '--no-color', '-q'],
      { env: plainVariables(credentials), tty: terminal },
    );
    expect(stdout).toBe(
      [
        'DOMAIN           UNICODE          STATUS                    DAYS',
        'herat.af         herat.af         active                      10',
        `${kabul}  ${kabul}  \\u0641\\u0639\\u0627\\u0644    10`,
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

  it('loses nothing in JSON', async () => {
    const data = { current_tier: 'نقره 🥈', next_tier: null, domains_needed: 1 };
    service().get('/api/v1/account/tier').reply(200, { success: true, data });
    const { stdout } = await dotaf(['tier', '--json'], {
      env: plainVariables(credentials),
      tty: terminal,
    });
    expect(stdout).toMatch(ascii);
    expect(JSON.parse(stdout).current_tier).toBe('نقره 🥈');
  });

  it('a question is ASCII before and after it is answered', async () => {
    welcomes('key_of_the_shop', 'secret_of_the_shop');
    const argv = ['auth', 'login', '--base-url', baseUrl, '--key', 'key_of_the_shop'];
    const { stderr, code } = await dotaf(argv, {
      env: { ...homeWith(), LC_ALL: 'C' },
      stdin: typed('secret_of_the_shop\r'),
      tty: terminal,
    });
    expect(code).toBe(0);
    expect(seen(stderr)).toContain('API secret');
    expect(stderr).toMatch(ascii);
  });

  it('a library that writes to the stream by itself is no way around, not even a spinner', () => {
    let written = '';
    const stream = new Writable({
      write(chunk, _, done) {
        written += chunk;
        done();
      },
    });
    const sink = {
      stream,
      isTTY: true,
      columns: 80,
      rows: 24,
      colorDepth: 1,
      write: async () => {},
    };
    const env = { LC_ALL: 'C' };
    const { stderr } = inLocale({ env, platform: 'linux', stdout: sink, stderr: sink });
    stderr.stream.write('⠋ asking… ⠙ کابل');
    expect(written).toBe('- asking... \\ \\u06a9\\u0627\\u0628\\u0644');
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

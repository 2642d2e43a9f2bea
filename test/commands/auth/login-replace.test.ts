import { writeFileSync } from 'node:fs';
import path from 'node:path';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { balanceData, baseUrl, shop, welcomes } from '../../support/fixtures.ts';
import { configIn, homeWith } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';
import { seen, typed } from '../../support/terminal.ts';

const kept = { ...shop, name: 'default' };

const config = { profiles: [kept], active: 'default' };

/** Another account of the same service. */
const other = { key: 'key_of_the_other', secret: 'secret_of_the_other' };

const argv = ['auth', 'login', '--base-url', baseUrl, '--key', other.key];

const hint =
  'hint: add --replace to replace it, or --profile <name> to store this account beside it';

const input = { stdin: other.secret };

/** Another process logs in while the service answers this one. */
function overtaken(env: { DOTAF_HOME: string }, profile: object) {
  nock('https://api.reseller.example')
    .get('/api/v1/account/balance')
    .reply(200, () => {
      const text = JSON.stringify({ profiles: [profile], active: 'default' });
      writeFileSync(path.join(env.DOTAF_HOME, 'config.json'), text, { mode: 0o600 });
      return { success: true, data: balanceData };
    });
}

describe('a race', () => {
  it('is lost by the script that comes second', async () => {
    const env = homeWith();
    overtaken(env, kept);
    expect(await dotaf([...argv, '--secret-stdin'], { env, ...input })).toEqual({
      stdout: '',
      stderr: `error: profile 'default' holds another account: key key_****op at ${baseUrl}\n${hint}\n`,
      code: 2,
    });
    expect(configIn(env)).toEqual(config);
  });

  it('is no race when both are of one account', async () => {
    const env = homeWith();
    overtaken(env, { name: 'default', base_url: baseUrl, key: other.key, secret: 'an_old_one' });
    const session = await dotaf([...argv, '--secret-stdin'], { env, ...input });
    expect(session).toMatchObject({ code: 0 });
    expect(configIn(env).profiles).toEqual([{ name: 'default', base_url: baseUrl, ...other }]);
  });
});

describe('a person', () => {
  const tty = { stdin: true, stderr: true };
  const stored = { base_url: baseUrl, ...other };

  it('names the new profile, and is asked again for an empty name', async () => {
    const env = homeWith(config);
    welcomes(other.key, other.secret);
    const stdin = typed(['\r', 'second\r'], `${other.secret}\r`);
    const { stderr, code } = await dotaf(argv, { env, stdin, tty });
    expect(code).toBe(0);
    expect(seen(stderr)).toMatch(
      /^warning: profile 'default' holds another account: key[\s\S]+\n\? Name of the new profile \('default' replaces it\)/,
    );
    expect(seen(stderr)).toContain('> it is empty');
    expect(seen(stderr)).toMatch(/\nnext: dotaf --profile second\n$/);
    expect(configIn(env)).toEqual({ ...config, profiles: [kept, { name: 'second', ...stored }] });
  });

  it('replaces the account by its name, also after a name that holds another one', async () => {
    const third = { ...kept, name: 'third' };
    const env = homeWith({ ...config, profiles: [kept, third] });
    welcomes(other.key, other.secret);
    const stdin = typed('third\r', 'third\r', `${other.secret}\r`);
    expect(await dotaf(argv, { env, stdin, tty })).toMatchObject({ code: 0 });
    expect(configIn(env).profiles).toEqual([kept, { name: 'third', ...stored }]);
  });

  it('is asked nothing with --replace', async () => {
    const env = homeWith(config);
    welcomes(other.key, other.secret);
    const stdin = typed(`${other.secret}\r`);
    expect(await dotaf([...argv, '--replace'], { env, stdin, tty })).toMatchObject({ code: 0 });
    expect(configIn(env).profiles).toEqual([{ name: 'default', ...stored }]);
  });

  it('is a script with --no-input', async () => {
    const env = homeWith(config);
    const session = await dotaf([...argv, '--secret-command', 'true', '--no-input'], { env, tty });
    expect(session).toMatchObject({ code: 2 });
    expect(session.stderr).toContain('--replace');
  });
});

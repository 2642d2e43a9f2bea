import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { baseUrl, refuses, shop, welcomes } from '../../support/fixtures.ts';
import { configIn, homeWith } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';
import { seen, typed } from '../../support/terminal.ts';

const tty = { stdin: true, stderr: true };

const asksForSecret = ['auth', 'login', '--base-url', baseUrl, '--key', 'key_of_the_shop'];

it.each([
  ['a paste', ['secret_of_the_shop', '\r']],
  ['a paste with its line break', ['secret_of_the_shop\n']],
  ['a paste with a line break of Windows', ['secret_of_the_shop\r\n']],
  ['single keys, with one taken back', [...'secret_of_the_shopp', '\u007f', '\r']],
])('takes %s for the secret, and shows not even its length', async (_, keys) => {
  const env = homeWith();
  welcomes('key_of_the_shop', 'secret_of_the_shop');
  const { stdout, stderr, code } = await dotaf(asksForSecret, { env, stdin: typed(keys), tty });
  expect(code).toBe(0);
  expect(
    seen(stderr)
      .replaceAll(/[?✔+] API secret( \(not shown\))?/g, '')
      .trim(),
  ).toBe('');
  expect(seen(stderr)).toMatch(/ API secret \(not shown\)\n$/);
  expect(stdout + stderr).not.toMatch(/s\W*e\W*c\W*r\W*e\W*t\W*_/);
  expect(stderr).not.toContain('*');
  expect(configIn(env)).toMatchObject({ profiles: [{ secret: 'secret_of_the_shop' }] });
});

it.each([
  ['a base URL', ['http://api.reseller.example\r'], 3, 'the base URL of this log-in is plain http'],
  ['a key', [`${baseUrl}\r`, '\r'], 2, 'the key is empty'],
  ['a secret', [`${baseUrl}\r`, 'key_of_it\r', 'pässwörd\r'], 2, 'the secret contains characters'],
])('asks once: %s that will not do ends it, and is not repeated', async (_, texts, code, says) => {
  const session = await dotaf(['auth', 'login'], { env: homeWith(), stdin: typed(...texts), tty });
  expect(session).toMatchObject({ stdout: '', code });
  expect(seen(session.stderr)).toContain(`\nerror: ${says}`);
  expect(session.stderr).not.toContain('pässwörd');
});

it.each([401, 403])(
  'says that the service refused with %s, and asks nothing again',
  async (status) => {
    const env = homeWith();
    refuses(status, { success: false, error: { code: 'invalid_key', message: 'no' } });
    const stdin = typed(`${baseUrl}\r`, `${shop.key}\r`, 'a_wrong_secret\r');
    const { stdout, stderr, code } = await dotaf(['auth', 'login'], { env, stdin, tty });
    expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
    expect(seen(stderr)).toContain(
      '\nerror: the service refused the credentials from this log-in: no (invalid_key)\nhint: ',
    );
    expect(existsSync(path.join(env.DOTAF_HOME, 'config.json'))).toBe(false);
  },
);

it('refuses an option that will not do before it asks anything', async () => {
  const env = { ...homeWith(), DOTAF_BASE_URL: 'https://me:hunter2@api.reseller.example' };
  const { stdout, stderr, code } = await dotaf(['auth', 'login'], { env, tty });
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
  expect(seen(stderr)).toMatch(
    /^error: the base URL of DOTAF_BASE_URL holds a user name or password\nhint: /,
  );
  expect(stderr).not.toContain('hunter2');
});

it('asks at a terminal also with --secret-stdin', async () => {
  const env = homeWith();
  welcomes('key_of_the_shop', 'secret_of_the_shop');
  const stdin = typed('secret_of_the_shop\r');
  const { stderr, code } = await dotaf([...asksForSecret, '--secret-stdin'], { env, stdin, tty });
  expect(code).toBe(0);
  expect(seen(stderr)).toContain('API secret (not shown)');
});

it('asks for all that is missing', async () => {
  const env = homeWith();
  welcomes('key_of_the_shop', 'secret_of_the_shop');
  const stdin = typed(`${baseUrl}\r`, 'key_of_the_shop\r', 'secret_of_the_shop\r');
  const { stderr, code } = await dotaf(['auth', 'login'], { env, stdin, tty });
  expect(code).toBe(0);
  expect(seen(stderr)).toMatch(/Base URL[\s\S]+API key[\s\S]+API secret \(not shown\)/);
  expect(configIn(env)).toMatchObject({ profiles: [{ ...shop, name: 'default' }] });
});

it.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('is called off by %s', async (_, key) => {
  const options = { env: homeWith(), stdin: typed(key), tty };
  const { stdout, stderr, code } = await dotaf([...asksForSecret, '--json'], options);
  expect({ stdout, code }).toEqual({ stdout: '', code: 130 });
  expect(seen(stderr)).not.toContain('bug');
});

it('is called off when the input ends', async () => {
  const stdin = typed();
  setImmediate(() => stdin.push(null));
  const session = await dotaf(['auth', 'login'], { env: homeWith(), stdin, tty });
  expect(session).toMatchObject({ stdout: '', code: 130 });
});

it('is called off by a signal', async () => {
  const session = await dotaf(['auth', 'login'], {
    env: homeWith(),
    stdin: typed(),
    tty,
    onStart: (signal) => setImmediate(() => signal('SIGTERM')),
  });
  expect(session).toMatchObject({ stdout: '', code: 143 });
});

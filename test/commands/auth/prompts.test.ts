import { expect, it } from 'vitest';
import { baseUrl, shop, welcomes } from '../../support/fixtures.ts';
import { configIn, homeWith } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';
import { seen, typed } from '../../support/terminal.ts';

const tty = { stdin: true, stderr: true };

it('asks for the secret on stderr and shows nothing of it', async () => {
  const env = homeWith();
  welcomes('key_of_the_shop', 'secret_of_the_shop');
  const argv = ['auth', 'login', '--base-url', baseUrl, '--key', 'key_of_the_shop'];
  const stdin = typed('secret_of_the_shop\r');
  const { stdout, stderr, code } = await dotaf(argv, { env, stdin, tty });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^logged in as {2}AF-1001\n/);
  expect(seen(stderr)).toContain('API secret (not shown)');
  expect(stdout + stderr).not.toMatch(/s\W*e\W*c\W*r\W*e\W*t\W*_\W*o\W*f/);
  expect(stderr).not.toContain('*');
  expect(configIn(env)).toMatchObject({ profiles: [{ secret: 'secret_of_the_shop' }] });
});

const asksForSecret = ['auth', 'login', '--base-url', baseUrl, '--key', 'key_of_the_shop'];

it.each([
  ['a paste', ['secret_of_the_shop', '\r']],
  ['a paste with its line break', ['secret_of_the_shop\n']],
  ['a paste with a line break of Windows', ['secret_of_the_shop\r\n']],
  ['a paste with a line break and blanks before it', ['\n  secret_of_the_shop\n']],
  ['single keys, with one taken back', [...'secret_of_the_shopp', '\u007f', '\r']],
])('shows how many characters of the secret have arrived: %s', async (_, keys) => {
  const env = homeWith();
  welcomes('key_of_the_shop', 'secret_of_the_shop');
  const { stdout, stderr, code } = await dotaf(asksForSecret, { env, stdin: typed(keys), tty });
  expect(code).toBe(0);
  expect(seen(stderr)).toContain('API secret (not shown, 1 character)');
  expect(seen(stderr)).toContain('API secret (not shown, 18 characters)');
  expect(seen(stderr)).toMatch(/ API secret \(not shown\)\n$/);
  expect(stdout + stderr).not.toMatch(/s\W*e\W*c\W*r\W*e\W*t\W*_|hop/);
  expect(configIn(env)).toMatchObject({ profiles: [{ secret: 'secret_of_the_shop' }] });
});

it('has a secret entered anew that will not do', async () => {
  const env = homeWith();
  welcomes('key_of_the_shop', 'secret_of_the_shop');
  const stdin = typed(['pässwörd\r', 'secret_of_the_shop\r']);
  const { stderr, code } = await dotaf(asksForSecret, { env, stdin, tty });
  expect(code).toBe(0);
  expect(seen(stderr)).toContain('it contains characters that no key or secret has');
  expect(seen(stderr)).not.toContain('(not shown, 9 characters)\n>');
  expect(configIn(env)).toMatchObject({ profiles: [{ secret: 'secret_of_the_shop' }] });
});

it('asks at a terminal also with --secret-stdin', async () => {
  const env = homeWith();
  welcomes('key_of_the_shop', 'secret_of_the_shop');
  const argv = ['auth', 'login', '--base-url', baseUrl, '--key', 'key_of_the_shop'];
  const stdin = typed('secret_of_the_shop\r');
  const { stderr, code } = await dotaf([...argv, '--secret-stdin'], { env, stdin, tty });
  expect(code).toBe(0);
  expect(seen(stderr)).toContain('API secret (not shown)');
});

it('asks for all that is missing, again when an answer will not do', async () => {
  const env = homeWith();
  welcomes('key_of_the_shop', 'secret_of_the_shop');
  const stdin = typed(`${baseUrl}\r`, 'key_of_the_shop\r', 'secret_of_the_shop\r');
  const { stderr, code } = await dotaf(['auth', 'login'], { env, stdin, tty });
  expect(code).toBe(0);
  expect(seen(stderr)).toMatch(/Base URL[\s\S]+API key[\s\S]+API secret \(not shown\)/);
  expect(configIn(env)).toMatchObject({ profiles: [{ ...shop, name: 'default' }] });
});

it('says why an address will not do', async () => {
  const stdin = typed(['http://api.reseller.example\r', '\u0003']);
  const { stderr, code } = await dotaf(['auth', 'login'], { env: homeWith(), stdin, tty });
  expect(code).toBe(130);
  expect(seen(stderr)).toContain('it is plain http, which would show the secret to the network');
});

it.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('is called off by %s', async (_, key) => {
  const argv = ['auth', 'login', '--base-url', baseUrl, '--key', 'key_of_the_shop', '--json'];
  const { stdout, stderr, code } = await dotaf(argv, { env: homeWith(), stdin: typed(key), tty });
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

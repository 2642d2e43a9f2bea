import { existsSync } from 'node:fs';
import path from 'node:path';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { baseUrl, isThere, refuses, shop, welcomes } from '../../support/fixtures.ts';
import { configIn, homeWith } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';
import { seen, typed } from '../../support/terminal.ts';

const tty = { stdin: true, stderr: true };

const ctrlC = '\u0003';

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
  ).toBe('next: dotaf');
  expect(seen(stderr)).toMatch(/ API secret \(not shown\)\nnext: dotaf\n$/);
  expect(stdout + stderr).not.toMatch(/s\W*e\W*c\W*r\W*e\W*t\W*_/);
  expect(stderr).not.toContain('*');
  expect(configIn(env)).toMatchObject({ profiles: [{ secret: 'secret_of_the_shop' }] });
});

it.each([
  ['a base URL', [['http://portal.example\r', ctrlC]], 'it is plain http'],
  ['a key', [`${baseUrl}\r`, ['\r', ctrlC]], 'it is empty'],
  ['a secret', [`${baseUrl}\r`, 'key_of_it\r', ['pässwörd\r', ctrlC]], 'it contains characters'],
])('says at the question that %s will not do', async (_, texts, says) => {
  isThere();
  const options = { env: homeWith(), stdin: typed(...texts), tty };
  const { stdout, stderr, code } = await dotaf(['auth', 'login'], options);
  expect({ stdout, code }).toEqual({ stdout: '', code: 130 });
  expect(seen(stderr)).toContain(`\n> ${says}`);
  expect(stderr).not.toContain('pässwörd');
});

it('takes what is typed after an answer that will not do', async () => {
  const env = homeWith();
  isThere();
  welcomes('key_of_the_shop', 'secret_of_the_shop');
  const url = ['portal.example\r', ...Array(14).fill('\u007f'), `${baseUrl}\r`];
  const stdin = typed(url, ['\r', 'key_of_the_shop\r'], ['é\r', 'secret_of_the_shop\r']);
  expect(await dotaf(['auth', 'login'], { env, stdin, tty })).toMatchObject({ code: 0 });
  expect(configIn(env)).toMatchObject({ profiles: [{ ...shop, name: 'default' }] });
});

it.each([401, 403])('asks again twice for what the service refuses with %s', async (status) => {
  const env = homeWith();
  isThere();
  const refusal = { success: false, error: { code: 'invalid_key', message: 'no' } };
  for (let times = 0; times < 3; times += 1) refuses(status, refusal);
  const again = [`${shop.key}\r`, 'a_wrong_secret\r'];
  const stdin = typed(`${baseUrl}\r`, ...again, ...again, ...again);
  const { stdout, stderr, code } = await dotaf(['auth', 'login'], { env, stdin, tty });
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
  const says = 'the service refused the credentials from this log-in: no (invalid_key)';
  expect(seen(stderr).split(`warning: ${says}`)).toHaveLength(3);
  expect(seen(stderr)).toContain(`\nerror: ${says}\nhint: `);
  expect(existsSync(path.join(env.DOTAF_HOME, 'config.json'))).toBe(false);
});

it('keeps the key at Enter where the secret was wrong', async () => {
  const env = homeWith();
  isThere();
  refuses(401, { success: false });
  welcomes('key_of_the_shop', 'secret_of_the_shop');
  const stdin = typed(
    `${baseUrl}\r`,
    'key_of_the_shop\r',
    'a_wrong_secret\r',
    '\r',
    'secret_of_the_shop\r',
  );
  const { stderr, code } = await dotaf(['auth', 'login'], { env, stdin, tty });
  expect(code).toBe(0);
  expect(seen(stderr)).toContain('API key (empty keeps key_****op)');
  expect(configIn(env)).toMatchObject({ profiles: [{ ...shop, name: 'default' }] });
});

it('takes the next key and secret after a refusal, also in place of a key that was given', async () => {
  const env = homeWith();
  refuses(401, { success: false });
  welcomes('key_of_the_shop', 'secret_of_the_shop');
  const stdin = typed('a_wrong_secret\r', 'key_of_the_shop\r', 'secret_of_the_shop\r');
  const argv = ['auth', 'login', '--base-url', baseUrl, '--key', 'a_wrong_key'];
  expect(await dotaf(argv, { env, stdin, tty })).toMatchObject({ code: 0 });
  expect(configIn(env)).toMatchObject({ profiles: [{ ...shop, name: 'default' }] });
});

it('offers what the profile holds', async () => {
  const env = homeWith({ profiles: [shop], active: 'shop' });
  isThere();
  welcomes(shop.key, 'a_new_secret');
  const stdin = typed('\r', '\r', 'a_new_secret\r');
  const { stderr, code } = await dotaf(['auth', 'login'], { env, stdin, tty });
  expect(code).toBe(0);
  expect(seen(stderr)).toContain(`Base URL (${baseUrl})`);
  expect(seen(stderr)).toContain('API key (empty keeps key_****op)');
  expect(stderr).not.toContain(shop.key);
  expect(configIn(env).profiles).toEqual([{ ...shop, secret: 'a_new_secret' }]);
});

it('refuses an option that will not do before it asks anything', async () => {
  const env = { ...homeWith(), DOTAF_BASE_URL: 'https://me:hunter2@api.reseller.example' };
  const { stdout, stderr, code } = await dotaf(['auth', 'login'], { env, tty });
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
  expect(seen(stderr)).toMatch(/^error: DOTAF_BASE_URL holds a user name, .*\nhint: /);
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
  isThere();
  welcomes('key_of_the_shop', 'secret_of_the_shop');
  const stdin = typed(`${baseUrl}\r`, 'key_of_the_shop\r', 'secret_of_the_shop\r');
  const { stderr, code } = await dotaf(['auth', 'login'], { env, stdin, tty });
  expect(code).toBe(0);
  const intro = 'In the reseller portal, under API access, you find these three:\n';
  expect(seen(stderr).startsWith(intro)).toBe(true);
  expect(seen(stderr)).toMatch(
    /Base URL \(such as https[\s\S]+API key[\s\S]+API secret \(not shown\)/,
  );
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

describe('the address', () => {
  const others = ['key_of_the_shop\r', 'secret_of_the_shop\r'];

  it.each<[string, number, string]>([
    ['a page', 200, '<html></html>'],
    ['a page of a refusal', 403, ' <!doctype html>'],
    ['nothing', 404, ''],
    ['a text', 500, 'down'],
  ])('is asked again where %s answers, and taken when it is typed twice', async (_, ...answer) => {
    const env = homeWith();
    nock('https://api.reseller.example')
      .get('/api/v1/account/balance')
      .reply(...answer);
    welcomes('key_of_the_shop', 'secret_of_the_shop');
    const stdin = typed([`${baseUrl}\r`, '\r'], ...others);
    const { stderr, code } = await dotaf(['auth', 'login'], { env, stdin, tty, columns: 200 });
    expect(code).toBe(0);
    const says = `> ${baseUrl} answers, but not as the service does (HTTP ${answer[0]}); press Enter`;
    expect(seen(stderr)).toContain(says);
  });

  it.each([
    [500, '{"error":{}}'],
    [404, '[]'],
    [401, ''],
    [400, 'no'],
    [429, 'slow down'],
  ])('is taken at once where the service answers %i with %j', async (status, text) => {
    const env = homeWith();
    nock('https://api.reseller.example').get('/api/v1/account/balance').reply(status, text);
    welcomes('key_of_the_shop', 'secret_of_the_shop');
    const stdin = typed(`${baseUrl}\r`, ...others);
    expect(await dotaf(['auth', 'login'], { env, stdin, tty })).toMatchObject({ code: 0 });
  });
});

it('never shows what is pasted beyond an answer', async () => {
  const env = homeWith();
  isThere();
  const paste = ['portal.example\rkey_of_it\rsecret_of_it', ctrlC];
  const { stderr } = await dotaf(['auth', 'login'], { env, stdin: typed(paste), tty });
  expect(seen(stderr)).toContain('it does not start with https');
  expect(stderr).not.toMatch(/key_of_it|secret_of_it/);
});

it.each(['missing', 'wrong'])(
  'shows a refusal that happens to hold the secret %s',
  async (secret) => {
    const message = 'the API key or secret is missing or wrong';
    refuses(401, { success: false, error: { code: 'unauthorized', message } });
    const stdin = typed(`${secret}\r`, ctrlC);
    const { stderr } = await dotaf(asksForSecret, { env: homeWith(), stdin, tty, columns: 200 });
    expect(stderr).toContain(`the service refused the credentials from this log-in: ${message}`);
  },
);

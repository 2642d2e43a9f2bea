import { existsSync } from 'node:fs';
import path from 'node:path';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import {
  balanceBody,
  baseUrl,
  expectLogin,
  expectProbe,
  expectRejectedLogin,
  shop,
} from '../../support/fixtures.ts';
import { createHome, readConfig } from '../../support/home.ts';
import { runCli } from '../../support/run-cli.ts';
import { scriptedStdin, stripAnsi } from '../../support/terminal.ts';

const tty = { stdin: true, stderr: true };

const ctrlC = '\u0003';

const secretPromptArgs = ['auth', 'login', '--base-url', baseUrl, '--key', 'key_of_the_shop'];

it.each([
  ['a paste', ['secret_of_the_shop', '\r']],
  ['a paste with its line break', ['secret_of_the_shop\n']],
  ['a paste with a line break of Windows', ['secret_of_the_shop\r\n']],
  ['single keys, with one taken back', [...'secret_of_the_shopp', '\u007f', '\r']],
])('accepts %s as the secret without revealing its length', async (_, keys) => {
  const env = createHome();
  expectLogin('key_of_the_shop', 'secret_of_the_shop');
  const { stdout, stderr, code } = await runCli(secretPromptArgs, {
    env,
    stdin: scriptedStdin(keys),
    tty,
  });
  expect(code).toBe(0);
  expect(
    stripAnsi(stderr)
      .replaceAll(/[?✔+] API secret( \(not shown\))?/g, '')
      .trim(),
  ).toBe('next: dotaf');
  expect(stripAnsi(stderr)).toMatch(/ API secret \(not shown\)\nnext: dotaf\n$/);
  expect(stdout + stderr).not.toMatch(/s\W*e\W*c\W*r\W*e\W*t\W*_/);
  expect(stderr).not.toContain('*');
  expect(readConfig(env)).toMatchObject({ profiles: [{ secret: 'secret_of_the_shop' }] });
});

it.each([
  ['a base URL', [['http://portal.example\r', ctrlC]], 'it is plain http'],
  ['a key', [`${baseUrl}\r`, ['\r', ctrlC]], 'it is empty'],
  ['a secret', [`${baseUrl}\r`, 'key_of_it\r', ['pässwörd\r', ctrlC]], 'it contains characters'],
])('validates %s at the prompt', async (_, texts, message) => {
  expectProbe();
  const options = { env: createHome(), stdin: scriptedStdin(...texts), tty };
  const { stdout, stderr, code } = await runCli(['auth', 'login'], options);
  expect({ stdout, code }).toEqual({ stdout: '', code: 130 });
  expect(stripAnsi(stderr)).toContain(`\n> ${message}`);
  expect(stderr).not.toContain('pässwörd');
});

it('accepts a corrected answer after an invalid one', async () => {
  const env = createHome();
  expectProbe();
  expectLogin('key_of_the_shop', 'secret_of_the_shop');
  const url = ['portal.example\r', ...Array(14).fill('\u007f'), `${baseUrl}\r`];
  const stdin = scriptedStdin(url, ['\r', 'key_of_the_shop\r'], ['é\r', 'secret_of_the_shop\r']);
  expect(await runCli(['auth', 'login'], { env, stdin, tty })).toMatchObject({ code: 0 });
  expect(readConfig(env)).toMatchObject({ profiles: [{ ...shop, name: 'default' }] });
});

it.each([401, 403])('asks again twice after the service answers %s', async (status) => {
  const env = createHome();
  expectProbe();
  const refusal = { success: false, error: { code: 'invalid_key', message: 'no' } };
  for (let times = 0; times < 3; times += 1) expectRejectedLogin(status, refusal);
  const retryInput = [`${shop.key}\r`, 'a_wrong_secret\r'];
  const retries = ['\r', ...retryInput, '\r', ...retryInput];
  const stdin = scriptedStdin(`${baseUrl}\r`, ...retryInput, ...retries);
  const { stdout, stderr, code } = await runCli(['auth', 'login'], { env, stdin, tty });
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
  const message = 'the service refused the credentials from this log-in: no (invalid_key)';
  expect(stripAnsi(stderr).split(`warning: ${message}`)).toHaveLength(3);
  expect(stripAnsi(stderr)).toContain(`\nerror: ${message}\nhint: `);
  expect(existsSync(path.join(env.DOTAF_HOME, 'config.json'))).toBe(false);
});

it('asks for nothing again if the credential is limited to other addresses', async () => {
  const error = { code: 'forbidden', message: 'your IP 192.0.2.1 is not in the allow-list' };
  expectRejectedLogin(403, { success: false, error });
  const stdin = scriptedStdin(`${shop.secret}\r`);
  const session = await runCli(secretPromptArgs, { env: createHome(), stdin, tty, columns: 200 });
  expect(session.code).toBe(3);
  expect(stripAnsi(session.stderr)).toMatch(
    /is not in the allow-list\nhint: add this machine's address to the credential's allow-list in the portal\n$/,
  );
});

const pasteNote = 'note: left out the quotation marks or the name around it\n';

it.each([
  ['quotation marks', (value: string) => `"${value}"`],
  ['typographic ones', (value: string) => `“${value}”`],
  ['a header', (value: string) => `'X-Service-Secret: ${value}'`],
  ['a variable', (value: string) => `export DOTAF_KEY="${value}"`],
])('takes a key and a secret in %s as meant, with a note', async (_, wrap) => {
  const env = createHome();
  expectProbe();
  expectLogin(shop.key, shop.secret);
  const texts = [`'${baseUrl}'`, wrap(shop.key), wrap(shop.secret)];
  const stdin = scriptedStdin(...texts.map((text) => `${text}\r`));
  const { stderr, code } = await runCli(['auth', 'login'], { env, stdin, tty, columns: 200 });
  expect(code).toBe(0);
  expect(stripAnsi(stderr).split(pasteNote)).toHaveLength(3);
  expect(stripAnsi(stderr)).toContain(`note: the base URL is taken to be ${baseUrl}\n`);
  expect(stderr).not.toContain(shop.secret);
  expect(readConfig(env)).toMatchObject({ profiles: [{ ...shop, name: 'default' }] });
});

it('Enter keeps the key after a wrong secret', async () => {
  const env = createHome();
  expectProbe();
  expectRejectedLogin(401, { success: false });
  expectLogin('key_of_the_shop', 'secret_of_the_shop');
  const stdin = scriptedStdin(
    `${baseUrl}\r`,
    'key_of_the_shop\r',
    'a_wrong_secret\r',
    '\r',
    '\r',
    'secret_of_the_shop\r',
  );
  const { stderr, code } = await runCli(['auth', 'login'], { env, stdin, tty });
  expect(code).toBe(0);
  expect(stripAnsi(stderr)).toContain('API key (empty keeps key_****op)');
  expect(readConfig(env)).toMatchObject({ profiles: [{ ...shop, name: 'default' }] });
});

it('asks for key and secret after a rejection, even if --key was given', async () => {
  const env = createHome();
  expectRejectedLogin(401, { success: false });
  expectLogin('key_of_the_shop', 'secret_of_the_shop');
  const stdin = scriptedStdin('a_wrong_secret\r', '\r', `${shop.key}\r`, `${shop.secret}\r`);
  const argv = ['auth', 'login', '--base-url', baseUrl, '--key', 'a_wrong_key'];
  expect(await runCli(argv, { env, stdin, tty })).toMatchObject({ code: 0 });
  expect(readConfig(env)).toMatchObject({ profiles: [{ ...shop, name: 'default' }] });
});

it('lets the base URL be changed after a rejection', async () => {
  const env = createHome();
  const otherUrl = 'https://other.example/api/v1';
  nock('https://other.example').get('/api/v1/account/balance').reply(401, { success: false });
  expectProbe();
  expectLogin(shop.key, shop.secret);
  const stdin = scriptedStdin(`${shop.secret}\r`, `${baseUrl}\r`, '\r', `${shop.secret}\r`);
  const argv = ['auth', 'login', 'partner', '--base-url', otherUrl, '--key', shop.key];
  const { stderr, code } = await runCli(argv, { env, stdin, tty, columns: 200 });
  expect(code).toBe(0);
  expect(stripAnsi(stderr)).toContain(`Base URL (${otherUrl})`);
  expect(readConfig(env)).toMatchObject({ profiles: [{ ...shop, name: 'partner' }] });
});

it('offers the values of the profile as defaults', async () => {
  const env = createHome({ profiles: [shop], active: 'shop' });
  expectProbe();
  expectLogin(shop.key, 'a_new_secret');
  const stdin = scriptedStdin('\r', '\r', 'a_new_secret\r');
  const { stderr, code } = await runCli(['auth', 'login'], { env, stdin, tty });
  expect(code).toBe(0);
  expect(stripAnsi(stderr)).toContain(`Base URL (${baseUrl})`);
  expect(stripAnsi(stderr)).toContain('API key (empty keeps key_****op)');
  expect(stderr).not.toContain(shop.key);
  expect(readConfig(env).profiles).toEqual([{ ...shop, secret: 'a_new_secret' }]);
});

it('rejects an invalid setting before the first prompt', async () => {
  const env = { ...createHome(), DOTAF_BASE_URL: 'https://me:hunter2@api.reseller.example' };
  const { stdout, stderr, code } = await runCli(['auth', 'login'], { env, tty });
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
  expect(stripAnsi(stderr)).toMatch(/^error: DOTAF_BASE_URL holds a user name, .*\nhint: /);
  expect(stderr).not.toContain('hunter2');
});

it('prompts on a terminal despite --secret-stdin', async () => {
  const env = createHome();
  expectLogin('key_of_the_shop', 'secret_of_the_shop');
  const stdin = scriptedStdin('secret_of_the_shop\r');
  const { stderr, code } = await runCli([...secretPromptArgs, '--secret-stdin'], {
    env,
    stdin,
    tty,
  });
  expect(code).toBe(0);
  expect(stripAnsi(stderr)).toContain('API secret (not shown)');
});

it('prompts for everything that is missing', async () => {
  const env = createHome();
  expectProbe();
  expectLogin('key_of_the_shop', 'secret_of_the_shop');
  const stdin = scriptedStdin(`${baseUrl}\r`, 'key_of_the_shop\r', 'secret_of_the_shop\r');
  const { stderr, code } = await runCli(['auth', 'login'], { env, stdin, tty });
  expect(code).toBe(0);
  const intro = 'In the reseller portal, under API access, you find these three:\n';
  expect(stripAnsi(stderr).startsWith(intro)).toBe(true);
  expect(stripAnsi(stderr)).toMatch(
    /Base URL \(such as https[\s\S]+API key[\s\S]+API secret \(not shown\)/,
  );
  expect(readConfig(env)).toMatchObject({ profiles: [{ ...shop, name: 'default' }] });
});

it.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('is cancelled by %s', async (_, key) => {
  const options = { env: createHome(), stdin: scriptedStdin(key), tty };
  const { stdout, stderr, code } = await runCli([...secretPromptArgs, '--json'], options);
  expect({ stdout, code }).toEqual({ stdout: '', code: 130 });
  expect(stripAnsi(stderr)).not.toContain('bug');
});

it('is cancelled when stdin ends', async () => {
  const stdin = scriptedStdin();
  setImmediate(() => stdin.push(null));
  const session = await runCli(['auth', 'login'], { env: createHome(), stdin, tty });
  expect(session).toMatchObject({ stdout: '', code: 130 });
});

it('is cancelled by a signal', async () => {
  const session = await runCli(['auth', 'login'], {
    env: createHome(),
    stdin: scriptedStdin(),
    tty,
    onStart: (signal) => setImmediate(() => signal('SIGTERM')),
  });
  expect(session).toMatchObject({ stdout: '', code: 143 });
});

describe('the base URL', () => {
  const otherInput = ['key_of_the_shop\r', 'secret_of_the_shop\r'];

  it.each<[string, number, string]>([
    ['a page', 200, '<html></html>'],
    ['a page of a refusal', 403, ' <!doctype html>'],
    ['nothing', 404, ''],
    ['a text', 500, 'down'],
  ])('is asked again after %s in reply, and accepted when entered twice', async (_, ...answer) => {
    const env = createHome();
    nock('https://api.reseller.example')
      .get('/api/v1/account/balance')
      .reply(...answer);
    expectLogin('key_of_the_shop', 'secret_of_the_shop');
    const stdin = scriptedStdin([`${baseUrl}\r`, '\r'], ...otherInput);
    const { stderr, code } = await runCli(['auth', 'login'], { env, stdin, tty, columns: 200 });
    expect(code).toBe(0);
    const message = `> ${baseUrl} answers, but not as the service does (HTTP ${answer[0]}); press Enter`;
    expect(stripAnsi(stderr)).toContain(message);
  });

  it.each([
    [500, '{"error":{}}'],
    [404, '[]'],
    [401, ''],
    [400, 'no'],
    [429, 'slow down'],
  ])('is accepted at once if the service answers %i with %j', async (status, text) => {
    const env = createHome();
    nock('https://api.reseller.example').get('/api/v1/account/balance').reply(status, text);
    expectLogin('key_of_the_shop', 'secret_of_the_shop');
    const stdin = scriptedStdin(`${baseUrl}\r`, ...otherInput);
    expect(await runCli(['auth', 'login'], { env, stdin, tty })).toMatchObject({ code: 0 });
  });
});

describe('a base URL from the address bar', () => {
  const portal = 'https://api.reseller.example';
  const mockProbe = (path: string, status: number, text: string) =>
    nock(portal).get(`${path}/api/v1/account/balance`).reply(status, text);

  it.each([
    ['a query', `${portal}/?tab=api`],
    ['a fragment', `${portal}#/api-access`],
    ['both', `${baseUrl}?tab=api#key`],
  ])('loses %s, with a note', async (_, url) => {
    const env = createHome();
    expectProbe();
    expectLogin(shop.key, shop.secret);
    const stdin = scriptedStdin(`${url}\r`, `${shop.key}\r`, `${shop.secret}\r`);
    const { stderr, code } = await runCli(['auth', 'login'], { env, stdin, tty, columns: 200 });
    expect(code).toBe(0);
    expect(stripAnsi(stderr)).toContain(`\nnote: the base URL is taken to be ${baseUrl}\n`);
    expect(readConfig(env)).toMatchObject({ profiles: [{ base_url: baseUrl }] });
  });

  it.each([
    ['is a page', 200, '<html></html>'],
    ['redirects', 302, ''],
    ['answers 404', 404, '{"success":false}'],
  ])('loses a path that %s, if the service answers at the origin', async (_, status, text) => {
    const env = createHome();
    mockProbe('/account', status, text);
    expectProbe();
    expectLogin(shop.key, shop.secret);
    const stdin = scriptedStdin(`${portal}/account?tab=1\r`, `${shop.key}\r`, `${shop.secret}\r`);
    const { stderr, code } = await runCli(['auth', 'login'], { env, stdin, tty, columns: 200 });
    expect(code).toBe(0);
    expect(stripAnsi(stderr)).toContain(`\nnote: the base URL is taken to be ${baseUrl}\n`);
    expect(readConfig(env)).toMatchObject({ profiles: [{ base_url: baseUrl }] });
  });

  it.each([
    ['the service is behind it', 401, 401],
    ['the origin does not know the operation either', 404, 404],
  ])('keeps its path if %s', async (_, status, originStatus) => {
    const env = createHome();
    mockProbe('/gateway', status, '{"success":false}');
    nock(portal).get('/api/v1/account/balance').reply(originStatus, '{"success":false}');
    nock(portal).get('/gateway/api/v1/account/balance').reply(200, balanceBody);
    const stdin = scriptedStdin(`${portal}/gateway\r`, `${shop.key}\r`, `${shop.secret}\r`);
    expect(await runCli(['auth', 'login'], { env, stdin, tty })).toMatchObject({ code: 0 });
    expect(readConfig(env)).toMatchObject({
      profiles: [{ base_url: `${portal}/gateway/api/v1` }],
    });
    nock.cleanAll();
  });

  it('is asked again, and nothing else, if the service does not know the operation', async () => {
    const env = createHome();
    const path = '/account/api/v1/account/balance';
    nock(portal)
      .get(path)
      .reply(404, { success: false, error: { code: 'not_found' } });
    expectProbe();
    expectProbe();
    expectLogin(shop.key, shop.secret);
    const argv = ['auth', 'login', '--base-url', `${portal}/account`];
    const stdin = scriptedStdin(`${shop.key}\r`, `${shop.secret}\r`, '\r');
    const { stderr, code } = await runCli(argv, { env, stdin, tty, columns: 200 });
    expect(code).toBe(0);
    expect(stripAnsi(stderr)).toMatch(
      /\nwarning: balance: the service refused: \(not_found\)\n\? Base URL \(https:\/\/api\.reseller\.example\/api\/v1\)/,
    );
    expect(stripAnsi(stderr).split('? API secret (not shown)\n')).toHaveLength(1);
    expect(readConfig(env)).toMatchObject({ profiles: [{ ...shop, name: 'default' }] });
  });

  it('is refused with a password, which is named and not shown', async () => {
    const stdin = scriptedStdin(['https://me:hunter2@api.reseller.example/?tab=1\r', ctrlC]);
    const options = { env: createHome(), stdin, tty, columns: 200 };
    const { stderr } = await runCli(['auth', 'login'], options);
    expect(stripAnsi(stderr)).toContain(`> it holds a user name, a password: use ${baseUrl}`);
  });
});

it('never echoes the rest of a multi-line paste', async () => {
  const env = createHome();
  expectProbe();
  const paste = ['portal.example\rkey_of_it\rsecret_of_it', ctrlC];
  const { stderr } = await runCli(['auth', 'login'], { env, stdin: scriptedStdin(paste), tty });
  expect(stripAnsi(stderr)).toContain('it does not start with https');
  expect(stderr).not.toMatch(/key_of_it|secret_of_it/);
});

it.each(['missing', 'wrong'])(
  'shows an error message that contains the rejected secret %s',
  async (secret) => {
    const message = 'the API key or secret is missing or wrong';
    expectRejectedLogin(401, { success: false, error: { code: 'unauthorized', message } });
    const stdin = scriptedStdin(`${secret}\r`, ctrlC);
    const { stderr } = await runCli(secretPromptArgs, {
      env: createHome(),
      stdin,
      tty,
      columns: 200,
    });
    expect(stderr).toContain(`the service refused the credentials from this log-in: ${message}`);
  },
);

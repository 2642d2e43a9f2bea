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
import { logInOnTerminal } from '../../support/login.ts';
import { runCli } from '../../support/run-cli.ts';
import { scriptedStdin } from '../../support/terminal.ts';

const tty = { stdin: true, stderr: true };

const ctrlC = '\u0003';

const [keyInput, secretInput] = [`${shop.key}\r`, `${shop.secret}\r`];

const secretPromptArgs = ['--base-url', baseUrl, '--key', shop.key];

async function expectStored(
  texts: (string | string[])[],
  argv: string[] = [],
  profile: object = { ...shop, name: 'default' },
) {
  const env = createHome();
  const result = await logInOnTerminal(texts, { env, argv });
  expect(result.code).toBe(0);
  expect(readConfig(env)).toMatchObject({ profiles: [profile] });
  return result;
}

it.each([
  ['a paste', [shop.secret, '\r']],
  ['a paste with its line break', [`${shop.secret}\n`]],
  ['a paste with a line break of Windows', [`${shop.secret}\r\n`]],
  ['single keys, with one taken back', [...`${shop.secret}p`, '\u007f', '\r']],
])('accepts %s as the secret without revealing its length', async (_, keys) => {
  expectLogin(shop.key, shop.secret);
  const { stdout, stderr, screen } = await expectStored([keys], secretPromptArgs);
  expect(screen.replaceAll(/[?✔+] API secret( \(not shown\))?/g, '').trim()).toBe('next: dotaf');
  expect(screen).toMatch(/ API secret \(not shown\)\nnext: dotaf\n$/);
  expect(stdout + stderr).not.toMatch(/s\W*e\W*c\W*r\W*e\W*t\W*_/);
  expect(stderr).not.toContain('*');
});

it.each([
  ['a base URL', [['http://portal.example\r', ctrlC]], 'it is plain http'],
  ['a key', [`${baseUrl}\r`, ['\r', ctrlC]], 'it is empty'],
  ['a secret', [`${baseUrl}\r`, 'key_of_it\r', ['pässwörd\r', ctrlC]], 'it contains characters'],
])('validates %s at the prompt', async (_, texts, message) => {
  expectProbe();
  const { stdout, stderr, screen, code } = await logInOnTerminal(texts, { env: createHome() });
  expect({ stdout, code }).toEqual({ stdout: '', code: 130 });
  expect(screen).toContain(`\n> ${message}`);
  expect(stderr).not.toContain('pässwörd');
});

it('accepts a corrected answer after an invalid one', async () => {
  expectProbe();
  expectLogin(shop.key, shop.secret);
  const url = ['portal.example\r', ...Array(14).fill('\u007f'), `${baseUrl}\r`];
  await expectStored([url, ['\r', keyInput], ['é\r', secretInput]]);
});

it.each([401, 403])('asks again twice after the service answers %s', async (status) => {
  const env = createHome();
  expectProbe();
  const refusal = { success: false, error: { code: 'invalid_key', message: 'no' } };
  for (let times = 0; times < 3; times += 1) expectRejectedLogin(status, refusal);
  const retryInput = [keyInput, 'a_wrong_secret\r'];
  const retries = ['\r', ...retryInput, '\r', ...retryInput];
  const texts = [`${baseUrl}\r`, ...retryInput, ...retries];
  const { stdout, screen, code } = await logInOnTerminal(texts, { env });
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
  const message = 'the service refused the credentials from this log-in: no (invalid_key)';
  expect(screen.split(`warning: ${message}`)).toHaveLength(3);
  expect(screen).toContain(`\nerror: ${message}\nhint: `);
  expect(existsSync(path.join(env.DOTAF_HOME, 'config.json'))).toBe(false);
});

it('asks for nothing again if the credential is limited to other addresses', async () => {
  const error = { code: 'forbidden', message: 'your IP 192.0.2.1 is not in the allow-list' };
  expectRejectedLogin(403, { success: false, error });
  const options = { env: createHome(), argv: secretPromptArgs };
  const { screen, code } = await logInOnTerminal([secretInput], options);
  expect(code).toBe(3);
  expect(screen).toMatch(
    /is not in the allow-list\nhint: add this machine's address to the credential's allow-list in the portal\n$/,
  );
});

it.each([
  ['quotation marks', (value: string) => `"${value}"`],
  ['typographic ones', (value: string) => `“${value}”`],
  ['a header', (value: string) => `'X-Service-Secret: ${value}'`],
  ['a variable', (value: string) => `export DOTAF_KEY="${value}"`],
])('takes a key and a secret in %s as meant, with a note', async (_, wrap) => {
  expectProbe();
  expectLogin(shop.key, shop.secret);
  const texts = [`'${baseUrl}'`, wrap(shop.key), wrap(shop.secret)];
  const { stderr, screen } = await expectStored(texts.map((text) => `${text}\r`));
  const pasteNote = 'note: left out the quotation marks or the name around it\n';
  expect(screen.split(pasteNote)).toHaveLength(3);
  expect(screen).toContain(`note: the base URL is taken to be ${baseUrl}\n`);
  expect(stderr).not.toContain(shop.secret);
});

it('Enter keeps the key after a wrong secret', async () => {
  expectProbe();
  expectRejectedLogin(401, { success: false });
  expectLogin(shop.key, shop.secret);
  const texts = [`${baseUrl}\r`, keyInput, 'a_wrong_secret\r', '\r', '\r', secretInput];
  const { screen } = await expectStored(texts);
  expect(screen).toContain('API key (empty keeps key_****op)');
});

it('asks for key and secret after a rejection, even if --key was given', async () => {
  expectRejectedLogin(401, { success: false });
  expectLogin(shop.key, shop.secret);
  const argv = ['--base-url', baseUrl, '--key', 'a_wrong_key'];
  await expectStored(['a_wrong_secret\r', '\r', keyInput, secretInput], argv);
});

it('lets the base URL be changed after a rejection', async () => {
  const otherUrl = 'https://other.example/api/v1';
  nock('https://other.example').get('/api/v1/account/balance').reply(401, { success: false });
  expectProbe();
  expectLogin(shop.key, shop.secret);
  const argv = ['partner', '--base-url', otherUrl, '--key', shop.key];
  const texts = [secretInput, `${baseUrl}\r`, '\r', secretInput];
  const { screen } = await expectStored(texts, argv, { ...shop, name: 'partner' });
  expect(screen).toContain(`Base URL (${otherUrl})`);
});

it('offers the values of the profile as defaults', async () => {
  const env = createHome({ profiles: [shop], active: 'shop' });
  expectProbe();
  expectLogin(shop.key, 'a_new_secret');
  const { stderr, screen, code } = await logInOnTerminal(['\r', '\r', 'a_new_secret\r'], { env });
  expect(code).toBe(0);
  expect(screen).toContain(`Base URL (${baseUrl})`);
  expect(screen).toContain('API key (empty keeps key_****op)');
  expect(stderr).not.toContain(shop.key);
  expect(readConfig(env).profiles).toEqual([{ ...shop, secret: 'a_new_secret' }]);
});

it('rejects an invalid setting before the first prompt', async () => {
  const env = { ...createHome(), DOTAF_BASE_URL: 'https://me:hunter2@api.reseller.example' };
  const { stdout, stderr, screen, code } = await logInOnTerminal([], { env });
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
  expect(screen).toMatch(/^error: DOTAF_BASE_URL holds a user name, .*\nhint: /);
  expect(stderr).not.toContain('hunter2');
});

it('prompts on a terminal despite --secret-stdin', async () => {
  expectLogin(shop.key, shop.secret);
  const { screen } = await expectStored([secretInput], [...secretPromptArgs, '--secret-stdin']);
  expect(screen).toContain('API secret (not shown)');
});

it('prompts for everything that is missing', async () => {
  expectProbe();
  expectLogin(shop.key, shop.secret);
  const { screen } = await expectStored([`${baseUrl}\r`, keyInput, secretInput]);
  expect(screen).toMatch(/^In the reseller portal, under API access, you find these three:\n/);
  expect(screen).toMatch(/Base URL \(such as https[\s\S]+API key[\s\S]+API secret \(not shown\)/);
});

it.each([
  ['Ctrl-C', ctrlC],
  ['Ctrl-D', '\u0004'],
])('is cancelled by %s', async (_, key) => {
  const options = { env: createHome(), argv: [...secretPromptArgs, '--json'] };
  const { stdout, screen, code } = await logInOnTerminal([key], options);
  expect({ stdout, code }).toEqual({ stdout: '', code: 130 });
  expect(screen).not.toContain('bug');
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
  it.each<[string, number, string]>([
    ['a page', 200, '<html></html>'],
    ['a page of a refusal', 403, ' <!doctype html>'],
    ['nothing', 404, ''],
    ['a text', 500, 'down'],
  ])('is asked again after %s in reply, and accepted when entered twice', async (_, ...answer) => {
    expectRejectedLogin(...answer);
    expectLogin(shop.key, shop.secret);
    const { screen } = await expectStored([[`${baseUrl}\r`, '\r'], keyInput, secretInput]);
    const message = `> ${baseUrl} answers, but not as the service does (HTTP ${answer[0]}); press Enter`;
    expect(screen).toContain(message);
  });

  it.each([
    [500, '{"error":{}}'],
    [404, '[]'],
    [401, ''],
    [400, 'no'],
    [429, 'slow down'],
  ])('is accepted at once if the service answers %i with %j', async (status, text) => {
    expectRejectedLogin(status, text);
    expectLogin(shop.key, shop.secret);
    await expectStored([`${baseUrl}\r`, keyInput, secretInput]);
  });
});

describe('a base URL from the address bar', () => {
  const portal = 'https://api.reseller.example';

  it.each([
    ['a query', `${portal}/?tab=api`],
    ['a fragment', `${portal}#/api-access`],
    ['both', `${baseUrl}?tab=api#key`],
  ])('loses %s, with a note', async (_, url) => {
    expectProbe();
    expectLogin(shop.key, shop.secret);
    const { screen } = await expectStored([`${url}\r`, keyInput, secretInput]);
    expect(screen).toContain(`\nnote: the base URL is taken to be ${baseUrl}\n`);
  });

  it('keeps its path', async () => {
    const path = '/gateway/api/v1/account/balance';
    nock(portal).get(path).reply(401, '{"success":false}');
    nock(portal).get(path).reply(200, balanceBody);
    const profile = { base_url: `${portal}/gateway/api/v1` };
    await expectStored([`${portal}/gateway\r`, keyInput, secretInput], [], profile);
  });

  it('is asked again, and nothing else, if the service does not know the operation', async () => {
    nock(portal)
      .get('/account/api/v1/account/balance')
      .reply(404, { success: false, error: { code: 'not_found' } });
    expectProbe();
    expectLogin(shop.key, shop.secret);
    const argv = ['--base-url', `${portal}/account`];
    const { screen } = await expectStored([keyInput, secretInput, `${baseUrl}\r`], argv);
    expect(screen).toMatch(
      /\nwarning: balance: the service refused: \(not_found\)\n\? Base URL \(https:\/\/api\.reseller\.example\/account\/api\/v1\)/,
    );
    expect(screen.split('? API secret (not shown)\n')).toHaveLength(1);
  });

  it('is refused with a password, which is named and not shown', async () => {
    const texts = [['https://me:hunter2@api.reseller.example/?tab=1\r', ctrlC]];
    const { screen } = await logInOnTerminal(texts, { env: createHome() });
    expect(screen).toContain(`> it holds a user name, a password: use ${baseUrl}`);
  });
});

it('never echoes the rest of a multi-line paste', async () => {
  expectProbe();
  const paste = ['portal.example\rkey_of_it\rsecret_of_it', ctrlC];
  const { stderr, screen } = await logInOnTerminal([paste], { env: createHome() });
  expect(screen).toContain('it does not start with https');
  expect(stderr).not.toMatch(/key_of_it|secret_of_it/);
});

it.each(['missing', 'wrong'])(
  'shows an error message that contains the rejected secret %s',
  async (secret) => {
    const message = 'the API key or secret is missing or wrong';
    expectRejectedLogin(401, { success: false, error: { code: 'unauthorized', message } });
    const options = { env: createHome(), argv: secretPromptArgs };
    const { stderr } = await logInOnTerminal([`${secret}\r`, ctrlC], options);
    expect(stderr).toContain(`the service refused the credentials from this log-in: ${message}`);
  },
);

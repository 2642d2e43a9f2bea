import { existsSync } from 'node:fs';
import path from 'node:path';
import nock from 'nock';
import { expect, it } from 'vitest';
import { baseUrl, refuses, service, shop, welcomes } from '../../support/fixtures.ts';
import { configIn, homeWith } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';
import { seen, typed } from '../../support/terminal.ts';

const tty = { stdin: true, stderr: true };

const stored = { ...shop, name: 'default' };

/** The questions in the order in which they were answered. */
function answered(stderr: string): string[] {
  return [...seen(stderr).matchAll(/^\S (Base URL|API key|API secret|Command).*\n/gm)].map(
    ([, question = '']) => question,
  );
}

/** A host that is not the service. */
function wrongHost(): nock.Interceptor {
  return nock('https://wrong.example').get('/api/v1/account/balance');
}

it('asks for the secret alone again when the credentials are refused', async () => {
  const env = homeWith();
  refuses(401, { success: false, error: { code: 'invalid_key', message: 'no' } });
  welcomes(shop.key, shop.secret);
  const stdin = typed(`${baseUrl}\r`, `${shop.key}\r`, 'a_wrong_secret\r', `${shop.secret}\r`);
  const { stdout, stderr, code } = await dotaf(['auth', 'login'], { env, stdin, tty });
  expect({ stdout, code }).toMatchObject({
    stdout: expect.stringMatching(/^logged in as/),
    code: 0,
  });
  expect(answered(stderr)).toEqual(['Base URL', 'API key', 'API secret', 'API secret']);
  expect(seen(stderr)).toContain(
    [
      'error: the service refused the credentials from this log-in: no (invalid_key)',
      'hint: check key and secret; a secret that is lost can be rotated in the reseller\n      portal\nhint: API access must be enabled on the account first\nhint: then try again',
      '? API secret',
    ].join('\n'),
  );
  expect(configIn(env).profiles).toEqual([stored]);
});

it.each([
  ['cannot be reached', () => wrongHost().times(3).replyWithError('it failed')],
  ['has no such page', () => wrongHost().reply(404, {})],
  ['has a web page', () => wrongHost().reply(200, '<!doctype html>')],
  ['redirects', () => wrongHost().reply(301, '', { location: 'https://elsewhere.example' })],
  ['is another service', () => wrongHost().reply(200, { data: [] })],
])('asks for the base URL alone when that %s', async (_, answer) => {
  const env = homeWith();
  answer();
  welcomes(shop.key, shop.secret);
  const argv = ['auth', 'login', '--key', shop.key];
  const stdin = typed('https://wrong.example\r', `${shop.secret}\r`, `${baseUrl}\r`);
  const { stderr, code } = await dotaf(argv, { env, stdin, tty });
  expect(code).toBe(0);
  expect(answered(stderr)).toEqual(['Base URL', 'API secret', 'Base URL']);
  expect(seen(stderr)).toContain('? Base URL (https://wrong.example/api/v1)');
  expect(seen(stderr)).not.toContain('auth status');
  expect(configIn(env).profiles).toEqual([stored]);
});

it('tries the same base URL again for an empty answer', async () => {
  const env = homeWith();
  service().get('/api/v1/account/balance').times(3).replyWithError('it failed');
  welcomes(shop.key, shop.secret);
  const argv = ['auth', 'login', '--base-url', baseUrl, '--key', shop.key];
  const stdin = typed(`${shop.secret}\r`, '\r');
  expect(await dotaf(argv, { env, stdin, tty })).toMatchObject({ code: 0 });
});

it('asks in the place of options that will not do', async () => {
  const env = { ...homeWith(), DOTAF_BASE_URL: 'https://me:hunter2@api.reseller.example' };
  welcomes(shop.key, shop.secret);
  const stdin = typed(`${baseUrl}\r`, `${shop.key}\r`, `${shop.secret}\r`);
  const { stderr, code } = await dotaf(['auth', 'login', '--key', 'a\nb'], { env, stdin, tty });
  expect(code).toBe(0);
  expect(seen(stderr)).toContain(
    'error: the base URL of DOTAF_BASE_URL holds a user name or password\nhint: ',
  );
  expect(seen(stderr)).toContain('error: the key contains characters that no key or secret has\n');
  expect(stderr).not.toContain('hunter2');
  expect(answered(stderr)).toEqual(['Base URL', 'API key', 'API secret']);
});

it('asks for a command that printed no secret, and not for the secret itself', async () => {
  const env = homeWith();
  welcomes(shop.key, shop.secret);
  const argv = ['auth', 'login', '--base-url', baseUrl, '--key', shop.key];
  const command = `echo ${shop.secret}`;
  const stdin = typed(`${command}\r`);
  const { stderr, code } = await dotaf([...argv, '--secret-command', 'exit 3'], {
    env,
    stdin,
    tty,
  });
  expect(code).toBe(0);
  expect(seen(stderr)).toContain('? Command that prints the secret');
  expect(seen(stderr)).not.toContain('exit 3');
  expect(configIn(env).profiles).toMatchObject([{ secret_command: command }]);
});

it('does not ask again after five attempts', async () => {
  const env = homeWith();
  const refusals = service().get('/api/v1/account/balance').times(5).reply(403, {});
  const argv = ['auth', 'login', '--base-url', baseUrl, '--key', shop.key];
  const twice = ['wrong\r', '\r', 'wrong\r'];
  const stdin = typed('wrong\r', ...twice, ...twice);
  const { stdout, stderr, code } = await dotaf(argv, { env, stdin, tty });
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
  expect(seen(stderr).match(/error: the service refused the credentials/g)).toHaveLength(5);
  expect(refusals.isDone()).toBe(true);
  expect(existsSync(path.join(env.DOTAF_HOME, 'config.json'))).toBe(false);
});

it.each([
  ['fails', 500],
  ['refuses a request of this kind', 400],
])('asks nothing again when the service %s', async (_, status) => {
  refuses(status, {});
  const argv = ['auth', 'login', '--base-url', baseUrl, '--key', shop.key];
  const stdin = typed(`${shop.secret}\r`);
  const { stderr, code } = await dotaf(argv, { env: homeWith(), stdin, tty });
  expect(code).toBe(6);
  expect(answered(stderr)).toEqual(['API secret']);
});

it('is called off by Ctrl-C at a question that is asked again', async () => {
  const env = homeWith();
  refuses(401, {});
  const argv = ['auth', 'login', '--base-url', baseUrl, '--key', shop.key, '--json'];
  const stdin = typed('wrong\r', '\u0003');
  const { stdout, code } = await dotaf(argv, { env, stdin, tty });
  expect({ stdout, code }).toEqual({ stdout: '', code: 130 });
  expect(existsSync(path.join(env.DOTAF_HOME, 'config.json'))).toBe(false);
});

it('asks for the key, too, after a second refusal, and keeps the choice of a profile', async () => {
  const held = { ...stored, key: 'key_of_the_other' };
  const env = homeWith({ profiles: [held] });
  refuses(401, {});
  refuses(401, {});
  welcomes(shop.key, shop.secret);
  const argv = ['auth', 'login', '--base-url', baseUrl, '--key', 'a_mistyped_key'];
  const secret = `${shop.secret}\r`;
  const stdin = typed('other\r', 'shop\r', 'wrong\r', secret, `${shop.key}\r`, secret);
  expect(await dotaf(argv, { env, stdin, tty })).toMatchObject({ code: 0 });
  expect(configIn(env).profiles).toEqual([held, shop]);
});

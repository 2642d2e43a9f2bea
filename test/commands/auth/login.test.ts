import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { baseUrl, expectLogin } from '../../support/fixtures.ts';
import { createHome, readConfig } from '../../support/home.ts';
import { logInOnTerminal } from '../../support/login.ts';
import { runCli } from '../../support/run-cli.ts';

const secret = 'secret_of_the_shop';
const loginArgs = ['auth', 'login', '--base-url', baseUrl, '--key', 'key_of_the_shop'];

it('fails before any question if the config is corrupt', async () => {
  const session = await logInOnTerminal([], { env: createHome('{') });
  expect(session).toMatchObject({ stdout: '', code: 10 });
  expect(session.screen).toMatch(/^error: the config .* is damaged\n/);
});

it.each([
  ['an unknown path', 404, '{"success":false}', 6],
  ['the path of a page', 200, '<html></html>', 8],
])('a script with %s is told to compare the base URL', async (_, status, body, code) => {
  const service = nock('https://api.reseller.example');
  service.get('/page/api/v1/account/balance').reply(status, body);
  const argv = ['auth', 'login', '--base-url', 'https://api.reseller.example/page', '--key', 'k_1'];
  const env = createHome();
  expect(await runCli([...argv, '--secret-stdin'], { env, stdin: secret })).toEqual({
    stdout: '',
    stderr: expect.stringContaining(
      '\nhint: compare the base URL with the one in your reseller portal\n',
    ),
    code,
  });
});

it.each([
  ['"key_of_the_shop"', `X-Service-Secret: ${secret}\n`],
  ['X-Service-Key: key_of_the_shop', `DOTAF_SECRET='${secret}'\n`],
  ['DOTAF_KEY=key_of_the_shop', `$env:DOTAF_SECRET = "${secret}"\r\n`],
])('--key %s and --secret-stdin are taken as meant, with a note', async (key, stdin) => {
  const env = createHome();
  expectLogin('key_of_the_shop', secret);
  const argv = ['auth', 'login', '--base-url', baseUrl, '--key', key, '--secret-stdin'];
  expect(await runCli(argv, { env, stdin })).toMatchObject({
    stderr:
      'note: key: left out the quotation marks or the name around it\nnote: secret: left out the quotation marks or the name around it\n',
    code: 0,
  });
  expect(readConfig(env)).toMatchObject({ profiles: [{ key: 'key_of_the_shop', secret }] });
});

describe('the secret from stdin', () => {
  it.each([
    ['of Windows', `\ufeff${secret}\r\n`],
    ['with blank lines', `  ${secret}\n\n`],
  ])('is accepted %s', async (_, stdin) => {
    const env = createHome();
    expectLogin('key_of_the_shop', secret);
    expect(await runCli([...loginArgs, '--secret-stdin'], { env, stdin })).toMatchObject({
      code: 0,
    });
    expect(readConfig(env)).toMatchObject({ profiles: [{ secret }] });
  });

  it('is not read from a terminal, which would echo it', async () => {
    const argv = [...loginArgs, '--secret-stdin', '--no-input'];
    const tty = { stdin: true, stderr: true };
    const session = await runCli(argv, { env: { ...createHome(), NO_COLOR: '1' }, tty });
    const message = 'error: a secret typed here would be seen on the screen';
    const stderr = `${message}\nhint: dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt\n`;
    expect(session).toEqual({ stdout: '', stderr, code: 2 });
  });
});

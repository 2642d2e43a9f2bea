import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { baseUrl, refuses, service, shop, welcomes } from '../../support/fixtures.ts';
import { configIn, homeWith, textIn } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';
import { seen } from '../../support/terminal.ts';

const secret = 'secret_of_the_shop';
const given = ['auth', 'login', '--base-url', baseUrl, '--key', 'key_of_the_shop'];

it('verifies with one balance request, stores the profile and shows it', async () => {
  const env = homeWith();
  const asked = welcomes('key_of_the_shop', secret);
  expect(await dotaf([...given, '--secret-stdin'], { env, stdin: `${secret}\n` })).toEqual({
    stdout: [
      'logged in as  AF-1001',
      'profile       default',
      'base URL      https://api.reseller.example/api/v1',
      'key           key_****op',
      '',
    ].join('\n'),
    stderr: '',
    code: 0,
  });
  expect(asked.isDone()).toBe(true);
  expect(configIn(env)).toEqual({
    profiles: [{ ...shop, name: 'default' }],
    active: 'default',
  });
});

it('answers as one JSON object, without the secret', async () => {
  welcomes('key_of_the_shop', secret);
  const argv = [...given, '--secret-stdin', '--profile', 'shop', '--json'];
  const { stdout, stderr, code } = await dotaf(argv, { env: homeWith(), stdin: secret });
  expect(JSON.parse(stdout)).toEqual({
    profile: 'shop',
    active: true,
    base_url: baseUrl,
    key: 'key_****op',
    secret: 'stored',
    account_number: 'AF-1001',
  });
  expect(stdout).toBe(`${JSON.stringify(JSON.parse(stdout))}\n`);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
});

it('leaves the active profile the active one, and says so', async () => {
  const env = homeWith({ profiles: [shop], active: 'shop' });
  welcomes('key_of_the_shop', secret);
  const argv = [...given, '--secret-stdin', '--profile', 'a b'];
  expect(await dotaf(argv, { env, stdin: secret })).toMatchObject({
    stderr: "note: profile 'shop' stays active; dotaf auth use 'a b' changes that\n",
    code: 0,
  });
  expect(configIn(env)).toMatchObject({ active: 'shop', profiles: [shop, { name: 'a b' }] });
});

it('replaces a stored command by a secret and the other way round, and keeps the rest', async () => {
  const rest = { preferences: { timeout: '30' }, colour_of_the_future: [1, 2] };
  const env = homeWith({ profiles: [{ ...shop, name: 'default', ...rest }] });
  welcomes('key_of_the_shop', secret);
  await dotaf([...given, '--secret-command', `echo ${secret}`], { env });
  const { secret: _, ...withoutSecret } = shop;
  expect(configIn(env).profiles).toEqual([
    { ...withoutSecret, name: 'default', ...rest, secret_command: `echo ${secret}` },
  ]);
  welcomes('key_of_the_shop', secret);
  await dotaf([...given, '--secret-stdin'], { env, stdin: secret });
  expect(configIn(env).profiles).toEqual([{ ...shop, name: 'default', ...rest }]);
});

it('says that the environment will come before the profile', async () => {
  const env = { ...homeWith(), DOTAF_KEY: 'key_of_the_environment' };
  welcomes('key_of_the_shop', secret);
  const { stderr } = await dotaf([...given, '--secret-stdin'], { env, stdin: secret });
  expect(stderr).toBe('note: DOTAF_KEY and DOTAF_SECRET are set, and come before any profile\n');
});

it.each(['two words', 'دکان', '__proto__', '-x', 'a/../b'])(
  'takes %s for the name of a profile',
  async (name) => {
    const env = homeWith({ profiles: [shop], active: 'shop' });
    welcomes('key_of_the_shop', secret);
    const argv = [...given, '--secret-stdin', `--profile=${name}`];
    expect(await dotaf(argv, { env, stdin: secret })).toMatchObject({ code: 0 });
    expect(configIn(env).profiles).toEqual([shop, { ...shop, name }]);
    expect(await dotaf(['auth', 'use', '--', name], { env })).toMatchObject({ code: 0 });
    const status = await dotaf(['auth', 'status', '--json'], { env });
    expect(JSON.parse(status.stdout)).toMatchObject({ profile: name });
    const listed = await dotaf(['auth', 'ls', '--json'], { env });
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { profile: 'shop', active: false },
      { profile: name, active: true },
    ]);
    expect(await dotaf(['auth', 'logout'], { env })).toMatchObject({ code: 0 });
    expect(configIn(env)).toEqual({ profiles: [shop] });
  },
);

const compareUrl = 'compare the base URL with the one in your reseller portal\n';

describe('stores nothing', () => {
  it('when the service refuses the credentials', async () => {
    const env = homeWith();
    refuses(401, { success: false, error: { code: 'invalid_key', message: `no ${secret}` } });
    const session = await dotaf([...given, '--secret-stdin'], { env, stdin: secret });
    expect(session).toMatchObject({ stdout: '', code: 3 });
    expect(session.stderr).toMatch(
      /^error: the service refused the credentials from this log-in: no \[redacted\] \(invalid_key\)\nhint: /,
    );
    expect(existsSync(path.join(env.DOTAF_HOME, 'config.json'))).toBe(false);
  });

  it.each([
    ['the connection fails', () => unreachable(), 5, 'check '],
    ['the answer is no balance', () => refuses(200, { success: true, data: {} }), 8, compareUrl],
    ['the answer is not of the service', () => refuses(404, {}), 6, compareUrl],
  ])('when %s', async (_, answers, code, hint) => {
    const env = homeWith({ profiles: [shop] });
    const before = textIn(env);
    answers();
    const session = await dotaf([...given, '--secret-stdin'], { env, stdin: secret });
    expect(session).toMatchObject({ stdout: '', code });
    expect(session.stderr).toContain(`\nhint: ${hint}`);
    expect(textIn(env)).toBe(before);
  });

  it('when the config is damaged, and asks nothing', async () => {
    const tty = { stdin: true, stderr: true };
    const session = await dotaf(['auth', 'login'], { env: homeWith('{'), tty, columns: 200 });
    expect(session).toMatchObject({ stdout: '', code: 10 });
    expect(seen(session.stderr)).toMatch(/^error: the config .* is damaged\n/);
  });
});

describe('with no terminal', () => {
  it.each([
    [[], '--base-url, --key, --secret-stdin'],
    [['--key', 'k', '--secret-command', 'true'], '--base-url'],
    [['--base-url', baseUrl, '--secret-stdin'], '--key'],
  ])('%j names what is missing', async (argv, missing) => {
    expect(await dotaf(['auth', 'login', ...argv], { env: homeWith() })).toEqual({
      stdout: '',
      stderr: [
        `error: required without a terminal: ${missing}`,
        'hint: dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt',
        '',
      ].join('\n'),
      code: 2,
    });
  });

  it('takes the address from DOTAF_BASE_URL, and a key without the blanks around it', async () => {
    const env = { ...homeWith(), DOTAF_BASE_URL: 'https://api.reseller.example/' };
    welcomes('k_1', 's_1');
    const argv = ['auth', 'login', '--key', ' k_1 ', '--secret-stdin'];
    expect(await dotaf(argv, { env, stdin: 's_1' })).toMatchObject({ code: 0 });
    expect(configIn(env)).toMatchObject({ profiles: [{ base_url: baseUrl, key: 'k_1' }] });
  });
});

describe('the secret from stdin', () => {
  it.each([
    ['without a line end', secret],
    ['of Windows', `\ufeff${secret}\r\n`],
    ['with blank lines', `  ${secret}\n\n`],
  ])('is taken %s', async (_, stdin) => {
    const env = homeWith();
    welcomes('key_of_the_shop', secret);
    expect(await dotaf([...given, '--secret-stdin'], { env, stdin })).toMatchObject({ code: 0 });
    expect(configIn(env)).toMatchObject({ profiles: [{ secret }] });
  });

  it.each([
    ['a blank line', '\n', 'is empty'],
    ['two lines', 'one_half\nother_half\n', 'contains characters that no key or secret has'],
  ])('is refused when it is %s', async (_, stdin, fault) => {
    const env = homeWith();
    expect(await dotaf([...given, '--secret-stdin'], { env, stdin })).toEqual({
      stdout: '',
      stderr: [
        `error: the secret ${fault}`,
        'hint: copy it from the reseller portal again, without quotes or spaces',
        '',
      ].join('\n'),
      code: 2,
    });
  });

  it('is not read from a terminal, where it would be seen', async () => {
    const argv = [...given, '--secret-stdin', '--no-input'];
    const tty = { stdin: true, stderr: true };
    const session = await dotaf(argv, { env: { ...homeWith(), NO_COLOR: '1' }, tty });
    const says = 'error: a secret typed here would be seen on the screen';
    const stderr = `${says}\nhint: dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt\n`;
    expect(session).toEqual({ stdout: '', stderr, code: 2 });
  });
});

it.each([
  [['--key', ''], 'the key is empty'],
  [['--key', 'a\nb'], 'the key contains characters that no key or secret has'],
  [['--secret-command', 'true'], '--secret-stdin and --secret-command exclude each other'],
  [['--sandbox'], '--sandbox ends with this command, so nothing can log in to it'],
])('refuses %j', async (more, message) => {
  const env = homeWith();
  // An option that takes one value is not given twice.
  const others = more[0] === '--key' ? given.slice(0, given.indexOf('--key')) : given;
  const argv = [...others, '--secret-stdin', ...more];
  const session = await dotaf(argv, { env, stdin: secret });
  expect(session).toMatchObject({ stdout: '', code: 2 });
  expect(session.stderr.split('\n')[0]).toBe(`error: ${message}`);
  expect(existsSync(path.join(env.DOTAF_HOME, 'config.json'))).toBe(false);
});

it('stores a secret command in place of the secret, which it prints first', async () => {
  const env = homeWith();
  welcomes('key_of_the_shop', secret);
  const command = `printf '${secret}\\nuser: me\\n'`;
  const argv = [...given, '--secret-command', command, '--json'];
  const { stdout } = await dotaf(argv, { env });
  expect(JSON.parse(stdout)).toMatchObject({ secret: 'command' });
  expect(configIn(env).profiles).toEqual([
    { name: 'default', base_url: baseUrl, key: 'key_of_the_shop', secret_command: command },
  ]);
});

it('never shows the secret, whatever is asked for', async () => {
  for (const more of [['-v'], ['-v', '--json'], ['--csv'], ['--fields', 'secret,key']]) {
    welcomes('key_of_the_shop', secret);
    const argv = [...given, '--secret-stdin', ...more];
    const { stdout, stderr, code } = await dotaf(argv, { env: homeWith(), stdin: secret });
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain(secret);
    expect(stdout + stderr).not.toContain('key_of_the_shop');
  }
});

function unreachable() {
  const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  service().get('/api/v1/account/balance').times(3).replyWithError(error);
}

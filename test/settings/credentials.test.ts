import { describe, expect, it } from 'vitest';
import { accountId, limitId } from '../../src/settings/credentials.ts';
import { baseUrl, credentials, shop, welcomes, wholesale } from '../support/fixtures.ts';
import { homeWith } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

const stored = { profiles: [shop, { ...wholesale, name: 'default' }], active: 'shop' };

const pair = 'there are no credentials: DOTAF_KEY and DOTAF_SECRET are not set, and';
const unsendable = 'contains characters that no key or secret has';

const hints = {
  profiles: 'dotaf auth ls shows the profiles; dotaf auth login --profile <name> adds one',
  value: 'look for quotes, spaces or line breaks around the value',
  portal: 'it is https://…/api/v1, as your reseller portal shows it',
  trial:
    ', or try any command with --sandbox; API access must be enabled on the reseller account first',
};

/** Which credentials a command would use. */
async function used(env: Record<string, string>, ...argv: string[]) {
  const { stdout } = await dotaf(['auth', 'status', '--json', ...argv], { env });
  const { profile, base_url, key } = JSON.parse(stdout);
  return { profile, base_url, key };
}

/** @param message in which CONFIG stands for the path of the config */
async function refuses(
  env: Record<string, string>,
  argv: string[],
  message: string,
  hint: string,
  code = 3,
) {
  const says = message.replace('CONFIG', `${env.DOTAF_HOME}/config.json`);
  expect(await dotaf(['balance', ...argv], { env })).toEqual({
    stdout: '',
    stderr: `error: ${says}\nhint: ${hint}\n`,
    code,
  });
}

describe('the profile', () => {
  const own = { base_url: baseUrl, key: 'key_****op' };

  it('is that of --profile, DOTAF_PROFILE, the active one, or default', async () => {
    const env = homeWith({ ...stored, profiles: [...stored.profiles, { ...shop, name: 'third' }] });
    expect(await used(env)).toEqual({ ...own, profile: 'shop' });
    expect(await used({ ...env, DOTAF_PROFILE: 'third' })).toEqual({ ...own, profile: 'third' });
    expect(await used({ ...env, DOTAF_PROFILE: '' })).toEqual({ ...own, profile: 'shop' });
    expect(await used({ ...env, DOTAF_PROFILE: 'third' }, '--profile', 'default')).toMatchObject({
      profile: 'default',
    });
    expect(await used(homeWith({ profiles: stored.profiles }))).toMatchObject({
      profile: 'default',
    });
  });

  it.each([
    ['__proto__', ''],
    ['shop.key', ''],
    ['SHOP', 'did you mean shop? '],
    ['shop ', 'did you mean shop? '],
  ])('is found by its whole name and not as %s', async (name, guess) => {
    const env = homeWith(stored);
    const hint = guess + hints.profiles;
    await refuses(env, ['--profile', name], `there is no profile '${name}' in CONFIG`, hint);
    const says = `there is no profile '${name}' (from DOTAF_PROFILE) in CONFIG`;
    await refuses({ ...env, DOTAF_PROFILE: name }, [], says, hint);
  });

  it('names DOTAF_PROFILE wherever that has chosen it', async () => {
    const env = homeWith({ profiles: [{ name: 'bare' }, { ...shop, secret: 'a b\n' }] });
    const bare = "profile 'bare' (from DOTAF_PROFILE) in CONFIG has no key, no secret, no base URL";
    const login = `dotaf auth login --profile bare${hints.trial}`;
    await refuses({ ...env, DOTAF_PROFILE: 'bare' }, [], `${pair} ${bare}`, login);
    const secret = `the secret of profile 'shop' (from DOTAF_PROFILE) in CONFIG ${unsendable}`;
    await refuses({ ...env, DOTAF_PROFILE: 'shop' }, [], secret, hints.value);
  });

  it('is missing where none is stored, or none is active', async () => {
    const login = `dotaf auth login${hints.trial}`;
    await refuses(homeWith(), [], `${pair} no profile is stored in CONFIG`, login);
    const use = `dotaf auth use shop, or dotaf auth ls to see them all${hints.trial}`;
    const env = homeWith({ profiles: [shop] });
    await refuses(env, [], `${pair} no profile in CONFIG is active`, use);
    const empty = "there is no profile '' in CONFIG";
    await refuses(env, ['--profile', ''], empty, hints.profiles, 2);
  });

  it.each(['base_url', 'key', 'secret'] as const)('is none without its %s', async (part) => {
    const { [part]: _, ...rest } = shop;
    const env = homeWith({ profiles: [{ ...rest, name: "my 'shop'" }] });
    const says = `${pair} profile 'my 'shop'' in CONFIG has no ${part.replace('base_url', 'base URL')}`;
    const login = `dotaf auth login --profile 'my '\\''shop'\\'''${hints.trial}`;
    await refuses(env, ['--profile', "my 'shop'"], says, login);
  });

  it.each([
    [`the key of profile 'shop' in CONFIG ${unsendable}`, { key: 'one\ntwo' }],
    [`the secret of profile 'shop' in CONFIG ${unsendable}`, { secret: 'secret ' }],
    [`the secret of profile 'shop' in CONFIG ${unsendable}`, { secret: '' }],
    [
      "the base URL of profile 'shop' in CONFIG holds a user name or password",
      { base_url: 'https://me:hunter2@api.reseller.example' },
    ],
  ])('is refused: %s', async (says, change) => {
    const env = homeWith({ profiles: [{ ...shop, ...change }] });
    const hint = 'base_url' in change ? hints.portal : hints.value;
    await refuses(env, ['--profile', 'shop'], says, hint);
  });
});

describe('the environment', () => {
  it('comes before the profile, whole, and sends its own pair', async () => {
    const asked = welcomes(credentials.DOTAF_KEY, credentials.DOTAF_SECRET);
    const env = { ...homeWith(stored), ...credentials };
    expect(await dotaf(['balance', '-q'], { env })).toMatchObject({ stderr: '', code: 0 });
    expect(asked.isDone()).toBe(true);
  });

  it('needs no config that can be read', async () => {
    const env = { ...homeWith('{ damaged'), ...credentials };
    expect(await used(env)).toEqual({ profile: null, base_url: baseUrl, key: 'key_****nt' });
  });

  it.each([
    ['DOTAF_KEY', 'DOTAF_SECRET'],
    ['DOTAF_SECRET', 'DOTAF_KEY'],
  ])('%s alone is an error, whatever is stored', async (set, missing) => {
    const env = { ...homeWith(stored), [set]: 'half_of_a_pair', DOTAF_BASE_URL: baseUrl };
    const hint = 'set both DOTAF_KEY and DOTAF_SECRET, or neither to use a profile';
    for (const half of [env, { ...env, [missing]: '' }]) {
      await refuses(half, [], `${set} is set but ${missing} is not`, hint);
    }
  });

  it('needs its own base URL', async () => {
    const env = { ...homeWith(stored), ...credentials, DOTAF_BASE_URL: '' };
    const hint = 'set DOTAF_BASE_URL, or give --base-url, to the address in your reseller portal';
    await refuses(env, [], 'DOTAF_KEY and DOTAF_SECRET are set but no base URL is', hint);
  });

  it.each(['DOTAF_KEY', 'DOTAF_SECRET'])('%s must be fit for a header', async (name) => {
    const env = { ...homeWith(), ...credentials, [name]: '"quoted"\n' };
    await refuses(env, [], `${name} ${unsendable}`, hints.value);
  });
});

describe('the base URL', () => {
  it.each([
    ['https://api.reseller.example', 'https://api.reseller.example/api/v1'],
    ['https://api.reseller.example/api/v1/', 'https://api.reseller.example/api/v1'],
    ['HTTPS://API.reseller.example:443', 'https://api.reseller.example/api/v1'],
    [' https://api.reseller.example:8443/deep/ ', 'https://api.reseller.example:8443/deep/api/v1'],
    ['http://localhost:4010', 'http://localhost:4010/api/v1'],
    ['http://127.0.0.1:4010/api/v1', 'http://127.0.0.1:4010/api/v1'],
    ['http://[::1]:4010', 'http://[::1]:4010/api/v1'],
  ])('%s is taken', async (typed, base_url) => {
    const env = { ...homeWith(), ...credentials, DOTAF_BASE_URL: typed };
    expect(await used(env)).toMatchObject({ base_url });
    expect(await used({ ...env, DOTAF_BASE_URL: baseUrl }, '--base-url', typed)).toMatchObject({
      base_url,
    });
  });

  const noAddress = 'is not an address that starts with https://';
  const plain = 'is plain http, which would show the secret to the network';

  it.each([
    ['', noAddress],
    ['api.reseller.example', noAddress],
    ['ftp://api.reseller.example', noAddress],
    ['http://api.reseller.example', plain],
    ['http://localhost.example', plain],
    ['http://127.0.0.1.example', plain],
    ['http://0.0.0.0:4010', plain],
    ['https://hunter2@api.reseller.example', 'holds a user name or password'],
    ['https://api.reseller.example?hunter2', 'holds a query or a fragment'],
    ['https://api.reseller.example#hunter2', 'holds a query or a fragment'],
  ])("'%s' is refused and not repeated", async (typed, fault) => {
    for (const env of [{ ...homeWith(), ...credentials }, homeWith(stored)]) {
      const option = `the base URL of --base-url ${fault}`;
      await refuses(env, ['--base-url', typed], option, hints.portal, 2);
      if (typed === '') continue;
      const variable = `the base URL of DOTAF_BASE_URL ${fault}`;
      await refuses({ ...env, DOTAF_BASE_URL: typed }, [], variable, hints.portal);
    }
  });

  it.each([
    'https://other.example',
    'https://api.reseller.example:8443',
    'https://api.reseller.example.evil.example',
  ])('of another origin than the profile was stored for is refused: %s', async (other) => {
    const env = homeWith(stored);
    const says =
      "is not the server that profile 'shop' was stored for (https://api.reseller.example)";
    const hint = `dotaf auth login --base-url ${other}/api/v1 --profile <name> stores credentials for it`;
    await refuses(env, ['--base-url', other], `--base-url ${says}`, hint);
    await refuses({ ...env, DOTAF_BASE_URL: other }, [], `DOTAF_BASE_URL ${says}`, hint);
  });

  it('of the same origin may have another path, and --base-url comes first', async () => {
    const env = { ...homeWith(stored), DOTAF_BASE_URL: 'https://other.example' };
    expect(await used(env, '--base-url', 'https://api.reseller.example/v2')).toMatchObject({
      base_url: 'https://api.reseller.example/v2/api/v1',
    });
  });
});

it('masks a short key whole', async () => {
  const env = homeWith({ profiles: [{ ...shop, key: 'short_1' }] });
  expect(await used(env, '--profile', 'shop')).toMatchObject({ key: '****' });
});

describe('the files of an account', () => {
  const account = { key: 'key_1', tier: 'profile', profile: 'shop' } as const;
  const limitAt = (address: string) => limitId({ ...account, baseUrl: address });

  it.each([
    [
      'https://api.reseller.example',
      'https://API.Reseller.example:443/api/v1',
      'https://api.reseller.example./v2/api/v1',
    ],
    [
      'http://localhost:4010/api/v1',
      'http://LOCALHOST.:4010',
      'http://127.1.2.3:4010',
      'http://[::1]:4010/deep/api/v1',
      'http://[0:0:0:0:0:0:0:1]:4010',
    ],
  ])('share one rate limit, however the base URL is spelled: %s', (...addresses) => {
    expect(new Set(addresses.map(limitAt)).size).toBe(1);
  });

  it('have a limit for each key and origin, and one for the sandbox on any port', () => {
    const limits = [
      limitAt(baseUrl),
      limitId({ ...account, baseUrl, key: 'key_2' }),
      ...['https://other.example', 'https://api.reseller.example:8443'].map(limitAt),
      ...['http://localhost:80', 'https://localhost', 'http://localhost:81'].map(limitAt),
    ];
    expect(new Set(limits).size).toBe(limits.length);
    for (const limit of limits) expect(limit).toMatch(/^[0-9a-f]{32}$/);
    const onPort = (port: number) =>
      limitId({ key: 'key', tier: 'sandbox', baseUrl: `http://127.0.0.1:${port}/api/v1` });
    expect(onPort(4010)).toBe(onPort(4011));
  });

  it('belong to the profile, or to the key of the environment', () => {
    const own = accountId({ ...account, baseUrl });
    expect(accountId({ ...account, baseUrl, key: 'key_2' })).toBe(own);
    expect(accountId({ ...account, baseUrl, profile: 'other' })).not.toBe(own);
    const environment = { tier: 'environment', profile: null, baseUrl } as const;
    const ofKey = accountId({ ...environment, key: 'key_1' });
    expect(accountId({ ...environment, key: 'key_2' })).not.toBe(ofKey);
    expect(ofKey).not.toBe(own);
  });
});

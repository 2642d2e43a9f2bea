import { describe, expect, it } from 'vitest';
import { accountId, limitId } from '../../src/settings/credentials.ts';
import { baseUrl, credentials, shop, welcomes, wholesale } from '../support/fixtures.ts';
import { homeWith } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

const stored = { profiles: [shop, { ...wholesale, name: 'default' }], active: 'shop' };

/** Which credentials a command would use. */
async function used(env: Record<string, string>, ...argv: string[]) {
  const { stdout } = await dotaf(['auth', 'status', '--json', ...argv], { env });
  const { profile, base_url, key } = JSON.parse(stdout);
  return { profile, base_url, key };
}

async function refusal(env: Record<string, string>, ...argv: string[]) {
  const { stdout, stderr, code } = await dotaf(['balance', ...argv], { env });
  expect(stdout).toBe('');
  return { line: stderr.split('\n')[0], hint: stderr.split('\n')[1], code };
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

  const shows = 'dotaf auth ls shows the profiles; dotaf auth login --profile <name> adds one';

  it.each([
    ['toString', shows],
    ['__proto__', shows],
    ['shop.key', shows],
    ['SHOP', `did you mean shop? ${shows}`],
    ['shp', `did you mean shop? ${shows}`],
    ['shop ', `did you mean shop? ${shows}`],
  ])('is found by its whole name and not as %s', async (name, hint) => {
    const env = homeWith(stored);
    const file = `${env.DOTAF_HOME}/config.json`;
    const rest = { hint: `hint: ${hint}`, code: 3 };
    expect(await refusal(env, '--profile', name)).toEqual({
      line: `error: there is no profile '${name}' in ${file}`,
      ...rest,
    });
    expect(await refusal({ ...env, DOTAF_PROFILE: name })).toEqual({
      line: `error: there is no profile '${name}' (from DOTAF_PROFILE) in ${file}`,
      ...rest,
    });
  });

  it('names DOTAF_PROFILE wherever that has chosen it', async () => {
    const config = { profiles: [{ name: 'bare' }, { ...shop, secret: 'a b\n' }, shop] };
    const env = homeWith(config);
    const file = `${env.DOTAF_HOME}/config.json`;
    expect(await refusal({ ...env, DOTAF_PROFILE: 'bare' })).toMatchObject({
      line: `error: there are no credentials: DOTAF_KEY and DOTAF_SECRET are not set, and profile 'bare' (from DOTAF_PROFILE) in ${file} has no key, no secret, no base URL`,
    });
    expect(await refusal({ ...env, DOTAF_PROFILE: 'shop' })).toMatchObject({
      line: `error: the secret of profile 'shop' (from DOTAF_PROFILE) in ${file} contains characters that no key or secret has`,
    });
  });

  it('is missing with a config that is not there', async () => {
    const env = homeWith();
    expect(await refusal(env)).toEqual({
      line: `error: there are no credentials: DOTAF_KEY and DOTAF_SECRET are not set, and no profile is stored in ${env.DOTAF_HOME}/config.json`,
      hint: 'hint: dotaf auth login, or try any command with --sandbox; API access must be enabled on the reseller account first',
      code: 3,
    });
    expect(await refusal(env, '--profile', 'shop')).toMatchObject({
      hint: 'hint: dotaf auth login --profile <name> adds one',
      code: 3,
    });
  });

  it('is missing when none is active', async () => {
    const env = homeWith({ profiles: [shop] });
    expect(await refusal(env)).toEqual({
      line: `error: there are no credentials: DOTAF_KEY and DOTAF_SECRET are not set, and no profile in ${env.DOTAF_HOME}/config.json is active`,
      hint: 'hint: dotaf auth use shop, or dotaf auth ls to see them all',
      code: 3,
    });
  });

  it('cannot have an empty name', async () => {
    expect(await refusal(homeWith(stored), '--profile', '')).toMatchObject({
      line: 'error: the name of a profile cannot be empty',
      code: 2,
    });
  });

  it.each(['base_url', 'key', 'secret'] as const)('is none without its %s', async (part) => {
    const { [part]: _, ...rest } = shop;
    const env = homeWith({ profiles: [{ ...rest, name: "my 'shop'" }] });
    const lost = { base_url: 'base URL', key: 'key', secret: 'secret' }[part];
    expect(await refusal(env, '--profile', "my 'shop'")).toEqual({
      line: `error: there are no credentials: DOTAF_KEY and DOTAF_SECRET are not set, and profile 'my 'shop'' in ${env.DOTAF_HOME}/config.json has no ${lost}`,
      hint: "hint: dotaf auth login --profile 'my '\\''shop'\\''', or try any command with --sandbox; API access must be enabled on the reseller account first",
      code: 3,
    });
  });

  it.each([
    ['key', { key: 'one\ntwo' }],
    ['secret', { secret: 'secret ' }],
    ['secret', { secret: '' }],
  ])('is refused when its %s cannot be sent', async (part, change) => {
    const env = homeWith({ profiles: [{ ...shop, ...change }] });
    expect(await refusal(env, '--profile', 'shop')).toEqual({
      line: `error: the ${part} of profile 'shop' in ${env.DOTAF_HOME}/config.json contains characters that no key or secret has`,
      hint: 'hint: look for quotes, spaces or line breaks around the value',
      code: 3,
    });
  });

  it('is refused when its base URL cannot be used, which is not repeated', async () => {
    const base_url = 'https://me:hunter2@api.reseller.example';
    const env = homeWith({ profiles: [{ ...shop, base_url }] });
    expect(await refusal(env, '--profile', 'shop')).toEqual({
      line: `error: the base URL of profile 'shop' in ${env.DOTAF_HOME}/config.json holds a user name or password`,
      hint: 'hint: it is https://…/api/v1, as your reseller portal shows it',
      code: 3,
    });
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
    for (const half of [env, { ...env, [missing]: '' }]) {
      expect(await refusal(half)).toEqual({
        line: `error: ${set} is set but ${missing} is not`,
        hint: 'hint: set both DOTAF_KEY and DOTAF_SECRET, or neither to use a profile',
        code: 3,
      });
    }
  });

  it('needs its own base URL', async () => {
    const env = { ...homeWith(stored), ...credentials, DOTAF_BASE_URL: '' };
    expect(await refusal(env)).toEqual({
      line: 'error: DOTAF_KEY and DOTAF_SECRET are set but no base URL is',
      hint: 'hint: set DOTAF_BASE_URL, or give --base-url, to the address in your reseller portal',
      code: 3,
    });
  });

  it.each(['DOTAF_KEY', 'DOTAF_SECRET'])('%s must be fit for a header', async (name) => {
    const env = { ...homeWith(), ...credentials, [name]: '"quoted"\n' };
    const { line, code } = await refusal(env);
    expect(line).toBe(`error: ${name} contains characters that no key or secret has`);
    expect(code).toBe(3);
  });
});

describe('the base URL', () => {
  const origins = {
    'https://api.reseller.example': 'https://api.reseller.example/api/v1',
    'https://api.reseller.example/': 'https://api.reseller.example/api/v1',
    'https://api.reseller.example/api/v1': 'https://api.reseller.example/api/v1',
    'https://api.reseller.example/api/v1/': 'https://api.reseller.example/api/v1',
    'HTTPS://API.reseller.example:443': 'https://api.reseller.example/api/v1',
    ' https://api.reseller.example:8443/deep/ ': 'https://api.reseller.example:8443/deep/api/v1',
    'http://localhost:4010': 'http://localhost:4010/api/v1',
    'http://127.0.0.1:4010/api/v1': 'http://127.0.0.1:4010/api/v1',
    'http://[::1]:4010': 'http://[::1]:4010/api/v1',
  };

  it.each(Object.entries(origins))('%s is taken', async (typed, base_url) => {
    const env = { ...homeWith(), ...credentials, DOTAF_BASE_URL: typed };
    expect(await used(env)).toMatchObject({ base_url });
    expect(await used({ ...env, DOTAF_BASE_URL: baseUrl }, '--base-url', typed)).toMatchObject({
      base_url,
    });
  });

  const refused = {
    '': 'is not an address that starts with https://',
    'api.reseller.example': 'is not an address that starts with https://',
    'ftp://api.reseller.example': 'is not an address that starts with https://',
    'http://api.reseller.example': 'is plain http, which would show the secret to the network',
    'http://localhost.example': 'is plain http, which would show the secret to the network',
    'http://127.0.0.1.example': 'is plain http, which would show the secret to the network',
    'http://0.0.0.0:4010': 'is plain http, which would show the secret to the network',
    'https://me:hunter2@api.reseller.example': 'holds a user name or password',
    'https://hunter2@api.reseller.example': 'holds a user name or password',
    'https://api.reseller.example?hunter2': 'holds a query or a fragment',
    'https://api.reseller.example#hunter2': 'holds a query or a fragment',
  };

  it.each(Object.entries(refused))("'%s' is refused and not repeated", async (typed, fault) => {
    const hint = 'hint: it is https://…/api/v1, as your reseller portal shows it';
    for (const env of [{ ...homeWith(), ...credentials }, homeWith(stored)]) {
      const line = `error: the base URL of --base-url ${fault}`;
      expect(await refusal(env, '--base-url', typed)).toEqual({ line, hint, code: 2 });
      if (typed === '') continue;
      expect(await refusal({ ...env, DOTAF_BASE_URL: typed })).toEqual({
        line: `error: the base URL of DOTAF_BASE_URL ${fault}`,
        hint,
        code: 3,
      });
    }
  });

  it('of another origin than the profile was stored for is refused', async () => {
    for (const other of [
      'https://other.example',
      'https://api.reseller.example:8443',
      'http://localhost:4010',
      'https://api.reseller.example.evil.example',
    ]) {
      const rest = {
        hint: `hint: dotaf auth login --base-url ${other}/api/v1 --profile <name> stores credentials for it`,
        code: 3,
      };
      const says =
        "is not the server that profile 'shop' was stored for (https://api.reseller.example)";
      expect(await refusal(homeWith(stored), '--base-url', other)).toEqual({
        line: `error: --base-url ${says}`,
        ...rest,
      });
      expect(await refusal({ ...homeWith(stored), DOTAF_BASE_URL: other })).toEqual({
        line: `error: DOTAF_BASE_URL ${says}`,
        ...rest,
      });
    }
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
      'http://127.0.0.1:4010/api/v1',
      'http://127.1.2.3:4010',
      'http://[::1]:4010/deep/api/v1',
      'http://[0:0:0:0:0:0:0:1]:4010',
    ],
  ])('share one rate limit, however the base URL is spelled: %s', (...addresses) => {
    expect(new Set(addresses.map(limitAt)).size).toBe(1);
  });

  it('have a limit for each key and origin, and one for the sandbox on any port', () => {
    const baseUrl = 'https://api.reseller.example/api/v1';
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

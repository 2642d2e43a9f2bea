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
  both: 'set both DOTAF_KEY and DOTAF_SECRET, or neither to use a profile',
  address: 'set DOTAF_BASE_URL, or give --base-url, to the address in your reseller portal',
  trial: ', or any command with --sandbox',
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

it('are of the profile of --profile, DOTAF_PROFILE, the active one, or default', async () => {
  const env = homeWith({ ...stored, profiles: [...stored.profiles, { ...shop, name: 'third' }] });
  const own = { base_url: baseUrl, key: 'key_****op' };
  expect(await used(env)).toEqual({ ...own, profile: 'shop' });
  expect(await used({ ...env, DOTAF_PROFILE: 'third' })).toEqual({ ...own, profile: 'third' });
  expect(await used({ ...env, DOTAF_PROFILE: '' })).toEqual({ ...own, profile: 'shop' });
  const both = await used({ ...env, DOTAF_PROFILE: 'third' }, '--profile', 'default');
  const none = await used(homeWith({ profiles: stored.profiles }));
  expect([both.profile, none.profile]).toEqual(['default', 'default']);
});

it('come from the environment before the profile, whole, with a config or a damaged one', async () => {
  for (const config of [stored, '{ damaged']) {
    const asked = welcomes(credentials.DOTAF_KEY, credentials.DOTAF_SECRET);
    const env = { ...homeWith(config), ...credentials };
    expect(await dotaf(['balance', '-q'], { env })).toMatchObject({ stderr: '', code: 0 });
    expect(asked.isDone()).toBe(true);
    expect(await used(env)).toEqual({ profile: null, base_url: baseUrl, key: 'key_****nt' });
  }
});

const chosen = (change: object) => ({ profiles: [{ ...shop, ...change }], active: 'shop' });

const incomplete = "profile 'shop' in CONFIG lacks its key, secret or base URL";
const login = `dotaf auth login --profile shop${hints.trial}`;

it.each<[string, string, object?, Record<string, string>?]>([
  [`${pair} no profile is stored in CONFIG`, `dotaf auth login${hints.trial}`],
  [
    `${pair} no profile in CONFIG is active`,
    `dotaf auth use shop${hints.trial}`,
    { profiles: [shop] },
  ],
  [`${pair} ${incomplete}`, login, chosen({ key: undefined })],
  [`the key of profile 'shop' in CONFIG ${unsendable}`, hints.value, chosen({ key: 'a\nb' })],
  [`the secret of profile 'shop' in CONFIG ${unsendable}`, hints.value, chosen({ secret: 'a ' })],
  [
    `the secret of profile 'shop' (from DOTAF_PROFILE) in CONFIG ${unsendable}`,
    hints.value,
    chosen({ secret: 'a ' }),
    { DOTAF_PROFILE: 'shop' },
  ],
  [
    "the base URL of profile 'shop' in CONFIG holds a user name or password",
    hints.portal,
    chosen({ base_url: 'https://me:hunter2@api.reseller.example' }),
  ],
])('of a profile are refused: %s', async (message, hint, config, variables) => {
  await refuses({ ...homeWith(config), ...variables }, [], message, hint);
});

const both = 'the environment (DOTAF_KEY and DOTAF_SECRET)';

it.each<[string, string, Record<string, string>]>([
  ['DOTAF_KEY is set but DOTAF_SECRET is not', hints.both, { DOTAF_KEY: 'half' }],
  ['DOTAF_SECRET is set but DOTAF_KEY is not', hints.both, { DOTAF_SECRET: 'half' }],
  [`the key of ${both} ${unsendable}`, hints.value, { ...credentials, DOTAF_KEY: '"quoted"\n' }],
  [`the secret of ${both} ${unsendable}`, hints.value, { ...credentials, DOTAF_SECRET: 'ä' }],
  [
    'DOTAF_KEY and DOTAF_SECRET are set but no base URL is',
    hints.address,
    { ...credentials, DOTAF_BASE_URL: '' },
  ],
])('of the environment are refused: %s', async (message, hint, variables) => {
  await refuses({ ...homeWith(stored), ...variables }, [], message, hint);
});

it.each([
  ['__proto__', ''],
  ['shop.key', ''],
  ['SHOP', 'did you mean shop? '],
])('are found by the whole name of a profile and not as %s', async (name, guess) => {
  const env = homeWith(stored);
  const hint = guess + hints.profiles;
  await refuses(env, ['--profile', name], `there is no profile '${name}' in CONFIG`, hint);
  const says = `there is no profile '${name}' (from DOTAF_PROFILE) in CONFIG`;
  await refuses({ ...env, DOTAF_PROFILE: name }, [], says, hint);
});

it('are of no profile without a name', async () => {
  const empty = "there is no profile '' in CONFIG";
  await refuses(homeWith(stored), ['--profile', ''], empty, hints.profiles, 2);
});

it.each([
  ['https://api.reseller.example', 'https://api.reseller.example/api/v1'],
  ['HTTPS://API.reseller.example:443/api/v1/', 'https://api.reseller.example/api/v1'],
  [' https://api.reseller.example:8443/deep/ ', 'https://api.reseller.example:8443/deep/api/v1'],
  ['http://localhost:4010', 'http://localhost:4010/api/v1'],
  ['http://127.0.0.1:4010/api/v1', 'http://127.0.0.1:4010/api/v1'],
  ['http://[::1]:4010', 'http://[::1]:4010/api/v1'],
])('take the base URL %s', async (typed, base_url) => {
  const env = { ...homeWith(), ...credentials, DOTAF_BASE_URL: typed };
  expect(await used(env)).toMatchObject({ base_url });
  const option = await used({ ...env, DOTAF_BASE_URL: baseUrl }, '--base-url', typed);
  expect(option).toMatchObject({ base_url });
});

const plain = 'is plain http, which would show the secret to the network';

it.each([
  ['api.reseller.example', 'is not an address that starts with https://'],
  ['ftp://api.reseller.example', 'is not an address that starts with https://'],
  ['http://api.reseller.example', plain],
  ['http://127.0.0.1.example', plain],
  ['http://0.0.0.0:4010', plain],
  ['https://hunter2@api.reseller.example', 'holds a user name or password'],
  ['https://api.reseller.example?hunter2', 'holds a query or a fragment'],
  ['https://api.reseller.example#hunter2', 'holds a query or a fragment'],
])('refuse the base URL %s, and do not repeat it', async (typed, fault) => {
  const env = homeWith(stored);
  const option = `the base URL of --base-url ${fault}`;
  await refuses({ ...env, ...credentials }, ['--base-url', typed], option, hints.portal, 2);
  const variable = `the base URL of DOTAF_BASE_URL ${fault}`;
  await refuses({ ...env, DOTAF_BASE_URL: typed }, [], variable, hints.portal);
});

it.each(['https://other.example', 'https://api.reseller.example:8443'])(
  'do not go to another origin than that of their profile: %s',
  async (other) => {
    const env = homeWith(stored);
    const says =
      "is not the server that profile 'shop' was stored for (https://api.reseller.example)";
    const hint = `dotaf auth login --base-url ${other}/api/v1 --profile <name> stores credentials for it`;
    await refuses(env, ['--base-url', other], `--base-url ${says}`, hint);
    await refuses({ ...env, DOTAF_BASE_URL: other }, [], `DOTAF_BASE_URL ${says}`, hint);
  },
);

it('go to another path of that origin, and --base-url comes first', async () => {
  const env = { ...homeWith(stored), DOTAF_BASE_URL: 'https://other.example' };
  expect(await used(env, '--base-url', 'https://api.reseller.example/v2')).toMatchObject({
    base_url: 'https://api.reseller.example/v2/api/v1',
  });
});

describe('the files of an account', () => {
  const account = { key: 'key_1', tier: 'profile', profile: 'shop', baseUrl } as const;
  const at = (...addresses: string[]) => addresses.map((address) => ({ baseUrl: address }));
  const limitsOf = (changes: object[]) =>
    new Set(changes.map((change) => limitId({ ...account, ...change })));

  it('share one rate limit, however the base URL is spelled, and that of a sandbox', () => {
    const https = ['https://API.Reseller.example:443', 'https://api.reseller.example./v2/api/v1'];
    expect([...limitsOf(at(baseUrl, ...https))]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    const hosts = ['localhost', 'LOCALHOST.', '127.1.2.3', '[::1]', '[0:0:0:0:0:0:0:1]'];
    const local = hosts.map((host) => `http://${host}:4010/deep`);
    expect(limitsOf(at(...local)).size).toBe(1);
    const sandboxes = at('http://127.0.0.1:4010/api/v1', 'http://127.0.0.1:4011/api/v1');
    expect(limitsOf(sandboxes.map((one) => ({ ...one, tier: 'sandbox' }))).size).toBe(1);
  });

  it('have a limit for each key and origin', () => {
    const others = ['https://other.example', 'https://api.reseller.example:8443'];
    const own = ['http://localhost:80', 'https://localhost', 'http://localhost:81'];
    const changes = [{ key: 'key_2' }, ...at(baseUrl, ...others, ...own)];
    expect(limitsOf(changes).size).toBe(changes.length);
  });

  it('belong to the profile, or to the key of the environment', () => {
    expect(accountId({ ...account, key: 'key_2' })).toBe(accountId(account));
    const environment = { ...account, tier: 'environment', profile: null } as const;
    const others = [
      { ...account, profile: 'other' },
      { ...environment, key: 'key_2' },
    ];
    expect(new Set([account, environment, ...others].map(accountId)).size).toBe(4);
  });
});

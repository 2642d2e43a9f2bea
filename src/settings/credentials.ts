import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isLoopback, readBaseUrl } from '../core/base-url.ts';
import { jsonText } from '../core/json.ts';
import type { Environment } from '../platform/surroundings.ts';
import type { Profile } from './config.ts';

/** One complete set: never a key of one place with the secret of another. */
export interface Credentials {
  baseUrl: string;
  key: string;
  secret?: string | undefined;
  /** Command that prints the secret, and goes before a stored one. */
  secretCommand?: string | undefined;
  tier: 'environment' | 'profile' | 'sandbox';
  source: string;
  remedy: string;
  profile: string | null;
  /** Only just typed: nobody knows whether the service accepts them. */
  isLoginAttempt?: boolean;
}

/** The typed options, named as commander names them (`maxWait` for `--max-wait`), and the environment. */
export interface Inputs {
  options: Readonly<Record<string, unknown>>;
  env: Environment;
}

export interface Setting {
  value: string;
  source: 'flag' | 'variable' | 'profile' | 'default';
  origin: string | null;
}

/** The account that a line means: a pair in the environment, or half of one, before any profile. */
export function meantAccount(inputs: Inputs, activeProfile?: string) {
  const { DOTAF_KEY: key = '', DOTAF_SECRET: secret = '' } = inputs.env;
  return {
    key,
    secret,
    baseUrl: findSetting('base-url', inputs, '', 'DOTAF_BASE_URL'),
    profile: findSetting('profile', inputs, 'default', 'DOTAF_PROFILE', activeProfile),
  };
}

/** An option comes before a variable, a variable before what a profile holds, and that before `usual`. */
export function findSetting(
  name: string,
  { options, env }: Inputs,
  usual: string,
  variable = '',
  stored?: unknown,
  profile: string | null = null,
): Setting {
  const option = options[name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())];
  if (option === true) return { value: 'always', source: 'flag', origin: `--${name}` };
  if (option === false) return { value: 'never', source: 'flag', origin: `--no-${name}` };
  if (typeof option === 'string') return { value: option, source: 'flag', origin: `--${name}` };
  const set = env[variable];
  if (set) return { value: set, source: 'variable', origin: variable };
  if (stored === undefined) return { value: usual, source: 'default', origin: null };
  return { value: jsonText(stored), source: 'profile', origin: profile };
}

export function faultOf(text: string): string | undefined {
  if (text === '') return 'is empty';
  const isSendable = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  return isSendable ? undefined : 'contains characters that no key or secret has';
}

/** Names what is remembered, also with a new key. @returns undefined for a sandbox */
export function accountId(credentials: Credentials): string | undefined {
  const { profile, tier } = credentials;
  if (tier === 'sandbox') return undefined;
  return profile === null ? limitId(credentials) : profileId(profile);
}

export function profileId(name: string): string {
  return idOf(`profile\n${name}`);
}

/** Names the rate limit of a credential, however its base URL is spelled, or a sandbox. */
export function limitId({
  baseUrl,
  key,
  tier,
}: Pick<Credentials, 'baseUrl' | 'key' | 'tier'>): string {
  const { protocol, hostname, port } = new URL(baseUrl);
  const name = hostname.replace(/\.$/, '');
  const origin = `${protocol}//${isLoopback(name) ? 'localhost' : name}:${port}`;
  return idOf(`${tier === 'sandbox' ? 'sandbox' : origin}\n${key}`);
}

export function maskKey(key: string): string {
  return key.length <= 8 ? '****' : `${key.slice(0, 4)}****${key.slice(-2)}`;
}

/** Fields of a profile that are shown. A base URL that cannot be one may hold a password. */
export function shownProfile({ base_url, key, secret, secret_command }: Profile) {
  const isBad = base_url !== undefined && !readBaseUrl(base_url).ok;
  const kind = secret_command === undefined ? 'stored' : 'command';
  return {
    base_url: isBad ? '****' : (base_url ?? null),
    key: key === undefined ? null : maskKey(key),
    secret: (secret ?? secret_command) === undefined ? null : kind,
  };
}

export function otherAccountIn(
  profile: Profile,
  credentials: Pick<Credentials, 'baseUrl' | 'key'>,
): string | undefined {
  const { base_url, key, secret } = shownProfile(profile);
  if (key === null && secret === null) return undefined;
  const held = readBaseUrl(profile.base_url ?? '');
  const isSameUrl = held.ok && held.value === credentials.baseUrl;
  if (isSameUrl && profile.key === credentials.key) return undefined;
  const account = `key ${key ?? 'none'} at ${base_url ?? 'no base URL'}`;
  return `profile '${profile.name}' holds another account: ${account}`;
}

function idOf(text: string): string {
  // The hashes of Node take longer to load than all the rest of the settings.
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32);
}

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isLoopback, parseBaseUrl } from '../core/base-url.ts';
import { toTextOrJson } from '../core/json.ts';
import type { Environment } from '../system/system.ts';
import type { Profile } from './config.ts';

/** One complete set: never a key of one place with the secret of another. */
export interface Credentials {
  baseUrl: string;
  key: string;
  secret?: string | undefined;
  /** Command that prints the secret, and goes before a stored one. */
  secretCommand?: string | undefined;
  kind: 'environment' | 'profile' | 'sandbox';
  source: string;
  remedy: string;
  profile: string | null;
  /** Only just typed: nobody knows whether the service accepts them. */
  isLoginAttempt?: boolean;
}

/** The typed options, named as commander names them (`maxWait` for `--max-wait`), and the environment. */
export interface SettingSources {
  options: Readonly<Record<string, unknown>>;
  env: Environment;
}

export interface Setting {
  value: string;
  source: 'flag' | 'variable' | 'profile' | 'default';
  origin: string | null;
}

/** The account that a line means: a pair in the environment, or half of one, before any profile. */
export function resolveAccount(sources: SettingSources, activeProfile?: string) {
  const { DOTAF_KEY: key = '', DOTAF_SECRET: secret = '' } = sources.env;
  return {
    key,
    secret,
    baseUrl: resolveSetting('base-url', sources, '', 'DOTAF_BASE_URL'),
    profile: resolveSetting('profile', sources, 'default', 'DOTAF_PROFILE', activeProfile),
  };
}

/** An option comes before a variable, a variable before what a profile holds, and that before `usual`. */
export function resolveSetting(
  name: string,
  { options, env }: SettingSources,
  defaultValue: string,
  variable = '',
  storedValue?: unknown,
  profile: string | null = null,
): Setting {
  const option = options[name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())];
  if (option === true) return { value: 'always', source: 'flag', origin: `--${name}` };
  if (option === false) return { value: 'never', source: 'flag', origin: `--no-${name}` };
  if (typeof option === 'string') return { value: option, source: 'flag', origin: `--${name}` };
  const envValue = env[variable];
  if (envValue) return { value: envValue, source: 'variable', origin: variable };
  if (storedValue === undefined) return { value: defaultValue, source: 'default', origin: null };
  return { value: toTextOrJson(storedValue), source: 'profile', origin: profile };
}

export function credentialProblem(text: string): string | undefined {
  if (text === '') return 'is empty';
  const isHeaderSafe = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  return isHeaderSafe ? undefined : 'contains characters that no key or secret has';
}

/** Names what is remembered, also with a new key. @returns undefined for a sandbox */
export function accountId(credentials: Credentials): string | undefined {
  const { profile, kind } = credentials;
  if (kind === 'sandbox') return undefined;
  return profile === null ? rateLimitId(credentials) : profileId(profile);
}

export function profileId(name: string): string {
  return hashId(`profile\n${name}`);
}

/** Names the rate limit of a credential, however its base URL is spelled, or a sandbox. */
export function rateLimitId({
  baseUrl,
  key,
  kind,
}: Pick<Credentials, 'baseUrl' | 'key' | 'kind'>): string {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/\.$/, '');
  const origin = `${protocol}//${isLoopback(host) ? 'localhost' : host}:${port}`;
  return hashId(`${kind === 'sandbox' ? 'sandbox' : origin}\n${key}`);
}

export function maskKey(key: string): string {
  return key.length <= 8 ? '****' : `${key.slice(0, 4)}****${key.slice(-2)}`;
}

/** Fields of a profile that are shown. A base URL that cannot be one may hold a password. */
export function redactProfile({ base_url, key, secret, secret_command }: Profile) {
  const isInvalidUrl = base_url !== undefined && !parseBaseUrl(base_url).ok;
  const secretKind = secret_command === undefined ? 'stored' : 'command';
  return {
    base_url: isInvalidUrl ? '****' : (base_url ?? null),
    key: key === undefined ? null : maskKey(key),
    secret: (secret ?? secret_command) === undefined ? null : secretKind,
  };
}

export function findAccountConflict(
  profile: Profile,
  credentials: Pick<Credentials, 'baseUrl' | 'key'>,
): string | undefined {
  const { base_url, key, secret } = redactProfile(profile);
  if (key === null && secret === null) return undefined;
  const storedUrl = parseBaseUrl(profile.base_url ?? '');
  const isSameUrl = storedUrl.ok && storedUrl.value === credentials.baseUrl;
  if (isSameUrl && profile.key === credentials.key) return undefined;
  const account = `key ${key ?? 'none'} at ${base_url ?? 'no base URL'}`;
  return `profile '${profile.name}' holds another account: ${account}`;
}

function hashId(text: string): string {
  // The hashes of Node take longer to load than all the rest of the settings.
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32);
}

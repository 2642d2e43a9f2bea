import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isLoopbackHost, parseBaseUrl } from '../core/base-url.ts';
import { toTextOrJson } from '../core/json.ts';
import type { EnvironmentVariables } from '../system/system.ts';
import type { Profile } from './config.ts';

/** Credentials from a single source: a key is never combined with a secret from another source. */
export interface Credentials {
  baseUrl: string;
  key: string;
  secret?: string | undefined;
  /** Shell command that prints the secret; it overrides a stored secret. */
  secretCommand?: string | undefined;
  kind: 'environment' | 'profile' | 'sandbox';
  source: string;
  remedy: string;
  profile: string | null;
  /** True during login, before the service has accepted the credentials. */
  isLoginAttempt?: boolean;
}

/** Environment variables, and options by the names that commander gives them, such as `maxWait`. */
export interface SettingSources {
  options: Readonly<Record<string, unknown>>;
  env: EnvironmentVariables;
}

export interface ResolvedSetting {
  value: string;
  source: 'flag' | 'variable' | 'profile' | 'default';
  origin: string | null;
}

/**
 * Resolves the settings of an account. Callers must ignore the profile if DOTAF_KEY or DOTAF_SECRET
 * is set, since credentials from different sources are never combined.
 */
export function resolveAccountSettings(sources: SettingSources, activeProfile?: string) {
  const { DOTAF_KEY: key = '', DOTAF_SECRET: secret = '' } = sources.env;
  return {
    key,
    secret,
    baseUrl: resolveSetting('base-url', sources, '', 'DOTAF_BASE_URL'),
    profile: resolveSetting('profile', sources, 'default', 'DOTAF_PROFILE', activeProfile),
  };
}

/** Resolves a setting in order of precedence: option, environment variable, profile, default. */
export function resolveSetting(
  name: string,
  { options, env }: SettingSources,
  defaultValue: string,
  variable = '',
  storedValue?: unknown,
  profile: string | null = null,
): ResolvedSetting {
  const option = options[name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())];
  if (option === false) return { value: 'never', source: 'flag', origin: `--no-${name}` };
  const value = option === true ? 'always' : option;
  if (typeof value === 'string') return { value, source: 'flag', origin: `--${name}` };
  const envValue = env[variable];
  if (envValue) return { value: envValue, source: 'variable', origin: variable };
  if (storedValue === undefined) return { value: defaultValue, source: 'default', origin: null };
  return { value: toTextOrJson(storedValue), source: 'profile', origin: profile };
}

export function findCredentialProblem(text: string) {
  if (text === '') return 'is empty';
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return undefined;
  return 'contains characters that no key or secret has';
}

/** Returns the ID for an account's stored data. A profile keeps its ID if its key changes. */
export function getAccountStorageId(credentials: Credentials) {
  const { profile, kind } = credentials;
  if (kind === 'sandbox') return undefined;
  return profile === null ? getRateLimitKey(credentials) : getProfileStorageId(profile);
}

export function getProfileStorageId(name: string) {
  return hashId(`profile\n${name}`);
}

/** Returns the ID of the key's rate limit. `localhost` and `127.0.0.1` give the same ID. */
export function getRateLimitKey({
  baseUrl,
  key,
  kind,
}: Pick<Credentials, 'baseUrl' | 'key' | 'kind'>) {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/\.$/, '');
  const origin = `${protocol}//${isLoopbackHost(host) ? 'localhost' : host}:${port}`;
  return hashId(`${kind === 'sandbox' ? 'sandbox' : origin}\n${key}`);
}

export function maskApiKey(key: string) {
  return key.length <= 8 ? '****' : `${key.slice(0, 4)}****${key.slice(-2)}`;
}

/** Masks a profile for display, also an invalid base URL, since it may contain a password. */
export function redactProfile({ base_url, key, secret, secret_command }: Profile) {
  const isInvalidUrl = base_url !== undefined && !parseBaseUrl(base_url).ok;
  const secretKind = secret_command === undefined ? 'stored' : 'command';
  return {
    base_url: isInvalidUrl ? '****' : (base_url ?? null),
    key: key === undefined ? null : maskApiKey(key),
    secret: (secret ?? secret_command) === undefined ? null : secretKind,
  };
}

/** @returns an error message if the profile already stores another account's credentials */
export function describeAccountConflict(
  profile: Profile,
  credentials: Pick<Credentials, 'baseUrl' | 'key'>,
) {
  const { base_url, key, secret } = redactProfile(profile);
  if (key === null && secret === null) return undefined;
  const storedUrl = parseBaseUrl(profile.base_url ?? '');
  const isSameUrl = storedUrl.ok && storedUrl.value === credentials.baseUrl;
  if (isSameUrl && profile.key === credentials.key) return undefined;
  const account = `key ${key ?? 'none'} at ${base_url ?? 'no base URL'}`;
  return `profile '${profile.name}' holds another account: ${account}`;
}

function hashId(text: string) {
  // Avoid node:crypto, which takes longer to load than the rest of the settings code.
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32);
}

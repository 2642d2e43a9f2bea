import { hash } from 'node:crypto';
import { isLoopbackHost, parseBaseUrl } from '../core/base-url.ts';
import { isQuoted } from '../core/text.ts';
import type { Profile } from './config.ts';

/** Credentials from one source: a key is never combined with a secret from another source. */
export interface Credentials {
  baseUrl: string;
  key: string;
  secret?: string | undefined;
  /** Shell command that prints the secret; overrides a stored secret. */
  secretCommand?: string | undefined;
  kind: 'environment' | 'profile' | 'sandbox';
  source: string;
  remedy: string;
  profile: string | null;
}

export function findCredentialProblem(text: string) {
  if (text === '') return 'is empty';
  if (isQuoted(text)) return 'is in quotation marks';
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return undefined;
  return 'contains characters that no key or secret has';
}

/**
 * Identifies the domain cache and snapshots of an account. The ID of a profile depends only on the
 * profile's name, not on its API key.
 * @returns undefined for the sandbox, for which nothing is stored
 */
export function getAccountStorageId(credentials: Credentials) {
  const { profile, kind } = credentials;
  if (kind === 'sandbox') return undefined;
  return profile === null ? getRateLimitKey(credentials) : getProfileStorageId(profile);
}

export function getProfileStorageId(name: string) {
  return hashId(`profile\n${name}`);
}

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

/** Masks the credentials of a profile, and an invalid base URL, which may contain a password. */
export function redactProfile({ base_url, key, secret, secret_command }: Profile) {
  const parsedUrl = parseBaseUrl(base_url ?? '');
  const shownUrl = parsedUrl.ok ? parsedUrl.value : '****';
  const secretKind = secret_command === undefined ? 'stored' : 'command';
  return {
    base_url: base_url === undefined ? null : shownUrl,
    key: key === undefined ? null : maskApiKey(key),
    secret: (secret ?? secret_command) === undefined ? null : secretKind,
  };
}

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
  return hash('sha256', text).slice(0, 32);
}

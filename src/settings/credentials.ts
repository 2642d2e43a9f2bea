import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isLoopback, readBaseUrl } from '../core/base-url.ts';
import { Failure } from '../errors.ts';
import type { Profile } from './config.ts';

export type SecretSource = { kind: 'value'; secret: string } | { kind: 'command'; command: string };

/** One complete set: never a key of one place with the secret of another. */
export interface Credentials {
  baseUrl: string;
  key: string;
  secret: SecretSource;
  tier: 'environment' | 'profile' | 'sandbox';
  source: string;
  remedy: string;
  profile: string | null;
}

export type Account = Pick<Credentials, 'baseUrl' | 'key'>;

const unsendable = 'contains characters that no key or secret has';

export function addressSource(flag: string | undefined): '--base-url' | 'DOTAF_BASE_URL' {
  return flag === undefined ? 'DOTAF_BASE_URL' : '--base-url';
}

/** @throws Failure `usage` for an option, `no_credentials` for a setting; never with the text */
export function checkedBaseUrl(text: string, from: string): string {
  const read = readBaseUrl(text);
  if (read.ok) return read.value;
  const code = from === '--base-url' ? 'usage' : 'no_credentials';
  throw new Failure(code, `the base URL of ${from} ${read.reason}`, {
    hint: 'it is https://…/api/v1, as your reseller portal shows it',
  });
}

export function refuseUnsendable({ key, secret, source }: Credentials): void {
  const isSecretSafe = secret.kind === 'command' || isHeaderSafe(secret.secret);
  if (isHeaderSafe(key) && isSecretSafe) return;
  const name = isSecretSafe ? 'key' : 'secret';
  throw new Failure('no_credentials', `the ${name} of ${source} ${unsendable}`, {
    hint: 'look for quotes, spaces or line breaks around the value',
  });
}

export function isHeaderSafe(text: string): boolean {
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}

/** Says why a key or secret cannot be sent, apart from blanks and line breaks around it. */
export function faultOfCredential(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  return isHeaderSafe(text.trim()) ? undefined : unsendable;
}

export function secretOf({ secret, secret_command }: Profile): SecretSource | undefined {
  if (secret_command !== undefined) return { kind: 'command', command: secret_command };
  return secret === undefined ? undefined : { kind: 'value', secret };
}

export function secretWord({ kind }: SecretSource): 'stored' | 'command' {
  return kind === 'value' ? 'stored' : 'command';
}

/** Names what is remembered of an account: it stays when a profile gets a new key or secret. */
export function accountId(account: Account & Pick<Credentials, 'tier' | 'profile'>): string {
  return account.profile === null ? limitId(account) : idOf(`profile\n${account.profile}`);
}

/** Names the rate limit of a credential, however its base URL is spelled, or a sandbox. */
export function limitId({ baseUrl, key, tier }: Account & Pick<Credentials, 'tier'>): string {
  const { protocol, hostname, port } = new URL(baseUrl);
  const name = hostname.replace(/\.$/, '');
  const origin = `${protocol}//${isLoopback(name) ? 'localhost' : name}:${port}`;
  return idOf(`${tier === 'sandbox' ? 'sandbox' : origin}\n${key}`);
}

export function maskKey(key: string): string {
  return key.length <= 8 ? '****' : `${key.slice(0, 4)}****${key.slice(-2)}`;
}

/** True if the credentials of this account would replace others in the profile for good. */
export function holdsOtherAccount(profile: Profile, { baseUrl, key }: Account): boolean {
  const { base_url = baseUrl } = profile;
  if (profile.key === undefined && secretOf(profile) === undefined) return false;
  const address = readBaseUrl(base_url);
  return profile.key !== key || !address.ok || address.value !== baseUrl;
}

export function otherAccount({ key, base_url }: Profile, account: Account) {
  const address = base_url === undefined ? 'no base URL' : shownBaseUrl(base_url);
  if (key === account.key) return { what: 'this key for another base URL', details: address };
  const shownKey = key === undefined ? 'no key' : `key ${maskKey(key)}`;
  return { what: 'another account', details: `${shownKey} at ${address}` };
}

/** A text that is no base URL may hold a password, since a config can be edited by hand. */
export function shownBaseUrl(text: string): string {
  return readBaseUrl(text).ok ? text : '****';
}

function idOf(text: string): string {
  // The hashes of Node take longer to load than all the rest of the settings.
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32);
}

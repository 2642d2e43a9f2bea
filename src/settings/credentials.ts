import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isLoopback, readBaseUrl } from '../core/base-url.ts';
import { Failure } from '../errors.ts';
import type { Environment } from '../platform/surroundings.ts';
import { findProfile, type Profile } from './config.ts';
import {
  type Distrust,
  loginCommand,
  type ProfilePlace,
  profileLabel,
  refusals,
  unsendable,
  variables,
} from './credential-failures.ts';

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

type Limited = Pick<Credentials, 'baseUrl' | 'key' | 'tier'>;

interface ProfileQuery extends ProfilePlace {
  distrust: Distrust | undefined;
  baseUrlFlag: string | undefined;
  env: Environment;
}

export function environmentCredentials(
  env: Environment,
  baseUrlFlag: string | undefined,
): Credentials {
  const { DOTAF_KEY: key, DOTAF_SECRET: secret } = env;
  if (!key) throw refusals.halfPair('DOTAF_SECRET', 'DOTAF_KEY');
  if (!secret) throw refusals.halfPair('DOTAF_KEY', 'DOTAF_SECRET');
  refuseUnsendable('DOTAF_KEY', key);
  refuseUnsendable('DOTAF_SECRET', secret);
  const baseUrl = givenBaseUrl(env, baseUrlFlag);
  if (baseUrl === undefined) throw refusals.noBaseUrl();
  return {
    ...{ baseUrl, key, secret: { kind: 'value', secret }, tier: 'environment' },
    source: `the environment (${variables})`,
    remedy: `correct ${variables}`,
    profile: null,
  };
}

export function profileCredentials(query: ProfileQuery): Credentials {
  const { chosen, config, configFile, distrust, env, baseUrlFlag } = query;
  const profile = findProfile(config, chosen.name);
  if (profile === undefined) throw refusals.notStored(query);
  const { key, base_url } = profile;
  const secret = secretOf(profile);
  if (key === undefined || secret === undefined || base_url === undefined) {
    throw refusals.incomplete(query, profile);
  }
  const source = `${profileLabel(chosen)} in ${configFile}`;
  refuseUnsendable(`the key of ${source}`, key);
  if (secret.kind === 'value') refuseUnsendable(`the secret of ${source}`, secret.secret);
  else if (distrust !== undefined) throw refusals.distrusted(source, configFile, distrust);
  const stored = checkedBaseUrl(base_url, source);
  const given = givenBaseUrl(env, baseUrlFlag);
  const { origin } = new URL(stored);
  // A stored secret goes only to the origin that it was stored for.
  if (given !== undefined && new URL(given).origin !== origin) {
    throw refusals.otherServer(addressSource(baseUrlFlag), profileLabel(chosen), origin, given);
  }
  return {
    ...{ baseUrl: given ?? stored, key, secret, tier: 'profile' },
    source,
    remedy: `run: ${loginCommand(chosen.name)}`,
    profile: chosen.name,
  };
}

export function addressSource(flag: string | undefined): '--base-url' | 'DOTAF_BASE_URL' {
  return flag === undefined ? 'DOTAF_BASE_URL' : '--base-url';
}

/** @throws Failure `usage` for an option, `no_credentials` for a setting; it never repeats the text */
export function checkedBaseUrl(text: string, from: string): string {
  const read = readBaseUrl(text);
  if (read.ok) return read.value;
  const code = from === '--base-url' ? 'usage' : 'no_credentials';
  throw new Failure(code, `the base URL of ${from} ${read.reason}`, {
    hint: 'it is https://…/api/v1, as your reseller portal shows it',
  });
}

export function secretOf({ secret, secret_command }: Profile): SecretSource | undefined {
  if (secret_command !== undefined) return { kind: 'command', command: secret_command };
  return secret === undefined ? undefined : { kind: 'value', secret };
}

export function secretWord({ kind }: SecretSource): 'stored' | 'command' {
  return kind === 'value' ? 'stored' : 'command';
}

export function isHeaderSafe(text: string): boolean {
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}

/** Says why a key or secret cannot be sent, apart from blanks and line breaks around it. */
export function faultOfCredential(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  return isHeaderSafe(text.trim()) ? undefined : unsendable;
}

/** Names what is remembered of an account: it stays when a profile gets a new key or secret. */
export function accountId(account: Limited & Pick<Credentials, 'profile'>): string {
  return account.profile === null ? limitId(account) : idOf(`profile\n${account.profile}`);
}

/**
 * Names the rate limit of a credential, however its base URL is spelled. The embedded sandbox
 * listens on another port every time.
 */
export function limitId({ baseUrl, key, tier }: Limited): string {
  const { protocol, hostname, port } = new URL(baseUrl);
  const name = hostname.replace(/\.$/, '');
  const origin = `${protocol}//${isLoopback(name) ? 'localhost' : name}:${port}`;
  return idOf(`${tier === 'sandbox' ? 'sandbox' : origin}\n${key}`);
}

export function maskKey(key: string): string {
  return key.length <= 8 ? '****' : `${key.slice(0, 4)}****${key.slice(-2)}`;
}

/** Whether the profile holds credentials that those of this account would replace for good. */
export function holdsOtherAccount(profile: Profile, { baseUrl, key }: Account): boolean {
  if (profile.key === undefined && secretOf(profile) === undefined) return false;
  if (profile.base_url === undefined) return profile.key !== key;
  const address = readBaseUrl(profile.base_url);
  return profile.key !== key || !address.ok || address.value !== baseUrl;
}

/** Says what the profile holds that is not of this account, as far as it may be shown. */
export function otherAccount({ key, base_url }: Profile, account: Account) {
  const address = base_url === undefined ? 'no base URL' : shownBaseUrl(base_url);
  if (key === account.key) return { what: 'this key for another base URL', details: address };
  const shownKey = key === undefined ? 'no key' : `key ${maskKey(key)}`;
  return { what: 'another account', details: `${shownKey} at ${address}` };
}

/** Hides what no base URL should hold, but a config edited by hand may: a password, a query. */
export function shownBaseUrl(text: string): string {
  if (readBaseUrl(text).ok) return text;
  return text.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1****@').replace(/([?#]).*$/s, '$1****');
}

function idOf(text: string): string {
  // The hashes of Node take longer to load than all the rest of the settings.
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32);
}

function givenBaseUrl(env: Environment, flag: string | undefined): string | undefined {
  const text = flag ?? (env.DOTAF_BASE_URL || undefined);
  return text === undefined ? undefined : checkedBaseUrl(text, addressSource(flag));
}

function refuseUnsendable(what: string, credential: string): void {
  if (!isHeaderSafe(credential)) throw refusals.unsendable(what);
}

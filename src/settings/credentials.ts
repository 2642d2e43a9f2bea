import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { readBaseUrl } from '../core/base-url.ts';
import { Failure } from '../errors.ts';
import type { Environment } from '../platform/surroundings.ts';
import { findProfile, type Profile } from './config.ts';
import type { Distrust } from './config-file.ts';
import {
  loginCommand,
  type ProfilePlace,
  profileIncomplete,
  profileLabel,
  profileNotStored,
  variables,
} from './missing-credentials.ts';

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

interface ProfileQuery extends ProfilePlace {
  distrust: Distrust | undefined;
  baseUrlFlag: string | undefined;
  env: Environment;
}

const distrusted: Record<Distrust, { why: string; remedy: string }> = {
  owner: { why: 'another user owns that file', remedy: 'make the file yours: sudo chown "$USER"' },
  mode: { why: 'others can write to that file', remedy: 'close the file to them: chmod 600' },
};

const unsendable = 'contains characters that no key or secret has';

/** @throws Failure `no_credentials` for half a pair, or without a base URL */
export function environmentCredentials(
  env: Environment,
  baseUrlFlag: string | undefined,
): Credentials {
  const { DOTAF_KEY: key, DOTAF_SECRET: secret } = env;
  if (!key || !secret) {
    const [set, missing] = key ? ['DOTAF_KEY', 'DOTAF_SECRET'] : ['DOTAF_SECRET', 'DOTAF_KEY'];
    throw new Failure('no_credentials', `${set} is set but ${missing} is not`, {
      hint: `set both ${variables}, or neither to use a profile`,
    });
  }
  refuseUnsendable('DOTAF_KEY', key);
  refuseUnsendable('DOTAF_SECRET', secret);
  const baseUrl = givenBaseUrl(env, baseUrlFlag);
  if (baseUrl === undefined) {
    throw new Failure('no_credentials', `${variables} are set but no base URL is`, {
      hint: 'set DOTAF_BASE_URL, or give --base-url, to the address in your reseller portal',
    });
  }
  return {
    baseUrl,
    key,
    secret: { kind: 'value', secret },
    tier: 'environment',
    source: `the environment (${variables})`,
    remedy: `correct ${variables}`,
    profile: null,
  };
}

/** @throws Failure `no_credentials` for a profile that is missing, not complete or not to be trusted */
export function profileCredentials(query: ProfileQuery): Credentials {
  const { chosen, config, configFile } = query;
  const profile = findProfile(config, chosen.name);
  if (profile === undefined) throw profileNotStored(query);
  const secret = secretOf(profile);
  if (profile.key === undefined || secret === undefined || profile.base_url === undefined) {
    throw profileIncomplete(query, profile);
  }
  const source = `${profileLabel(chosen)} in ${configFile}`;
  refuseUnsendable(`the key of ${source}`, profile.key);
  if (secret.kind === 'value') refuseUnsendable(`the secret of ${source}`, secret.secret);
  else if (query.distrust !== undefined) {
    const { why, remedy } = distrusted[query.distrust];
    throw new Failure('no_credentials', `the secret command of ${source} is not run: ${why}`, {
      hint: `if you trust the command, ${remedy} '${configFile}'`,
    });
  }
  return {
    baseUrl: boundBaseUrl(query, checkedBaseUrl(profile.base_url, source)),
    key: profile.key,
    secret,
    tier: 'profile',
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

/** The word for a secret in a profile, which is never shown itself. */
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

/** Names the files of one account. The embedded sandbox listens on another port every time. */
export function accountId({
  baseUrl,
  key,
  tier,
}: Pick<Credentials, 'baseUrl' | 'key' | 'tier'>): string {
  const address = tier === 'sandbox' ? 'sandbox' : baseUrl;
  // The hashes of Node take longer to load than all the rest of the settings.
  return bytesToHex(sha256(utf8ToBytes(`${address}\n${key}`))).slice(0, 32);
}

export function maskKey(key: string): string {
  return key.length <= 8 ? '****' : `${key.slice(0, 4)}****${key.slice(-2)}`;
}

/** A stored secret goes only to the origin that it was stored for. */
function boundBaseUrl({ env, baseUrlFlag, chosen }: ProfileQuery, stored: string): string {
  const given = givenBaseUrl(env, baseUrlFlag);
  if (given === undefined) return stored;
  const { origin } = new URL(stored);
  if (new URL(given).origin === origin) return given;
  const message = `${addressSource(baseUrlFlag)} is not the server that ${profileLabel(chosen)} was stored for (${origin})`;
  throw new Failure('no_credentials', message, {
    hint: `dotaf auth login --base-url ${given} --profile <name> stores credentials for it`,
  });
}

function givenBaseUrl(env: Environment, flag: string | undefined): string | undefined {
  const text = flag ?? (env.DOTAF_BASE_URL || undefined);
  return text === undefined ? undefined : checkedBaseUrl(text, addressSource(flag));
}

function refuseUnsendable(what: string, credential: string): void {
  if (isHeaderSafe(credential)) return;
  throw new Failure('no_credentials', `${what} ${unsendable}`, {
    hint: 'look for quotes, spaces or line breaks around the value',
  });
}

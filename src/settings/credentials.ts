import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { readBaseUrl } from '../core/base-url.ts';
import { shellWord } from '../core/shell-word.ts';
import { Failure } from '../errors.ts';
import type { Environment } from '../platform/surroundings.ts';
import type { Profile } from './config.ts';

/** A secret, or the command that prints it. */
export type SecretSource = { kind: 'value'; secret: string } | { kind: 'command'; command: string };

/** One complete set: never a key of one place with the secret of another. */
export interface Credentials {
  baseUrl: string;
  key: string;
  secret: SecretSource;
  tier: 'environment' | 'profile' | 'sandbox';
  /** In words, for every message about credentials. */
  source: string;
  /** What to do when the service refuses them. */
  remedy: string;
  profile: string | null;
}

export interface CredentialsQuery {
  env: Environment;
  /** `--base-url`, if given. */
  baseUrlFlag: string | undefined;
  profileName: string;
  /** The profile of that name, if there is one. */
  profile: Profile | undefined;
  configFile: string;
  /** The names of all profiles. */
  others: readonly string[];
}

const variables = 'DOTAF_KEY and DOTAF_SECRET';

/**
 * Resolves by whole tiers: the pair of the environment, then the profile.
 *
 * @throws Failure `no_credentials` when no tier is complete, or half a pair is set
 */
export function resolveCredentials(query: CredentialsQuery): Credentials {
  return fromEnvironment(query) ?? fromProfile(query);
}

/** A key or secret as a header can carry it: printable ASCII, no white space around it. */
export function isHeaderSafe(text: string): boolean {
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}

/** Names the files that belong to one account: a hash of base URL and key, never the key itself. */
export function accountId({ baseUrl, key, tier }: Credentials): string {
  // The embedded sandbox listens on another port every time, and is the same account all the same.
  const address = tier === 'sandbox' ? 'sandbox' : baseUrl;
  // Node's own hashes take longer to load than all the rest of the settings.
  return bytesToHex(sha256(utf8ToBytes(`${address}\n${key}`))).slice(0, 32);
}

/** The start of a key, enough to tell two apart. */
export function maskKey(key: string): string {
  return key.length <= 8 ? '****' : `${key.slice(0, 4)}****${key.slice(-2)}`;
}

function fromEnvironment({ env, baseUrlFlag }: CredentialsQuery): Credentials | undefined {
  const { DOTAF_KEY: key, DOTAF_SECRET: secret, DOTAF_BASE_URL: baseUrl } = env;
  if (!key && !secret) return undefined;
  if (!key || !secret) {
    const [set, missing] = key ? ['DOTAF_KEY', 'DOTAF_SECRET'] : ['DOTAF_SECRET', 'DOTAF_KEY'];
    throw new Failure('no_credentials', `${set} is set but ${missing} is not`, {
      hint: `set both ${variables}, or neither to use a profile`,
    });
  }
  refuseUnsendable('DOTAF_KEY', key);
  refuseUnsendable('DOTAF_SECRET', secret);
  const address = baseUrlFlag ?? (baseUrl || undefined);
  if (address === undefined) {
    throw new Failure('no_credentials', `no base URL goes with ${variables}`, {
      hint: 'set DOTAF_BASE_URL, or give --base-url, to the address in your reseller portal',
    });
  }
  return {
    baseUrl: checkedBaseUrl(address, addressSource(baseUrlFlag)),
    key,
    secret: { kind: 'value', secret },
    tier: 'environment',
    source: `the environment (${variables})`,
    remedy: `correct ${variables}`,
    profile: null,
  };
}

function fromProfile(query: CredentialsQuery): Credentials {
  const { profileName: name, profile, configFile } = query;
  const secret = secretOf(profile);
  if (profile === undefined && name !== 'default') throw noProfile(name);
  const [other] = query.others;
  if (profile === undefined && other !== undefined) {
    throw new Failure('no_credentials', 'there are no credentials: no profile is the active one', {
      hint: `dotaf auth use ${shellWord(other)}, or dotaf auth ls to see them all`,
    });
  }
  if (profile?.key === undefined || secret === undefined || profile.base_url === undefined) {
    throw new Failure('no_credentials', `there are no credentials: profile '${name}' has none`, {
      hint: `dotaf auth login${name === 'default' ? '' : ` --profile ${shellWord(name)}`}, or try any command with --sandbox; API access must be enabled on the reseller account first`,
    });
  }
  const source = `profile '${name}' in ${configFile}`;
  refuseUnsendable(`the key of ${source}`, profile.key);
  if (secret.kind === 'value') refuseUnsendable(`the secret of ${source}`, secret.secret);
  return {
    baseUrl: boundBaseUrl(query, checkedBaseUrl(profile.base_url, source)),
    key: profile.key,
    secret,
    tier: 'profile',
    source,
    remedy: `run: dotaf auth login${name === 'default' ? '' : ` --profile ${shellWord(name)}`}`,
    profile: name,
  };
}

/** A name that no profile has: more likely a slip than a new one. */
export function noProfile(name: string): Failure {
  if (name === '') return namelessProfile();
  return new Failure('no_credentials', `there is no profile '${name}'`, {
    hint: 'dotaf auth ls shows the profiles; dotaf auth login --profile <name> adds one',
  });
}

export function namelessProfile(): Failure {
  return new Failure('usage', 'the name of a profile cannot be empty', {
    hint: 'dotaf auth ls shows the profiles',
  });
}

/** A stored secret goes to the origin that it was stored for, and to no other. */
function boundBaseUrl({ env, baseUrlFlag, profileName }: CredentialsQuery, own: string): string {
  const address = baseUrlFlag ?? (env.DOTAF_BASE_URL || undefined);
  if (address === undefined) return own;
  const from = addressSource(baseUrlFlag);
  const wanted = checkedBaseUrl(address, from);
  const { origin } = new URL(own);
  if (new URL(wanted).origin === origin) return wanted;
  throw new Failure(
    'no_credentials',
    `${from} names another server than profile '${profileName}' was stored for (${origin})`,
    { hint: `dotaf auth login --base-url ${wanted} --profile <name> stores credentials for it` },
  );
}

/** What `--base-url` or the environment says, by the name that a message calls it. */
export function addressSource(flag: string | undefined): '--base-url' | 'DOTAF_BASE_URL' {
  return flag === undefined ? 'DOTAF_BASE_URL' : '--base-url';
}

export function secretOf(profile: Profile | undefined): SecretSource | undefined {
  if (profile?.secret_command !== undefined) {
    return { kind: 'command', command: profile.secret_command };
  }
  return profile?.secret === undefined ? undefined : { kind: 'value', secret: profile.secret };
}

/**
 * The address as requests need it.
 *
 * @throws Failure that names where the address came from, and why it cannot be used: `usage` for
 *   an option, `no_credentials` for a setting
 */
export function checkedBaseUrl(text: string, from: string): string {
  const read = readBaseUrl(text);
  if (read.ok) return read.baseUrl;
  const code = from === '--base-url' ? 'usage' : 'no_credentials';
  throw new Failure(code, `the base URL of ${from} ${read.reason}`, {
    hint: 'it is https://…/api/v1, as your reseller portal shows it',
  });
}

function refuseUnsendable(what: string, credential: string): void {
  if (isHeaderSafe(credential)) return;
  throw new Failure('no_credentials', `${what} holds characters that no credential has`, {
    hint: 'look for quotes, line ends or blanks around the value',
  });
}

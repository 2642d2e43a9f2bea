import path from 'node:path';
import { parseBaseUrl } from '../core/base-url.ts';
import { shellQuote } from '../core/text.ts';
import { CliError, usageError } from '../errors.ts';
import { resolveAppDirectories } from '../system/app-directories.ts';
import type { System } from '../system/system.ts';
import { type Config, findProfile, readConfig, updateConfig } from './config.ts';
import { type Credentials, findCredentialProblem } from './credentials.ts';
import {
  type PreferenceName,
  parsePreferenceValue,
  preferenceNames,
  preferences,
  type ResolvedSetting,
  type RetailPreferenceName,
  resolveSetting,
  type SettingSources,
} from './preferences.ts';

const credentialVariables = 'DOTAF_KEY and DOTAF_SECRET';

export class Settings {
  readonly #system;
  #sources;
  #config: Config | undefined;

  constructor(system: System, options: SettingSources['options']) {
    this.#system = system;
    this.#sources = { options, env: system.env };
  }

  get directories() {
    return resolveAppDirectories(this.#system);
  }

  get file() {
    return path.join(this.directories.config, 'config.json');
  }

  get config() {
    this.#config ??= readConfig(this.file, this.#system.userId);
    return this.#config;
  }

  async updateConfig(change: (config: Config) => Config) {
    this.#config = await updateConfig(this.file, this.#system, change);
    return this.#config;
  }

  get profileName() {
    return this.#profileSetting.value;
  }

  selectProfile(name: string) {
    const { options } = this.#sources;
    if (options.profile !== undefined && options.profile !== name)
      throw usageError('the argument and --profile name two profiles', 'leave one of them out');
    this.#sources = { ...this.#sources, options: { ...options, profile: name } };
  }

  /** @throws a `no_credentials` error if the profile does not exist and is not `default` */
  get existingProfileName() {
    return this.profileName === 'default' ? 'default' : this.requireProfile(this.config).name;
  }

  requireProfile(config: Config) {
    const profileSetting = this.#profileSetting;
    const profile = findProfile(config, profileSetting.value);
    if (profile) return profile;
    if (profileSetting.origin !== null)
      throw missingProfileError(describeProfile(profileSetting), this.file);
    const [first] = config.profiles;
    if (!first)
      throw missingCredentialsError(`no profile is stored in ${this.file}`, 'dotaf auth login');
    throw missingCredentialsError(
      `no profile in ${this.file} is active`,
      `dotaf auth use ${shellQuote(first.name)}`,
    );
  }

  getSetting(name: PreferenceName, sources = this.#sources) {
    // In the sandbox, ignore the profile's preferences: they are meant for the profile's account.
    const { sandbox } = this.#sources.options;
    const profile = sandbox ? undefined : findProfile(this.config, this.profileName);
    const setting = resolveSetting(name, sources, profile?.preferences?.[name], profile?.name);
    return { key: name, ...setting, summary: preferences[name].summary };
  }

  getPreference<Name extends Exclude<PreferenceName, RetailPreferenceName>>(name: Name) {
    return parsePreferenceValue(name, this.getSetting(name));
  }

  findPreference<Name extends RetailPreferenceName>(name: Name, sources = this.#sources) {
    const setting = this.getSetting(name, sources);
    if (setting.source === 'default') return undefined;
    return { ...setting, parsed: parsePreferenceValue(name, setting) };
  }

  findStoredPreference<Name extends RetailPreferenceName>(name: Name) {
    return this.findPreference(name, { options: {}, env: {} });
  }

  setCommandFor(name: PreferenceName, value: string) {
    const { source, origin } = this.getSetting(name);
    const quotedValue = shellQuote(value);
    if (source === 'variable') return `export ${origin}=${quotedValue}`;
    const { profile } = this.#sources.options;
    const profileOption = typeof profile === 'string' ? ` --profile ${shellQuote(profile)}` : '';
    return `dotaf config set ${name} ${quotedValue}${profileOption}`;
  }

  validateOptions() {
    if (this.#system.env.DOTAF_HOME) void this.directories;
    for (const name of preferenceNames) {
      const setting = resolveSetting(name, { ...this.#sources, env: {} });
      // Skip defaults: the default of `--markup`, an empty string (no markup), would be rejected.
      if (setting.source !== 'default') parsePreferenceValue(name, setting);
    }
  }

  get hasEnvironmentCredentials() {
    const { DOTAF_KEY, DOTAF_SECRET } = this.#system.env;
    return Boolean(DOTAF_KEY || DOTAF_SECRET);
  }

  get baseUrlOverride() {
    const { value, origin: from } = resolveSetting('base-url', this.#sources);
    return from === null ? undefined : { baseUrl: requireBaseUrl(value, from), from };
  }

  resolveCredentials() {
    const credentials = this.hasEnvironmentCredentials
      ? this.#resolveFromEnvironment()
      : this.#resolveFromProfile();
    const { key, secret = key, source } = credentials;
    for (const [name, value] of Object.entries({ key, secret })) {
      const problem = findCredentialProblem(value);
      if (!problem) continue;
      throw credentialsError(
        `the ${name} of ${source} ${problem}`,
        'look for quotes, spaces or line breaks around the value',
      );
    }
    return credentials;
  }

  #resolveFromEnvironment(): Credentials {
    const { DOTAF_KEY: key = '', DOTAF_SECRET: secret = '' } = this.#system.env;
    const { baseUrl = '' } = this.baseUrlOverride ?? {};
    const requiredValues = { DOTAF_KEY: key, DOTAF_SECRET: secret, DOTAF_BASE_URL: baseUrl };
    const missing = Object.entries(requiredValues).find(([, value]) => value === '');
    if (missing) {
      throw credentialsError(
        `the credentials of the environment lack ${missing[0]}`,
        'set DOTAF_KEY, DOTAF_SECRET and DOTAF_BASE_URL, or none of them to use a profile',
      );
    }
    return {
      baseUrl,
      key,
      secret,
      kind: 'environment',
      source: `the environment (${credentialVariables})`,
      remedy: `correct ${credentialVariables}`,
      profile: null,
    };
  }

  #resolveFromProfile(): Credentials {
    const baseUrlOverride = this.baseUrlOverride;
    const profile = this.requireProfile(this.config);
    const { name, key, base_url, secret, secret_command: secretCommand } = profile;
    const loginCommand = `dotaf auth login${name === 'default' ? '' : ` --profile ${shellQuote(name)}`}`;
    const source = `${describeProfile(this.#profileSetting)} in ${this.file}`;
    if (!key || !base_url || (secret ?? secretCommand) === undefined) {
      throw missingCredentialsError(`${source} lacks its key, secret or base URL`, loginCommand);
    }
    const storedUrl = requireBaseUrl(base_url, `the base URL of ${source}`);
    const { baseUrl, from } = baseUrlOverride ?? { baseUrl: storedUrl };
    // Send a stored secret only to the origin for which it was stored.
    const { origin } = new URL(storedUrl);
    if (new URL(baseUrl).origin !== origin) {
      throw credentialsError(
        `${from} is not the server that ${source} was stored for (${origin})`,
        `dotaf auth login --base-url ${baseUrl} --profile '<name>' stores credentials for it`,
      );
    }
    return {
      baseUrl,
      key,
      secret,
      secretCommand,
      kind: 'profile',
      source,
      remedy: `run: ${loginCommand}`,
      profile: name,
    };
  }

  get #profileSetting() {
    const profile = resolveSetting('profile', this.#sources, this.config.active);
    if (profile.value !== '') return profile;
    throw usageError('the name of the profile is empty', profilesHint);
  }
}

/** @throws an error whose message never includes the URL, which may contain a password */
function requireBaseUrl(text: string, from: string) {
  const result = parseBaseUrl(text);
  if (result.ok) return result.value;
  const code = from === '--base-url' ? 'usage' : 'no_credentials';
  throw new CliError(code, `${from} ${result.reason}`, {
    hint: result.hint ?? 'it is https://…/api/v1, as your reseller portal shows it',
  });
}

function describeProfile({ value, source }: ResolvedSetting) {
  return `profile '${value}'${source === 'variable' ? ' (from DOTAF_PROFILE)' : ''}`;
}

const profilesHint = 'dotaf auth ls shows the profiles';

export function missingProfileError(label: string, file: string) {
  return credentialsError(
    `there is no ${label} in ${file}`,
    `${profilesHint}; dotaf auth login --profile '<name>' adds one`,
  );
}

function missingCredentialsError(reason: string, nextCommand: string) {
  return credentialsError(
    `there are no credentials: ${credentialVariables} are not set, and ${reason}`,
    `${nextCommand}, or any command with --sandbox`,
  );
}

function credentialsError(message: string, hint: string) {
  return new CliError('no_credentials', message, { hint });
}

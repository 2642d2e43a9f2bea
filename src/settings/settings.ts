import path from 'node:path';
import { readBaseUrl } from '../core/base-url.ts';
import { shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { type Folders, findFolders } from '../platform/files.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { type Config, findProfile, type Profile, readConfig, updateConfig } from './config.ts';
import { type Credentials, faultOf } from './credentials.ts';
import { findSetting, type Inputs, meantAccount, type Setting } from './meant-account.ts';
import {
  type PreferenceName,
  type PreferenceValues,
  parseSetting,
  preferenceNames,
  preferences,
} from './preferences.ts';
import { pair, refusals } from './refusals.ts';

/** Options of the command line. Any others are looked at too, for those of preferences. */
interface SettingsOptions {
  profile?: string;
  baseUrl?: string;
  sandbox?: boolean;
}

export class Settings {
  readonly #surroundings: Surroundings;
  readonly #options: SettingsOptions;
  readonly #inputs: Inputs;
  #config: Config | undefined;

  constructor(surroundings: Surroundings, options: SettingsOptions) {
    this.#surroundings = surroundings;
    this.#options = options;
    this.#inputs = { options: { ...options }, env: surroundings.env };
  }

  get folders(): Folders {
    return findFolders(this.#surroundings);
  }

  get file(): string {
    return path.join(this.folders.config, 'config.json');
  }

  get config(): Config {
    this.#config ??= readConfig(this.file, this.#surroundings);
    return this.#config;
  }

  /** Stores the config that `change` returns. @throws Failure `config` */
  async update(change: (config: Config) => Config): Promise<Config> {
    this.#config = await updateConfig(this.file, this.#surroundings, change);
    return this.#config;
  }

  get profileName(): string {
    return this.#chosen.value;
  }

  /** Only `default` may be changed before it is stored. @throws Failure `no_credentials` */
  get existingProfileName(): string {
    const { profileName } = this;
    return profileName === 'default' ? profileName : this.profileIn(this.config).name;
  }

  /** The chosen profile of a config. @throws Failure `no_credentials` if it is not stored */
  profileIn(config: Config): Profile {
    const chosen = this.#chosen;
    const profile = findProfile(config, chosen.value);
    if (profile !== undefined) return profile;
    const isNamed = chosen.source === 'flag' || chosen.source === 'variable';
    if (isNamed) throw refusals.noProfile(profileLabel(chosen), this.file);
    throw refusals.noneActive(config, this.file);
  }

  setting(name: PreferenceName) {
    const { variable, default: value, summary } = preferences[name];
    const profile = this.#profileIfNeeded();
    const stored = profile?.preferences?.[name];
    const found = findSetting(name, this.#inputs, variable, stored, profile?.name);
    return { key: name, ...(found ?? { value, source: 'default', origin: null }), summary };
  }

  preference<Name extends PreferenceName>(name: Name): PreferenceValues[Name] {
    return parseSetting(name, this.setting(name));
  }

  /** The line that gives the preference this value for good, wherever it is set now. */
  lineThatSets(name: PreferenceName, value: string): string {
    const { source, origin } = this.setting(name);
    const word = shellWord(value);
    if (source === 'variable') return `export ${origin}=${word}`;
    const { profile } = this.#options;
    const option = profile === undefined ? '' : ` --profile ${shellWord(profile)}`;
    return `dotaf config set ${name} ${word}${option}`;
  }

  /** Refuses bad options and variables even where the command has no use for them. */
  checkOptions(): void {
    if (this.#surroundings.env.DOTAF_HOME) void this.folders;
    for (const name of preferenceNames) {
      const typed = findSetting(name, this.#inputs);
      if (typed !== undefined) parseSetting(name, typed);
    }
  }

  /** True also for half a pair, which is an error whatever is stored. */
  get hasEnvironmentPair(): boolean {
    const { key, secret } = meantAccount(this.#inputs);
    return key + secret !== '';
  }

  get givenBaseUrl(): { baseUrl: string; from: string } | undefined {
    const { baseUrl: { value, origin: from } = { origin: null } } = meantAccount(this.#inputs);
    return from === null ? undefined : { baseUrl: checkedBaseUrl(value, from), from };
  }

  credentials(): Credentials {
    const given = this.givenBaseUrl;
    if (this.hasEnvironmentPair) return sendable(this.#environmentCredentials(given?.baseUrl));
    const found = sendable(this.#profileCredentials());
    if (given === undefined) return found;
    const { baseUrl, from } = given;
    // A stored secret goes only to the origin that it was stored for.
    const { origin } = new URL(found.baseUrl);
    if (new URL(baseUrl).origin === origin) return { ...found, baseUrl };
    throw refusals.otherServer(from, found.source, origin, baseUrl);
  }

  #environmentCredentials(baseUrl: string | undefined): Credentials {
    const { key, secret } = meantAccount(this.#inputs);
    if (!key) throw refusals.halfPair('DOTAF_SECRET', 'DOTAF_KEY');
    if (!secret) throw refusals.halfPair('DOTAF_KEY', 'DOTAF_SECRET');
    if (baseUrl === undefined) throw refusals.noBaseUrl();
    return {
      baseUrl,
      key,
      secret,
      tier: 'environment',
      source: `the environment (${pair})`,
      remedy: `correct ${pair}`,
      profile: null,
    };
  }

  #profileCredentials(): Credentials {
    const profile = this.profileIn(this.config);
    const { name, key, base_url, secret, secret_command: secretCommand } = profile;
    const login = `dotaf auth login${name === 'default' ? '' : ` --profile ${shellWord(name)}`}`;
    const source = `${profileLabel(this.#chosen)} in ${this.file}`;
    if (!key || !base_url || (secret ?? secretCommand) === undefined) {
      throw refusals.incomplete(source, login);
    }
    return {
      baseUrl: checkedBaseUrl(base_url, `the base URL of ${source}`),
      key,
      secret,
      secretCommand,
      tier: 'profile',
      source,
      remedy: `run: ${login}`,
      profile: name,
    };
  }

  get #chosen(): Setting {
    const { profile } = meantAccount(this.#inputs, this.config.active);
    if (profile.value === '') throw refusals.noName();
    return profile;
  }

  /** Neither the sandbox nor credentials in the environment depend on the config. */
  #profileIfNeeded(): Profile | undefined {
    if (this.#options.sandbox) return undefined;
    try {
      return findProfile(this.config, this.profileName);
    } catch (error) {
      if (this.hasEnvironmentPair && error instanceof Failure) return undefined;
      throw error;
    }
  }
}

/** @throws Failure `usage` for an option, `no_credentials` for a setting; never with the text */
function checkedBaseUrl(text: string, from: string): string {
  const read = readBaseUrl(text);
  if (read.ok) return read.value;
  throw refusals.badBaseUrl(from, read.reason);
}

/** @throws Failure `no_credentials` for a key or secret that no request can carry */
function sendable(credentials: Credentials): Credentials {
  const { key, secret = key, source } = credentials;
  for (const [what, text] of Object.entries({ key, secret })) {
    const fault = faultOf(text);
    if (fault !== undefined) throw refusals.unsendable(what, source, fault);
  }
  return credentials;
}

function profileLabel({ value, source }: Setting): string {
  return `profile '${value}'${source === 'variable' ? ' (from DOTAF_PROFILE)' : ''}`;
}

import path from 'node:path';
import { readBaseUrl } from '../core/base-url.ts';
import { shellWord } from '../core/text.ts';
import { Failure, usageFailure } from '../errors.ts';
import { type Folders, findFolders } from '../platform/files.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { type Config, findProfile, type Profile, readConfig, updateConfig } from './config.ts';
import {
  type Credentials,
  faultOf,
  findSetting,
  type Inputs,
  meantAccount,
  type Setting,
} from './credentials.ts';
import {
  type PreferenceName,
  type PreferenceValues,
  parseSetting,
  preferenceNames,
  preferences,
} from './preferences.ts';

const pair = 'DOTAF_KEY and DOTAF_SECRET';

export class Settings {
  readonly #system: Surroundings;
  readonly #inputs: Inputs;
  #config: Config | undefined;

  constructor(system: Surroundings, options: Inputs['options']) {
    this.#system = system;
    this.#inputs = { options, env: system.env };
  }

  get directories(): Folders {
    return findFolders(this.#system);
  }

  get file(): string {
    return path.join(this.directories.config, 'config.json');
  }

  get config(): Config {
    this.#config ??= readConfig(this.file, this.#system.userId);
    return this.#config;
  }

  async update(change: (config: Config) => Config): Promise<Config> {
    this.#config = await updateConfig(this.file, this.#system.userId, change);
    return this.#config;
  }

  get profileName(): string {
    return this.#chosen.value;
  }

  /** Only `default` may be changed before it is stored. @throws Failure `no_credentials` */
  get existingProfileName(): string {
    const { profileName } = this;
    return profileName === 'default' ? profileName : this.requireProfile(this.config).name;
  }

  /** The chosen profile of a config. @throws Failure `no_credentials` if it is not stored */
  requireProfile(config: Config): Profile {
    const chosen = this.#chosen;
    const profile = findProfile(config, chosen.value);
    if (profile !== undefined) return profile;
    if (chosen.origin !== null) throw noProfile(profileLabel(chosen), this.file);
    const [first] = config.profiles;
    if (first === undefined) throw none(`no profile is stored in ${this.file}`, 'dotaf auth login');
    throw none(`no profile in ${this.file} is active`, `dotaf auth use ${shellWord(first.name)}`);
  }

  setting(name: PreferenceName) {
    const { variable, default: usual, summary } = preferences[name];
    const profile = this.#profileIfNeeded();
    const stored = profile?.preferences?.[name];
    const found = findSetting(name, this.#inputs, usual, variable, stored, profile?.name);
    return { key: name, ...found, summary };
  }

  preference<Name extends PreferenceName>(name: Name): PreferenceValues[Name] {
    return parseSetting(name, this.setting(name));
  }

  /** The line that gives the preference this value for good, wherever it is set now. */
  setCommandFor(name: PreferenceName, value: string): string {
    const { source, origin } = this.setting(name);
    const word = shellWord(value);
    if (source === 'variable') return `export ${origin}=${word}`;
    const { profile } = this.#inputs.options;
    const option = typeof profile === 'string' ? ` --profile ${shellWord(profile)}` : '';
    return `dotaf config set ${name} ${word}${option}`;
  }

  /** Refuses a bad option and a bad home even where the command has no use for them. */
  checkOptions(): void {
    if (this.#system.env.DOTAF_HOME) void this.directories;
    for (const name of preferenceNames) {
      parseSetting(name, findSetting(name, this.#inputs, preferences[name].default));
    }
  }

  /** True also for half a pair, which is an error whatever is stored. */
  get hasEnvironmentCredentials(): boolean {
    const { key, secret } = meantAccount(this.#inputs);
    return key + secret !== '';
  }

  get baseUrlOverride(): { baseUrl: string; from: string } | undefined {
    const { value, origin: from } = meantAccount(this.#inputs).baseUrl;
    return from === null ? undefined : { baseUrl: checkedBaseUrl(value, from), from };
  }

  credentials(): Credentials {
    return sendable(
      this.hasEnvironmentCredentials ? this.#environmentCredentials() : this.#profileCredentials(),
    );
  }

  #environmentCredentials(): Credentials {
    const { key, secret } = meantAccount(this.#inputs);
    const { baseUrl = '' } = this.baseUrlOverride ?? {};
    const needed = { DOTAF_KEY: key, DOTAF_SECRET: secret, DOTAF_BASE_URL: baseUrl };
    const [missing] = Object.entries(needed).find(([, value]) => value === '') ?? [];
    if (missing !== undefined) {
      throw refused(
        `the credentials of the environment lack ${missing}`,
        'set DOTAF_KEY, DOTAF_SECRET and DOTAF_BASE_URL, or none of them to use a profile',
      );
    }
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
    const given = this.baseUrlOverride;
    const profile = this.requireProfile(this.config);
    const { name, key, base_url, secret, secret_command: secretCommand } = profile;
    const login = `dotaf auth login${name === 'default' ? '' : ` --profile ${shellWord(name)}`}`;
    const source = `${profileLabel(this.#chosen)} in ${this.file}`;
    if (!key || !base_url || (secret ?? secretCommand) === undefined) {
      throw none(`${source} lacks its key, secret or base URL`, login);
    }
    const stored = checkedBaseUrl(base_url, `the base URL of ${source}`);
    const { baseUrl, from } = given ?? { baseUrl: stored };
    // A stored secret goes only to the origin that it was stored for.
    const { origin } = new URL(stored);
    if (new URL(baseUrl).origin !== origin) {
      throw refused(
        `${from} is not the server that ${source} was stored for (${origin})`,
        `dotaf auth login --base-url ${baseUrl} --profile <name> stores credentials for it`,
      );
    }
    return {
      baseUrl,
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
    if (profile.value !== '') return profile;
    throw usageFailure('the name of the profile is empty', list);
  }

  /** Neither the sandbox nor credentials in the environment depend on the config. */
  #profileIfNeeded(): Profile | undefined {
    if (this.#inputs.options.sandbox) return undefined;
    try {
      return findProfile(this.config, this.profileName);
    } catch (error) {
      if (this.hasEnvironmentCredentials) return undefined;
      throw error;
    }
  }
}

/** @throws Failure `usage` for an option, `no_credentials` for a setting; never with the text */
function checkedBaseUrl(text: string, from: string): string {
  const read = readBaseUrl(text);
  if (read.ok) return read.value;
  const code = from === '--base-url' ? 'usage' : 'no_credentials';
  throw new Failure(code, `${from} ${read.reason}`, {
    hint: 'it is https://…/api/v1, as your reseller portal shows it',
  });
}

/** @throws Failure `no_credentials` for a key or secret that no request can carry */
function sendable(credentials: Credentials): Credentials {
  const { key, secret = key, source } = credentials;
  for (const [what, text] of Object.entries({ key, secret })) {
    const fault = faultOf(text);
    if (fault === undefined) continue;
    throw refused(
      `the ${what} of ${source} ${fault}`,
      'look for quotes, spaces or line breaks around the value',
    );
  }
  return credentials;
}

function profileLabel({ value, source }: Setting): string {
  return `profile '${value}'${source === 'variable' ? ' (from DOTAF_PROFILE)' : ''}`;
}

const list = 'dotaf auth ls shows the profiles';

export function noProfile(label: string, file: string): Failure {
  return refused(
    `there is no ${label} in ${file}`,
    `${list}; dotaf auth login --profile <name> adds one`,
  );
}

function none(reason: string, next: string): Failure {
  return refused(
    `there are no credentials: ${pair} are not set, and ${reason}`,
    `${next}, or any command with --sandbox`,
  );
}

function refused(says: string, hint: string): Failure {
  return new Failure('no_credentials', says, { hint });
}

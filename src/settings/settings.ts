import { Failure } from '../errors.ts';
import { type Folders, findFolders } from '../platform/folders.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { type Config, findProfile, type Profile } from './config.ts';
import { ConfigFile } from './config-file.ts';
import { type Credentials, noProfile, resolveCredentials } from './credentials.ts';
import {
  type PreferenceName,
  type PreferenceTexts,
  type PreferenceValue,
  preferenceNames,
  readPreference,
} from './preferences.ts';

/** The global options that have a say in the settings, as typed. */
export interface SettingsOptions {
  profile?: string;
  baseUrl?: string;
  sandbox?: boolean;
  timeout?: string;
  maxWait?: string;
  color?: boolean;
}

/** The settings of one run: from its options, the environment and the config file, read when needed. */
export class Settings {
  /** Texts of preferences from options of the command itself, such as `--tld`. */
  readonly flags: PreferenceTexts['flags'] = {};
  readonly #surroundings: Surroundings;
  readonly #options: SettingsOptions;
  #folders: Folders | undefined;
  #file: ConfigFile | undefined;
  #config: Config | undefined;

  constructor(surroundings: Surroundings, options: SettingsOptions) {
    this.#surroundings = surroundings;
    this.#options = options;
  }

  get folders(): Folders {
    this.#folders ??= findFolders(this.#surroundings);
    return this.#folders;
  }

  get file(): ConfigFile {
    this.#file ??= new ConfigFile(this.folders.config, this.#surroundings);
    return this.#file;
  }

  get config(): Config {
    this.#config ??= this.file.read();
    return this.#config;
  }

  /** The profile in use: `--profile`, `DOTAF_PROFILE`, the active one, `default`. */
  get profileName(): string {
    const named = this.#options.profile ?? (this.#surroundings.env.DOTAF_PROFILE || undefined);
    return named ?? this.config.active ?? 'default';
  }

  /** The same, for a change: only `default` may be made by it. @throws Failure `no_credentials` */
  get existingProfileName(): string {
    const name = this.profileName;
    if (name !== 'default' && this.#profile === undefined) throw noProfile(name);
    return name;
  }

  preference<Name extends PreferenceName>(name: Name): PreferenceValue<Name> {
    return readPreference(name, this.preferenceTexts);
  }

  get preferenceTexts(): PreferenceTexts {
    return {
      flags: this.#flagTexts,
      env: this.#surroundings.env,
      ...this.#profilePreferences(),
    };
  }

  /** The same for showing them: a damaged config is then a failure also where no command needs it. */
  get shownPreferenceTexts(): PreferenceTexts {
    if (this.#options.sandbox) return this.preferenceTexts;
    const profile = this.#profile?.preferences ?? {};
    return { ...this.preferenceTexts, profile, profileName: this.profileName };
  }

  /** Refuses a bad value of a global option, also where the command at hand has no use for it. */
  checkOptions(): void {
    const texts = { flags: this.#flagTexts, env: {}, profile: {}, profileName: '' };
    for (const name of preferenceNames) {
      if (name in texts.flags) readPreference(name, texts);
    }
  }

  /** Whether the environment has credentials, or half of them: then no profile is asked for any. */
  get hasEnvironmentPair(): boolean {
    const { DOTAF_KEY, DOTAF_SECRET } = this.#surroundings.env;
    return Boolean(DOTAF_KEY || DOTAF_SECRET);
  }

  /** @throws Failure `no_credentials` */
  credentials(): Credentials {
    const { env } = this.#surroundings;
    const baseUrlFlag = this.#options.baseUrl;
    if (this.hasEnvironmentPair) {
      const none = { profileName: 'default', profile: undefined, configFile: '', others: [] };
      return resolveCredentials({ env, baseUrlFlag, ...none });
    }
    return resolveCredentials({
      env,
      baseUrlFlag,
      profileName: this.profileName,
      profile: this.#profile,
      configFile: this.file.file,
      others: this.config.profiles.map(({ name }) => name),
    });
  }

  get #profile(): Profile | undefined {
    return findProfile(this.config, this.profileName);
  }

  get #flagTexts(): PreferenceTexts['flags'] {
    const { timeout, maxWait, color } = this.#options;
    return {
      ...this.flags,
      ...(timeout !== undefined && { timeout }),
      ...(maxWait !== undefined && { 'max-wait': maxWait }),
      ...(color !== undefined && { color: color ? 'always' : 'never' }),
    };
  }

  /** Those of the profile in use. Neither the sandbox nor a full environment depends on the config. */
  #profilePreferences(): Pick<PreferenceTexts, 'profile' | 'profileName'> {
    if (this.#options.sandbox) return { profile: {}, profileName: 'default' };
    try {
      return { profile: this.#profile?.preferences ?? {}, profileName: this.profileName };
    } catch (error) {
      if (!this.hasEnvironmentPair || !(error instanceof Failure)) throw error;
      return { profile: {}, profileName: 'default' };
    }
  }
}

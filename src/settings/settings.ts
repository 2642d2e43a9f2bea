import { Failure } from '../errors.ts';
import { type Folders, findFolders, refuseRelativeHome } from '../platform/folders.ts';
import type { Environment, Surroundings } from '../platform/surroundings.ts';
import { type Config, findProfile, type Profile } from './config.ts';
import { ConfigFile } from './config-file.ts';
import {
  type ChosenProfile,
  everyProfile,
  noProfile,
  notOneProfile,
} from './credential-failures.ts';
import { type Credentials, environmentCredentials, profileCredentials } from './credentials.ts';
import {
  type PreferenceName,
  type PreferenceSources,
  type PreferenceValues,
  preferenceNames,
  type ResolvedPreference,
  readPreference,
  resolvePreference,
} from './preferences.ts';

/** Options of the command line. Any others are looked at too, for those of preferences. */
export interface SettingsOptions {
  profile?: string;
  baseUrl?: string;
  sandbox?: boolean;
}

/** Looks up each setting of a run when it is first needed, and keeps it. */
export class Settings {
  readonly #surroundings: Surroundings;
  readonly #options: SettingsOptions;
  readonly #givenProfile: ChosenProfile | undefined;
  #folders: Folders | undefined;
  #file: ConfigFile | undefined;
  #config: Config | undefined;
  #chosenProfile: ChosenProfile | undefined;
  #sources: PreferenceSources | undefined;
  #credentials: Credentials | undefined;

  constructor(surroundings: Surroundings, options: SettingsOptions) {
    this.#surroundings = surroundings;
    this.#options = options;
    this.#givenProfile = givenProfile(options, surroundings.env);
  }

  get folders(): Folders {
    this.#folders ??= findFolders(this.#surroundings);
    return this.#folders;
  }

  get file(): ConfigFile {
    this.#file ??= new ConfigFile(this.folders.config, this.#surroundings);
    return this.#file;
  }

  get configWarning(): string | undefined {
    return this.#file?.warning;
  }

  get config(): Config {
    this.#config ??= this.file.read();
    return this.#config;
  }

  get isEveryProfile(): boolean {
    return this.#givenProfile?.name === everyProfile;
  }

  /** @throws Failure `usage` if it is not one */
  get profileName(): string {
    return this.chosenProfile.name;
  }

  get chosenProfile(): ChosenProfile {
    if (this.isEveryProfile) throw notOneProfile();
    this.#chosenProfile ??= this.#givenProfile ?? this.#storedChoice();
    return this.#chosenProfile;
  }

  /** Only `default` may be changed before it is stored. @throws Failure `no_credentials` */
  get existingProfileName(): string {
    const name = this.profileName;
    if (name !== 'default' && findProfile(this.config, name) === undefined) throw this.noProfile();
    return name;
  }

  noProfile(chosen = this.chosenProfile, config = this.config): Failure {
    return noProfile({ chosen, config, configFile: this.file.file });
  }

  preference<Name extends PreferenceName>(name: Name): PreferenceValues[Name] {
    return readPreference(name, this.#usualSources());
  }

  withPreferencesOf(profile: Profile | undefined): Settings {
    const settings = new Settings(this.#surroundings, this.#options);
    settings.#sources = { ...this.#usualSources(), profile };
    return settings;
  }

  /** For display, where a damaged config is a failure also if no command needs it. */
  shownPreference(name: PreferenceName, config?: Config): ResolvedPreference {
    const sources = this.#usualSources();
    if (this.#options.sandbox) return resolvePreference(name, sources);
    const profile = findProfile(config ?? this.config, this.profileName);
    return resolvePreference(name, { ...sources, profile });
  }

  /** Refuses what is set wrongly also where the command has no use for it. */
  checkOptions(): void {
    refuseRelativeHome(this.#surroundings.env);
    const sources = { options: { ...this.#options }, env: {}, profile: undefined };
    for (const name of preferenceNames) readPreference(name, sources);
  }

  /** True also for half a pair, which is an error whatever is stored. */
  get hasEnvironmentPair(): boolean {
    const { DOTAF_KEY, DOTAF_SECRET } = this.#surroundings.env;
    return Boolean(DOTAF_KEY || DOTAF_SECRET);
  }

  credentials(): Credentials {
    const { env } = this.#surroundings;
    const { baseUrl: baseUrlFlag } = this.#options;
    this.#credentials ??= this.hasEnvironmentPair
      ? environmentCredentials(env, baseUrlFlag)
      : profileCredentials({
          config: this.config,
          configFile: this.file.file,
          distrust: this.file.distrust,
          chosen: this.chosenProfile,
          baseUrlFlag,
          env,
        });
    return this.#credentials;
  }

  #storedChoice(): ChosenProfile {
    const { active } = this.config;
    return active === undefined
      ? { name: 'default', by: 'default' }
      : { name: active, by: 'config' };
  }

  #usualSources(): PreferenceSources {
    this.#sources ??= {
      options: { ...this.#options },
      env: this.#surroundings.env,
      profile: this.#profileIfNeeded(),
    };
    return this.#sources;
  }

  /** Neither the sandbox nor credentials in the environment depend on the config. */
  #profileIfNeeded(): Profile | undefined {
    if (this.#options.sandbox || this.isEveryProfile) return undefined;
    try {
      return findProfile(this.config, this.profileName);
    } catch (error) {
      if (this.hasEnvironmentPair && error instanceof Failure) return undefined;
      throw error;
    }
  }
}

function givenProfile(
  { profile }: SettingsOptions,
  { DOTAF_PROFILE }: Environment,
): ChosenProfile | undefined {
  if (profile !== undefined) return { name: profile, by: 'option' };
  return DOTAF_PROFILE ? { name: DOTAF_PROFILE, by: 'DOTAF_PROFILE' } : undefined;
}

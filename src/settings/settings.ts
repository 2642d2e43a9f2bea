import { guessOf } from '../core/closest.ts';
import { shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { type Folders, findFolders } from '../platform/files.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { type Config, ConfigFile, findProfile, type Profile } from './config.ts';
import {
  addressSource,
  type Credentials,
  checkedBaseUrl,
  refuseUnsendable,
  secretOf,
} from './credentials.ts';
import {
  type PreferenceName,
  type PreferenceValues,
  preferenceNames,
  readPreference,
  resolvePreference,
} from './preferences.ts';

/** Options of the command line. Any others are looked at too, for those of preferences. */
export interface SettingsOptions {
  profile?: string;
  baseUrl?: string;
  sandbox?: boolean;
}

interface ChosenProfile {
  name: string;
  by: 'option' | 'DOTAF_PROFILE' | 'config' | 'default';
}

/** Stands for all stored profiles, so none can be called so. */
export const everyProfile = 'all';

const variables = 'DOTAF_KEY and DOTAF_SECRET';

export class Settings {
  readonly #surroundings: Surroundings;
  readonly #options: SettingsOptions;
  #config: Config | undefined;

  constructor(surroundings: Surroundings, options: SettingsOptions) {
    this.#surroundings = surroundings;
    this.#options = options;
  }

  get folders(): Folders {
    return findFolders(this.#surroundings);
  }

  get file(): ConfigFile {
    return new ConfigFile(this.folders.config, this.#surroundings);
  }

  get config(): Config {
    this.#config ??= this.file.read();
    return this.#config;
  }

  get isEveryProfile(): boolean {
    const { profile = this.#surroundings.env.DOTAF_PROFILE } = this.#options;
    return profile === everyProfile;
  }

  /** @throws Failure `usage` if it is not one */
  get chosenProfile(): ChosenProfile {
    if (this.isEveryProfile) {
      const says = `'${everyProfile}' means every stored profile, and this command works with one`;
      throw new Failure('usage', says, {
        hint: 'give another name with --profile; dotaf auth ls shows the profiles',
      });
    }
    const { profile } = this.#options;
    const { DOTAF_PROFILE } = this.#surroundings.env;
    if (profile !== undefined) return { name: profile, by: 'option' };
    if (DOTAF_PROFILE) return { name: DOTAF_PROFILE, by: 'DOTAF_PROFILE' };
    const { active } = this.config;
    return { name: active ?? 'default', by: active === undefined ? 'default' : 'config' };
  }

  get profileName(): string {
    return this.chosenProfile.name;
  }

  /** Only `default` may be changed before it is stored. @throws Failure `no_credentials` */
  get existingProfileName(): string {
    const name = this.profileName;
    if (name !== 'default' && findProfile(this.config, name) === undefined) throw this.noProfile();
    return name;
  }

  noProfile(chosen = this.chosenProfile, { profiles } = this.config): Failure {
    const names = profiles.map(({ name }) => name);
    const code = chosen.name === '' ? 'usage' : 'no_credentials';
    return new Failure(code, `there is no ${labelOf(chosen)} in ${this.file.file}`, {
      hint: `${guessOf(chosen.name, names)}dotaf auth ls shows the profiles; dotaf auth login --profile <name> adds one`,
    });
  }

  preference<Name extends PreferenceName>(name: Name): PreferenceValues[Name] {
    return readPreference(name, this.#resolve(name, this.#profileIfNeeded()));
  }

  /** For display, where a damaged config is a failure also if no command needs it. */
  shownPreference(name: PreferenceName, config?: Config) {
    const find = () => findProfile(config ?? this.config, this.profileName);
    return this.#resolve(name, this.#options.sandbox ? undefined : find());
  }

  /** What to type so that the preference has this value from then on, wherever it is set now. */
  lineThatSets(name: PreferenceName, value: string): string {
    const { source, origin } = this.shownPreference(name);
    const word = shellWord(value);
    if (source === 'variable') return `export ${origin}=${word}`;
    const { profile } = this.#options;
    const option = profile === undefined ? '' : ` --profile ${shellWord(profile)}`;
    return `dotaf config set ${name} ${word}${option}`;
  }

  /** Refuses what is set wrongly also where the command has no use for it. */
  checkOptions(): void {
    if (this.#surroundings.env.DOTAF_HOME) void this.folders;
    for (const name of preferenceNames) {
      readPreference(name, resolvePreference(name, { ...this.#options }, {}, undefined));
    }
  }

  /** True also for half a pair, which is an error whatever is stored. */
  get hasEnvironmentPair(): boolean {
    const { DOTAF_KEY, DOTAF_SECRET } = this.#surroundings.env;
    return Boolean(DOTAF_KEY || DOTAF_SECRET);
  }

  credentials(): Credentials {
    const { baseUrl: flag } = this.#options;
    const from = addressSource(flag);
    const text = flag ?? (this.#surroundings.env.DOTAF_BASE_URL || undefined);
    const given = text === undefined ? undefined : checkedBaseUrl(text, from);
    const isOfProfile = !this.hasEnvironmentPair;
    const found = isOfProfile ? this.#profileCredentials() : this.#environmentCredentials(given);
    refuseUnsendable(found);
    if (given === undefined || !isOfProfile) return found;
    // A stored secret goes only to the origin that it was stored for.
    const { origin } = new URL(found.baseUrl);
    if (new URL(given).origin === origin) return { ...found, baseUrl: given };
    throw refusal(
      `${from} is not the server that ${labelOf(this.chosenProfile)} was stored for (${origin})`,
      `dotaf auth login --base-url ${given} --profile <name> stores credentials for it`,
    );
  }

  #environmentCredentials(baseUrl: string | undefined): Credentials {
    const { DOTAF_KEY: key, DOTAF_SECRET: secret } = this.#surroundings.env;
    if (!key || !secret) {
      const [set, missing] = key ? ['KEY', 'SECRET'] : ['SECRET', 'KEY'];
      const hint = `set both ${variables}, or neither to use a profile`;
      throw refusal(`DOTAF_${set} is set but DOTAF_${missing} is not`, hint);
    }
    if (baseUrl === undefined) {
      const hint = 'set DOTAF_BASE_URL, or give --base-url, to the address in your reseller portal';
      throw refusal(`${variables} are set but no base URL is`, hint);
    }
    return {
      ...{ baseUrl, key, secret: { kind: 'value', secret }, tier: 'environment', profile: null },
      source: `the environment (${variables})`,
      remedy: `correct ${variables}`,
    };
  }

  #profileCredentials(): Credentials {
    const { chosenProfile: chosen, config, file } = this;
    const { name, by } = chosen;
    const login = `dotaf auth login${name === 'default' ? '' : ` --profile ${shellWord(name)}`}`;
    const profile = findProfile(config, name);
    if (profile === undefined) {
      if (by !== 'default') throw this.noProfile();
      const [first] = config.profiles;
      if (first === undefined) throw noCredentials(`no profile is stored in ${file.file}`, login);
      const use = `dotaf auth use ${shellWord(first.name)}`;
      throw noCredentials(`no profile in ${file.file} is active`, use);
    }
    const { key, base_url } = profile;
    const secret = secretOf(profile);
    const source = `${labelOf(chosen)} in ${file.file}`;
    if (key === undefined || secret === undefined || base_url === undefined) {
      throw noCredentials(`${source} lacks its key, secret or base URL`, login);
    }
    const baseUrl = checkedBaseUrl(base_url, source);
    const remedy = `run: ${login}`;
    return { baseUrl, key, secret, tier: 'profile', source, remedy, profile: name };
  }

  #resolve(name: PreferenceName, profile: Profile | undefined) {
    return resolvePreference(name, { ...this.#options }, this.#surroundings.env, profile);
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

/** `profile 'shop'`, and where the name is from if it is neither typed nor stored. */
function labelOf({ name, by }: ChosenProfile): string {
  return `profile '${name}'${by === 'DOTAF_PROFILE' ? ' (from DOTAF_PROFILE)' : ''}`;
}

function noCredentials(reason: string, next: string): Failure {
  return refusal(
    `there are no credentials: ${variables} are not set, and ${reason}`,
    `${next}, or any command with --sandbox`,
  );
}

function refusal(message: string, hint: string): Failure {
  return new Failure('no_credentials', message, { hint });
}

import { Service } from './api/service.ts';
import { Transport } from './api/transport.ts';
import type { CommandTree } from './completion/tree.ts';
import type { Surroundings } from './core/surroundings.ts';
import { Failure } from './errors.ts';
import type { ColorChoice } from './output/color.ts';
import { Output } from './output/output.ts';
import { Limiter } from './pace/limiter.ts';
import { Pace } from './pace/pace.ts';
import { openSandbox } from './sandbox-run.ts';
import { type Config, findProfile, type Profile } from './settings/config.ts';
import { ConfigFile } from './settings/config-file.ts';
import { type Credentials, noProfile, resolveCredentials } from './settings/credentials.ts';
import { type Folders, findFolders } from './settings/folders.ts';
import {
  type PreferenceName,
  type PreferenceTexts,
  type PreferenceValue,
  preferenceNames,
  readPreference,
} from './settings/preferences.ts';
import { runSecretCommand } from './settings/secret-command.ts';
import { version } from './version.ts';

/** The options that every command takes, as typed. */
export interface GlobalOptions {
  json?: boolean;
  fields?: string;
  jq?: string;
  csv?: boolean;
  profile?: string;
  baseUrl?: string;
  sandbox?: boolean;
  timeout?: string;
  maxWait?: string;
  color?: boolean;
  /** False with `--no-input`. */
  input: boolean;
  quiet?: boolean;
  verbose?: boolean;
}

/** What a command is given. Everything is built when it is first used, and only then. */
export class Context {
  readonly surroundings: Surroundings;
  readonly options: GlobalOptions;
  readonly output: Output;
  /** Aborts with a Failure `interrupted` at Ctrl-C or when the process is told to end. */
  readonly signal: AbortSignal;
  /** The command tree, for completion; set once it is built. */
  tree: () => CommandTree = () => ({ name: '', summary: '', args: [], options: [], commands: [] });
  /** Texts of preferences from options of the command itself, such as `--tld`. */
  readonly flags: PreferenceTexts['flags'] = {};
  #folders: Folders | undefined;
  #configFile: ConfigFile | undefined;
  #config: Config | undefined;
  #credentials: Promise<Credentials> | undefined;
  #service: Promise<Service> | undefined;
  readonly #afterAnswer: (() => void)[] = [];
  readonly #closers: (() => Promise<void>)[] = [];
  /** Aborts with the run, so that nothing is retried for an answer that nobody takes. */
  readonly #closing = new AbortController();

  constructor(surroundings: Surroundings, options: GlobalOptions, signal: AbortSignal) {
    this.surroundings = surroundings;
    this.options = options;
    this.signal = signal;
    this.output = new Output({
      ...surroundings,
      color: () => this.#colorChoice(),
      isJson: options.json === true || options.jq !== undefined,
      isQuiet: options.quiet === true,
      isVerbose: options.verbose === true,
    });
  }

  get folders(): Folders {
    this.#folders ??= findFolders(this.surroundings);
    return this.#folders;
  }

  get configFile(): ConfigFile {
    this.#configFile ??= new ConfigFile(this.folders.config, this.surroundings);
    return this.#configFile;
  }

  get config(): Config {
    this.#config ??= this.configFile.read();
    return this.#config;
  }

  /** The profile in use: `--profile`, `DOTAF_PROFILE`, the active one, `default`. */
  get profileName(): string {
    const named = this.options.profile ?? (this.surroundings.env.DOTAF_PROFILE || undefined);
    return named ?? this.config.active ?? 'default';
  }

  /** The same, for a change: only `default` may be made by it. @throws Failure `no_credentials` */
  get existingProfileName(): string {
    const name = this.profileName;
    if (name !== 'default' && this.profile === undefined) throw noProfile(name);
    return name;
  }

  get profile(): Profile | undefined {
    return findProfile(this.config, this.profileName);
  }

  /** Whether somebody is there to be asked. */
  get canAsk(): boolean {
    const { stdin, stderr } = this.surroundings;
    return this.options.input && stdin.isTTY && stderr.isTTY;
  }

  preference<Name extends PreferenceName>(name: Name): PreferenceValue<Name> {
    return readPreference(name, this.preferenceTexts);
  }

  get preferenceTexts(): PreferenceTexts {
    return {
      flags: this.#flagTexts,
      env: this.surroundings.env,
      ...this.#profilePreferences(),
    };
  }

  /** Refuses a bad value of a global option, also where the command at hand has no use for it. */
  checkOptions(): void {
    const texts = { flags: this.#flagTexts, env: {}, profile: {}, profileName: '' };
    for (const name of preferenceNames) readPreference(name, texts);
  }

  /** The credentials of this run: those of the embedded sandbox, the environment, or the profile. */
  credentials(): Promise<Credentials> {
    this.#credentials ??= this.options.sandbox
      ? this.#sandboxCredentials()
      : this.#ownCredentials();
    return this.#credentials;
  }

  service(): Promise<Service> {
    this.#service ??= this.credentials().then((credentials) => this.serviceWith(credentials));
    return this.#service;
  }

  /** The service with given credentials, as a log-in needs it before it stores them. */
  serviceWith(credentials: Credentials): Service {
    const { surroundings, output } = this;
    const signal = AbortSignal.any([this.signal, this.#closing.signal]);
    const { clock, random, env } = surroundings;
    const { secret, source } = credentials;
    const transport = new Transport({
      baseUrl: credentials.baseUrl,
      key: credentials.key,
      secret: async () =>
        secret.kind === 'value'
          ? secret.secret
          : runSecretCommand(secret.command, source, env, signal),
      timeoutMs: this.preference('timeout') * 1000,
      env,
      clock,
      signal,
      version,
      trace: (line) => output.trace(line),
    });
    this.onClose(() => transport.close());
    const pace = new Pace({
      limiter: new Limiter(this.preference('rate-limit'), clock),
      maxWaitMs: this.preference('max-wait') * 1000,
      clock,
      random,
      signal,
      onWait: (text) => output.wait(text),
    });
    return new Service(
      (request, read, isBulk) =>
        output.asking(() => pace.run(async () => read(await transport.send(request)), isBulk)),
      source,
    );
  }

  /** Has something closed at the end of this run. */
  onClose(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  /** Has something done once the answer has been written, and only then. */
  onAnswered(work: () => void): void {
    this.#afterAnswer.push(work);
  }

  async answered(): Promise<void> {
    await this.output.flush();
    for (const work of this.#afterAnswer) work();
  }

  /** Closes connections and servers that were opened for this run. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.output.progress.hide();
    await Promise.all(this.#closers.map((close) => close()));
  }

  get #flagTexts(): PreferenceTexts['flags'] {
    const { timeout, maxWait, color } = this.options;
    return {
      ...this.flags,
      ...(timeout !== undefined && { timeout }),
      ...(maxWait !== undefined && { 'max-wait': maxWait }),
      ...(color !== undefined && { color: color ? 'always' : 'never' }),
    };
  }

  /** Those of the profile in use. Neither the sandbox nor a full environment depends on the config. */
  #profilePreferences(): Pick<PreferenceTexts, 'profile' | 'profileName'> {
    if (this.options.sandbox) return { profile: {}, profileName: 'default' };
    try {
      return { profile: this.profile?.preferences ?? {}, profileName: this.profileName };
    } catch (error) {
      if (this.#hasPair && error instanceof Failure) return { profile: {}, profileName: 'default' };
      throw error;
    }
  }

  get #hasPair(): boolean {
    const { DOTAF_KEY, DOTAF_SECRET } = this.surroundings.env;
    return Boolean(DOTAF_KEY || DOTAF_SECRET);
  }

  /** A failure must be told even when it is the config that has failed. */
  #colorChoice(): ColorChoice {
    try {
      return this.preference('color');
    } catch {
      return 'auto';
    }
  }

  async #ownCredentials(): Promise<Credentials> {
    const hasPair = this.#hasPair;
    if (hasPair && this.options.profile !== undefined) {
      await this.output.warning(
        `DOTAF_KEY and DOTAF_SECRET are set and come before profile '${this.options.profile}'`,
      );
    }
    return resolveCredentials({
      env: this.surroundings.env,
      baseUrlFlag: this.options.baseUrl,
      profileName: hasPair ? 'default' : this.profileName,
      profile: hasPair ? undefined : this.profile,
      configFile: hasPair ? '' : this.configFile.file,
      others: hasPair ? [] : this.config.profiles.map(({ name }) => name),
    });
  }

  async #sandboxCredentials(): Promise<Credentials> {
    const { baseUrl, key, secret } = await openSandbox(this, {});
    return {
      baseUrl,
      key,
      secret: { kind: 'value', secret },
      tier: 'sandbox',
      source: 'the embedded sandbox',
      profile: null,
    };
  }
}

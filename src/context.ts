import { Service } from './api/service.ts';
import { Transport } from './api/transport.ts';
import type { Surroundings } from './core/surroundings.ts';
import type { Output } from './output/output.ts';
import { Limiter } from './pace/limiter.ts';
import { Pace } from './pace/pace.ts';
import { type Config, findProfile, type Profile } from './settings/config.ts';
import { ConfigFile } from './settings/config-file.ts';
import { type Credentials, resolveCredentials } from './settings/credentials.ts';
import { type Folders, findFolders } from './settings/folders.ts';
import {
  type PreferenceName,
  type PreferenceTexts,
  type PreferenceValue,
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
  /** Texts of preferences from options of the command itself, such as `--tld`. */
  readonly flags: PreferenceTexts['flags'] = {};
  #folders: Folders | undefined;
  #configFile: ConfigFile | undefined;
  #config: Config | undefined;
  #service: Promise<Service> | undefined;
  readonly #closers: (() => Promise<void>)[] = [];

  constructor(
    surroundings: Surroundings,
    options: GlobalOptions,
    output: Output,
    signal: AbortSignal,
  ) {
    this.surroundings = surroundings;
    this.options = options;
    this.output = output;
    this.signal = signal;
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
    const { timeout, maxWait, color } = this.options;
    // With the embedded sandbox nothing of this user's settings is needed, nor looked at.
    const profileName = this.options.sandbox ? 'default' : this.profileName;
    return {
      flags: {
        ...this.flags,
        ...(timeout !== undefined && { timeout }),
        ...(maxWait !== undefined && { 'max-wait': maxWait }),
        ...(color !== undefined && { color: color ? 'always' : 'never' }),
      },
      env: this.surroundings.env,
      profile: this.options.sandbox ? {} : (this.profile?.preferences ?? {}),
      profileName,
    };
  }

  credentials(): Credentials {
    const { env } = this.surroundings;
    const hasPair = Boolean(env.DOTAF_KEY || env.DOTAF_SECRET);
    return resolveCredentials({
      env,
      baseUrlFlag: this.options.baseUrl,
      // The config is not even read when the environment has the pair: it may be damaged.
      profileName: hasPair ? 'default' : this.profileName,
      profile: hasPair ? undefined : this.profile,
      configFile: hasPair ? '' : this.configFile.file,
    });
  }

  /** The service, with the credentials of this run or those of the embedded sandbox. */
  service(): Promise<Service> {
    this.#service ??= this.options.sandbox
      ? this.#sandboxCredentials().then((credentials) => this.serviceWith(credentials))
      : Promise.resolve().then(() => this.serviceWith(this.credentials()));
    return this.#service;
  }

  /** The service with given credentials, as a log-in needs it before it stores them. */
  serviceWith(credentials: Credentials): Service {
    const { surroundings, signal, output } = this;
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
    this.#closers.push(() => transport.close());
    const pace = new Pace({
      limiter: new Limiter(this.preference('rate-limit'), clock),
      maxWaitMs: this.preference('max-wait') * 1000,
      clock,
      random,
      signal,
      onWait: (text) => output.wait(text),
    });
    return new Service(
      (request, read, isBulk) => pace.run(async () => read(await transport.send(request)), isBulk),
      source,
    );
  }

  /** Closes connections and servers that were opened for this run. */
  async close(): Promise<void> {
    this.output.progress.hide();
    await Promise.all(this.#closers.map((close) => close()));
  }

  async #sandboxCredentials(): Promise<Credentials> {
    const { startSandbox } = await import('./sandbox/server.ts');
    const { clock } = this.surroundings;
    const sandbox = await startSandbox({ now: clock.now, delay: (ms) => clock.sleep(ms) });
    this.#closers.push(() => sandbox.close());
    return {
      baseUrl: sandbox.baseUrl,
      key: sandbox.key,
      secret: { kind: 'value', secret: sandbox.secret },
      tier: 'sandbox',
      source: 'the embedded sandbox',
      profile: null,
    };
  }
}

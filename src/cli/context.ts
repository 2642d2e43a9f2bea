import { ClockCheck } from '../api/clock-check.ts';
import { Redactor } from '../api/redact.ts';
import type { ApiService } from '../api/service.ts';
import type { IsoDate } from '../core/dates.ts';
import { Report } from '../core/report.ts';
import { CliError } from '../errors.ts';
import { OutputWriter } from '../output/output.ts';
import type { OutputFormatOptions } from '../output/printer.ts';
import type { SandboxOptions } from '../sandbox/server.ts';
import { type Credentials, getAccountStorageId } from '../settings/credentials.ts';
import { Settings } from '../settings/settings.ts';
import type { System } from '../system/system.ts';
import type { GlobalOptions } from './parser.ts';

export class CommandContext {
  readonly system;
  readonly options;
  readonly output;
  readonly settings;
  /** Signal that aborts with an `interrupted` error on SIGINT or SIGTERM. */
  readonly signal;
  readonly account = new Account(this);
  readonly clockCheck = new ClockCheck();
  readonly report = new Report();
  readonly #closeController = new AbortController();
  /** Aborts when the command ends, to close connections, stop retries and drop staged files. */
  readonly closeSignal = this.#closeController.signal;
  readonly #afterOutput: (() => unknown)[] = [];

  constructor(system: System, options: GlobalOptions, signal: AbortSignal) {
    this.system = system;
    this.options = options;
    this.signal = signal;
    this.settings = new Settings(system, options);
    this.output = new OutputWriter(system, {
      color: () => {
        try {
          return this.settings.getPreference('color');
        } catch {
          // Use the default if the config cannot be read, so that this error can still be printed.
          return 'auto';
        }
      },
      isJson: options.json ?? (options.jq !== undefined && !system.stderr.isTTY),
      isQuiet: options.quiet ?? false,
      isVerbose: options.verbose ?? false,
      isHeld: options.cron ?? false,
    });
  }

  get today(): IsoDate {
    return this.system.today();
  }

  get canPrompt() {
    const { stdin, stderr } = this.system;
    return this.options.input && stdin.isTTY && stderr.isTTY;
  }

  async openSandbox(options: Omit<SandboxOptions, 'now' | 'delay'> = {}) {
    const { startSandboxServer } = await import('../sandbox/server.ts');
    const { clock } = this.system;
    const delay = (ms: number) => clock.sleep(ms, this.closeSignal).catch(() => {});
    const server = await startSandboxServer({ ...options, now: clock.now, delay });
    this.closeSignal.addEventListener('abort', server.close);
    return server;
  }

  async getFormat(): Promise<OutputFormatOptions> {
    const { json, jq, csv, xlsx, fields } = this.options;
    if (csv) return { kind: 'csv', fields };
    if (xlsx !== undefined) return { kind: 'xlsx', fields };
    if (jq === undefined) return { kind: json ? 'json' : 'text', fields };
    const { createJqFilter } = await import('../output/jq.ts');
    const filter = createJqFilter(jq, this.system, this.signal);
    // Load the API client, which most commands need, while the jq worker thread starts.
    await Promise.all([filter, import('./create-client.ts')]);
    return { kind: 'json', fields, filter: await filter };
  }

  /** Registers a callback to run once the output is written, unless the command fails. */
  afterOutput(callback: () => unknown) {
    this.#afterOutput.push(callback);
  }

  async finishOutput(exitCode: number) {
    await this.output.finish(exitCode);
    for (const callback of this.#afterOutput) await callback();
    await this.output.finish(exitCode);
  }

  close() {
    this.output.progress.hide();
    this.#closeController.abort();
  }
}

class Account {
  readonly #context;
  #credentials: Promise<Credentials> | undefined;
  readonly #secrets = new WeakMap<Credentials, Promise<string>>();
  #service: Promise<ApiService> | undefined;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  credentials() {
    const { sandbox } = this.#context.options;
    this.#credentials ??= sandbox ? this.#createSandboxCredentials() : this.#resolveCredentials();
    return this.#credentials;
  }

  async storageId() {
    return getAccountStorageId(await this.credentials());
  }

  async redactor() {
    const credentials = await this.credentials();
    return this.#createRedactor([credentials.key, await this.#getSecret(credentials)]);
  }

  /**
   * For --dry-run: checks input files for credentials without requiring any or running a
   * `--secret-command`.
   */
  readonly offline = {
    redactor: async () => {
      const { key = '', secret = '' } = this.#findCredentials() ?? {};
      return this.#createRedactor([key, secret]);
    },
  };

  service() {
    this.#service ??= this.credentials().then((credentials) => this.createService(credentials));
    return this.#service;
  }

  async createService(credentials: Credentials) {
    const { createApiService } = await import('./create-client.ts');
    return createApiService(this.#context, await this.#createClient(credentials));
  }

  async client() {
    return this.#createClient(await this.credentials());
  }

  #createRedactor(credentials: readonly string[]) {
    // Also redact DOTAF_KEY and DOTAF_SECRET if unused (--sandbox): input files may contain them.
    const { DOTAF_KEY = '', DOTAF_SECRET = '' } = this.#context.system.env;
    return new Redactor([...credentials, DOTAF_KEY, DOTAF_SECRET]);
  }

  async #createClient(credentials: Credentials) {
    const [{ createApiClient }, secret] = await Promise.all([
      import('./create-client.ts'),
      this.#getSecret(credentials),
    ]);
    return createApiClient(this.#context, credentials, secret);
  }

  /** Caches the secret, so that a `--secret-command` runs only once. */
  #getSecret(credentials: Credentials) {
    const secret = this.#secrets.get(credentials) ?? this.#readSecret(credentials);
    this.#secrets.set(credentials, secret);
    return secret;
  }

  async #readSecret({ secret = '', secretCommand, source }: Credentials) {
    if (secretCommand === undefined) return secret;
    const { signal, closeSignal, system } = this.#context;
    const { runSecretCommand } = await import('../settings/secret-command.ts');
    const stop = AbortSignal.any([signal, closeSignal]);
    return runSecretCommand(secretCommand, source, system.env, stop);
  }

  async #resolveCredentials() {
    const { options, settings, output } = this.#context;
    const { profile } = options;
    if (profile !== undefined && settings.hasEnvironmentCredentials) {
      await output.warn(`DOTAF_KEY and DOTAF_SECRET are set and come before profile '${profile}'`);
    }
    return settings.resolveCredentials();
  }

  #findCredentials() {
    const { options, settings } = this.#context;
    try {
      return options.sandbox ? undefined : settings.resolveCredentials();
    } catch (error) {
      if (error instanceof CliError && error.code === 'no_credentials') return undefined;
      throw error;
    }
  }

  async #createSandboxCredentials(): Promise<Credentials> {
    const { baseUrl, key, secret } = await this.#context.openSandbox();
    return {
      baseUrl,
      key,
      secret,
      kind: 'sandbox',
      source: 'the embedded sandbox',
      remedy: '',
      profile: null,
    };
  }
}

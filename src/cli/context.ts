import { setMaxListeners } from 'node:events';
import type { Client } from '../api/client.ts';
import type { Redactor } from '../api/redact.ts';
import type { Service } from '../api/service.ts';
import { type Day, toDay } from '../core/dates.ts';
import type { ColorChoice } from '../output/color.ts';
import type { JsonFilter } from '../output/jq.ts';
import { Output } from '../output/output.ts';
import type { OutputFormat } from '../output/printer.ts';
import type { SandboxOptions } from '../sandbox/server.ts';
import type { Credentials } from '../settings/credentials.ts';
import { Settings } from '../settings/settings.ts';
import { Lifecycle } from '../system/lifecycle.ts';
import type { System } from '../system/system.ts';
import type { GlobalOptions } from './parser.ts';

/** One run of a command: its options, where it prints, its settings and its account. */
export class CommandContext {
  readonly system: System;
  readonly options: GlobalOptions;
  readonly output: Output;
  readonly settings: Settings;
  /** Aborts with a Failure `interrupted` at Ctrl-C, and when the process is asked to terminate. */
  readonly signal: AbortSignal;
  readonly end = new Lifecycle();
  readonly account = new Account(this);

  constructor(system: System, options: GlobalOptions, signal: AbortSignal) {
    this.system = system;
    this.options = options;
    this.signal = signal;
    this.settings = new Settings(system, options);
    this.output = new Output(system, {
      color: () => this.#colorChoice(),
      // Whoever types a --jq at a terminal reads the failure, too.
      isJson: options.json ?? (options.jq !== undefined && !system.stderr.isTTY),
      isQuiet: options.quiet ?? false,
      isVerbose: options.verbose ?? false,
    });
  }

  get today(): Day {
    return toDay(this.system.clock.now());
  }

  get canPrompt(): boolean {
    const { stdin, stderr } = this.system;
    return this.options.input && stdin.isTTY && stderr.isTTY;
  }

  /** Starts a sandbox that is closed with the run. Rejects with the system's error. */
  async openSandbox(options: Omit<SandboxOptions, 'now' | 'delay'> = {}) {
    const { startSandbox } = await import('../sandbox/server.ts');
    const { clock } = this.system;
    const { closeSignal } = this.end;
    // Every delayed answer listens to the signal.
    setMaxListeners(0, closeSignal);
    const delay = (ms: number) => clock.sleep(ms, closeSignal).catch(() => {});
    const running = await startSandbox({ ...options, now: clock.now, delay });
    closeSignal.addEventListener('abort', running.close);
    return running;
  }

  async getFormat(): Promise<OutputFormat> {
    const { json, csv, fields } = this.options;
    if (csv) return { kind: 'csv', fields };
    const filter = await this.loadFilter();
    return { kind: json || filter ? 'json' : 'text', fields, filter };
  }

  async loadFilter(): Promise<JsonFilter | undefined> {
    const { jq } = this.options;
    if (jq === undefined) return undefined;
    const { createJqFilter } = await import('../output/jq.ts');
    const filter = createJqFilter(jq, this.system, this.signal, this.end.closeSignal);
    // jq starts in its thread while this one loads what nearly every answer needs.
    await Promise.all([filter, import('./create-client.ts')]);
    return filter;
  }

  async finishOutput(): Promise<void> {
    await this.output.flush();
    await this.end.runAfterOutput();
    await this.output.flush();
  }

  close(): void {
    this.output.progress.hide();
    this.end.close();
  }

  /** A failure is reported even if it is the config that failed. */
  #colorChoice(): ColorChoice {
    try {
      return this.settings.getPreference('color');
    } catch {
      return 'auto';
    }
  }
}

/** The account that a line means. All of it is looked for when it is first needed. */
class Account {
  readonly #context: CommandContext;
  #credentials: Promise<Credentials> | undefined;
  readonly #secrets = new WeakMap<Credentials, Promise<string>>();
  #service: Promise<Service> | undefined;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  credentials(): Promise<Credentials> {
    const { sandbox } = this.#context.options;
    this.#credentials ??= sandbox ? this.#createSandboxCredentials() : this.#resolveCredentials();
    return this.#credentials;
  }

  /** Withholds the credentials from what a file holds, as the transport does from answers. */
  async redactor(): Promise<Redactor> {
    const credentials = await this.credentials();
    const secret = await this.#getSecret(credentials);
    const { Redactor } = await import('../api/redact.ts');
    // Beside a sandbox, those of the environment are still somebody's.
    const { DOTAF_KEY = '', DOTAF_SECRET = '' } = this.#context.system.env;
    return new Redactor([secret, credentials.key, DOTAF_KEY, DOTAF_SECRET]);
  }

  service(): Promise<Service> {
    this.#service ??= this.credentials().then((credentials) => this.createService(credentials));
    return this.#service;
  }

  /** A log-in needs the service before it stores the credentials. */
  async createService(credentials: Credentials): Promise<Service> {
    const { createService } = await import('./create-client.ts');
    return createService(this.#context, await this.#createClient(credentials));
  }

  async client(): Promise<Client> {
    return this.#createClient(await this.credentials());
  }

  async #createClient(credentials: Credentials): Promise<Client> {
    // The client is the larger part of the program, and many commands do without it.
    const [{ createClient: connectClient }, secret] = await Promise.all([
      import('./create-client.ts'),
      this.#getSecret(credentials),
    ]);
    return connectClient(this.#context, credentials, secret);
  }

  /** Runs a secret command once, however many ask. */
  #getSecret(credentials: Credentials): Promise<string> {
    const secret = this.#secrets.get(credentials) ?? this.#readSecret(credentials);
    this.#secrets.set(credentials, secret);
    return secret;
  }

  async #readSecret({ secret = '', secretCommand, source }: Credentials): Promise<string> {
    if (secretCommand === undefined) return secret;
    const { signal, end: lifecycle, system } = this.#context;
    const { runSecretCommand } = await import('../settings/secret-command.ts');
    const stop = AbortSignal.any([signal, lifecycle.closeSignal]);
    return runSecretCommand(secretCommand, source, system.env, stop);
  }

  async #resolveCredentials(): Promise<Credentials> {
    const { options, settings, output } = this.#context;
    const { profile } = options;
    if (profile !== undefined && settings.hasEnvironmentCredentials) {
      await output.warn(`DOTAF_KEY and DOTAF_SECRET are set and come before profile '${profile}'`);
    }
    return settings.resolveCredentials();
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

import { setMaxListeners } from 'node:events';
import type { Client } from '../api/client.ts';
import type { Redactor } from '../api/redact.ts';
import type { Service } from '../api/service.ts';
import type { ColorChoice } from '../output/color.ts';
import type { JsonFilter } from '../output/jq.ts';
import { Output } from '../output/output.ts';
import type { Format } from '../output/printer.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import type { RunningSandbox, SandboxOptions } from '../sandbox/server.ts';
import type { Credentials } from '../settings/credentials.ts';
import { Settings } from '../settings/settings.ts';
import type { GlobalOptions } from './parser.ts';

export class Context {
  readonly surroundings: Surroundings;
  readonly options: GlobalOptions;
  readonly output: Output;
  readonly settings: Settings;
  /** Aborts with a Failure `interrupted` at Ctrl-C, and when the process is asked to terminate. */
  readonly signal: AbortSignal;
  #credentials: Promise<Credentials> | undefined;
  readonly #secrets = new WeakMap<Credentials, Promise<string>>();
  #service: Promise<Service> | undefined;
  readonly #afterAnswer: (() => unknown)[] = [];
  readonly #closers: (() => Promise<void>)[] = [];
  readonly #closing = new AbortController();

  constructor(surroundings: Surroundings, options: GlobalOptions, signal: AbortSignal) {
    this.surroundings = surroundings;
    this.options = options;
    this.signal = signal;
    this.settings = new Settings(surroundings, options);
    this.output = new Output(surroundings, {
      color: () => this.#colorChoice(),
      // Whoever types a --jq at a terminal reads the failure, too.
      isJson: options.json ?? (options.jq !== undefined && !surroundings.stderr.isTTY),
      isQuiet: options.quiet ?? false,
      isVerbose: options.verbose ?? false,
    });
  }

  /** Aborts when the run ends, so that nothing is retried for an answer that nobody takes. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  get canAsk(): boolean {
    const { stdin, stderr } = this.surroundings;
    return this.options.input && stdin.isTTY && stderr.isTTY;
  }

  get jq(): (() => Promise<JsonFilter>) | undefined {
    const { jq } = this.options;
    if (jq === undefined) return undefined;
    return async () => {
      const { jqFilter } = await import('../output/jq.ts');
      // jq starts in its thread while this one loads what nearly every answer needs.
      const [filter] = await Promise.all([jqFilter(jq, this), import('./connect-service.ts')]);
      return filter;
    };
  }

  get format(): Format {
    const { jq } = this;
    const { json, csv, fields } = this.options;
    if (csv) return { kind: 'csv', fields };
    return { kind: json || jq !== undefined ? 'json' : 'text', fields, jq };
  }

  credentials(): Promise<Credentials> {
    const { sandbox } = this.options;
    this.#credentials ??= sandbox ? this.#sandboxCredentials() : this.#ownCredentials();
    return this.#credentials;
  }

  /** Runs a secret command once, however many ask. */
  secretOf(credentials: Credentials): Promise<string> {
    const secret = this.#secrets.get(credentials) ?? this.#readSecret(credentials);
    this.#secrets.set(credentials, secret);
    return secret;
  }

  /** Withholds the credentials from what a file holds, as the transport does from answers. */
  async redactor(): Promise<Redactor> {
    const credentials = await this.credentials();
    const secret = await this.secretOf(credentials);
    const { Redactor } = await import('../api/redact.ts');
    return new Redactor([secret, credentials.key]);
  }

  service(): Promise<Service> {
    this.#service ??= this.credentials().then((credentials) => this.serviceWith(credentials));
    return this.#service;
  }

  /** A log-in needs the service before it stores the credentials. */
  async serviceWith(credentials: Credentials): Promise<Service> {
    // The client is the larger part of the program, and many commands do without it.
    const { connectService } = await import('./connect-service.ts');
    return connectService(this, credentials);
  }

  async client(): Promise<Client> {
    const credentials = await this.credentials();
    const { connectClient } = await import('./connect-service.ts');
    return connectClient(this, credentials);
  }

  /** Starts a sandbox that is closed with the run. Rejects with the system's error. */
  async openSandbox(options: Omit<SandboxOptions, 'now' | 'delay'> = {}): Promise<RunningSandbox> {
    const { startSandbox } = await import('../sandbox/server.ts');
    const { clock } = this.surroundings;
    // Every delayed answer listens to the signal.
    setMaxListeners(0, this.closing);
    const delay = (ms: number) => clock.sleep(ms, this.closing).catch(() => {});
    const running = await startSandbox({ ...options, now: clock.now, delay });
    this.onClose(running.close);
    return running;
  }

  onClose(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  /** Calls back in turn once the answer has been written, and not after a failure. */
  onAnswered(work: () => unknown): void {
    this.#afterAnswer.push(work);
  }

  async answered(): Promise<void> {
    await this.output.flush();
    for (const work of this.#afterAnswer) await work();
    await this.output.flush();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.output.progress.hide();
    await Promise.all(this.#closers.map((close) => close()));
  }

  /** A failure is reported even if it is the config that failed. */
  #colorChoice(): ColorChoice {
    try {
      return this.settings.preference('color');
    } catch {
      return 'auto';
    }
  }

  async #ownCredentials(): Promise<Credentials> {
    const { profile } = this.options;
    if (profile !== undefined && this.settings.hasEnvironmentPair) {
      await this.output.warning(
        `DOTAF_KEY and DOTAF_SECRET are set and come before profile '${profile}'`,
      );
    }
    return this.settings.credentials();
  }

  async #readSecret({ secret = '', secretCommand, source }: Credentials): Promise<string> {
    if (secretCommand === undefined) return secret;
    const { runSecretCommand } = await import('../settings/secret-command.ts');
    const stop = AbortSignal.any([this.signal, this.closing]);
    return runSecretCommand(secretCommand, source, this.surroundings.env, stop);
  }

  async #sandboxCredentials(): Promise<Credentials> {
    const { baseUrl, key, secret } = await this.openSandbox();
    return {
      baseUrl,
      key,
      secret,
      tier: 'sandbox',
      source: 'the embedded sandbox',
      remedy: '',
      profile: null,
    };
  }
}

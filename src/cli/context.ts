import type { Client } from '../api/client.ts';
import type { Redactor } from '../api/redact.ts';
import type { Service } from '../api/service.ts';
import type { JsonFilter } from '../output/jq.ts';
import type { Format } from '../output/printer.ts';
import type { Credentials } from '../settings/credentials.ts';
import { Run } from './run.ts';

export class Context extends Run {
  readonly account = new Account(this);

  async format(): Promise<Format> {
    const { json, csv, fields } = this.options;
    if (csv) return { kind: 'csv', fields };
    const filter = await this.filter();
    return { kind: json || filter ? 'json' : 'text', fields, filter };
  }

  async filter(): Promise<JsonFilter | undefined> {
    const { jq } = this.options;
    if (jq === undefined) return undefined;
    const { jqFilter } = await import('../output/jq.ts');
    const filter = jqFilter(jq, this.surroundings, this.signal, this.end.closing);
    // jq starts in its thread while this one loads what nearly every answer needs.
    await Promise.all([filter, import('./connect-service.ts')]);
    return filter;
  }

  async answered(): Promise<void> {
    await this.output.flush();
    await this.end.answered();
    await this.output.flush();
  }

  close(): void {
    this.output.progress.hide();
    this.end.close();
  }
}

/** The account that a line means. All of it is looked for when it is first needed. */
class Account {
  readonly #run: Run;
  #credentials: Promise<Credentials> | undefined;
  readonly #secrets = new WeakMap<Credentials, Promise<string>>();
  #service: Promise<Service> | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  credentials(): Promise<Credentials> {
    const { sandbox } = this.#run.options;
    this.#credentials ??= sandbox ? this.#sandboxCredentials() : this.#ownCredentials();
    return this.#credentials;
  }

  /** Withholds the credentials from what a file holds, as the transport does from answers. */
  async redactor(): Promise<Redactor> {
    const credentials = await this.credentials();
    const secret = await this.#secretOf(credentials);
    const { Redactor } = await import('../api/redact.ts');
    // Beside a sandbox, those of the environment are still somebody's.
    const { DOTAF_KEY = '', DOTAF_SECRET = '' } = this.#run.surroundings.env;
    return new Redactor([secret, credentials.key, DOTAF_KEY, DOTAF_SECRET]);
  }

  service(): Promise<Service> {
    this.#service ??= this.credentials().then((credentials) => this.serviceWith(credentials));
    return this.#service;
  }

  /** A log-in needs the service before it stores the credentials. */
  async serviceWith(credentials: Credentials): Promise<Service> {
    const { connectService } = await import('./connect-service.ts');
    return connectService(this.#run, await this.#clientWith(credentials));
  }

  async client(): Promise<Client> {
    return this.#clientWith(await this.credentials());
  }

  async #clientWith(credentials: Credentials): Promise<Client> {
    // The client is the larger part of the program, and many commands do without it.
    const [{ connectClient }, secret] = await Promise.all([
      import('./connect-service.ts'),
      this.#secretOf(credentials),
    ]);
    return connectClient(this.#run, credentials, secret);
  }

  /** Runs a secret command once, however many ask. */
  #secretOf(credentials: Credentials): Promise<string> {
    const secret = this.#secrets.get(credentials) ?? this.#readSecret(credentials);
    this.#secrets.set(credentials, secret);
    return secret;
  }

  async #readSecret({ secret = '', secretCommand, source }: Credentials): Promise<string> {
    if (secretCommand === undefined) return secret;
    const { signal, end, surroundings } = this.#run;
    const { runSecretCommand } = await import('../settings/secret-command.ts');
    const stop = AbortSignal.any([signal, end.closing]);
    return runSecretCommand(secretCommand, source, surroundings.env, stop);
  }

  async #ownCredentials(): Promise<Credentials> {
    const { options, settings, output } = this.#run;
    const { profile } = options;
    if (profile !== undefined && settings.hasEnvironmentPair) {
      await output.warning(
        `DOTAF_KEY and DOTAF_SECRET are set and come before profile '${profile}'`,
      );
    }
    return settings.credentials();
  }

  async #sandboxCredentials(): Promise<Credentials> {
    const { baseUrl, key, secret } = await this.#run.openSandbox();
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

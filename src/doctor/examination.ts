import type { Balance } from '../api/answers.ts';
import { proxyFor } from '../api/connect.ts';
import { Service } from '../api/service.ts';
import type { ApiReply, ApiRequest } from '../api/transport.ts';
import type { Context } from '../cli/context.ts';
import type { Credentials } from '../settings/credentials.ts';

/** Holds what several steps need, and asks for each part when it is first needed. */
export class Examination {
  readonly context: Context;
  #reply: ApiReply | undefined;
  #service: Promise<Service> | undefined;
  #balance: Promise<Balance> | undefined;

  constructor(context: Context) {
    this.context = context;
  }

  /** The last one, redacted, whatever came of it. */
  get reply(): ApiReply | undefined {
    return this.#reply;
  }

  credentials(): Promise<Credentials> {
    return this.context.credentials();
  }

  async url(): Promise<URL> {
    return new URL((await this.credentials()).baseUrl);
  }

  /** @throws Failure `usage` if HTTPS_PROXY is no address */
  async proxy(): Promise<URL | undefined> {
    return proxyFor(await this.url(), this.context.surroundings.env);
  }

  /** Sends each request once: what goes wrong is to be seen, not to be overcome. */
  service(): Promise<Service> {
    this.#service ??= this.#connect();
    return this.#service;
  }

  /** One request for all steps. */
  balance(): Promise<Balance> {
    this.#balance ??= this.service().then((service) => service.balance());
    return this.#balance;
  }

  async #connect(): Promise<Service> {
    const client = await this.context.client((reply) => {
      this.#reply = reply;
    });
    const once = { request: (request: ApiRequest) => client.request({ ...request, isOnce: true }) };
    const service = new Service(once, (text) => this.context.output.warning(text));
    return service.reading(this.context.settings.preference('field-names'));
  }
}

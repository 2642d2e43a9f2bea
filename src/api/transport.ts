import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import { Failure } from '../errors.ts';
import type { Clock, Environment } from '../platform/surroundings.ts';
import { connector } from './connect.ts';
import { exchange, type RawReply } from './exchange.ts';
import { networkFailure } from './network-failure.ts';
import { redactor } from './redact.ts';

/** What is asked of the service: a path below the base URL, and a body for the two POST reads. */
export interface ApiRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

/** One answer as it came, with the credentials taken out of it. */
export interface ApiReply extends RawReply {
  /** When it was whole, in milliseconds since 1970. */
  receivedAt: number;
}

export interface TransportOptions {
  baseUrl: string;
  key: string;
  /** Asked for once, when the first request is sent. */
  secret: () => Promise<string>;
  /** How long one attempt may take, from the first packet to the last byte, in milliseconds. */
  timeoutMs: number;
  env: Environment;
  clock: Clock;
  signal: AbortSignal;
  version: string;
  /** Given each line of the trace, where one is wanted. */
  trace: ((line: string) => Promise<void>) | undefined;
}

/**
 * Sends one request once. Follows no redirect, goes to the base URL alone and takes no longer than
 * `timeoutMs`, whatever the state of the connection.
 *
 * @throws Failure `network`, `timeout` or `interrupted`; any answer at all is returned
 */
export class Transport {
  readonly #options: TransportOptions;
  readonly #url: URL;
  #pool: Pool | undefined;
  #secret: Promise<string> | undefined;
  #redact: ReturnType<typeof redactor> | undefined;
  /**
   * What ends each exchange that is under way. No Set: each time that one grows it leaves its old
   * table behind, and with it whatever the requests of a long run have held.
   */
  readonly #underWay: ((reason: unknown) => void)[] = [];

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#url = new URL(options.baseUrl);
    options.signal.addEventListener('abort', () => {
      for (const end of [...this.#underWay]) end(options.signal.reason);
    });
  }

  async send(asked: ApiRequest): Promise<ApiReply> {
    const { key, clock, signal, trace, baseUrl } = this.#options;
    this.#secret ??= this.#options.secret();
    const secret = await this.#secret;
    this.#redact ??= redactor([secret, key]);
    const start = clock.elapsed();
    await trace?.(
      `> ${asked.method} ${baseUrl}${asked.path} (x-service-key and x-service-secret not shown)`,
    );
    try {
      signal.throwIfAborted();
      const reply = this.#redact(await this.#exchange(asked, secret));
      const time = Math.round(clock.elapsed() - start);
      await trace?.(`< ${reply.status} in ${time} ms, ${reply.text.length} characters`);
      return reply;
    } catch (error) {
      const failure = signal.aborted
        ? signal.reason
        : networkFailure(error, this.#url, this.#options.env);
      await trace?.(`< ${failure instanceof Failure ? failure.message : 'interrupted'}`);
      throw failure;
    }
  }

  /** Closes what is open at once; the transport can be used again. */
  close(): void {
    const pool = this.#pool;
    this.#pool = undefined;
    // Nothing is sent any more; that the sockets are gone is not worth a wait.
    void pool?.destroy();
  }

  async #exchange(asked: ApiRequest, secret: string): Promise<ApiReply> {
    const { clock, timeoutMs } = this.#options;
    const reply = await exchange(this.#dispatcher(), this.#dispatched(asked, secret), {
      clock,
      timeoutMs,
      timeout: () => this.#timeout(),
      onOpen: (end) => this.#opened(end),
    });
    return { ...reply, receivedAt: clock.now() };
  }

  #opened(end: (reason: unknown) => void): () => void {
    const underWay = this.#underWay;
    underWay.push(end);
    return () => {
      const last = underWay.pop();
      if (last !== undefined && last !== end) underWay[underWay.indexOf(end)] = last;
    };
  }

  #dispatched({ method, path, body }: ApiRequest, secret: string): Dispatcher.DispatchOptions {
    const { key, version } = this.#options;
    return {
      origin: this.#url.origin,
      path: this.#url.pathname + path,
      method,
      headers: {
        accept: 'application/json',
        // A compressed body could grow a thousandfold after the size has been checked.
        'accept-encoding': 'identity',
        'user-agent': `dotaf/${version}`,
        'x-service-key': key,
        'x-service-secret': secret,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    };
  }

  #dispatcher(): Pool {
    const { env, timeoutMs, clock } = this.#options;
    this.#pool ??= new Pool(this.#url.origin, {
      connect: connector(env, timeoutMs, clock),
      // Shorter than any server's own limit, so that no request meets a socket being closed.
      keepAliveTimeout: 1500,
      keepAliveMaxTimeout: 1500,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 65_536,
    });
    return this.#pool;
  }

  #timeout(): Failure {
    const { timeoutMs, baseUrl } = this.#options;
    return new Failure(
      'timeout',
      `no answer from ${new URL(baseUrl).host} within ${timeoutMs / 1000} s`,
      { hint: 'check the line, or allow more with --timeout <seconds>', retryable: true },
    );
  }
}

import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import { Failure } from '../errors.ts';
import type { Clock, Environment } from '../platform/surroundings.ts';
import { connector, describeRoute, proxyFor, proxyHint, timeoutHint } from './connect.ts';
import { type Exchange, type RawReply, startExchange } from './exchange.ts';
import { networkFailure } from './network-failure.ts';
import { redactor } from './redact.ts';

export interface ApiRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  /** Names the request in messages, such as `check kabul.af`. */
  operation: string;
  /** The domain whose absence a 404 means; without one a 404 is a wrong base URL. */
  subject?: string;
  /** An account that has nothing of it may answer null. */
  mayBeNull?: boolean;
  /** A failure is the answer, and nothing is sent a second time. */
  isOnce?: boolean;
  /**
   * One of many: single look-ups go before it, it waits for the limit without a bound, and a stop
   * gives it a grace period.
   */
  isBulk?: boolean;
}

export interface ApiReply extends RawReply {
  /** Milliseconds since 1970. */
  receivedAt: number;
}

export interface TransportOptions {
  baseUrl: string;
  /** The service has answered at this base URL before. */
  hasWorked: boolean;
  key: string;
  secret: () => Promise<string>;
  timeoutMs: number;
  env: Environment;
  clock: Clock;
  /** Cuts off single requests at once, and bulk requests after a grace period. */
  stop: AbortSignal;
  closing: AbortSignal;
  version: string;
  trace: ((line: string) => Promise<void>) | undefined;
}

type Pending = Pick<Exchange, 'cutOff'> & { isBulk: boolean };

/** A stopped run must end within two seconds. */
const graceMs = 1200;

export class Transport {
  readonly #options: TransportOptions;
  readonly #url: URL;
  /** Kept, since a URL puts them together anew each time. */
  readonly #base: Pick<URL, 'host' | 'origin' | 'pathname'>;
  #pool: Pool | undefined;
  #secret: Promise<string> | undefined;
  #redact: ReturnType<typeof redactor> | undefined;
  // A Set that grows leaves its old table behind, and with it all requests of a long run.
  readonly #pending: Pending[] = [];

  constructor(options: TransportOptions) {
    const { stop, closing, clock, baseUrl } = options;
    this.#options = options;
    this.#url = new URL(baseUrl);
    const { host, origin, pathname } = this.#url;
    this.#base = { host, origin, pathname };
    stop.addEventListener('abort', () => {
      const single = this.#pending.filter(({ isBulk }) => !isBulk);
      const bulk = this.#pending.filter(({ isBulk }) => isBulk);
      const cutOffBulk = () => cutOffAll(bulk, stop.reason);
      cutOffAll(single, stop.reason);
      if (bulk.length > 0) clock.sleep(graceMs, closing).then(cutOffBulk, cutOffBulk);
    });
    closing.addEventListener('abort', () => cutOffAll(this.#pending, closing.reason));
  }

  /**
   * Returns an answer of any status. @throws Failure `network`, `timeout`, `interrupted`,
   * `no_credentials` of a secret command, or `unexpected_response` for a body that is not taken
   */
  async send(request: ApiRequest): Promise<ApiReply> {
    const { key, clock, stop, closing, trace, baseUrl } = this.#options;
    this.#secret ??= this.#options.secret();
    const secret = await this.#secret;
    this.#redact ??= redactor([secret, key]);
    const start = clock.elapsed();
    if (trace) {
      const asked = `${request.method} ${baseUrl}${request.path}`;
      await trace(`> ${asked} (x-service-key and x-service-secret not shown)`);
    }
    try {
      stop.throwIfAborted();
      closing.throwIfAborted();
      const raw = await this.#exchange(request, secret);
      const reply = { ...this.#redact(raw), receivedAt: clock.now() };
      if (trace) {
        const time = Math.round(clock.elapsed() - start);
        await trace(`< ${reply.status} in ${time} ms, ${reply.text.length} characters`);
      }
      return reply;
    } catch (error) {
      const isTyped = error instanceof Failure || closing.aborted;
      const failure = isTyped ? error : this.#networkFailure(error);
      await trace?.(`< ${failure instanceof Failure ? failure.message : 'interrupted'}`);
      throw failure;
    }
  }

  close(): void {
    const pool = this.#pool;
    this.#pool = undefined;
    void pool?.destroy();
  }

  async #exchange(request: ApiRequest, secret: string): Promise<RawReply> {
    const { clock, timeoutMs } = this.#options;
    const { host } = this.#base;
    const options = this.#dispatchOptions(request, secret);
    const { reply, cutOff } = startExchange(this.#connections(), options, host);
    const cancelTimer = clock.timer(timeoutMs, () => {
      const message = `no answer from ${host} within ${timeoutMs / 1000} s`;
      cutOff(new Failure('timeout', message, { hint: timeoutHint, retryable: true }));
    });
    const pending = { cutOff, isBulk: request.isBulk === true };
    this.#pending.push(pending);
    try {
      return await reply;
    } finally {
      cancelTimer();
      const last = this.#pending.pop();
      if (last !== undefined && last !== pending)
        this.#pending[this.#pending.indexOf(pending)] = last;
    }
  }

  #networkFailure(error: unknown): Failure {
    const { env, hasWorked } = this.#options;
    const failure = networkFailure(error, describeRoute(this.#url, env), hasWorked);
    const isLasting = failure.details.retryable === false;
    return isLasting || !proxyFor(this.#url, env) ? failure : failure.with({ hint: proxyHint });
  }

  #dispatchOptions({ method, path, body }: ApiRequest, secret: string): Dispatcher.DispatchOptions {
    const { key, version } = this.#options;
    return {
      origin: this.#base.origin,
      path: this.#base.pathname + path,
      method,
      headers: {
        accept: 'application/json',
        // A compressed body could grow a thousandfold after its size is checked.
        'accept-encoding': 'identity',
        'user-agent': `dotaf/${version}`,
        'x-service-key': key,
        'x-service-secret': secret,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    };
  }

  #connections(): Pool {
    const { env, timeoutMs, clock } = this.#options;
    this.#pool ??= new Pool(this.#base.origin, {
      connect: connector(this.#url, env, timeoutMs, clock),
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
}

function cutOffAll(requests: readonly Pending[], reason: unknown): void {
  for (const { cutOff } of requests) cutOff(reason);
}

import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import { Failure } from '../errors.ts';
import type { Clock, Environment } from '../platform/surroundings.ts';
import { version } from '../version.ts';
import { mostBytes } from './bounds.ts';
import { connect, tooLate } from './connect.ts';
import { networkFailure } from './network-failure.ts';
import { describeRoute, proxyFor } from './proxy.ts';
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
  /** One of many: it waits for the limit without a bound, and a stop gives it a grace period. */
  isBulk?: boolean;
}

export interface ApiReply {
  status: number;
  /** By their names in lower case. */
  headers: Record<string, string>;
  text: string;
  /** False when the body ended with the connection, so that it may have been cut off. */
  isKnownWhole: boolean;
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
  stop: AbortSignal;
  closing: AbortSignal;
  trace: ((line: string) => Promise<void>) | undefined;
}

/** A stopped run must end within two seconds. */
const graceMs = 1200;

export class Transport {
  readonly #options: TransportOptions;
  readonly #url: URL;
  readonly #open = new Map<Exchange, ApiRequest>();
  #pool: Pool | undefined;
  #secret: Promise<string> | undefined;
  #redact: ReturnType<typeof redactor> | undefined;

  constructor(options: TransportOptions) {
    const { stop, closing, clock, baseUrl } = options;
    this.#options = options;
    this.#url = new URL(baseUrl);
    const cutOff = ({ reason }: AbortSignal, isGraceOver = true) => {
      for (const [exchange, { isBulk }] of this.#open)
        if (isGraceOver || !isBulk) exchange.end(reason);
    };
    stop.addEventListener('abort', () => {
      cutOff(stop, false);
      clock.timer(graceMs, () => cutOff(stop));
    });
    closing.addEventListener('abort', () => cutOff(closing));
  }

  /**
   * Returns an answer of any status. @throws Failure `network`, `timeout`, `interrupted`,
   * `no_credentials` of a secret command, or `unexpected_response` for a body that is not taken
   */
  async send(request: ApiRequest): Promise<ApiReply> {
    const { clock, trace, baseUrl, key, closing } = this.#options;
    this.#secret ??= this.#options.secret();
    const secret = await this.#secret;
    this.#redact ??= redactor([secret, key]);
    const start = clock.elapsed();
    const asked = `${request.method} ${baseUrl}${request.path}`;
    if (trace) await trace(`> ${asked} (x-service-key and x-service-secret not shown)`);
    try {
      const raw = await this.#exchange(request, secret);
      const { headers, text } = this.#redact(raw);
      if (text === undefined && raw.status < 300)
        throw notTaken('back the credentials, so its answer is not shown');
      const reply = { ...raw, headers, text: text ?? '', receivedAt: clock.now() };
      const time = Math.round(clock.elapsed() - start);
      if (trace) await trace(`< ${reply.status} in ${time} ms, ${reply.text.length} characters`);
      return reply;
    } catch (error) {
      const failure = closing.aborted ? error : this.#networkFailure(error);
      await trace?.(`< ${failure instanceof Failure ? failure.message : 'interrupted'}`);
      throw failure;
    }
  }

  close(): void {
    void this.#pool?.destroy();
    this.#pool = undefined;
  }

  async #exchange(request: ApiRequest, secret: string): Promise<RawReply> {
    const { clock, timeoutMs, stop, closing } = this.#options;
    stop.throwIfAborted();
    closing.throwIfAborted();
    const exchange = new Exchange();
    this.#pool ??= this.#connections();
    this.#pool.dispatch(this.#message(request, secret), exchange);
    const cancelTimer = clock.timer(timeoutMs, () => {
      const failed = exchange.isSent
        ? `answer from ${this.#url.host}`
        : `connection to ${this.#route()}`;
      exchange.end(tooLate(`no ${failed}`, timeoutMs).with({ isUnsent: !exchange.isSent }));
    });
    this.#open.set(exchange, request);
    try {
      return await exchange.reply;
    } finally {
      cancelTimer();
      this.#open.delete(exchange);
    }
  }

  #route(): string {
    return describeRoute(this.#url, this.#options.env);
  }

  #networkFailure(error: unknown): Failure {
    const { env, hasWorked } = this.#options;
    if (error instanceof Failure) return error;
    return networkFailure(error, this.#route(), hasWorked, proxyFor(this.#url, env));
  }

  #message({ method, path, body }: ApiRequest, secret: string): Dispatcher.DispatchOptions {
    const { key } = this.#options;
    return {
      origin: this.#url.origin,
      path: this.#url.pathname + path,
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
    return new Pool(this.#url.origin, {
      connect: (_, callback) =>
        connect(this.#url, env, { timeoutMs, clock }).then(
          (socket) => callback(null, socket),
          (error) => callback(this.#networkFailure(error).with({ isUnsent: true }), null),
        ),
      // Shorter than any server's own limit, so that no request meets a socket being closed.
      keepAliveTimeout: 1500,
      keepAliveMaxTimeout: 1500,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 65_536,
    });
  }
}

type RawReply = Omit<ApiReply, 'receivedAt'>;

const abandoned = new Error('abandoned');

/** Takes a byte order mark away. */
const utf8 = new TextDecoder();

/**
 * One request on its way. Whatever comes first ends it: a whole answer, a body that is not taken, an
 * error, the time limit or a stop. undici heeds an AbortSignal only once it has a socket.
 */
class Exchange implements Dispatcher.DispatchHandler {
  isSent = false;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isOver = false;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: ApiReply['headers'] = {};
  #resolve: (reply: RawReply) => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  readonly reply = new Promise<RawReply>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });

  end(reason: unknown): void {
    this.#isOver = true;
    this.#reject(reason);
    this.#controller?.abort(abandoned);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.isSent = true;
    this.#controller = controller;
    if (this.#isOver) controller.abort(abandoned);
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    const entries = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    this.#status = status;
    this.#headers = Object.fromEntries(entries);
    const encoding = this.#headers['content-encoding']?.trim() || 'identity';
    if (encoding.toLowerCase() !== 'identity')
      this.#leaveBody('an encoded body, which was not asked for');
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > mostBytes) this.#leaveBody(`more than ${mostBytes / 1e6} MB`);
  }

  onResponseEnd(): void {
    this.#answer(utf8.decode(Buffer.concat(this.#chunks)));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.end(error);
  }

  #answer(text: string): void {
    const [status, headers] = [this.#status, this.#headers];
    const isFramed = 'content-length' in headers || 'transfer-encoding' in headers;
    this.#resolve({ status, headers, text, isKnownWhole: status === 204 || isFramed });
  }

  #leaveBody(what: string): void {
    // Of a refusal, the status says enough.
    if (this.#status >= 300) this.#answer('');
    this.end(notTaken(what));
  }
}

function notTaken(what: string): Failure {
  const hint = 'check the base URL: dotaf auth status';
  return new Failure('unexpected_response', `the service sent ${what}`, { hint });
}

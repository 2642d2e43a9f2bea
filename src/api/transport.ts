import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import { Failure } from '../errors.ts';
import type { Clock, Environment } from '../platform/surroundings.ts';
import { mostBytes } from './bounds.ts';
import { connect, noConnection, tooLong } from './connect.ts';
import { networkFailure } from './network-failure.ts';
import { describeRoute, proxyFor, proxyHint } from './proxy.ts';
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
  /** Cuts off single requests at once, and bulk requests after a grace period. */
  stop: AbortSignal;
  closing: AbortSignal;
  version: string;
  trace: ((line: string) => Promise<void>) | undefined;
}

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
  readonly #open: Exchange[] = [];

  constructor(options: TransportOptions) {
    const { stop, closing, clock, baseUrl } = options;
    this.#options = options;
    this.#url = new URL(baseUrl);
    const { host, origin, pathname } = this.#url;
    this.#base = { host, origin, pathname };
    stop.addEventListener('abort', () => {
      const bulk = this.#open.filter(({ isBulk }) => isBulk);
      const cutOffBulk = () => cutOffAll(bulk, stop.reason);
      cutOffAll(
        this.#open.filter(({ isBulk }) => !isBulk),
        stop.reason,
      );
      if (bulk.length > 0) clock.sleep(graceMs, closing).then(cutOffBulk, cutOffBulk);
    });
    closing.addEventListener('abort', () => cutOffAll(this.#open, closing.reason));
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
    if (trace) {
      const asked = `${request.method} ${baseUrl}${request.path}`;
      await trace(`> ${asked} (x-service-key and x-service-secret not shown)`);
    }
    try {
      const reply = await this.#exchange(request, secret, this.#redact);
      if (trace) {
        const time = Math.round(clock.elapsed() - start);
        await trace(`< ${reply.status} in ${time} ms, ${reply.text.length} characters`);
      }
      return reply;
    } catch (error) {
      const failure = closing.aborted ? error : this.#networkFailure(error);
      await trace?.(`< ${failure instanceof Failure ? failure.message : 'interrupted'}`);
      throw failure;
    }
  }

  close(): void {
    const pool = this.#pool;
    this.#pool = undefined;
    void pool?.destroy();
  }

  async #exchange(
    request: ApiRequest,
    secret: string,
    redact: ReturnType<typeof redactor>,
  ): Promise<ApiReply> {
    const { clock, timeoutMs, stop, closing } = this.#options;
    stop.throwIfAborted();
    closing.throwIfAborted();
    const exchange = new Exchange(request.isBulk === true, this.#base.host, redact, clock);
    this.#pool ??= this.#connections();
    this.#pool.dispatch(this.#message(request, secret), exchange);
    const cancelTimer = clock.timer(timeoutMs, () => exchange.end(this.#late(exchange)));
    this.#open.push(exchange);
    try {
      return await exchange.reply;
    } finally {
      cancelTimer();
      const last = this.#open.pop();
      if (last !== undefined && last !== exchange) this.#open[this.#open.indexOf(exchange)] = last;
    }
  }

  #late({ isSent }: Exchange): Failure {
    const { env, timeoutMs } = this.#options;
    return isSent
      ? tooLong(`no answer from ${this.#base.host}`, timeoutMs)
      : noConnection(describeRoute(this.#url, env), timeoutMs);
  }

  #networkFailure(error: unknown): Failure {
    if (error instanceof Failure) return error;
    const { env, hasWorked } = this.#options;
    const failure = networkFailure(error, describeRoute(this.#url, env), hasWorked);
    const isLasting = failure.details.retryable === false;
    return isLasting || !proxyFor(this.#url, env) ? failure : failure.with({ hint: proxyHint });
  }

  #message({ method, path, body }: ApiRequest, secret: string): Dispatcher.DispatchOptions {
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
    return new Pool(this.#base.origin, {
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

function cutOffAll(exchanges: readonly Exchange[], reason: unknown): void {
  for (const exchange of exchanges) exchange.end(reason);
}

const abandoned = new Error('abandoned');

/**
 * One request on its way. Whatever comes first ends it: a whole answer, a body that is not taken, an
 * error, the time limit or a stop. undici heeds an AbortSignal only once it has a socket.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly reply: Promise<ApiReply>;
  readonly isBulk: boolean;
  readonly #host: string;
  readonly #redact: ReturnType<typeof redactor>;
  readonly #clock: Clock;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #controller: Dispatcher.DispatchController | undefined;
  #head: Pick<ApiReply, 'status' | 'headers'> | undefined;
  #isOver = false;
  #resolve: (reply: ApiReply) => void = () => {};
  #reject: (reason: unknown) => void = () => {};

  constructor(isBulk: boolean, host: string, redact: ReturnType<typeof redactor>, clock: Clock) {
    this.isBulk = isBulk;
    this.#host = host;
    this.#redact = redact;
    this.#clock = clock;
    this.reply = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** There is a connection for it. */
  get isSent(): boolean {
    return this.#controller !== undefined;
  }

  /** Rejects `reply` at once, unless it is settled. */
  end(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reject(reason);
    this.#controller?.abort(abandoned);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(abandoned);
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#head = { status, headers: flatten(headers) };
    const encoding = this.#head.headers['content-encoding']?.trim() || 'identity';
    if (!/^identity$/i.test(encoding))
      this.#leaveBody(`${bodyIn(encoding)}, which was not asked for`);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > mostBytes) this.#leaveBody(`more than ${mostBytes / 1e6} MB`);
  }

  onResponseEnd(): void {
    this.#answer(textOf(this.#chunks));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.end(error);
  }

  #answer(text: string): void {
    if (this.#isOver || this.#head === undefined) return;
    const { status, headers } = this.#head;
    const shown = this.#redact({ headers, text });
    if (shown.text === undefined) {
      this.#leaveBody('the credentials back, in a form that cannot be taken out');
      return;
    }
    this.#isOver = true;
    const isFramed = 'content-length' in headers || 'transfer-encoding' in headers;
    this.#resolve({
      status,
      headers: shown.headers,
      text: shown.text,
      isKnownWhole: status === 204 || isFramed,
      receivedAt: this.#clock.now(),
    });
  }

  #leaveBody(what: string): void {
    if (this.#head !== undefined && this.#head.status >= 300) {
      // Of a refusal, the status says enough.
      this.#answer('');
      this.#controller?.abort(abandoned);
    } else {
      const hint = 'check the base URL: dotaf auth status';
      this.end(new Failure('unexpected_response', `${this.#host} sent ${what}`, { hint }));
    }
  }
}

/** A header may hold anything, even a secret. */
function bodyIn(encoding: string): string {
  const [known] = /^(?:gzip|br|deflate|compress|zstd)$/i.exec(encoding) ?? [];
  return known === undefined ? 'an encoded body' : `a body in ${known.toLowerCase()}`;
}

function textOf([first, ...others]: readonly Uint8Array[]): string {
  if (first === undefined) return '';
  // Nearly every answer comes in one piece.
  const bytes =
    others.length === 0
      ? Buffer.from(first.buffer, first.byteOffset, first.length)
      : Buffer.concat([first, ...others]);
  const text = bytes.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined)
      flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

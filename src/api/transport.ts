import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import { Failure } from '../errors.ts';
import type { Clock } from '../platform/surroundings.ts';
import { version } from '../version.ts';
import { connect, networkFailure, type Route, tooLate } from './connect.ts';
import { Redactor } from './redact.ts';

export interface ApiRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  /** Names the request in messages, such as `check kabul.af`. */
  operation: string;
  /** The domain whose absence a 404 means; without one a 404 is a wrong base URL. */
  subject?: string;
  /** Never sent a second time: a failure is the answer. */
  noRetry?: boolean;
  /** Part of a bulk run: waits for the limit without a bound, and gets a grace period at a stop. */
  isBulk?: boolean;
}

export interface ApiReply {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** False when the body ended with the connection, so that it may have been cut off. */
  isBodyComplete: boolean;
  /** Milliseconds since 1970. */
  receivedAt: number;
}

interface TransportOptions {
  route: Route;
  key: string;
  /** Empty where no credentials are to be sent. */
  secret: string;
  /** The credentials have just been typed, so that short ones that are refused are no secret. */
  isLoginAttempt?: boolean | undefined;
  timeoutMs: number;
  clock: Clock;
  stop: AbortSignal;
  closing: AbortSignal;
  trace: ((line: string) => Promise<void>) | undefined;
  /** Called when an answer takes long, and with undefined when it is there. */
  onWait: (waiting: { reason: string } | undefined) => void;
}

/** The service lists at most 100 domains, some 100 kB. */
const mostBytes = 1_000_000;

/** After so long without an answer, people wonder. */
const silenceMs = 10_000;

/** Grace period of bulk requests: a stopped run must end within two seconds. */
const graceMs = 1200;

export class Transport {
  readonly #options: TransportOptions;
  readonly #open = new Map<ReturnType<typeof dispatched>, ApiRequest>();
  /** Never destroyed: the process ends anyway, and Node opens stderr to end a socket. */
  #pool: Pool | undefined;
  readonly #redactor: Redactor;

  constructor(options: TransportOptions) {
    const { stop, closing, clock, key, secret } = options;
    this.#options = options;
    this.#redactor = new Redactor([secret, key]);
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

  /** @throws Failure `network`, `timeout`, `interrupted`; `unexpected_response` for some bodies */
  async send(request: ApiRequest): Promise<ApiReply> {
    const { clock, trace, route, closing, key, secret, isLoginAttempt } = this.#options;
    const start = clock.elapsed();
    await trace?.(`> ${request.method} ${route.baseUrl.href}${request.path}`);
    try {
      const raw = await this.#exchange(request);
      const isRefusedTrial = isLoginAttempt && raw.status === 401;
      const redactor = isRefusedTrial ? Redactor.ofLong([secret, key]) : this.#redactor;
      const headers = redactor.headers(raw.headers);
      const text = redactor.text(raw.text);
      if (text === undefined && raw.status < 300)
        throw notTaken('back the credentials, so its answer is not shown');
      const reply = { ...raw, headers, text: text ?? '', receivedAt: clock.now() };
      const time = Math.round(clock.elapsed() - start);
      await trace?.(`< ${reply.status} in ${time} ms, ${reply.text.length} characters`);
      return reply;
    } catch (error) {
      const failure = closing.aborted ? error : networkFailure(error, route);
      await trace?.(`< ${failure instanceof Failure ? failure.message : 'interrupted'}`);
      throw failure;
    }
  }

  async #exchange(request: ApiRequest) {
    const { clock, route, timeoutMs, stop, closing, onWait } = this.#options;
    stop.throwIfAborted();
    closing.throwIfAborted();
    this.#pool ??= this.#connections();
    const exchange = dispatched(this.#pool, this.#message(request));
    const cancelTimer = clock.timer(timeoutMs, () => {
      const isSent = exchange.isSent();
      const awaited = isSent ? `answer from ${route.baseUrl.host}` : `connection to ${route.text}`;
      exchange.end(tooLate(`no ${awaited}`, timeoutMs).with({ isUnsent: !isSent }));
    });
    let isTold = false;
    const cancelNote = clock.timer(silenceMs, () => {
      isTold = true;
      onWait({ reason: `for an answer from ${route.text}` });
    });
    this.#open.set(exchange, request);
    try {
      return await exchange.reply;
    } finally {
      cancelTimer();
      cancelNote();
      if (isTold) onWait(undefined);
      this.#open.delete(exchange);
    }
  }

  #message({ method, path, body }: ApiRequest): Dispatcher.DispatchOptions {
    const { route, key, secret } = this.#options;
    const { origin, pathname } = route.baseUrl;
    return {
      origin,
      path: pathname + path,
      method,
      headers: {
        accept: 'application/json',
        // A compressed body is not JSON, and is never unpacked.
        'accept-encoding': 'identity',
        'user-agent': `dotaf/${version}`,
        ...(secret !== '' && { 'x-service-key': key, 'x-service-secret': secret }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    };
  }

  #connections(): Pool {
    const { route } = this.#options;
    return new Pool(route.baseUrl.origin, {
      connect: (_, callback) =>
        connect(route, this.#options).then(
          (socket) => callback(null, socket),
          (error) => callback(networkFailure(error, route).with({ isUnsent: true }), null),
        ),
      // Shorter than the limit of any server, so that no request meets a socket being closed.
      keepAliveTimeout: 1500,
      keepAliveMaxTimeout: 1500,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 65_536,
    });
  }
}

const abandoned = new Error('abandoned');

const utf8 = new TextDecoder();

/** Ends at a stop by itself: undici heeds an AbortSignal only once it has a socket. */
function dispatched(pool: Pool, message: Dispatcher.DispatchOptions) {
  const chunks: Uint8Array[] = [];
  let status = 0;
  let bytes = 0;
  let isOver = false;
  let headers: ApiReply['headers'] = {};
  let controller: Dispatcher.DispatchController | undefined;
  let end = (_reason: unknown) => {};
  const reply = new Promise<Omit<ApiReply, 'receivedAt'>>((resolve, reject) => {
    end = (reason) => {
      isOver = true;
      reject(reason);
      controller?.abort(abandoned);
    };
    const answer = (text: string) => {
      const isFramed = 'content-length' in headers || 'transfer-encoding' in headers;
      resolve({ status, headers, text, isBodyComplete: status === 204 || isFramed });
    };
    pool.dispatch(message, {
      onRequestStart(started) {
        controller = started;
        if (isOver) started.abort(abandoned);
      },
      onResponseStart(_, code, sent) {
        status = code;
        const entries = Object.entries(sent).map(([name, value]) => [name, String(value)]);
        headers = Object.fromEntries(entries);
      },
      onResponseData(_, chunk) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > mostBytes) end(notTaken(`more than ${mostBytes / 1e6} MB`));
      },
      onResponseEnd: () => answer(utf8.decode(Buffer.concat(chunks))),
      onResponseError: (_, error) => end(error),
    });
  });
  return { reply, end: (reason: unknown) => end(reason), isSent: () => controller !== undefined };
}

function notTaken(what: string): Failure {
  return new Failure('unexpected_response', `the service sent ${what}`, {
    hint: 'check the base URL: dotaf auth status',
  });
}

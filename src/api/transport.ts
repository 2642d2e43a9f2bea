import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import { CliError } from '../errors.ts';
import type { Clock } from '../system/system.ts';
import { version } from '../version.ts';
import { type ConnectionTarget, openConnection, timeoutError, toNetworkError } from './connect.ts';
import { Redactor } from './redact.ts';

export interface ApiRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  /** Name of the request in error messages, such as `check kabul.af`. */
  operation: string;
  /** If set, a 404 means that the account lacks this domain; if not, that the base URL is wrong. */
  domain?: string;
  noRetry?: boolean;
  /**
   * Bulk requests wait indefinitely for a rate-limit slot. After Ctrl-C, bulk requests in flight
   * get a grace period to finish.
   */
  isBulk?: boolean;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
  /**
   * False if the body may be truncated: without Content-Length or chunked encoding, a lost
   * connection looks like the end of the body.
   */
  isBodyComplete: boolean;
  /** Unix time in milliseconds, according to the local clock. */
  receivedAt: number;
}

interface TransportOptions {
  route: ConnectionTarget;
  key: string;
  /** If empty, requests are sent without credentials. */
  secret: string;
  timeoutMs: number;
  clock: Clock;
  stopSignal: AbortSignal;
  closeSignal: AbortSignal;
  trace: ((line: string) => Promise<void>) | undefined;
}

/** Generous size limit: the API's largest response, a list of 100 domains, is about 100 kB. */
const maxResponseBytes = 1_000_000;

/** Time for bulk requests to finish after Ctrl-C; dotaf must exit within two seconds. */
const gracePeriodMs = 1200;

export class Transport {
  readonly #options;
  readonly #inFlight = new Map<ReturnType<typeof startExchange>, ApiRequest>();
  /** The pool is never destroyed: letting its connections close at process exit is faster. */
  #pool: Pool | undefined;

  constructor(options: TransportOptions) {
    const { stopSignal, closeSignal, clock } = options;
    this.#options = options;
    const abortInFlight = ({ reason }: AbortSignal, isGraceOver = true) => {
      for (const [exchange, { isBulk }] of this.#inFlight)
        if (isGraceOver || !isBulk) exchange.abort(reason);
    };
    stopSignal.addEventListener('abort', () => {
      abortInFlight(stopSignal, false);
      clock.timer(gracePeriodMs, () => abortInFlight(stopSignal));
    });
    closeSignal.addEventListener('abort', () => abortInFlight(closeSignal));
  }

  /**
   * @throws a `network`, `timeout` or `interrupted` error, or an `unexpected_response` error if the
   * body exceeds 1 MB or contains the credentials in a form that cannot be redacted
   */
  async send(request: ApiRequest): Promise<ApiResponse> {
    const { clock, trace, route, closeSignal, key, secret } = this.#options;
    const start = clock.elapsed();
    await trace?.(`> ${request.method} ${route.baseUrl.href}${request.path}`);
    try {
      const raw = await this.#exchange(request);
      const redactor = new Redactor([secret, key]);
      const headers = redactor.redactHeaders(raw.headers);
      const text = redactor.redact(raw.text);
      if (text === undefined && raw.status < 300)
        throw rejectedBodyError('back the credentials, so its answer is not shown');
      const reply = { ...raw, headers, text: text ?? '', receivedAt: clock.now() };
      const duration = `${Math.round(clock.elapsed() - start)} ms`;
      await trace?.(`< ${reply.status} in ${duration}, ${reply.text.length} characters`);
      return reply;
    } catch (error) {
      const reason = closeSignal.aborted ? error : toNetworkError(error, route);
      await trace?.(`< ${reason instanceof CliError ? reason.message : 'interrupted'}`);
      throw reason;
    }
  }

  async #exchange(request: ApiRequest) {
    const { clock, route, timeoutMs, stopSignal, closeSignal } = this.#options;
    stopSignal.throwIfAborted();
    closeSignal.throwIfAborted();
    this.#pool ??= this.#createPool();
    const exchange = startExchange(this.#pool, this.#toDispatchOptions(request));
    const cancelTimer = clock.timer(timeoutMs, () => {
      const isSent = exchange.isSent();
      const step = isSent ? `answer from ${route.baseUrl.host}` : `connection to ${route.label}`;
      exchange.abort(
        timeoutError(`no ${step}`, timeoutMs).with({ kind: isSent ? undefined : 'unsent' }),
      );
    });
    this.#inFlight.set(exchange, request);
    try {
      return await exchange.reply;
    } finally {
      cancelTimer();
      this.#inFlight.delete(exchange);
    }
  }

  #toDispatchOptions({ method, path, body }: ApiRequest): Dispatcher.DispatchOptions {
    const { route, key, secret } = this.#options;
    const { origin, pathname } = route.baseUrl;
    return {
      origin,
      path: pathname + path,
      method,
      headers: {
        accept: 'application/json',
        // Request uncompressed responses, because dotaf cannot decompress responses.
        'accept-encoding': 'identity',
        'user-agent': `dotaf/${version}`,
        ...(secret !== '' && { 'x-service-key': key, 'x-service-secret': secret }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    };
  }

  #createPool(): Pool {
    const { route } = this.#options;
    return new Pool(route.baseUrl.origin, {
      connect: (_, callback) =>
        openConnection(route, this.#options).then(
          (socket) => callback(null, socket),
          (error) => callback(toNetworkError(error, route).with({ kind: 'unsent' }), null),
        ),
      // Close idle connections before the server does: a request sent at that moment would fail.
      keepAliveTimeout: 1500,
      keepAliveMaxTimeout: 1500,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 65_536,
    });
  }
}

const abortError = new Error('abandoned');

/** Returns an `abort` function: undici ignores an AbortSignal until the connection is open. */
function startExchange(pool: Pool, options: Dispatcher.DispatchOptions) {
  const chunks: Uint8Array[] = [];
  let status = 0;
  let bytes = 0;
  let isAborted = false;
  let headers: ApiResponse['headers'] = {};
  let controller: Dispatcher.DispatchController | undefined;
  let abort = (_reason: unknown) => {};
  const reply = new Promise<Omit<ApiResponse, 'receivedAt'>>((resolve, reject) => {
    abort = (reason) => {
      isAborted = true;
      reject(reason);
      controller?.abort(abortError);
    };
    pool.dispatch(options, {
      onRequestStart(newController) {
        controller = newController;
        if (isAborted) newController.abort(abortError);
      },
      onResponseStart(_, statusCode, rawHeaders) {
        status = statusCode;
        const entries = Object.entries(rawHeaders).map(([name, value]) => [name, String(value)]);
        headers = Object.fromEntries(entries);
      },
      onResponseData(_, chunk) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > maxResponseBytes)
          abort(rejectedBodyError(`more than ${maxResponseBytes / 1e6} MB`));
      },
      onResponseEnd() {
        const text = new TextDecoder().decode(Buffer.concat(chunks));
        const isFramed = 'content-length' in headers || 'transfer-encoding' in headers;
        resolve({ status, headers, text, isBodyComplete: status === 204 || isFramed });
      },
      onResponseError: (_, error) => abort(error),
    });
  });
  return { reply, abort, isSent: () => controller !== undefined };
}

function rejectedBodyError(description: string) {
  return new CliError('unexpected_response', `the service sent ${description}`, {
    hint: 'check the base URL: dotaf auth status',
  });
}

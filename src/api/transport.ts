import { Agent, request } from 'undici';
import type { Clock, Environment } from '../core/surroundings.ts';
import { Failure } from '../errors.ts';
import { connector } from './connect.ts';
import { InflatedBody, networkFailure, TooLargeBody } from './network-failure.ts';
import { redactor } from './redact.ts';

/** What is asked of the service: a path below the base URL, and a body for the two POST reads. */
export interface ApiRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

/** One answer as it came, with the credentials taken out of it. */
export interface ApiReply {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** False when the body ended with the connection, so that it may have been cut. */
  isKnownWhole: boolean;
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
  trace: (line: string) => Promise<void>;
}

const mostBytes = 8_000_000;

/**
 * Sends one request once. Follows no redirect, goes to the base URL alone and takes no longer than
 * `timeoutMs`, whatever the state of the connection.
 *
 * @throws Failure `network`, `timeout` or `interrupted`; any answer at all is returned
 */
export class Transport {
  readonly #options: TransportOptions;
  #agent: Agent | undefined;
  #secret: Promise<string> | undefined;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async send(asked: ApiRequest): Promise<ApiReply> {
    const { key, clock, signal, trace, baseUrl } = this.#options;
    this.#secret ??= this.#options.secret();
    const secret = await this.#secret;
    const start = clock.elapsed();
    await trace(
      `> ${asked.method} ${baseUrl}${asked.path} (x-service-key and x-service-secret not shown)`,
    );
    const attempt = new AbortController();
    const onStop = () => attempt.abort(signal.reason);
    signal.throwIfAborted();
    signal.addEventListener('abort', onStop, { once: true });
    const cancelTimer = clock.timer(this.#options.timeoutMs, () => attempt.abort(this.#timeout()));
    try {
      const reply = redactor([secret, key])(
        await Promise.race([
          this.#exchange(asked, secret, attempt.signal),
          aborted(attempt.signal),
        ]),
      );
      const time = Math.round(clock.elapsed() - start);
      await trace(`< ${reply.status} in ${time} ms, ${reply.text.length} characters`);
      return reply;
    } catch (error) {
      const failure = attempt.signal.aborted
        ? attempt.signal.reason
        : networkFailure(error, new URL(baseUrl), this.#options.env);
      await trace(`< ${failure instanceof Failure ? failure.message : 'interrupted'}`);
      throw failure;
    } finally {
      cancelTimer();
      signal.removeEventListener('abort', onStop);
    }
  }

  /** Closes what is open at once; the transport can be used again. */
  async close(): Promise<void> {
    const agent = this.#agent;
    this.#agent = undefined;
    await agent?.destroy();
  }

  async #exchange(asked: ApiRequest, secret: string, signal: AbortSignal): Promise<ApiReply> {
    const { baseUrl, key, version, clock } = this.#options;
    const response = await request(`${baseUrl}${asked.path}`, {
      dispatcher: this.#dispatcher(),
      method: asked.method,
      signal,
      headers: {
        accept: 'application/json',
        // A compressed body could grow a thousandfold after the size has been checked.
        'accept-encoding': 'identity',
        'user-agent': `dotaf/${version}`,
        'x-service-key': key,
        'x-service-secret': secret,
        ...(asked.body && { 'content-type': 'application/json' }),
      },
      ...(asked.body && { body: JSON.stringify(asked.body) }),
    });
    const headers = flatten(response.headers);
    const encoding = headers['content-encoding']?.toLowerCase();
    if (encoding !== undefined && encoding !== 'identity') {
      // What ends an answer early is told by the body too, and would end the process unheard.
      response.body.on('error', () => {}).destroy();
      throw new InflatedBody(encoding);
    }
    return {
      status: response.statusCode,
      headers,
      text: await readText(response.body),
      isKnownWhole:
        response.statusCode === 204 ||
        'content-length' in headers ||
        'transfer-encoding' in headers,
      receivedAt: clock.now(),
    };
  }

  #dispatcher(): Agent {
    const { env, timeoutMs, clock } = this.#options;
    this.#agent ??= new Agent({
      connect: connector(env, timeoutMs, clock),
      // Shorter than any server's own limit, so that no request meets a socket being closed.
      keepAliveTimeout: 1500,
      keepAliveMaxTimeout: 1500,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 65_536,
    });
    return this.#agent;
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

/** undici heeds a signal only once the socket is there, so the caller is let go by this. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined)
      flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new TooLargeBody();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

import type { Dispatcher } from 'undici';
import type { Clock } from '../platform/surroundings.ts';
import { InflatedBody, TooLargeBody } from './network-failure.ts';

/** An answer as it came. */
export interface RawReply {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** False when the body ended with the connection, so that it may have been cut. */
  isKnownWhole: boolean;
}

/** How an exchange ends that is not ended by its answer. */
export interface Ending {
  clock: Clock;
  timeoutMs: number;
  /** What it fails with when that is over. */
  timeout: () => Error;
  /** Given what ends it from outside. @returns what takes that back */
  onOpen(end: (reason: unknown) => void): () => void;
}

const mostBytes = 8_000_000;

/** Why an exchange is cut short, for undici; whoever waits for it knows better. */
const abandoned = new Error('abandoned');

/**
 * Sends one request and waits for the whole answer. undici is asked at its lowest level: it heeds a
 * signal only once the socket is there, so whoever waits is let go by a deadline of our own.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { clock, timeoutMs, timeout, onOpen }: Ending,
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const body = new Body();
    let controller: Dispatcher.DispatchController | undefined;
    let head: { status: number; headers: Record<string, string> } | undefined;
    let isOver = false;
    const over = () => {
      isOver = true;
      cancelTimer();
      forget();
    };
    const fail = (reason: unknown) => {
      if (isOver) return;
      over();
      reject(reason);
      controller?.abort(abandoned);
    };
    const cancelTimer = clock.timer(timeoutMs, () => fail(timeout()));
    const forget = onOpen(fail);
    dispatcher.dispatch(request, {
      onRequestStart: (started) => {
        controller = started;
        if (isOver) started.abort(abandoned);
      },
      onResponseStart: (_, status, headers) => {
        if (status < 200) return;
        head = { status, headers: flatten(headers) };
        const encoding = head.headers['content-encoding']?.toLowerCase();
        if (encoding !== undefined && encoding !== 'identity') fail(new InflatedBody(encoding));
      },
      onResponseData: (_, chunk) => {
        if (!body.add(chunk)) fail(new TooLargeBody());
      },
      onResponseEnd: () => {
        if (isOver || head === undefined) return;
        over();
        resolve({ ...head, ...body.whole(head) });
      },
      onResponseError: (_, error) => fail(error),
    });
  });
}

/** A body as it comes. */
class Body {
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;

  /** @returns false when it is larger than any answer */
  add(chunk: Uint8Array): boolean {
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    return this.#bytes <= mostBytes;
  }

  whole({ status, headers }: Pick<RawReply, 'status' | 'headers'>) {
    const text = Buffer.concat(this.#chunks).toString('utf8');
    return {
      text: text.replace(/^\ufeff/, ''),
      isKnownWhole: status === 204 || 'content-length' in headers || 'transfer-encoding' in headers,
    };
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined)
      flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

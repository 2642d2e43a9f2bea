import type { Dispatcher } from 'undici';
import { Failure } from '../errors.ts';
import { mostBytes } from './bounds.ts';

export interface RawReply {
  status: number;
  /** By their names in lower case. */
  headers: Record<string, string>;
  text: string;
  /** False when the body ended with the connection, so that it may have been cut off. */
  isKnownWhole: boolean;
}

export interface Exchange {
  reply: Promise<RawReply>;
  /** Rejects `reply` at once, unless it is settled. */
  cutOff(reason: unknown): void;
}

const abandoned = new Error('abandoned');

/** undici heeds an AbortSignal only once it has a socket: a request is cut off without its help. */
export function startExchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  host: string,
): Exchange {
  let cutOff: Exchange['cutOff'] = () => {};
  const reply = new Promise<RawReply>((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    let controller: Dispatcher.DispatchController | undefined;
    let head: Pick<RawReply, 'status' | 'headers'> | undefined;
    let isOver = false;
    cutOff = (reason) => {
      if (isOver) return;
      isOver = true;
      reject(reason);
      controller?.abort(abandoned);
    };
    const finish = (start: NonNullable<typeof head>, body: readonly Uint8Array[]) => {
      if (isOver) return;
      isOver = true;
      const text = textOf(body);
      const { status, headers } = start;
      const isFramed = 'content-length' in headers || 'transfer-encoding' in headers;
      resolve({ ...start, text, isKnownWhole: status === 204 || isFramed });
    };
    const refuse = (what: string) =>
      cutOff(
        new Failure('unexpected_response', `${host} sent ${what}`, {
          hint: 'check the base URL: dotaf auth status',
        }),
      );
    const leaveBody = (what: string) => {
      if (head === undefined || head.status < 300) return refuse(what);
      // Of a refusal, the status says enough.
      finish(head, []);
      controller?.abort(abandoned);
    };
    dispatcher.dispatch(request, {
      onRequestStart: (started) => {
        controller = started;
        if (isOver) started.abort(abandoned);
      },
      onResponseStart: (_, status, headers) => {
        if (status < 200) return;
        head = { status, headers: flatten(headers) };
        const encoding = head.headers['content-encoding']?.trim() || 'identity';
        if (!/^identity$/i.test(encoding))
          leaveBody(`${bodyIn(encoding)}, which was not asked for`);
      },
      onResponseData: (_, chunk) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (!isOver && bytes > mostBytes) leaveBody(`more than ${mostBytes / 1e6} MB`);
      },
      onResponseEnd: () => {
        if (head !== undefined) finish(head, chunks);
      },
      onResponseError: (_, error) => cutOff(error),
    });
  });
  return { reply, cutOff: (reason) => cutOff(reason) };
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

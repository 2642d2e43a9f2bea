import { isObject } from '../core/json.ts';
import { Failure } from '../errors.ts';
import { type Occasion, refusal, requestIdOf } from './errors.ts';
import type { ApiReply } from './transport.ts';

/** A successful reply (API document, section 2, "Response envelope"). */
export interface Envelope {
  data: object;
  /** The whole of it, since some of what is said about the data may stand beside it. */
  envelope: object;
}

/** The `data` of a successful reply. @throws what `envelopeOf` throws */
export function dataOf(reply: ApiReply, occasion: Occasion): object {
  return envelopeOf(reply, occasion).data;
}

/**
 * @throws Failure `unauthorized`, `not_found`, `rate_limited`, `api_error`, `network` for a body
 *   that was cut off, `unexpected_response` for one that is no envelope
 */
export function envelopeOf(reply: ApiReply, occasion: Occasion): Envelope {
  const body = parse(reply.text);
  if (reply.status < 200 || reply.status > 299) throw refusal(reply, body, occasion);
  if (body === undefined) throw unreadable(reply, occasion);
  if (isObject(body) && body.success === false) throw refusal(reply, body, occasion);
  if (!isObject(body)) throw stranger(occasion, 'the answer is not an object');
  if (body.success !== true) {
    throw stranger(
      occasion,
      `'success' ${body.success === undefined ? 'is missing' : 'is not a boolean'}`,
    );
  }
  if (typeof body.data !== 'object' || body.data === null) {
    throw stranger(occasion, `'data' ${'data' in body ? 'is not an object' : 'is missing'}`);
  }
  return { data: body.data, envelope: body };
}

/** Reads a reply; when it cannot be understood, the failure says which reply that was. */
export function understood<Data>(reply: ApiReply, read: (reply: ApiReply) => Data): Data {
  try {
    return read(reply);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'unexpected_response') throw error;
    throw error.with({ status: reply.status, requestId: requestIdOf(reply, parse(reply.text)) });
  }
}

/** The answer could not be understood: names the operation and the field, so that it can be reported. */
export function unexpected({ operation }: Pick<Occasion, 'operation'>, reason: string): Failure {
  return new Failure('unexpected_response', `${operation}: ${reason}`, {
    hint: 'the service answered in another shape than its document; --json shows its request id',
  });
}

function stranger(occasion: Occasion, reason: string): Failure {
  return unexpected(occasion, reason).with({ isNotTheService: true });
}

/** Deeper than any answer, and far from where walking through it would exhaust the stack. */
const deepest = 100;

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeeperThan(deepest, value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

function unreadable(reply: ApiReply, { operation }: Occasion): Failure {
  const start = reply.text.trimStart();
  const type = reply.headers['content-type'] ?? '';
  const isPage = start.startsWith('<') || type.includes('html');
  if (!reply.isKnownWhole && !isPage) {
    return new Failure('network', `${operation}: the answer was cut off on the way`, {
      hint: 'try again; if it stays so, something between here and the service cuts answers',
      status: reply.status,
      retryable: true,
    });
  }
  const what = isPage ? 'a web page' : start === '' ? 'an empty body' : 'something other than JSON';
  return new Failure('unexpected_response', `${operation}: the answer is ${what}`, {
    hint: isPage
      ? 'check the base URL (dotaf auth status), and that no log-in page of the network is in between'
      : 'check the base URL: dotaf auth status',
    status: reply.status,
    isNotTheService: true,
  });
}

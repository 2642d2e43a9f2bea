import { isObject, type JsonObject, parseJsonLossless, toTextOrJson } from '../core/json.ts';
import { joinNames, truncateLine } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { requestIdOf } from './reading/failure.ts';
import { type CredentialsOrigin, isMarkup, refusal } from './refusal.ts';
import type { ApiReply, ApiRequest, Transport } from './transport.ts';

export interface AcceptedReply extends ApiReply {
  body: unknown;
}

/** Something before the service has answered, or another server. */
const notTheService = {
  isForeignServer: true,
  hint: 'check the base URL (dotaf auth status), and log in to the network if it has a log-in page',
};

export interface Answer {
  data: object;
  envelope: JsonObject;
  operation: string;
  reply: AcceptedReply;
}

/** API document, section 2, "Response envelope". @throws Failure for anything but a success */
export function openEnvelope(reply: AcceptedReply, { operation }: ApiRequest): Answer {
  const envelope = reply.body;
  const refuse = (reason: string) => unexpected({ operation, reply }, reason);
  if (!isObject(envelope)) throw refuse('the answer is not an object').with(notTheService);
  const { success, data } = envelope;
  if (success !== true) throw refuse("'success' is not true").with(notTheService);
  if (typeof data !== 'object')
    throw refuse("'data' is not an object").with({ isForeignServer: true });
  const complaint = complaintIn(envelope) ?? complaintIn(Object(data));
  if (complaint !== undefined) {
    throw refuse(`the answer claims success beside an error: ${complaint}`);
  }
  return { data: data ?? {}, envelope, operation, reply };
}

/** @throws Failure for a refusal and for what is not JSON */
export function accepted(
  raw: ApiReply,
  request: ApiRequest,
  origin: CredentialsOrigin,
): AcceptedReply {
  const sent = parse(raw.text);
  const isTooLarge = sizeOf(sent) > mostValues;
  const reply = { ...raw, body: isTooLarge ? {} : sent };
  const isSuccess = reply.status >= 200 && reply.status <= 299;
  const isRefusal = isObject(sent) && sent.success === false;
  if (!isSuccess || isRefusal) throw refusal(reply, request, origin);
  const { operation } = request;
  if (isTooLarge)
    throw unexpected({ operation, reply }, 'the answer is larger than any of the service');
  if (sent === undefined) throw unreadable(reply, operation);
  return reply;
}

/** @returns what speaks against the address, undefined if it is that of the service */
export async function doubtOfAddress(
  transport: Transport,
  address: string,
): Promise<string | undefined> {
  try {
    const { status, text } = await transport.send({
      method: 'GET',
      path: '/account/balance',
      operation: 'balance',
    });
    const isRefusal = [400, 401, 403, 429].includes(status) && !isMarkup(text);
    if (isRefusal || parse(text) !== undefined) return undefined;
    return `${address} answers, but not as the service does (HTTP ${status})`;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

export function unexpected(
  { operation, reply }: Pick<Answer, 'operation' | 'reply'>,
  reason: string,
): Failure {
  return new Failure('unexpected_response', reason, {
    about: operation,
    hint: [
      'the service answered in another shape than its document: dotaf doctor shows which parts',
      '--json shows the request id, for the support of the service',
    ],
    status: reply.status,
    requestId: requestIdOf(reply.headers, reply.body),
  });
}

const mostKeys = 10;

export function dataOf({ data }: Answer): string {
  const holder = Array.isArray(data) ? data.find(isObject) : data;
  const keys = Object.keys(Object(holder)).map((key) => `'${truncateLine(key, 40)}'`);
  return `'data', which holds ${joinNames(keys, mostKeys) || 'no keys'}`;
}

function complaintIn({ error, errors, error_code, success }: JsonObject): string | undefined {
  if (success === false) return "'success' is false";
  const said = [error, errors, error_code].find(isSaid);
  return said === undefined ? undefined : truncateLine(toTextOrJson(said), 80);
}

function isSaid(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isSaid);
  return value !== undefined && !emptyWords.has(toTextOrJson(value).trim().toLowerCase());
}

const emptyWords = new Set(['', 'false', 'no', 'none', 'null', 'nil', 'ok', '0']);

function unreadable(reply: AcceptedReply, operation: string): Failure {
  const { status, text, isBodyComplete } = reply;
  const isPage = isMarkup(text);
  if (!isBodyComplete && !isPage) {
    return new Failure('network', 'the answer was cut off on the way', {
      about: operation,
      hint: 'try again',
      status,
      retryable: true,
    });
  }
  const what = isPage ? 'a web page' : 'something other than JSON';
  const reason = `the answer is ${text.trim() === '' ? 'an empty body' : what}`;
  return unexpected({ operation, reply }, reason).with(notTheService);
}

function parse(text: string): unknown {
  try {
    return parseJsonLossless(text);
  } catch {
    return undefined;
  }
}

const mostValues = 10_000;
const deepestLevel = 32;

/** Counts values. Many take long to read: a body of 300,000 empty objects took a minute. */
function sizeOf(value: unknown, depth = 0): number {
  if (depth > deepestLevel) return Number.POSITIVE_INFINITY;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((size, inner) => size + 1 + sizeOf(inner, depth + 1), 0);
}

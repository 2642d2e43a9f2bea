import { isObject, type JsonObject, parseJsonLossless, toTextOrJson } from '../core/json.ts';
import { joinNames, truncateLine } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { type CredentialsOrigin, httpFailure, isHtml } from './http-failure.ts';
import { findRequestId } from './parse/error-body.ts';
import type { ApiReply, ApiRequest, Transport } from './transport.ts';

export interface ParsedReply extends ApiReply {
  body: unknown;
}

/** Failure details for a reply from a proxy, a captive portal or another server. */
const foreignServer = {
  isForeignServer: true,
  hint: 'check the base URL (dotaf auth status), and log in to the network if it has a log-in page',
};

export interface SuccessEnvelope {
  data: object;
  envelope: JsonObject;
  operation: string;
  reply: ParsedReply;
}

/** Unwraps `data` from the envelope (API document, section 2). @throws `unexpected_response` */
export function openEnvelope(reply: ParsedReply, { operation }: ApiRequest): SuccessEnvelope {
  const envelope = reply.body;
  const invalid = (reason: string) => unexpectedResponseFailure({ operation, reply }, reason);
  if (!isObject(envelope)) throw invalid('the answer is not an object').with(foreignServer);
  const { success, data } = envelope;
  if (success !== true) throw invalid("'success' is not true").with(foreignServer);
  if (typeof data !== 'object')
    throw invalid("'data' is not an object").with({ isForeignServer: true });
  const errorText = findErrorText(envelope) ?? findErrorText(Object(data));
  if (errorText !== undefined) {
    throw invalid(`the answer claims success beside an error: ${errorText}`);
  }
  return { data: data ?? {}, envelope, operation, reply };
}

/**
 * Parses a reply's JSON body.
 * @throws Failure by status for an HTTP error or `success: false`; `network` for a truncated body,
 * `unexpected_response` for a body that is not JSON or has more than 10,000 values
 */
export function parseReply(
  raw: ApiReply,
  request: ApiRequest,
  origin: CredentialsOrigin,
): ParsedReply {
  const body = parseJson(raw.text);
  const isTooLarge = countValues(body) > maxValues;
  const reply = { ...raw, body: isTooLarge ? {} : body };
  const isSuccess = reply.status >= 200 && reply.status <= 299;
  const isErrorBody = isObject(body) && body.success === false;
  if (!isSuccess || isErrorBody) throw httpFailure(reply, request, origin);
  const { operation } = request;
  if (isTooLarge)
    throw unexpectedResponseFailure(
      { operation, reply },
      'the answer is larger than any of the service',
    );
  if (body === undefined) throw unreadableBodyFailure(reply, operation);
  return reply;
}

/** Sends a test request. @returns why the base URL is probably not the API's, or undefined */
export async function diagnoseBaseUrl(
  transport: Transport,
  baseUrl: string,
): Promise<string | undefined> {
  try {
    const { status, text } = await transport.send({
      method: 'GET',
      path: '/account/balance',
      operation: 'balance',
    });
    const isApiError = [400, 401, 403, 429].includes(status) && !isHtml(text);
    if (isApiError || parseJson(text) !== undefined) return undefined;
    return `${baseUrl} answers, but not as the service does (HTTP ${status})`;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

export function unexpectedResponseFailure(
  { operation, reply }: Pick<SuccessEnvelope, 'operation' | 'reply'>,
  reason: string,
): Failure {
  return new Failure('unexpected_response', reason, {
    subject: operation,
    hint: [
      'the service answered in another shape than its document: dotaf doctor shows which parts',
      '--json shows the request id, for the support of the service',
    ],
    status: reply.status,
    requestId: findRequestId(reply.headers, reply.body),
  });
}

const maxKeys = 10;

export function describeDataKeys({ data }: SuccessEnvelope): string {
  const object = Array.isArray(data) ? data.find(isObject) : data;
  const keys = Object.keys(Object(object)).map((key) => `'${truncateLine(key, 40)}'`);
  return `'data', which holds ${joinNames(keys, maxKeys) || 'no keys'}`;
}

function findErrorText({ error, errors, error_code, success }: JsonObject): string | undefined {
  if (success === false) return "'success' is false";
  const errorValue = [error, errors, error_code].find(hasContent);
  return errorValue === undefined ? undefined : truncateLine(toTextOrJson(errorValue), 80);
}

function hasContent(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasContent);
  return value !== undefined && !emptyWords.has(toTextOrJson(value).trim().toLowerCase());
}

const emptyWords = new Set(['', 'false', 'no', 'none', 'null', 'nil', 'ok', '0']);

function unreadableBodyFailure(reply: ParsedReply, operation: string): Failure {
  const { status, text, isBodyComplete } = reply;
  const isWebPage = isHtml(text);
  if (!isBodyComplete && !isWebPage) {
    return new Failure('network', 'the answer was cut off on the way', {
      subject: operation,
      hint: 'try again',
      status,
      retryable: true,
    });
  }
  const description = isWebPage ? 'a web page' : 'something other than JSON';
  const reason = `the answer is ${text.trim() === '' ? 'an empty body' : description}`;
  return unexpectedResponseFailure({ operation, reply }, reason).with(foreignServer);
}

function parseJson(text: string): unknown {
  try {
    return parseJsonLossless(text);
  } catch {
    return undefined;
  }
}

const maxValues = 10_000;
const maxDepth = 32;

/** Counts a body's values to reject huge bodies: parsing 300,000 empty objects took a minute. */
function countValues(value: unknown, depth = 0): number {
  if (depth > maxDepth) return Number.POSITIVE_INFINITY;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum, child) => sum + 1 + countValues(child, depth + 1), 0);
}

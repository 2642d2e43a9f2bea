import { isJsonObject, type JsonObject, parseJsonLossless, stringifyValue } from '../core/json.ts';
import { joinNames, truncateLine } from '../core/text.ts';
import { CliError } from '../errors.ts';
import {
  type CredentialSource,
  describeNonApiBody,
  findRequestId,
  httpError,
} from './http-error.ts';
import { findValuesByKey } from './parse/json-node.ts';
import type { ApiRequest, ApiResponse, Transport } from './transport.ts';

interface ParsedResponse extends ApiResponse {
  body: unknown;
  operation: string;
}

/** Error details for responses from a proxy, a captive portal or any server other than the API. */
const foreignServer = {
  kind: 'foreign-server',
  hint: 'check the base URL (dotaf auth status), and log in to the network if it has a log-in page',
} as const;

export interface SuccessEnvelope extends ParsedResponse {
  data: object;
  envelope: JsonObject;
}

/** @throws an `unexpected_response` error if the envelope is invalid or contains an error */
export function unwrapEnvelope(reply: ParsedResponse): SuccessEnvelope {
  const envelope = reply.body;
  const invalid = (reason: string) => unexpectedResponseError(reply, reason);
  if (!isJsonObject(envelope)) throw invalid('the answer is not an object').with(foreignServer);
  const { success, data } = envelope;
  if (success !== true) throw invalid("'success' is not true").with(foreignServer);
  if (typeof data !== 'object')
    throw invalid("'data' is not an object").with({ kind: 'foreign-server' });
  const errorText = findErrorText(envelope) ?? findErrorText(Object(data));
  if (errorText !== undefined) {
    throw invalid(`the answer claims success beside an error: ${errorText}`);
  }
  return { ...reply, data: data ?? {}, envelope };
}

/**
 * @throws an error for the HTTP status, such as `unauthorized` for 401, or for a body with
 * `success: false`
 * @throws an `unexpected_response` error for a web page with status 2xx or 4xx (except 429), and
 * for any other 2xx response with a body that is too large or not JSON
 * @throws a `network` error if the body of a 2xx response is truncated
 */
export function parseResponse(
  raw: ApiResponse,
  request: ApiRequest,
  origin: CredentialSource,
): ParsedResponse {
  const { status } = raw;
  const body = parseJsonLossless(raw.text);
  const isTooLarge = countValues(body) > maxJsonValues;
  const foreignBody = body === undefined ? describeNonApiBody(raw) : undefined;
  const text = foreignBody === undefined ? raw.text : '';
  const reply = { ...raw, text, body: isTooLarge ? {} : body, operation: request.operation };
  const isErrorBody = isJsonObject(body) && isRefusal(body);
  const isOutage = status === 429 || status >= 500;
  const isRedirect = status >= 300 && status < 400;
  if (foreignBody !== undefined && !isOutage && !isRedirect)
    throw unexpectedResponseError(reply, foreignBody).with(foreignServer);
  if (status >= 300 || isErrorBody)
    throw httpError(reply, request, origin).with({}, isOutage ? foreignBody : undefined);
  if (isTooLarge)
    throw unexpectedResponseError(reply, 'the answer is larger than any of the service');
  if (body === undefined) throw unreadableBodyError(reply);
  return reply;
}

/**
 * @returns a result whose `problem` is set if the request fails or the response did not come from
 * the API
 */
export async function diagnoseBaseUrl(transport: Transport, baseUrl: string) {
  try {
    const response = await transport.send({
      method: 'GET',
      path: '/account/balance',
      operation: 'balance',
    });
    const { status, text } = response;
    const isForeign = describeNonApiBody(response) !== undefined;
    const isApiError = [400, 401, 403, 429].includes(status) && !isForeign;
    if (isApiError || parseJsonLossless(text) !== undefined) return { isFound: status !== 404 };
    return { problem: `${baseUrl} answers, but not as the service does (HTTP ${status})` };
  } catch (error) {
    if (error instanceof CliError) return { problem: error.message };
    throw error;
  }
}

export function unexpectedResponseError(
  { operation, status, headers, body }: ParsedResponse,
  reason: string,
) {
  return new CliError('unexpected_response', reason, {
    subject: operation,
    hint: [
      'the service answered in another shape than its document: dotaf doctor shows which parts',
      '--json shows the request id, for the support of the service',
    ],
    status,
    requestId: findRequestId(headers, body),
  });
}

export function describeDataKeys({ data }: SuccessEnvelope) {
  const object = Array.isArray(data) ? data.find(isJsonObject) : data;
  const keys = Object.keys(Object(object)).map((key) => `'${truncateLine(key, 40)}'`);
  return `'data', which holds ${joinNames(keys, 10) || 'no keys'}`;
}

/** Accepts `"false"` and `0`, too, which some server frameworks send instead of `false`. */
function isRefusal({ success }: JsonObject) {
  return /^(false|0)$/i.test(stringifyValue(success));
}

function findErrorText(object: JsonObject) {
  if (isRefusal(object)) return "'success' is false";
  const errorValue = findValuesByKey(object, 'error errors error_code').find(hasContent);
  return errorValue === undefined ? undefined : truncateLine(stringifyValue(errorValue), 80);
}

function hasContent(value: unknown) {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasContent);
  return value !== undefined && !emptyWords.has(stringifyValue(value).trim().toLowerCase());
}

const emptyWords = new Set(['', 'false', 'no', 'none', 'null', 'nil', 'ok', '0']);

function unreadableBodyError(reply: ParsedResponse) {
  const { status, text, isBodyComplete, operation } = reply;
  if (!isBodyComplete) {
    return new CliError('network', 'the answer was cut off on the way', {
      subject: operation,
      hint: 'try again',
      status,
      retryable: true,
    });
  }
  const description = text.trim() === '' ? 'an empty body' : 'something other than JSON';
  return unexpectedResponseError(reply, `the answer is ${description}`).with(foreignServer);
}

const maxJsonValues = 10_000;
const maxJsonDepth = 32;

/**
 * Limit above which responses are rejected: parsing attributes from 300,000 empty objects took a
 * minute.
 */
function countValues(value: unknown, depth = 0): number {
  if (depth > maxJsonDepth) return Number.POSITIVE_INFINITY;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum, child) => sum + 1 + countValues(child, depth + 1), 0);
}

import { isObject, type JsonObject, jsonText, parseExactly } from '../core/json.ts';
import { excerpt, named } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { requestIdOf } from './reading/failure.ts';
import { type CredentialsOrigin, refusal } from './refusal.ts';
import type { ApiReply, ApiRequest } from './transport.ts';

export interface Answer {
  data: object;
  envelope: JsonObject;
  operation: string;
  reply: ApiReply;
}

/** API document, section 2, "Response envelope". @throws Failure for anything but a success */
export function openEnvelope(
  reply: ApiReply,
  request: ApiRequest,
  origin: CredentialsOrigin,
): Answer {
  const { operation } = request;
  const body = acceptedBody(reply, request, origin);
  const refuse = (reason: string, isNotTheService = true) =>
    unexpected({ operation, reply, envelope: body }, reason).with({ isNotTheService });
  if (!isObject(body)) throw refuse('the answer is not an object');
  const { success, data: sent } = body;
  if (success === undefined) throw refuse("'success' is missing");
  if (success !== true) throw refuse("'success' is not a boolean");
  if (sent === undefined) throw refuse("'data' is missing");
  const complaint = complaintIn(body) ?? (isObject(sent) ? complaintIn(sent) : undefined);
  if (complaint !== undefined)
    throw refuse(`the answer claims success beside an error: ${complaint}`, false);
  const data = sent === null && request.mayBeNull ? {} : sent;
  if (typeof data !== 'object' || data === null) throw refuse("'data' is not an object");
  return { data, envelope: body, operation, reply };
}

/** Gives the body of any shape that is JSON. @throws Failure for a refusal and for all else */
export function acceptedBody(
  reply: ApiReply,
  request: ApiRequest,
  origin: CredentialsOrigin,
): unknown {
  const { status, text } = reply;
  const { body, excess } = parse(text);
  const refuse = (reason: string) =>
    unexpected({ operation: request.operation, reply, envelope: body }, reason);
  const isSuccess = status >= 200 && status <= 299;
  if (!isSuccess || isRefusal(body)) throw refusal(reply, body, request, origin);
  if (excess !== undefined)
    throw refuse(`the answer is larger than any of the service: it has ${excess}`);
  if (body === undefined) throw unreadable(reply, request.operation);
  return body;
}

export function unexpected(
  { operation, reply, envelope }: Pick<Answer, 'operation' | 'reply'> & { envelope: unknown },
  reason: string,
): Failure {
  return new Failure('unexpected_response', reason, {
    about: operation,
    hint: [
      'the service answered in another shape than its document: dotaf doctor shows which parts',
      '--json shows the request id, for the support of the service',
    ],
    status: reply.status,
    requestId: requestIdOf(reply.headers, envelope),
  });
}

const mostKeys = 10;

export function dataOf({ data }: Pick<Answer, 'data'>): string {
  const holder: unknown = Array.isArray(data) ? data.find(isObject) : data;
  const keys = Object.keys(isObject(holder) ? holder : {}).map((key) => `'${excerpt(key, 40)}'`);
  return `'data', which holds ${named(keys, mostKeys) || 'no keys'}`;
}

function complaintIn({ error, errors, error_code, success }: JsonObject): string | undefined {
  if (isNo(success)) return `'success' is ${excerpt(jsonText(success), 40)}`;
  const said = [error, errors, error_code].find(isSaid);
  return said === undefined ? undefined : excerpt(jsonText(said), 80);
}

function isSaid(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isSaid);
  return value !== undefined && !nothing.has(jsonText(value).trim().toLowerCase());
}

const nothing = new Set(['', 'false', 'no', 'none', 'null', 'nil', 'ok', '0']);

const noes = new Set(['false', 'no', 'off', '0', 'failed', 'failure', 'fail', 'error']);

/** Only `true` is a success; a refusal may say so in the words and the case of its framework. */
function isRefusal(body: unknown): boolean {
  if (!isObject(body) || body.success === true) return false;
  return Object.entries(body).some(([key, value]) => /^success$/i.test(key) && isNo(value));
}

function isNo(value: unknown): boolean {
  return noes.has(jsonText(value).trim().toLowerCase());
}

function unreadable(reply: ApiReply, operation: string): Failure {
  const { status, text, headers, isKnownWhole } = reply;
  const start = text.trimStart();
  const isPage = start.startsWith('<') || headers['content-type']?.includes('html');
  if (!isKnownWhole && !isPage) {
    const details = { about: operation, hint: 'try again', status, retryable: true };
    return new Failure('network', 'the answer was cut off on the way', details);
  }
  const what = isPage ? 'a web page' : start === '' ? 'an empty body' : 'something other than JSON';
  return unexpected({ operation, reply, envelope: undefined }, `the answer is ${what}`).with({
    hint: 'check the base URL: dotaf auth status',
    isNotTheService: true,
  });
}

/*
 * An answer within these bounds is read in less than a second; without them, one of 8 MB took 35 s
 * and 1.9 GB, and no signal got through.
 */
const mostValues = 10_000;
const deepest = 32;

/** @returns no body for a text that is not JSON, and an empty one where there is too much */
function parse(text: string): { body?: unknown; excess?: string } {
  let body: unknown;
  try {
    body = parseExactly(text);
  } catch {
    return {};
  }
  let values = 0;
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return { body: {}, excess: `values nested deeper than ${deepest}` };
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
    values += level.length;
    if (values > mostValues) return { body: {}, excess: `more than ${mostValues} values` };
  }
  return { body };
}

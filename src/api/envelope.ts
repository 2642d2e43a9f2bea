import { isObject, type JsonObject, jsonText, parseExactly } from '../core/json.ts';
import { excerpt } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { excessOf } from './bounds.ts';
import { entriesOf } from './reading/faults.ts';
import { phraseSet } from './reading/words.ts';
import { type CredentialsOrigin, refusal } from './refusal.ts';
import { requestIdOf } from './refusal-details.ts';
import type { ApiReply, ApiRequest } from './transport.ts';

/** API document, section 2, "Response envelope". */
export interface Answer {
  data: object;
  envelope: JsonObject;
  operation: string;
  reply: ApiReply;
}

/** @throws Failure of a refusal, `network` if the body was cut off, `unexpected_response` */
export function openEnvelope(
  reply: ApiReply,
  request: ApiRequest,
  origin: CredentialsOrigin,
): Answer {
  const { operation } = request;
  const { body, excess } = parse(reply.text);
  const isSuccess = reply.status >= 200 && reply.status <= 299;
  const doubled = isSuccess && isObject(body) ? doubledKey(reply.text) : undefined;
  if (doubled !== undefined) {
    throw unexpected({ operation, reply, envelope: body }, `the answer says '${doubled}' twice`);
  }
  if (!isSuccess || isRefusal(body)) throw refusal(reply, body, request, origin);
  if (excess !== undefined) {
    const reason = `the answer is larger than any of the service: it has ${excess}`;
    throw unexpected({ operation, reply, envelope: body }, reason);
  }
  if (body === undefined) throw unreadable(reply, operation);
  const notTheService = (reason: string) =>
    unexpected({ operation, reply, envelope: body }, reason).with({ isNotTheService: true });
  if (!isObject(body)) throw notTheService('the answer is not an object');
  if (body.success === undefined) throw notTheService("'success' is missing");
  if (body.success !== true) throw notTheService("'success' is not a boolean");
  if (!('data' in body)) throw notTheService("'data' is missing");
  const complaint = complaintIn(body) ?? (isObject(body.data) ? complaintIn(body.data) : undefined);
  if (complaint !== undefined) {
    const reason = `the answer claims success beside an error: ${complaint}`;
    throw unexpected({ operation, reply, envelope: body }, reason);
  }
  const data = body.data === null && request.mayBeNull ? {} : body.data;
  if (typeof data !== 'object' || data === null) throw notTheService("'data' is not an object");
  return { data, envelope: body, operation, reply };
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
    requestId: requestIdOf(reply, entriesOf(envelope)),
  });
}

/** A service that fails halfway may say so beside its data. */
function complaintIn({ error, errors, success }: JsonObject): string | undefined {
  if (success !== undefined && isNo(success))
    return `'success' is ${excerpt(jsonText(success), 40)}`;
  const said = [error, errors].find(isSaid);
  return said === undefined ? undefined : excerpt(jsonText(said), 80);
}

function isSaid(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isSaid);
  return (
    value !== undefined && value !== null && !nothing.has(jsonText(value).trim().toLowerCase())
  );
}

const nothing = new Set(['', 'false', 'no', 'none', 'null', 'nil', 'ok', '0']);

const noes = phraseSet('false, no, n, f, off, 0, failed, failure, fail, error');

/** Only `true` is a success; a refusal may say so in the words and the case of its framework. */
function isRefusal(body: unknown): boolean {
  if (!isObject(body) || body.success === true) return false;
  const key = 'success' in body ? 'success' : Object.keys(body).find(isSuccessKey);
  return key !== undefined && isNo(body[key]);
}

function isNo(value: unknown): boolean {
  return noes.has(jsonText(value).trim().toLowerCase());
}

/** Of two keys of one name, JSON.parse keeps the last: nobody can say which one is meant. */
const decisive = ['success', 'available'];

/** The key among those that decide that one object of a JSON text has twice, in any case. */
function doubledKey(text: string): string | undefined {
  // Most answers have each key once, and need no closer look.
  if (!/"(success|available)"\s*:.*"\1"\s*:/is.test(text) && !text.includes('\\u'))
    return undefined;
  const open: Set<string>[] = [];
  for (const [token, key] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    if (key === undefined) continue;
    const name = jsonText(JSON.parse(key)).toLowerCase();
    if (!decisive.includes(name)) continue;
    if (open.at(-1)?.has(name)) return name;
    open.at(-1)?.add(name);
  }
  return undefined;
}

function isSuccessKey(key: string): boolean {
  return key.toLowerCase() === 'success';
}

function parse(text: string): { body?: unknown; excess?: string | undefined } {
  try {
    const body = parseExactly(text);
    const excess = excessOf(body);
    // Nothing of what is too large is read.
    return excess === undefined ? { body } : { body: {}, excess };
  } catch {
    return {};
  }
}

function unreadable(reply: ApiReply, operation: string): Failure {
  const { status, text, headers, isKnownWhole } = reply;
  const start = text.trimStart();
  const isPage = start.startsWith('<') || headers['content-type']?.includes('html');
  if (!isKnownWhole && !isPage) {
    return new Failure('network', 'the answer was cut off on the way', {
      about: operation,
      hint: [
        'try again',
        'if it persists, something between here and the service cuts off answers',
      ],
      status,
      retryable: true,
    });
  }
  const what = isPage ? 'a web page' : start === '' ? 'an empty body' : 'something other than JSON';
  const hint = isPage
    ? [
        'log in to the network in a browser, if it has a log-in page',
        'check the base URL: dotaf auth status',
      ]
    : 'check the base URL: dotaf auth status';
  return unexpected({ operation, reply, envelope: undefined }, `the answer is ${what}`).with({
    hint,
    isNotTheService: true,
  });
}

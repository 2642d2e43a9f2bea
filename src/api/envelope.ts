import { isObject, type JsonObject, jsonText, parseExactly } from '../core/json.ts';
import { excerpt } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { entriesOf } from './reading/faults.ts';
import { phraseSet } from './reading/words.ts';
import { type CredentialsOrigin, refusal, requestIdOf } from './refusal.ts';
import type { ApiReply, ApiRequest } from './transport.ts';

export interface Answer {
  data: object;
  envelope: JsonObject;
  operation: string;
  reply: ApiReply;
}

export function openEnvelope(
  reply: ApiReply,
  request: ApiRequest,
  origin: CredentialsOrigin,
): Answer {
  const { operation } = request;
  const { body, excess } = parse(reply.text);
  const answer = { operation, reply, envelope: body };
  const isSuccess = reply.status >= 200 && reply.status <= 299;
  const doubled = isSuccess && isObject(body) ? doubledKey(reply.text) : undefined;
  if (doubled !== undefined) throw unexpected(answer, `the answer says '${doubled}' twice`);
  if (!isSuccess || isRefusal(body)) throw refusal(reply, body, request, origin);
  if (excess !== undefined)
    throw unexpected(answer, `the answer is larger than any of the service: it has ${excess}`);
  if (body === undefined) throw unreadable(reply, operation);
  const notTheService = (reason: string) =>
    unexpected(answer, reason).with({ isNotTheService: true });
  if (!isObject(body)) throw notTheService('the answer is not an object');
  if (body.success === undefined) throw notTheService("'success' is missing");
  if (body.success !== true) throw notTheService("'success' is not a boolean");
  if (!('data' in body)) throw notTheService("'data' is missing");
  const complaint = complaintIn(body) ?? (isObject(body.data) ? complaintIn(body.data) : undefined);
  if (complaint !== undefined)
    throw unexpected(answer, `the answer claims success beside an error: ${complaint}`);
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
  const key =
    'success' in body
      ? 'success'
      : Object.keys(body).find((one) => one.toLowerCase() === 'success');
  return key !== undefined && isNo(body[key]);
}

function isNo(value: unknown): boolean {
  return noes.has(jsonText(value).trim().toLowerCase());
}

/** Of two keys of one name, JSON.parse keeps the last: nobody can say which one is meant. */
const decisive = ['success', 'available'];

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

function parse(text: string): { body?: unknown; excess?: string | undefined } {
  try {
    const body = parseExactly(text);
    const excess = excessOf(body);
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
    const details = { about: operation, hint: 'try again', status, retryable: true };
    return new Failure('network', 'the answer was cut off on the way', details);
  }
  const what = isPage ? 'a web page' : start === '' ? 'an empty body' : 'something other than JSON';
  const hints = isPage ? ['log in to the network in a browser, if it has a log-in page'] : [];
  return unexpected({ operation, reply, envelope: undefined }, `the answer is ${what}`).with({
    hint: [...hints, 'check the base URL: dotaf auth status'],
    isNotTheService: true,
  });
}

/*
 * An answer within these bounds is read in less than a second; without them, one of 8 MB took 35 s
 * and 1.9 GB, and no signal got through.
 */
const mostValues = 10_000;
const deepest = 32;

function excessOf(body: unknown): string | undefined {
  let values = 0;
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return `values nested deeper than ${deepest}`;
    const inner: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const one of Object.values(value)) inner.push(one);
    }
    level = inner;
    values += level.length;
    if (values > mostValues) return `more than ${mostValues} values`;
  }
  return undefined;
}

export function boundedJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return excessOf(value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

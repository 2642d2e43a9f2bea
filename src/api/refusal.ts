import { isObject } from '../core/json.ts';
import { excerpt } from '../core/text.ts';
import { Failure, type FailureCode, type FailureDetails } from '../errors.ts';
import { type Field, readFields } from './tolerant/field-specification.ts';
import { identifier, text } from './tolerant/values.ts';
import type { ApiReply, ApiRequest } from './transport.ts';

export interface CredentialsOrigin {
  /** As messages name it, such as the environment. */
  source: string;
  /** The next step when they are refused. */
  remedy: string;
}

/** API document, section 7: not shown. */
const errorSpecification = {
  subject: /^(error|fault|problem)$/,
  wrappers: /^(detail|context)$/,
  fields: {
    code: [
      { keys: /^(api|service)?err(or)?(code|name|key|slug|id)$/, read: identifier },
      { keys: /^(fault)?code$/, read: identifier },
      { keys: /^reason$/, read: identifier },
      { keys: /^(err(or)?)?type$/, read: identifier },
      { keys: /^err(or)?$/, read: identifier },
    ] satisfies Field<string>,
    message: [
      {
        keys: /^(err(or)?|fault)?(message|msg|detail|details|description|text|string)$/,
        read: text,
      },
      { keys: /^(err(or)?)?(title|reason|statusmessage)$/, read: text },
      { keys: /^err(or)?$/, read: text },
    ] satisfies Field<string>,
    requestId: [
      {
        keys: /^(x|http)?(request|req|trace|correlation|transaction)(id|uuid|reference)$/,
        read: text,
      },
    ] satisfies Field<string>,
    retryAfter: [{ keys: /^retryafter(s|secs?|seconds)?$/, read: text }] satisfies Field<string>,
    retryAfterMs: [
      { keys: /^retryafter(ms|millis|milliseconds)$/, read: text },
    ] satisfies Field<string>,
  },
};

const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-trace-id',
  'x-amzn-requestid',
  'cf-ray',
];

/** @param body the parsed text of the reply, if it is JSON */
export function refusal(
  reply: ApiReply,
  body: unknown,
  { operation, subject }: Pick<ApiRequest, 'operation' | 'subject'>,
  { source, remedy }: CredentialsOrigin,
): Failure {
  const { status, headers } = reply;
  const isPage = reply.text.trimStart().startsWith('<');
  const { found } = readFields(
    errorObject(body ?? (isPage ? undefined : reply.text)),
    errorSpecification,
  );
  const apiCode = found.code !== null && found.code !== String(status) ? found.code : undefined;
  const message = found.message !== null && found.message !== apiCode ? found.message : undefined;
  const says = [message && excerpt(message), apiCode && `(${excerpt(apiCode, 80)})`];
  const reason = says.filter(Boolean).join(' ') || `HTTP ${status}`;
  const requestId = requestIdOf(reply, body);
  const retryAfter = retryAfterMs(reply, found);
  const failure = (code: FailureCode, text: string, details: FailureDetails) =>
    new Failure(code, text, { status, apiCode, requestId, retryAfter, ...details });
  if (status === 401 || status === 403) {
    const check =
      status === 401
        ? 'check key and secret; the secret is shown only once, so rotate it if it is lost'
        : 'the credential may be revoked, or bound to an allowlist that lacks this address';
    return failure(
      'unauthorized',
      `the service refused the credentials from ${source}: ${reason}`,
      {
        hint: `${check}; API access must be enabled on the account first; then ${remedy}`,
      },
    );
  }
  if (status === 404 && subject !== undefined && !isPage) {
    return failure('not_found', `'${subject}' is not a domain of this account: ${reason}`, {
      hint: 'dotaf domains ls --names lists the ones that are',
    });
  }
  if (status === 429) {
    return failure('rate_limited', `${operation}: the rate limit is exceeded: ${reason}`, {
      hint: 'allow more time with --max-wait <seconds>; the limit is per credential, so give each machine its own',
      retryable: true,
    });
  }
  if (status >= 300 && status < 400) {
    const { location = '' } = headers;
    const target = URL.canParse(location) ? ` to ${new URL(location).origin}` : '';
    return failure(
      'api_error',
      `${operation}: the service redirects${target}, and redirects are never followed`,
      { hint: 'correct the base URL: dotaf auth login --base-url <url>', isNotTheService: true },
    );
  }
  if (status >= 500) {
    return failure('api_error', `${operation}: the service failed: ${reason}`, {
      hint: 'the fault is on the side of the service; try again later',
      retryable: status >= 502 && status <= 504,
    });
  }
  const isWrongAddress = status === 404 || status === 405;
  return failure('api_error', `${operation}: the service refused: ${reason}`, {
    hint: isWrongAddress ? 'check the base URL: dotaf auth status' : undefined,
    isNotTheService: isWrongAddress,
  });
}

export function requestIdOf({ headers }: ApiReply, body: unknown): string | undefined {
  const { requestId } = readFields(errorObject(body), errorSpecification).found;
  return requestId ?? requestIdHeaders.map((name) => headers[name]).find((value) => value);
}

/** Counts a date from the service's own clock where it sent one, since ours may be wrong. */
export function retryAfterMs(
  { headers, receivedAt }: Pick<ApiReply, 'headers' | 'receivedAt'>,
  inBody: { retryAfter: string | null; retryAfterMs: string | null },
): number | undefined {
  const ms = nonNegative(headers['retry-after-ms']);
  if (ms !== undefined) return ms;
  const asked = headers['retry-after'] ?? inBody.retryAfter ?? '';
  const seconds = nonNegative(asked);
  if (seconds !== undefined) return seconds * 1000;
  // Date.parse would take `-5` for a month.
  const date = /[a-z]/i.test(asked) ? Date.parse(asked) : Number.NaN;
  if (Number.isNaN(date)) return nonNegative(inBody.retryAfterMs);
  const serverNow = Date.parse(headers.date ?? '');
  return Math.max(0, date - (Number.isNaN(serverNow) ? receivedAt : serverNow));
}

const oneYearMs = 31_536_000_000;

function nonNegative(text: string | null | undefined): number | undefined {
  return /^\d+(\.\d+)?$/.test(text?.trim() ?? '') ? Math.min(Number(text), oneYearMs) : undefined;
}

/** Unwraps `{error: …}`, `{errors: […]}`, a list or a text. */
function errorObject(body: unknown): unknown {
  if (typeof body === 'string') return { error: body };
  if (Array.isArray(body)) return errorObject(body[0]);
  if (!isObject(body)) return body;
  const { errors, ...rest } = body;
  const first = Array.isArray(errors) ? errors[0] : errors;
  return first === undefined ? body : { ...rest, error: fieldErrors(first) ?? first };
}

/** Reads `{domain: ["is not valid"]}`. */
function fieldErrors(errors: unknown): object | undefined {
  if (!isObject(errors) || !Object.values(errors).every(Array.isArray)) return undefined;
  const lines = Object.entries(errors).map(([field, faults]) => `${field}: ${text(faults) ?? '?'}`);
  return lines.length > 0 ? { message: lines.join('; ') } : undefined;
}

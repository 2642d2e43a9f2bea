import { isObject } from '../core/json.ts';
import { excerpt } from '../core/text.ts';
import { Failure, type FailureDetails } from '../errors.ts';
import { retryAfterMs } from './retry-after.ts';
import { errorShape } from './tolerant/error.ts';
import { readFacts } from './tolerant/facts.ts';
import { text } from './tolerant/values.ts';
import type { ApiReply } from './transport.ts';

/** What the failures of an operation are told with. */
export interface Occasion {
  /** The operation, as in `check kabul.af`. */
  operation: string;
  /** Where the credentials came from. */
  source: string;
  /** What to do when they are refused. */
  remedy: string;
  /** The domain whose absence a 404 means; without one a 404 is a wrong base URL. */
  subject?: string | undefined;
}

/** The reply refuses or reports a failure: the status says which, the body and headers say more. */
export function refusal(reply: ApiReply, body: unknown, occasion: Occasion): Failure {
  const { found } = readFacts(errorObject(body ?? bareText(reply.text)), errorShape);
  const { status } = reply;
  const apiCode = found.code !== null && found.code !== String(status) ? found.code : undefined;
  const message = found.message !== null && found.message !== apiCode ? found.message : undefined;
  const details: FailureDetails = {
    status,
    apiCode,
    requestId: requestIdOf(reply, body),
    retryAfter: retryAfterMs(reply, found),
  };
  const says = [
    message === undefined ? undefined : excerpt(message),
    apiCode && `(${excerpt(apiCode, 80)})`,
  ];
  const reason = says.filter(Boolean).join(' ') || `HTTP ${status}`;
  return explain(occasion, reply, reason, details, isObject(body));
}

function explain(
  { operation, source, remedy, subject }: Occasion,
  { status, headers, text: body }: ApiReply,
  reason: string,
  details: FailureDetails,
  isJson: boolean,
): Failure {
  if (status === 401 || status === 403) {
    return new Failure(
      'unauthorized',
      `the service refused the credentials from ${source}: ${reason}`,
      {
        ...details,
        hint: `${status === 401 ? 'check key and secret; the secret is shown only once, so rotate it if it is lost' : 'the credential may be revoked, or bound to an allowlist that lacks this address'}; API access must be enabled on the account first; then ${remedy}`,
      },
    );
  }
  if (status === 404 && subject !== undefined && (isJson || !body.trimStart().startsWith('<'))) {
    return new Failure('not_found', `'${subject}' is not a domain of this account: ${reason}`, {
      ...details,
      hint: 'dotaf domains ls --names lists the ones that are',
    });
  }
  if (status === 429) {
    return new Failure('rate_limited', `${operation}: the rate limit is exceeded: ${reason}`, {
      ...details,
      hint: 'allow more time with --max-wait <seconds>; the limit is per credential, so give each machine its own',
      retryable: true,
    });
  }
  if (status >= 300 && status < 400) {
    const target = redirectTarget(headers.location);
    return new Failure(
      'api_error',
      `${operation}: the service redirects${target}, and redirects are never followed`,
      {
        ...details,
        hint: 'correct the base URL: dotaf auth login --base-url <url>',
        isNotTheService: true,
      },
    );
  }
  return new Failure(
    'api_error',
    `${operation}: the service ${status >= 500 ? 'failed' : 'refused'}: ${reason}`,
    {
      ...details,
      hint: hintFor(status),
      isNotTheService: status === 404 || status === 405,
      retryable: status === 502 || status === 503 || status === 504,
    },
  );
}

function hintFor(status: number): string | undefined {
  if (status >= 500) return 'the fault is on the side of the service; try again later';
  if (status === 404 || status === 405) return 'check the base URL: dotaf auth status';
  return undefined;
}

/** The error itself, out of `{error: …}`, `{errors: […]}`, a bare list or a bare text. */
function errorObject(body: unknown): unknown {
  if (typeof body === 'string') return { error: body };
  if (Array.isArray(body)) return errorObject(body[0]);
  if (!isObject(body)) return body;
  const { errors, ...rest } = body;
  const first = Array.isArray(errors) ? errors[0] : errors;
  return first === undefined ? body : { ...rest, error: fieldErrors(first) ?? first };
}

/** What is no JSON is words, unless it is a page. */
function bareText(body: string): string | undefined {
  return body.trimStart().startsWith('<') ? undefined : body;
}

/** `{domain: ["is not valid"]}`: what is wrong with each field that was sent. */
function fieldErrors(errors: unknown): object | undefined {
  if (!isObject(errors) || !Object.values(errors).every(Array.isArray)) return undefined;
  const lines = Object.entries(errors).map(([field, faults]) => `${field}: ${text(faults) ?? '?'}`);
  return lines.length > 0 ? { message: lines.join('; ') } : undefined;
}

/** What the service knows the exchange by, from the body or the headers. */
export function requestIdOf({ headers }: ApiReply, body: unknown): string | undefined {
  const { requestId } = readFacts(errorObject(body), errorShape).found;
  if (requestId !== null) return requestId;
  const names = [
    'x-request-id',
    'request-id',
    'x-correlation-id',
    'x-trace-id',
    'x-amzn-requestid',
    'cf-ray',
  ];
  return names.map((name) => headers[name]).find((value) => value !== undefined && value !== '');
}

function redirectTarget(location: string | undefined): string {
  return location !== undefined && URL.canParse(location) ? ` to ${new URL(location).origin}` : '';
}

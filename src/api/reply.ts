import { excerpt } from '../core/safe-text.ts';
import { Failure, type FailureDetails } from '../errors.ts';
import { isObject, readFacts } from './facts.ts';
import { retryAfterMs } from './retry-after.ts';
import { errorFacts } from './shapes.ts';
import type { ApiReply } from './transport.ts';

/** What the failures of an operation are told with. */
export interface Occasion {
  /** The operation, as in `check kabul.af`. */
  operation: string;
  /** Where the credentials came from. */
  source: string;
  /** The domain whose absence a 404 means; without one a 404 is a wrong base URL. */
  subject?: string | undefined;
}

/**
 * The `data` of a successful reply (API document, section 2, "Response envelope").
 *
 * @throws Failure `unauthorized`, `not_found`, `rate_limited`, `api_error`, `network` for a body
 *   that was cut off, `unexpected_response` for one that is no envelope
 */
export function dataOf(reply: ApiReply, occasion: Occasion): unknown {
  const body = parse(reply.text);
  if (reply.status < 200 || reply.status > 299) throw refusal(reply, body, occasion);
  if (body === undefined) throw unreadable(reply, occasion);
  if (isObject(body) && body.success === false) throw refusal(reply, body, occasion);
  if (!isObject(body)) throw unexpected(occasion, 'the answer is not an object');
  if (body.success !== true) {
    throw unexpected(
      occasion,
      `'success' ${body.success === undefined ? 'is missing' : 'is not a boolean'}`,
    );
  }
  if (typeof body.data !== 'object' || body.data === null) {
    throw unexpected(occasion, `'data' ${'data' in body ? 'is not an object' : 'is missing'}`);
  }
  return body.data;
}

/** The answer could not be understood: names the operation and the field, so that it can be reported. */
export function unexpected({ operation }: Pick<Occasion, 'operation'>, reason: string): Failure {
  return new Failure('unexpected_response', `${operation}: ${reason}`, {
    hint: 'the service answered in another shape than its document; -v shows the exchange',
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
  });
}

/** The reply refuses or reports a failure: the status says which, the body and headers say more. */
function refusal(reply: ApiReply, body: unknown, occasion: Occasion): Failure {
  const { found } = readFacts(errorObject(body), errorFacts);
  const { status, headers } = reply;
  const apiCode = found.code !== null && found.code !== String(status) ? found.code : undefined;
  const message = found.message !== null && found.message !== apiCode ? found.message : undefined;
  const details: FailureDetails = {
    status,
    apiCode,
    requestId: found.requestId ?? requestIdOf(headers),
    retryAfter: retryAfterMs(reply, found.retryAfter),
  };
  const says = [
    message === undefined ? undefined : excerpt(message),
    apiCode && `(${excerpt(apiCode, 80)})`,
  ];
  const reason = says.filter(Boolean).join(' ') || `HTTP ${status}`;
  return explain(occasion, reply, reason, details, isObject(body));
}

function explain(
  { operation, source, subject }: Occasion,
  { status, headers, text }: ApiReply,
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
        hint: `${status === 401 ? 'check key and secret; the secret is shown only once, so rotate it if it is lost' : 'the credential may be revoked, or bound to an allowlist that lacks this address'}; API access must be enabled on the account first; then run: dotaf auth login`,
      },
    );
  }
  if (status === 404 && subject !== undefined && (isJson || !text.trimStart().startsWith('<'))) {
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
      },
    );
  }
  return new Failure(
    'api_error',
    `${operation}: the service ${status >= 500 ? 'failed' : 'refused'}: ${reason}`,
    {
      ...details,
      hint: hintFor(status),
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
  return first === undefined ? body : { ...rest, error: first };
}

function requestIdOf(headers: Record<string, string>): string | undefined {
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

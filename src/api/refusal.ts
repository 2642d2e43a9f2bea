import { excerpt } from '../core/text.ts';
import { Failure, type FailureCode, type FailureDetails } from '../errors.ts';
import { type ErrorReport, readErrorBody } from './error-body.ts';
import { retryAfterMs } from './limits.ts';
import { requestIdOf } from './request-id.ts';
import type { ApiReply, ApiRequest } from './transport.ts';

export interface CredentialsOrigin {
  /** As messages name it, such as the environment. */
  source: string;
  /** The next step when they are refused. */
  remedy: string;
}

/** @param body the parsed text of the reply, if it is JSON */
export function refusal(
  reply: ApiReply,
  body: unknown,
  { operation, subject }: Pick<ApiRequest, 'operation' | 'subject'>,
  { source, remedy }: CredentialsOrigin,
): Failure {
  const { status, headers } = reply;
  const isPage = reply.text.trimStart().startsWith('<');
  const report = readErrorBody(body ?? (isPage ? undefined : reply.text), status);
  const apiCode = report.code;
  const reason = reasonOf(report) || `HTTP ${status}`;
  const requestId = requestIdOf(reply, body);
  const retryAfter = retryAfterMs(reply);
  const failure = (code: FailureCode, text: string, details: FailureDetails) =>
    new Failure(code, text, {
      about: operation,
      status,
      apiCode,
      requestId,
      retryAfter,
      ...details,
    });
  if (status === 401 || status === 403) {
    const check =
      status === 401
        ? 'check key and secret; a secret that is lost can be rotated in the reseller portal'
        : 'the credential may be revoked, or bound to an allowlist that lacks this address';
    return failure(
      'unauthorized',
      `the service refused the credentials from ${source}: ${reason}`,
      {
        about: undefined,
        hint: [check, 'API access must be enabled on the account first', `then ${remedy}`],
      },
    );
  }
  if (status === 404 && subject !== undefined && !isPage) {
    return failure('not_found', `not a domain of this account: ${reason}`, {
      about: subject,
      hint: 'dotaf domains ls --names lists the ones that are',
    });
  }
  if (status === 429) {
    return failure('rate_limited', `the rate limit is exceeded: ${reason}`, {
      hint: [
        'allow more time with --max-wait <seconds>',
        'the limit is per credential, so give each machine its own',
      ],
      retryable: true,
    });
  }
  if (status >= 300 && status < 400) {
    const { location = '' } = headers;
    const target =
      /^https?:/i.test(location) && URL.canParse(location) ? ` to ${new URL(location).origin}` : '';
    return failure(
      'api_error',
      `the service redirects${target}, and redirects are never followed`,
      { hint: 'correct the base URL: dotaf auth login --base-url <url>', isNotTheService: true },
    );
  }
  if (status >= 500) {
    return failure('api_error', `the service failed: ${reason}`, {
      hint: 'the fault is on the side of the service; try again later',
      retryable: status >= 502 && status <= 504,
    });
  }
  const isWrongAddress = status === 404 || status === 405;
  return failure('api_error', `the service refused: ${reason}`, {
    hint: isWrongAddress ? 'check the base URL: dotaf auth status' : undefined,
    retryable: status === 408,
    isNotTheService: isWrongAddress,
  });
}

const longestReason = 300;

/** As many messages as have room, and the code, unless a message repeats it. */
function reasonOf({ messages, isCut, code }: ErrorReport): string {
  const shown: string[] = [];
  let room = longestReason;
  for (const message of messages) {
    const line = excerpt(message);
    room -= line.length;
    if (room < 0 && shown.length > 0) break;
    shown.push(line);
  }
  const rest = messages.length - shown.length;
  if (rest > 0) shown.push(isCut ? 'and many more' : `and ${rest} more`);
  const text = shown.join('; ');
  return code === undefined || isIn(text, code) ? text : `${text} (${excerpt(code, 80)})`.trim();
}

/** A code that is a common word or a number may stand in a message without being meant. */
function isIn(text: string, code: string): boolean {
  if (/^([a-z]+|\d+)$/.test(code)) return false;
  return text.split(/[\s()'"]+/).some((word) => word.replace(/[:;,.]+$/, '') === code);
}

import { excerpt } from '../core/text.ts';
import { Failure, type FailureCode, type FailureDetails } from '../errors.ts';
import { entriesOf, readRefusal } from './reading/faults.ts';
import { requestIdOf, retryAfterMs } from './refusal-details.ts';
import type { ApiReply, ApiRequest } from './transport.ts';

export interface CredentialsOrigin {
  /** As messages name it, such as the environment. */
  source: string;
  /** The next step when they are refused. */
  remedy: string;
}

/** What a status means. */
interface Meaning extends Pick<FailureDetails, 'hint' | 'isNotTheService'> {
  code: FailureCode;
  /** It stands before the reason. */
  says: string;
}

const refused: Meaning = { code: 'api_error', says: 'the service refused' };
const wrongAddress: Meaning = {
  ...refused,
  hint: 'check the base URL: dotaf auth status',
  isNotTheService: true,
};
const failed: Meaning = {
  code: 'api_error',
  says: 'the service failed',
  hint: 'the fault is on the side of the service; try again later',
};
const missing: Meaning = {
  code: 'not_found',
  says: 'not a domain of this account',
  hint: 'dotaf domains ls --names lists the ones that are',
};
const tooMany: Meaning = {
  code: 'rate_limited',
  says: 'the rate limit is exceeded',
  hint: [
    'allow more time with --max-wait <seconds>',
    'the limit is per credential, so give each machine its own',
  ],
};

const meanings: Record<number, Meaning> = { 404: wrongAddress, 405: wrongAddress, 429: tooMany };
const transient = [408, 429, 502, 503, 504];
const credentialHints: Record<number, string> = {
  401: 'check key and secret; a secret that is lost can be rotated in the reseller portal',
  403: 'the credential may be revoked, or bound to an allowlist that lacks this address',
};

/** @param body the parsed text of the reply, if it is JSON */
export function refusal(
  reply: ApiReply,
  body: unknown,
  { operation, subject }: Pick<ApiRequest, 'operation' | 'subject'>,
  origin: CredentialsOrigin,
): Failure {
  const { status } = reply;
  const isPage = reply.text.trimStart().startsWith('<');
  const entries = entriesOf(body ?? (isPage ? undefined : reply.text));
  const { messages, code: apiCode } = readRefusal(entries, status);
  const isMissing = status === 404 && subject !== undefined && !isPage;
  const { code, says, ...meant } = isMissing ? missing : meaningOf(reply, origin);
  const reason = isRedirect(status) ? '' : `: ${reasonOf(messages, apiCode) || `HTTP ${status}`}`;
  const about = isMissing ? subject : operation;
  return new Failure(code, `${says}${reason}`, {
    about: code === 'unauthorized' ? undefined : about,
    status,
    apiCode,
    requestId: requestIdOf(reply, entries),
    retryable: transient.includes(status),
    retryAfter: retryAfterMs(reply, entries),
    ...meant,
  });
}

function meaningOf(
  { status, headers: { location = '' } }: ApiReply,
  { source, remedy }: CredentialsOrigin,
): Meaning {
  const check = credentialHints[status];
  if (check !== undefined) {
    return {
      code: 'unauthorized',
      says: `the service refused the credentials from ${source}`,
      hint: [check, 'API access must be enabled on the account first', `then ${remedy}`],
    };
  }
  if (!isRedirect(status)) return meanings[status] ?? (status >= 500 ? failed : refused);
  const isAddress = /^https?:/i.test(location) && URL.canParse(location);
  const target = isAddress ? ` to ${new URL(location).origin}` : '';
  return {
    code: 'api_error',
    says: `the service redirects${target}, and redirects are never followed`,
    hint: 'correct the base URL: dotaf auth login --base-url <url>',
    isNotTheService: true,
  };
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

const longestReason = 300;

/** As many messages as have room, and the code, unless a message repeats it. */
function reasonOf(messages: readonly string[], code: string | undefined): string {
  const lines = messages.map((message) => excerpt(message));
  const lengthUpTo = (index: number) => lines.slice(0, index + 1).join('').length;
  const shown = lines.filter((_, index) => index === 0 || lengthUpTo(index) <= longestReason);
  const rest = lines.length - shown.length;
  if (rest > 0) shown.push(rest > 100 ? 'and many more' : `and ${rest} more`);
  const text = shown.join('; ');
  // A common word or a number may stand in a message without being meant.
  const isTold = code === undefined || (text.includes(code) && !/^([a-z]+|\d+)$/.test(code));
  return isTold ? text : `${text} (${excerpt(code, 80)})`.trim();
}

import { truncateLine } from '../core/text.ts';
import { Failure, type FailureCode, type FailureDetails } from '../errors.ts';
import { readFailure, requestIdOf } from './reading/failure.ts';
import type { ApiReply, ApiRequest } from './transport.ts';

export interface CredentialsOrigin {
  source: string;
  remedy: string;
}

interface Meaning extends FailureDetails {
  code: FailureCode;
  says: string;
}

const checkOfCredentials =
  'check key and secret; the credential may be revoked, or limited to other IP addresses';

const transient = [408, 429, 502, 503, 504];

export function refusal(
  reply: ApiReply & { body: unknown },
  { operation, subject }: ApiRequest,
  origin: CredentialsOrigin,
): Failure {
  const { status, body } = reply;
  const isPage = isMarkup(reply.text);
  const { message, code: apiCode } = readFailure(body ?? (isPage ? '' : reply.text), status);
  const { code, says, ...meant } = meaningOfStatus(status, isPage ? undefined : subject, origin);
  const reason = reasonOf(message, apiCode) || `HTTP ${status}`;
  return new Failure(code, `${says}: ${reason}`, {
    about: operation,
    status,
    apiCode,
    reason,
    requestId: requestIdOf(reply.headers, body),
    retryable: transient.includes(status),
    retryAfter: retryAfterMs(reply),
    ...meant,
  });
}

/** HTML comes from something before the service, or from another server. */
export function isMarkup(text: string): boolean {
  return text.trimStart().startsWith('<');
}

function meaningOfStatus(
  status: number,
  subject: string | undefined,
  { source, remedy }: CredentialsOrigin,
): Meaning {
  if (status === 401 || status === 403) {
    return {
      code: 'unauthorized',
      about: undefined,
      says: `the service refused the credentials from ${source}`,
      hint: [
        checkOfCredentials,
        'API access must be enabled on the account first',
        ...(remedy === '' ? [] : [`then ${remedy}`]),
      ],
    };
  }
  if (status === 404 && subject !== undefined) {
    return {
      code: 'not_found',
      says: 'not a domain of this account',
      about: subject,
      hint: 'dotaf domains ls --names lists the ones that are',
    };
  }
  if (status === 429) {
    return {
      code: 'rate_limited',
      says: 'the rate limit is exceeded',
      hint: [
        'allow more time with --max-wait <seconds>',
        'the limit is per credential, so give each machine its own',
      ],
    };
  }
  const code = 'api_error';
  if (status >= 300 && status < 400) {
    const says = 'the service redirects, and redirects are never followed';
    const hint = 'correct the base URL: dotaf auth login --base-url <url>';
    return { code, says, hint, isForeignServer: true };
  }
  if (status >= 500) {
    return { code, says: 'the service failed', hint: 'the service has a problem; try again later' };
  }
  const says = 'the service refused';
  if (status !== 404 && status !== 405) return { code, says };
  return { code, says, hint: 'check the base URL: dotaf auth status', isForeignServer: true };
}

function reasonOf(message: string, code = ''): string {
  const text = truncateLine(message);
  return text.includes(code) ? text : `${text} (${truncateLine(code, 80)})`.trim();
}

/** Reads the header Retry-After: milliseconds, the longest of several. */
export function retryAfterMs({
  headers,
  receivedAt,
}: Pick<ApiReply, 'headers' | 'receivedAt'>): number | undefined {
  // Headers that came several times are joined by commas; a date has one after its day.
  const values = headers['retry-after']?.split(/(?<!\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*),/i);
  const waits = values?.map((value) => waitMs(value.trim(), receivedAt)) ?? [];
  const readable = waits.filter((wait) => wait >= 0);
  return readable.length > 0 ? Math.max(...readable) : undefined;
}

/** @returns NaN for what is neither a number of seconds nor a date */
function waitMs(text: string, now: number): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  // Date.parse would take `-5` for a month.
  return /^[a-z\d]/i.test(text) ? Math.max(0, Date.parse(text) - now) : Number.NaN;
}

import { jsonText } from '../core/json.ts';
import { excerpt } from '../core/text.ts';
import { Failure, type FailureCode, type FailureDetails } from '../errors.ts';
import { serverNow, waitInHeaders, waitOf } from './limits.ts';
import { entriesOf, readRefusal, textOf } from './reading/faults.ts';
import type { Entry } from './reading/walk.ts';
import { phraseSet } from './reading/words.ts';
import type { ApiReply, ApiRequest } from './transport.ts';

export interface CredentialsOrigin {
  source: string;
  remedy: string;
}

interface Meaning extends Pick<FailureDetails, 'hint' | 'isNotTheService'> {
  code: FailureCode;
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

/** The code is added, unless a message repeats it. */
function reasonOf(messages: readonly string[], code: string | undefined): string {
  const text = excerpt(messages.join('; '));
  const isTold = code === undefined || (text.includes(code) && !/^([a-z]+|\d+)$/.test(code));
  return isTold ? text : `${text} (${excerpt(code, 80)})`.trim();
}

/** In letters only: the key itself, or with the one of the object around it. */
const idNames = phraseSet(
  'requestid, requestuuid, requestreference, requestref, reqid, traceid, correlationid, debugid',
  'transactionid, activityid, incidentid, logid, queryid, rayid, supportid, svtrid, logref',
  'errorreference, erroruuid, xrequestid, xcorrelationid, fbtraceid, transactid, trackingkey, stid',
);

/** The service's own ids first, then those of what stands before it. */
const idHeaders = phraseSet(
  'x-request-id, request-id, x-requestid, x-correlation-id, correlation-id, x-trace-id, trace-id',
  'x-transaction-id, x-amzn-requestid, x-amz-request-id, apigw-requestid, x-ms-request-id',
  'x-github-request-id, x-kong-request-id, x-debug-id, x-ovh-queryid, x-vercel-id, fly-request-id',
  'x-b3-traceid, x-datadog-trace-id, cf-ray',
);

export function requestIdOf(
  { headers }: Pick<ApiReply, 'headers'>,
  entries: readonly Entry[],
): string | undefined {
  const ids = entries.flatMap(({ path, value }) => {
    const id = Number.isSafeInteger(value) ? jsonText(value) : (textOf(value) ?? '');
    return id === '' || id.length > 200 ? [] : [{ id, keys: path.map(lettersOf) }];
  });
  const found =
    ids.find(({ keys }) => namesOf(keys).some((name) => idNames.has(name))) ??
    ids.find(({ id, keys }) => idOfFault.test(keys.join('.')) && /[a-z].*\d|\d.*[a-z]/i.test(id)) ??
    ids.find(({ id, keys }) => keys.join() === 'instance' && /^urn:|^[\da-f]{8}-/i.test(id));
  const values = [...idHeaders].map((name) => headers[name]?.trim());
  return found?.id ?? values.find((id) => id);
}

const idOfFault = /^((errors?|faults?|problems?|exceptions?|details?)?\.)*(error)?id$/;

const retryName = /^(x?ratelimit)?retryafter(s|secs?|seconds|(?<ms>ms|millis|milliseconds))?$/;

export function retryAfterMs(
  reply: Pick<ApiReply, 'status' | 'headers' | 'receivedAt'>,
  entries: readonly Entry[],
): number | undefined {
  const waits = entries.flatMap(({ path, value }) => {
    const name = namesOf(path.map(lettersOf)).find((one) => retryName.test(one)) ?? '';
    const unitMs = retryName.exec(name)?.groups?.ms === undefined ? 1000 : 1;
    return name === '' ? [] : (waitOf(value, serverNow(reply), unitMs) ?? []);
  });
  return waitInHeaders(reply) ?? waits[0];
}

function namesOf(path: readonly string[]): string[] {
  const [key = '', around = ''] = path.filter((name) => name !== '').toReversed();
  return [key, around + key];
}

const longestKey = 64;

function lettersOf(key: string): string {
  return key
    .slice(0, longestKey)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

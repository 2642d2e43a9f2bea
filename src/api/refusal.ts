import { jsonText } from '../core/json.ts';
import { excerpt } from '../core/text.ts';
import { Failure, type FailureCode, type FailureDetails } from '../errors.ts';
import { serverNow, waitInHeaders, waitOf } from './limits.ts';
import { entriesOf, readRefusal, textOf } from './reading/faults.ts';
import type { Entry } from './reading/walk.ts';
import type { ApiReply, ApiRequest } from './transport.ts';

export interface CredentialsOrigin {
  source: string;
  remedy: string;
}

interface Meaning extends Pick<FailureDetails, 'about' | 'hint' | 'isNotTheService'> {
  code: FailureCode;
  says: string;
}

const transient = [408, 429, 502, 503, 504];

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
  const { code, says, ...meant } = meaningOf(reply, isPage ? undefined : subject, origin);
  const reason = isRedirect(status) ? '' : `: ${reasonOf(messages, apiCode) || `HTTP ${status}`}`;
  return new Failure(code, `${says}${reason}`, {
    about: code === 'unauthorized' ? undefined : operation,
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
  subject: string | undefined,
  { source, remedy }: CredentialsOrigin,
): Meaning {
  if (status === 401 || status === 403) {
    const check =
      status === 401
        ? 'check key and secret; a secret that is lost can be rotated in the reseller portal'
        : 'the credential may be revoked, or bound to an allowlist that lacks this address';
    return {
      code: 'unauthorized',
      says: `the service refused the credentials from ${source}`,
      hint: [check, 'API access must be enabled on the account first', `then ${remedy}`],
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
  if (isRedirect(status)) {
    const isAddress = /^https?:/i.test(location) && URL.canParse(location);
    const target = isAddress ? ` to ${new URL(location).origin}` : '';
    const says = `the service redirects${target}, and redirects are never followed`;
    const hint = 'correct the base URL: dotaf auth login --base-url <url>';
    return { code, says, hint, isNotTheService: true };
  }
  if (status >= 500) {
    const hint = 'the fault is on the side of the service; try again later';
    return { code, says: 'the service failed', hint };
  }
  const says = 'the service refused';
  if (status !== 404 && status !== 405) return { code, says };
  return { code, says, hint: 'check the base URL: dotaf auth status', isNotTheService: true };
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

const requests = 'req(uest)?|transact(ion)?|correlation|activity|support|trace|debug|query|log|ray';

/** Of keys in letters only: ids of the service, of what stands before it, and of one failure. */
const idPlaces: [place: RegExp, form: RegExp][] = [
  [new RegExp(`(^|\\.)x?(${requests})\\.?(id|uuid|ref|reference)$`), /./],
  [/(^|\.)(x|fb|fly|apigw)\w*(request|trace|query|debug)id$/, /./],
  [/(^|\.)(cfray|xvercelid|svtrid|stid|trackingkey)$/, /./],
  [/^((errors?|faults?|problems?|exceptions?|details?)\.)*(error)?id$/, /[a-z].*\d|\d.*[a-z]/i],
  [/^instance$/, /^urn:|^[\da-f]{8}-/i],
];

export function requestIdOf(
  { headers }: Pick<ApiReply, 'headers'>,
  entries: readonly Entry[],
): string | undefined {
  const inHeaders = Object.entries(headers).map(([name, value]) => ({ path: [name], value }));
  for (const source of [entries, inHeaders]) {
    const ids = source.map(({ path, value }) => ({
      place: placeOf(path),
      id: Number.isSafeInteger(value) ? jsonText(value) : (textOf(value) ?? ''),
    }));
    for (const [place, form] of idPlaces) {
      const found = ids.find((one) => place.test(one.place) && form.test(one.id));
      if (found !== undefined) return found.id;
    }
  }
  return undefined;
}

const retryPlace =
  /(^|\.)(x?ratelimit)?retry\.?after(s|secs?|seconds|(?<ms>ms|millis|milliseconds))?$/;

export function retryAfterMs(
  reply: Pick<ApiReply, 'status' | 'headers' | 'receivedAt'>,
  entries: readonly Entry[],
): number | undefined {
  const waits = entries.flatMap(({ path, value }) => {
    const found = retryPlace.exec(placeOf(path));
    const unitMs = found?.groups?.ms === undefined ? 1000 : 1;
    return found === null ? [] : (waitOf(value, serverNow(reply), unitMs) ?? []);
  });
  return waitInHeaders(reply) ?? waits[0];
}

const longestKey = 64;

function placeOf(path: readonly string[]): string {
  const keys = path.map((key) =>
    key
      .slice(0, longestKey)
      .toLowerCase()
      .replace(/[^a-z]/g, ''),
  );
  return keys.filter((key) => key !== '').join('.');
}

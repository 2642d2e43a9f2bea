import { isJsonObject, type JsonObject, stringifyValue } from '../core/json.ts';
import { truncateLine } from '../core/text.ts';
import { CliError, type ErrorCode, type ErrorDetails } from '../errors.ts';
import { findValuesByKey, splitOnWhitespace } from './parse/json-node.ts';
import type { ApiRequest, ApiResponse } from './transport.ts';

export interface CredentialSource {
  source: string;
  remedy: string;
}

interface StatusMeaning extends ErrorDetails {
  code?: ErrorCode;
  summary: string;
}

/** Search only the start of a web page for its title, since the search takes quadratic time. */
const maxHeadLength = 10_000;

const retryableStatuses = [408, 429, 500];

export function httpError(
  reply: ApiResponse & { body: unknown },
  { operation, domain }: ApiRequest,
  origin: CredentialSource,
) {
  const { status, headers, text, body } = reply;
  const { message, code: apiCode } = parseErrorBody(body ?? text, status);
  const { code = 'api_error', summary, ...details } = explainHttpStatus(status, domain, origin);
  const reason = formatReason(message, apiCode) || `HTTP ${status}`;
  if (status === 403 && /(?<![a-z])ips?(?![a-z])|(allow|white).?list/i.test(reason)) {
    details.kind = 'address-refused';
    details.hint = "add this machine's address to the credential's allow-list in the portal";
  }
  return new CliError(code, `${summary}: ${reason}`, {
    subject: operation,
    status,
    apiCode,
    reason,
    requestId: findRequestId(headers, body),
    retryable: retryableStatuses.includes(status) || isOutageStatus(status),
    retryAfterMs: parseRetryAfterMs(reply),
    ...details,
  });
}

/** Describes a web page that a firewall, a proxy or a captive portal sent in place of JSON. */
export function describeNonApiBody({ status, text }: ApiResponse) {
  if (!text.trimStart().startsWith('<')) return undefined;
  const [, titleText = ''] = /<title[^>]*>([^<]*)/i.exec(text.slice(0, maxHeadLength)) ?? [];
  const title = truncateLine(titleText, 80);
  const quotedTitle = title === '' ? '' : `: '${title}'`;
  return `a web page answered in place of the service${quotedTitle} (HTTP ${status})`;
}

function explainHttpStatus(
  status: number,
  domain: string | undefined,
  { source, remedy }: CredentialSource,
): StatusMeaning {
  if (status === 401 || status === 403) {
    return {
      code: 'unauthorized',
      subject: undefined,
      summary: `the service refused the credentials from ${source}`,
      hint: [
        'check key and secret; the credential may be revoked, or limited to other IP addresses',
        'API access must be enabled on the account first',
        ...(remedy === '' ? [] : [`then ${remedy}`]),
      ],
    };
  }
  if (status === 404 && domain !== undefined) {
    return {
      code: 'not_found',
      summary: 'not a domain of this account',
      subject: domain,
      hint: 'dotaf domains ls --names lists the ones that are',
    };
  }
  if (status === 429) {
    return {
      code: 'rate_limited',
      summary: 'the rate limit is exceeded',
      hint: [
        'allow more time with --max-wait <seconds>',
        'the limit is per credential, so give each machine its own',
      ],
    };
  }
  if (status >= 300 && status < 400) {
    const summary = 'the service redirects, and redirects are never followed';
    const hint = 'correct the base URL: dotaf auth login --base-url <url>';
    return { summary, hint, kind: 'foreign-server' };
  }
  if (status >= 500) {
    return {
      summary: 'the service failed',
      hint: 'the service has a problem; try again later',
    };
  }
  const summary = 'the service refused';
  if (status !== 404 && status !== 405) return { summary };
  return { summary, hint: 'check the base URL: dotaf auth status', kind: 'foreign-server' };
}

function formatReason(message: string, code = '') {
  const text = truncateLine(message);
  return text.includes(code) ? text : `${text} (${truncateLine(code, 80)})`.trim();
}

/** True if a gateway could not reach its backend: 502 to 504, or 520 to 529 from a CDN. */
export function isOutageStatus(status = 0) {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 529);
}

const resetHeaders = ['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset'];

export function parseRetryAfterMs(
  reply: Pick<ApiResponse, 'status' | 'headers' | 'receivedAt'>,
): number | undefined {
  const { status, headers, receivedAt } = reply;
  // Compare times in headers with the Date header, because the local clock may be wrong.
  const now = Date.parse(headers.date ?? '') || receivedAt;
  const names = ['retry-after', ...(status === 429 ? resetHeaders : [])];
  const [delayMs] = names.flatMap((name) => parseLongestDelayMs(headers[name] ?? '', now) ?? []);
  return delayMs;
}

function parseLongestDelayMs(header: string, now: number) {
  // Split repeated values on commas, but not on the comma in a date such as `Sat, 21 Nov 2026`.
  const values = header.split(/(?<!\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*),/i);
  const delays = values
    .map((value) => parseDelayMs(value.trim(), now))
    .filter((delay) => delay >= 0);
  return delays.length > 0 ? Math.max(...delays) : undefined;
}

/** Larger numbers are not delays but Unix timestamps after 2001, in seconds or milliseconds. */
const minUnixSeconds = 1e9;

/** Parses a delay in seconds, a Unix timestamp or a date. @returns milliseconds from now, or NaN */
function parseDelayMs(text: string, now: number) {
  if (/^\d+(\.\d+)?$/.test(text)) {
    const number = Number(text);
    if (number < minUnixSeconds) return number * 1000;
    return Math.max(0, (number < minUnixSeconds * 1000 ? number * 1000 : number) - now);
  }
  // Reject strings such as `-5`, which Date.parse() interprets as a month.
  return /^[a-z\d]/i.test(text) ? Math.max(0, Date.parse(text) - now) : Number.NaN;
}

/** Keys whose value may be an error message, an error object, or a list of either. */
const errorKeys = 'error errors messages detail';

const messageKeys = `message detail error_description description msg error_message text title
  reason`;

const codeKeys = 'code error_code err_code reason_code error';

const requestIdKeys = `request_id x_request_id correlation_id x_correlation_id trace_id x_trace_id
  x_amzn_requestid x_amz_request_id cf_ray`;

/** @param body the parsed JSON body of an error response, or its text if it is not JSON */
export function parseErrorBody(body: unknown, status: number) {
  const root = isJsonObject(body) ? body : { errors: body };
  const errors = [root, ...findValuesByKey(root, errorKeys).flat()];
  const codes = errors.flatMap((error) => findTexts(error, codeKeys));
  const code = codes.find((text) => {
    const isWord = /^[\w.:-]{1,100}$/.test(text);
    return isWord && text !== String(status) && !genericCodes.includes(text.toLowerCase());
  });
  const messages = new Set(errors.flatMap(collectMessages));
  messages.delete(code ?? '');
  const isEmpty = messages.size === 0 && code === undefined;
  return { code, message: isEmpty ? formatBody(body) : [...messages].join('; ') };
}

/** @param index 0 for the body itself; only objects in it may map field names to strings */
function collectMessages(error: unknown, index: number) {
  if (!isJsonObject(error)) return toErrorTexts(error);
  const messages = findTexts(error, messageKeys);
  const isMap = index > 0 && [...messages, ...findTexts(error, codeKeys)].length === 0;
  for (const [field, value] of Object.entries(error)) {
    const isField = (isMap || Array.isArray(value)) && !nonFieldKeys.includes(field.toLowerCase());
    if (isField) messages.push(...toErrorTexts(value).map((message) => `${field}: ${message}`));
  }
  return messages;
}

/** Keys of an error object that are not names of invalid fields, even if their value is a list. */
const nonFieldKeys = splitOnWhitespace(
  `${errorKeys} ${messageKeys} loc codes trace stack arguments`,
);

/** @returns an empty string for a body without strings or numbers, such as `{"success":false}` */
function formatBody(body: unknown) {
  const json = stringifyValue(body);
  return /[:[]("[^"]|\d)/.test(json) ? json : '';
}

const genericCodes =
  splitOnWhitespace(`about:blank error errors fail failed validation field body null none
  true false 0 1 unauthorized forbidden conflict gone`);

/** Truncate error messages and codes, because matching long strings against patterns is slow. */
const maxTextLength = 1000;

function findTexts(error: unknown, keys: string) {
  return findValuesByKey(error, keys).flatMap(toErrorTexts);
}

function toErrorTexts(value: unknown) {
  const items = [value].flat().filter((item) => /string|number/.test(typeof item));
  return items.flatMap((item) => String(item).slice(0, maxTextLength).trim() || []);
}

export function findRequestId(headers: JsonObject, body: unknown) {
  const sources = [body, ...findValuesByKey(body, 'error meta'), headers];
  return sources.flatMap((source) => findTexts(source, requestIdKeys))[0];
}

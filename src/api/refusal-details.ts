import { jsonText } from '../core/json.ts';
import { serverNow, waitInHeaders, waitOf } from './limits.ts';
import { textOf } from './reading/fault-texts.ts';
import type { Entry } from './reading/walk.ts';
import { phraseSet } from './reading/words.ts';
import type { ApiReply } from './transport.ts';

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

/** Nothing but errors is around it. */
const idOfFault = /^((errors?|faults?|problems?|exceptions?|details?)?\.)*(error)?id$/;

const retryNames = nameOfWait('retryafter');
const resetNames = nameOfWait('retry(in|delay|at)|resets?(in|at|after|time)?|wait(time)?');

function nameOfWait(names: string): RegExp {
  const units = 'ms|millis|milliseconds|s|secs?|seconds|m|mins?|minutes|h';
  return new RegExp(`^(x?ratelimit)?(${names})(?<unit>${units})?$`);
}

/** The least time to wait, in milliseconds, as the service has said in a header or in the body. */
export function retryAfterMs(
  reply: Pick<ApiReply, 'status' | 'headers' | 'receivedAt'>,
  entries: readonly Entry[],
): number | undefined {
  const now = serverNow(reply);
  const asked = waitInHeaders(reply) ?? waitIn(entries, retryNames, now);
  const isLimit = reply.status === 429 || reply.status === 503;
  return asked ?? (isLimit ? waitIn(entries, resetNames, now) : undefined);
}

function waitIn(entries: readonly Entry[], names: RegExp, now: number): number | undefined {
  for (const { path, value } of entries) {
    const named = namesOf(path.map(lettersOf)).find((name) => names.test(name));
    const unit = names.exec(named ?? '')?.groups?.unit;
    const wait = named === undefined ? undefined : waitOf(value, now, msOf(unit));
    if (wait !== undefined) return wait;
  }
  return undefined;
}

function msOf(unit = 's'): number {
  if (/^(ms|milli)/.test(unit)) return 1;
  return { s: 1000, m: 60_000, h: 3_600_000 }[unit.charAt(0)] ?? 1000;
}

/** The key, and the one of the object around it before it. */
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

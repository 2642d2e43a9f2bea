import { type Leaf, leavesOf } from './error-leaves.ts';
import { textOf } from './error-texts.ts';
import { phrases } from './error-words.ts';

const idNames = phrases(
  'request id, request uuid, request reference, request ref, req id, trace id, correlation id',
  'transaction id, debug id, activity id, incident id, log id, query id, ray id, support id',
  'sv trid, logref, error reference, error uuid, x request id, x correlation id, fb trace id',
);

/** The id of the single fault, if no id of the request was sent. */
const occurrenceNames = phrases('id, error id');

/** The service's own ids first, then those of what stands before it. */
const idHeaders = phrases(
  'x-request-id, request-id, x-requestid, x-correlation-id, correlation-id, x-trace-id, trace-id',
  'x-transaction-id, x-amzn-requestid, x-amz-request-id, apigw-requestid, x-ms-request-id',
  'x-github-request-id, x-kong-request-id, x-debug-id, x-ovh-queryid, x-vercel-id, fly-request-id',
  'x-b3-traceid, x-datadog-trace-id, x-cloud-trace-context, x-amzn-trace-id, traceparent, cf-ray',
);

export function requestIdOf(
  { headers }: { headers: Record<string, string> },
  body: unknown,
): string | undefined {
  const inHeaders = [...idHeaders].map((name) => idIn(name, headers[name]?.trim() ?? ''));
  return idInBody(leavesOf(body)) ?? inHeaders.find((id) => id);
}

function idInBody(leaves: readonly Leaf[]): string | undefined {
  const first = (isId: (leaf: Leaf, id: string) => boolean) => {
    const leaf = leaves.find((one) => isId(one, idOf(one.value) ?? ''));
    return idOf(leaf?.value);
  };
  return (
    first(({ words, around }, id) => {
      const names = [words, [...around, ...words]].map((said) => said.join(' '));
      return id !== '' && names.some((name) => idNames.has(name));
    }) ??
    first(({ words, isOfError, value }, id) => {
      const isOccurrence = occurrenceNames.has(words.join(' ')) && /\d/.test(id);
      return isOfError && typeof value === 'string' && isOccurrence;
    }) ??
    first(({ words }, id) => words.join(' ') === 'instance' && /^urn:|^[\da-f]{8}-/i.test(id))
  );
}

function idOf(value: unknown): string | undefined {
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value);
  const id = isNumber ? String(value) : textOf(value);
  return id !== undefined && id.length <= 200 ? id : undefined;
}

/** Takes the part of a header that names the request. */
function idIn(header: string, value: string): string | undefined {
  if (header === 'traceparent') return value.split('-')[1];
  if (header === 'x-cloud-trace-context') return value.split('/')[0];
  if (header === 'x-amzn-trace-id') return /Root=([^;]+)/.exec(value)?.[1];
  return value;
}

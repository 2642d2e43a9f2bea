import { isObject, type JsonObject, toTextOrJson } from '../../core/json.ts';
import { namesIn, valuesOf } from './keys.ts';

/** Keys of texts, objects or lists that say what is wrong, beside the body itself. */
const failureNames = 'error errors messages detail';

const messageNames = `message detail error_description description msg error_message text title
  reason`;

const codeNames = 'code error_code err_code reason_code error';

const idNames = `request_id x_request_id correlation_id x_correlation_id trace_id x_trace_id
  x_amzn_requestid x_amz_request_id cf_ray`;

/** Reads what is wrong, or else shows the body. @param body parsed, or its text */
export function readFailure(body: unknown, status: number) {
  const top = isObject(body) ? body : { errors: body };
  const said = [top, ...valuesOf(top, failureNames).flat()];
  const codes = said.flatMap((failure) => textsAt(failure, codeNames));
  const code = codes.find((one) => isCode(one, status));
  const messages = new Set(said.flatMap(messagesOf));
  messages.delete(code ?? '');
  const isUnknown = messages.size === 0 && code === undefined;
  return { code, message: isUnknown ? shown(body) : [...messages].join('; ') };
}

/** @param at 0 for the body itself, which is no map from fields to texts, as others may be */
function messagesOf(failure: unknown, at: number): string[] {
  if (!isObject(failure)) return textsIn(failure);
  const messages = textsAt(failure, messageNames);
  const isMap = at > 0 && [...messages, ...textsAt(failure, codeNames)].length === 0;
  for (const [field, value] of Object.entries(failure)) {
    const isField = (isMap || Array.isArray(value)) && !noFields.includes(field.toLowerCase());
    if (isField) messages.push(...textsIn(value).map((message) => `${field}: ${message}`));
  }
  return messages;
}

/** Lists under these keys are not about a field of that name. */
const noFields = namesIn(`${failureNames} ${messageNames} loc codes trace stack arguments`);

/** A body without a text or a number, as `{"success": false, "error": {}}`, says nothing. */
function shown(body: unknown): string {
  const json = toTextOrJson(body);
  return /[:[]("[^"]|\d)/.test(json) ? json : '';
}

const noCodes = namesIn(`about:blank error errors fail failed validation field body null none
  true false 0 1 unauthorized forbidden conflict gone`);

function isCode(said: string, status: number): boolean {
  const isWord = /^[\w.:-]{1,100}$/.test(said);
  return isWord && said !== String(status) && !noCodes.includes(said.toLowerCase());
}

/** Longer texts take long to look through, and are cut for people in any case. */
const longestText = 1000;

function textsAt(failure: unknown, names: string): string[] {
  return valuesOf(failure, names).flatMap(textsIn);
}

function textsIn(value: unknown): string[] {
  const items = [value].flat().filter((item) => /string|number/.test(typeof item));
  return items.flatMap((item) => String(item).slice(0, longestText).trim() || []);
}

export function requestIdOf(headers: JsonObject, body: unknown): string | undefined {
  const holders = [body, ...valuesOf(body, 'error meta'), headers];
  return holders.flatMap((holder) => textsAt(holder, idNames))[0];
}

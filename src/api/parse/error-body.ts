import { isJsonObject, type JsonObject, toTextOrJson } from '../../core/json.ts';
import { findValuesByKey, splitOnWhitespace } from './json-node.ts';

/** Keys under which an error body may describe the error as a string, an object or a list. */
const errorKeys = 'error errors messages detail';

const messageKeys = `message detail error_description description msg error_message text title
  reason`;

const codeKeys = 'code error_code err_code reason_code error';

const requestIdKeys = `request_id x_request_id correlation_id x_correlation_id trace_id x_trace_id
  x_amzn_requestid x_amz_request_id cf_ray`;

/**
 * Extracts an error's code and message. If the body has neither, the body itself is the message.
 * @param body the parsed JSON body, or the raw text if the body is not JSON
 */
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

/**
 * Collects the messages of an error.
 * @param index 0 for the body itself, or a higher number for an error nested in the body. Only a
 * nested error can be a map of field names to messages.
 */
function collectMessages(error: unknown, index: number) {
  if (!isJsonObject(error)) return toTexts(error);
  const messages = findTexts(error, messageKeys);
  const isMap = index > 0 && [...messages, ...findTexts(error, codeKeys)].length === 0;
  for (const [field, value] of Object.entries(error)) {
    const isField = (isMap || Array.isArray(value)) && !nonFieldKeys.includes(field.toLowerCase());
    if (isField) messages.push(...toTexts(value).map((message) => `${field}: ${message}`));
  }
  return messages;
}

/** Keys that may contain a list in an error body, but are not the names of invalid fields. */
const nonFieldKeys = splitOnWhitespace(
  `${errorKeys} ${messageKeys} loc codes trace stack arguments`,
);

/**
 * Formats a body as JSON.
 * @returns an empty string if the body contains neither text nor numbers, as in
 * `{"success": false}`
 */
function formatBody(body: unknown) {
  const json = toTextOrJson(body);
  return /[:[]("[^"]|\d)/.test(json) ? json : '';
}

const genericCodes =
  splitOnWhitespace(`about:blank error errors fail failed validation field body null none
  true false 0 1 unauthorized forbidden conflict gone`);

/**
 * Maximum length of an error's code or message. Longer text would be slow to search, and only its
 * beginning is shown.
 */
const maxTextLength = 1000;

function findTexts(error: unknown, keys: string) {
  return findValuesByKey(error, keys).flatMap(toTexts);
}

function toTexts(value: unknown) {
  const items = [value].flat().filter((item) => /string|number/.test(typeof item));
  return items.flatMap((item) => String(item).slice(0, maxTextLength).trim() || []);
}

export function findRequestId(headers: JsonObject, body: unknown) {
  const sources = [body, ...findValuesByKey(body, 'error meta'), headers];
  return sources.flatMap((source) => findTexts(source, requestIdKeys))[0];
}

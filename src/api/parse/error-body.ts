import { isObject, type JsonObject, toTextOrJson } from '../../core/json.ts';
import { findValuesByKey, splitNames } from './json-node.ts';

/** Keys of nested texts, objects or lists that describe an error. */
const errorKeys = 'error errors messages detail';

const messageKeys = `message detail error_description description msg error_message text title
  reason`;

const codeKeys = 'code error_code err_code reason_code error';

const requestIdKeys = `request_id x_request_id correlation_id x_correlation_id trace_id x_trace_id
  x_amzn_requestid x_amz_request_id cf_ray`;

/** Extracts an error's code and message, else the body itself. @param body JSON value or text */
export function parseErrorBody(body: unknown, status: number) {
  const root = isObject(body) ? body : { errors: body };
  const errors = [root, ...findValuesByKey(root, errorKeys).flat()];
  const codes = errors.flatMap((error) => findTexts(error, codeKeys));
  const code = codes.find((candidate) => isErrorCode(candidate, status));
  const messages = new Set(errors.flatMap(collectMessages));
  messages.delete(code ?? '');
  const isEmpty = messages.size === 0 && code === undefined;
  return { code, message: isEmpty ? formatBody(body) : [...messages].join('; ') };
}

/** @param index 0 for the body itself; only nested errors may map field names to messages */
function collectMessages(error: unknown, index: number): string[] {
  if (!isObject(error)) return toTexts(error);
  const messages = findTexts(error, messageKeys);
  const isMap = index > 0 && [...messages, ...findTexts(error, codeKeys)].length === 0;
  for (const [field, value] of Object.entries(error)) {
    const isField = (isMap || Array.isArray(value)) && !nonFieldKeys.includes(field.toLowerCase());
    if (isField) messages.push(...toTexts(value).map((message) => `${field}: ${message}`));
  }
  return messages;
}

/** Keys of an error body that never name an invalid field, although they may hold a list. */
const nonFieldKeys = splitNames(`${errorKeys} ${messageKeys} loc codes trace stack arguments`);

/** Formats a body as JSON; '' if it has no text or number, as `{"success": false, "error": {}}`. */
function formatBody(body: unknown): string {
  const json = toTextOrJson(body);
  return /[:[]("[^"]|\d)/.test(json) ? json : '';
}

const genericCodes =
  splitNames(`about:blank error errors fail failed validation field body null none
  true false 0 1 unauthorized forbidden conflict gone`);

function isErrorCode(code: string, status: number): boolean {
  const isWord = /^[\w.:-]{1,100}$/.test(code);
  return isWord && code !== String(status) && !genericCodes.includes(code.toLowerCase());
}

/** Longer error texts are truncated: they are slow to search, and messages shorten them anyway. */
const maxTextLength = 1000;

function findTexts(error: unknown, keys: string): string[] {
  return findValuesByKey(error, keys).flatMap(toTexts);
}

function toTexts(value: unknown): string[] {
  const items = [value].flat().filter((item) => /string|number/.test(typeof item));
  return items.flatMap((item) => String(item).slice(0, maxTextLength).trim() || []);
}

export function findRequestId(headers: JsonObject, body: unknown): string | undefined {
  const sources = [body, ...findValuesByKey(body, 'error meta'), headers];
  return sources.flatMap((source) => findTexts(source, requestIdKeys))[0];
}

import { isObject, type JsonObject, jsonText } from '../../core/json.ts';
import { namesIn, valuesOf } from './keys.ts';
import { text } from './values.ts';

export interface FailureText {
  message: string;
  code: string | undefined;
}

/** Where the objects of a failure lie, beside the body itself. */
const failureNames = `error errors fault detail details data.error data.errors error.errors
  error.details error.error`;

const messageNames = `message detail error_description description msg error_message error_text
  text title reason details err`;

const fieldNames = 'field param parameter property';

const codeNames = ['code error_code err_code error_no reason_code', 'type error'];

const idNames = 'request_id trace_id correlation_id x_request_id';

const idHeaders = `x_request_id request_id x_correlation_id correlation_id x_trace_id trace_id
  x_amzn_requestid x_amz_request_id cf_ray`;

const mostFailures = 50;

/** Reads what is wrong, or else shows the body. @param body parsed, or its text */
export function readFailure(body: unknown, status: number): FailureText {
  const top = isObject(body) ? body : { errors: body };
  const inner = valuesOf(top, failureNames).flat().slice(0, mostFailures);
  const [code] = codeNames
    .flatMap((names) => [...inner, top].flatMap((failure) => textsOf(failure, names)))
    .filter((said) => isCode(said, status));
  const messages = [top, ...inner].flatMap(messagesOf).filter((message) => message !== code);
  const isShown = messages.length === 0 && code === undefined && isObject(body);
  const message = isShown ? shown(body) : [...new Set(messages)].join('; ');
  return { message, code };
}

/** A text, or the messages of an object and those of a map from fields to messages. */
function messagesOf(failure: unknown): string[] {
  if (typeof failure === 'string') return [failure];
  if (!isObject(failure)) return [];
  const [field] = textsOf(failure, fieldNames);
  const prefix = field === undefined ? '' : `${field}: `;
  const messages = textsOf(failure, messageNames).map((message) => prefix + message);
  const ofFields = Object.keys(failure)
    .filter((key) => Array.isArray(failure[key]) && !noFields.has(key.toLowerCase()))
    .flatMap((key) => textsOf(failure, key).map((message) => `${key}: ${message}`));
  return [...messages, ...ofFields];
}

/** Lists under these keys are not about a field of that name. */
const noFields = new Set(
  namesIn(`${failureNames} ${messageNames} loc codes trace stack arguments`),
);

/** A body without a text or a number, as `{"success": false, "error": {}}`, says nothing. */
function shown(body: JsonObject): string {
  const json = jsonText(body);
  return /[:[]("[^"]|\d)/.test(json) ? json : '';
}

const noCodes = namesIn(`about:blank error errors fail failed validation field body null none
  true false 0 1`);

/** How HTTP itself calls some failures. */
const phrases = ['Unauthorized', 'Forbidden', 'Conflict', 'Gone'];

/** One word, and not the status once more. */
function isCode(said: string, status: number): boolean {
  const isWord = /^[\w.:-]{1,100}$/.test(said);
  const isStatus = said === String(status) || phrases.includes(said);
  return isWord && !isStatus && !noCodes.includes(said.toLowerCase());
}

/** To look through a longer one takes long, and it is cut for people in any case. */
const longestText = 1000;

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > longestText;
}

function textsOf(failure: unknown, names: string): string[] {
  const values = isObject(failure) ? valuesOf(failure, names).flat() : [];
  return values.flatMap((value) => text(isLong(value) ? value.slice(0, longestText) : value) ?? []);
}

/** The id of a request, for the support of the service. */
export function requestIdOf(headers: JsonObject, body: unknown): string | undefined {
  const groups = isObject(body) ? valuesOf(body, 'error meta data') : [];
  const ids = [body, ...groups].flatMap((holder) => textsOf(holder, idNames));
  return [...ids, ...textsOf(headers, idHeaders)].find((id) => id !== 'null');
}

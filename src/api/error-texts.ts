import { phrases } from './error-words.ts';

/** Longer than any message that is shown, and short enough to be looked through at once. */
const longestText = 2000;

const nothings = phrases(
  'null, undefined, none, nil, n/a, -, [object Object], {}, [], true, false',
);

/** Neither a reason nor a code: they say that something is wrong, or where, and no more. */
const empties = phrases(
  'error, errors, err, fail, failed, failure, fault, exception, problem, validation, invalid',
  'field, body, query, path, params, param, header, headers, cookie, cookies, json, form, object',
  'ok, success, unsuccessful, false, true, null, undefined, none, nil, n/a, about:blank',
);

/** Words of messages such as `The given data was invalid.` or `One or more errors occurred`. */
const generic = phrases(
  'a, an, the, one, or, more, of, to, in, at, and, be, is, are, was, were, has, have, had, been',
  'not, your, with, some, there, this, following, below, for, see, check, please, details',
  'error, errors, problem, problems, failure, failures, fail, failed, occurred, found, wrong, went',
  'something, validation, validate, validating, invalid, valid, request, input, data, parameter',
  'parameters, param, params, argument, arguments, field, fields, value, values, form, body',
  'entity, content, given, supplied, provided, submitted, bad, unprocessable, unexpected, server',
  'internal, exception, api, could, processed, correct, incorrect, constraint, violation, model, state, http',
);

/** RFC 9110 and the registry of status codes. Loading node:http for them takes 5 ms. */
const reasonPhrases = phrases(
  'OK, Bad Request, Unauthorized, Payment Required, Forbidden, Not Found, Method Not Allowed',
  'Not Acceptable, Proxy Authentication Required, Request Timeout, Conflict, Gone',
  'Length Required, Precondition Failed, Payload Too Large, URI Too Long',
  "Unsupported Media Type, Range Not Satisfiable, Expectation Failed, I'm a Teapot",
  'Misdirected Request, Unprocessable Entity, Locked, Failed Dependency, Too Early',
  'Upgrade Required, Precondition Required, Too Many Requests, Request Header Fields Too Large',
  'Unavailable For Legal Reasons, Internal Server Error, Not Implemented, Bad Gateway',
  'Service Unavailable, Gateway Timeout, HTTP Version Not Supported, Variant Also Negotiates',
  'Insufficient Storage, Loop Detected, Bandwidth Limit Exceeded, Not Extended',
  'Network Authentication Required',
);
const lowerReasonPhrases = new Set([...reasonPhrases].map((phrase) => phrase.toLowerCase()));

/**
 * A text that says something to a person: no null in words, no bare address of a page.
 * @param isOfField then `invalid` says enough
 */
export function textOf(value: unknown, isOfField = false): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.slice(0, longestText).trim();
  if (text === '' || nothings.has(text.toLowerCase()) || nothings.has(text)) return undefined;
  const isEmpty = !isOfField && empties.has(text.toLowerCase());
  return isEmpty || /^https?:\/\/\S+$/.test(text) ? undefined : text;
}

/** Tells a message that yields to any other one. */
export function isGeneric(text: string): boolean {
  const bare = text.toLowerCase().replace(/[.!:]+$/, '');
  if (lowerReasonPhrases.has(bare)) return true;
  return /^[ -~]*$/.test(bare) && (bare.match(/[a-z]+/g) ?? []).every((word) => generic.has(word));
}

export function isSentence(text: string): boolean {
  return /\S\s+\S/.test(text);
}

/** A code, under a key that names one: neither the status again, nor a sentence, nor a null. */
export function codeOf(value: unknown, status: number): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text.length > 200) return undefined;
  const word = text.trim();
  if (!/^[\w.:/#-]*\w\/?$/.test(word) || Number(word) <= 0 || Number(word) === status) {
    return undefined;
  }
  // AWS writes the namespace of an error before its code.
  const code = word.includes('/') ? word : word.slice(word.indexOf('#') + 1);
  const last = code.split(/[/#]/).findLast((part) => part !== '') ?? '';
  const isUuid = /(^|:)[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(last);
  const isAddress = /^\/|:\/\//.test(code);
  const isStatusAgain = isAddress && /^(section-[\d.]+|\d+)$/.test(last);
  return isUuid || isStatusAgain || empties.has(last.toLowerCase()) ? undefined : code;
}

/** A code under a key that may hold a message as well. */
export function codeInText(value: unknown, status: number): string | undefined {
  if (typeof value === 'number' && value < 2) return undefined;
  return typeof value === 'string' && reasonPhrases.has(value) ? undefined : codeOf(value, status);
}

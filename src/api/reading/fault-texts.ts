import { STATUS_CODES } from 'node:http';
import { phraseSet } from './words.ts';

/** Longer than any message that is shown, and short enough to be looked through at once. */
const longestText = 2000;

/** Neither a reason nor a code: they say that something is wrong, or where, and no more. */
const empties = phraseSet(
  'error, errors, err, fail, failed, failure, fault, exception, problem, validation',
  'field, body, query, path, params, param, header, headers, cookie, cookies, json, form, object',
  'ok, success, unsuccessful, false, true, null, undefined, none, nil, n/a, about:blank',
);

/** Words of messages such as `The given data was invalid.` or `One or more errors occurred`. */
const generic = phraseSet(
  'a, an, the, one, or, more, of, to, in, at, and, be, is, are, was, were, has, have, had, been',
  'not, your, with, some, there, this, following, below, for, see, check, please, details',
  'error, errors, problem, problems, failure, failures, fail, failed, occurred, found, wrong, went',
  'something, validation, validate, validating, invalid, valid, request, input, data, parameter',
  'parameters, param, params, argument, arguments, field, fields, value, values, form, body',
  'entity, content, given, supplied, provided, submitted, bad, unprocessable, unexpected, server',
  'internal, exception, api, could, processed, correct, incorrect, constraint, violation, model, state, http',
);

const phrases = Object.values(STATUS_CODES);
const reasonPhrases = new Set(phrases);
const lowerReasonPhrases = new Set(phrases.map((phrase) => phrase?.toLowerCase()));

/**
 * A text that says something to a person: no null in words, no bare address of a page.
 * @param isOfField then `invalid` says enough
 */
export function textOf(value: unknown, isOfField = false): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.slice(0, longestText).trim();
  const word = text.toLowerCase();
  const isNothing =
    /^(|-|null|undefined|none|nil|n\/a|true|false|\[(object object)?\]|\{\}|https?:\/\/\S+)$/;
  if (isNothing.test(word)) return undefined;
  return !isOfField && (empties.has(word) || word === 'invalid') ? undefined : text;
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

/**
 * A code: neither the status again, nor a sentence, nor a null.
 * @param isSure it is under a key that names a code, and never a message or a flag
 */
export function codeOf(value: unknown, status: number, isSure: boolean): string | undefined {
  const word = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  if (!/^[\w.:/#-]{0,199}\w\/?$/.test(word)) return undefined;
  const isOther = Number(word) <= 0 || Number(word) === status || (word === '1' && !isSure);
  // AWS writes the namespace of an error before its code.
  const code = word.includes('/') ? word : word.slice(word.indexOf('#') + 1);
  const last = code.split(/[/#]/).findLast((part) => part !== '') ?? '';
  const isUuid = /(^|:)[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(last);
  const isStatusPage = /^\/|:\/\//.test(code) && /^(section-[\d.]+|\d+)$/.test(last);
  const isText = !isSure && (code === 'invalid' || reasonPhrases.has(code));
  if (isOther || isUuid || isStatusPage || isText || empties.has(last.toLowerCase()))
    return undefined;
  return code;
}

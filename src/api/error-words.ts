import { segmented } from '../core/words.ts';
import { wordsOf } from './reading/words.ts';

type Names = ReadonlySet<string>;

/** Words that add nothing to what a key says, as in `errorMessage` or `validation_errors`. */
const fillers = phrases(
  'error, err, fault, api, response, reply, default, validation, field, form, non, property',
  'argument, parameter, violation, failure, inner, root, instance, json, hydra',
);

/** A person is told all of the first rank, or else of the next that says anything. */
export const messageNames: readonly Names[] = [
  phrases(
    'message, msg, text, string, description, desc, detail, details, summary, user message',
    'user msg, display message, long message, human message, localized message, full message',
    'help message',
  ),
  phrases('title, user title, reason, cause, issue, problem, failure, explanation'),
  phrases('exception message, developer message, internal message, technical message'),
  phrases('error, err, errors, fault, status message, status text, reason phrase'),
];

/** A sentence under one of these is as good as a message; a word may be a code. */
export const reasonNames = phrases('reason, explanation');

/** The text itself, beside the language that it is in. */
export const translatedNames = phrases('value, content');
export const languageNames = phrases('lang, language, locale');

export const codeNames = {
  sure: phrases('code, errno, number, no, key, slug, reason code, return code, message code'),
  error: phrases('error, err'),
  reason: phrases('reason, issue'),
  type: phrases('type, class'),
  status: phrases('status'),
  name: phrases('name'),
  id: phrases('id'),
};

export const fieldNames: readonly Names[] = [
  phrases('field, param, parameter, property, argument, attribute, attr, target, fields'),
  phrases('pointer, members, keys, property path, param name'),
];

/** They mean a field only in a list of faults: elsewhere a path is that of the request. */
export const fieldNamesInLists: readonly Names[] = [
  phrases('path, loc, key, element, attribute name'),
  phrases('name, location, in'),
];

/**
 * These hold faults. Of a map every key is a field; of an error those that hold lists or read like a
 * fault, of data no single words, which may be anything; of the rest none.
 */
const containers = {
  map: phrases(
    'errors, errs, violations, fields, failures, issues, problems, faults, causes, reasons',
    'exceptions, message, messages, msg, invalid params, invalid parameters, invalid fields',
    'invalid, model state, validation',
  ),
  error: phrases(
    'error, err, fault, problem, exception, detail, details, description, cause, reason',
  ),
  data: phrases('data, result, results, response, reply, payload, body'),
  none: phrases('meta, info, more information, context, embedded, extensions, elements, chain'),
};

export type Container = keyof typeof containers;

/** Keys in a map of fields for what concerns no single one. */
export const wholeNames = phrases('message, msg, messages, detail, details, error, errors');
const neutral = phrases('base, all, global, general, common, form, schema, root, default, params');

/** These are sent along with a failure, and are no fields of the request. */
const asides = phrases(
  'stack, stacktrace, trace, backtrace, file, line, timestamp, time, date, path, url, uri, href',
  'link, links, method, version, docs, documentation, help, support, see, allowed, accepted, hint',
  'source, suggestions, status, success, code, type, id, request, headers, query, input, value, ok',
);

const known = new Set(
  [
    fillers,
    ...messageNames,
    translatedNames,
    languageNames,
    ...Object.values(codeNames),
    ...fieldNames,
    ...fieldNamesInLists,
    ...Object.values(containers),
    phrases(
      'status, http, id, request, trace, correlation, retry, after, reset, seconds, ms, stack',
    ),
  ].flatMap((names) => [...names].flatMap((name) => name.split(' '))),
);

/** No name is longer, and a longer key would take long to be told into words. */
const longestKey = 64;

/** JSON-LD and others mark their own keys, which say nothing of the failure, by a sign. */
export function wordsOfKey(key: string): string[] {
  if (key.length > longestKey || /^[@$]/.test(key)) return [];
  return wordsOf(key).flatMap((word) => (known.has(word) ? [word] : segmented(word, known)));
}

/** Words without numbers and fillers: `message` for `errorMessage`, `err` for `Err1`. */
export function nameOf(words: readonly string[]): string {
  const telling = words.filter((word) => !/^\d+$/.test(word));
  const name = telling.filter((word) => !fillers.has(word)).join(' ');
  return name === '' ? (telling.at(-1) ?? '') : name;
}

export function containerOf(name: string): Container | undefined {
  const kinds: Container[] = ['map', 'error', 'data', 'none'];
  return kinds.find((kind) => containers[kind].has(name));
}

export function isNeutral(key: string, words: readonly string[]): boolean {
  return !/\p{L}/u.test(key) || neutral.has(words.join(' '));
}

export function isAside(words: readonly string[]): boolean {
  return words.some((word) => asides.has(word));
}

/** The phrases of lines that commas separate. */
export function phrases(...lines: readonly string[]): Set<string> {
  return new Set(lines.flatMap((line) => line.split(', ')));
}

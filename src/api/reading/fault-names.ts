import { phraseSet, Speller } from './words.ts';

/** Words that add nothing to what a key says, as in `errorMessage` or `validation_errors`. */
const fillers = phraseSet(
  'error, err, fault, api, response, reply, default, validation, field, form, non, property',
  'argument, parameter, violation, failure, inner, root, instance, json, hydra',
);

/** A person is told all of the first rank, or else of the next that says anything. */
export const messageNames = [
  phraseSet(
    'message, msg, text, string, description, desc, detail, details, summary, user message',
    'user msg, display message, long message, human message, localized message, full message',
    'help message, result message, result msg, return message',
  ),
  phraseSet('title, user title, reason, cause, issue, problem, failure, explanation'),
  phraseSet('exception message, developer message, internal message, technical message'),
  phraseSet('error, err, errors, fault, status message, status text, reason phrase'),
];

interface CodeNames {
  names: ReadonlySet<string>;
  /** What is a code under these; without one, whatever is written like a code. */
  fits?: RegExp;
  /** In a list of faults it tells what is wrong with a field, and is no code of the service. */
  isOfWhole?: boolean;
}

/** The surest first; those with a pattern only beside a message. */
export const codeNames: readonly CodeNames[] = [
  { names: phraseSet('code, errno, number, no, slug, reason code, return code, result code') },
  { names: phraseSet('error, err, errors') },
  { names: phraseSet('reason, issue'), fits: /^[A-Z\d_]+$|[a-z][A-Z]|\w[_.:-]\w/ },
  { names: phraseSet('type, class, key'), fits: /[A-Z_.:/-]/, isOfWhole: true },
  // Google sends a few of a single word.
  { names: phraseSet('status'), fits: /^[A-Z]+_[A-Z_]+$|^(UN[A-Z]+ED|UNAVAILABLE|ABORTED)$/ },
  { names: phraseSet('name'), fits: /^(?!.*(Error|Exception)$).*([a-z][A-Z]|_)/, isOfWhole: true },
  { names: phraseSet('id'), fits: /^[a-z_]+$/ },
];

/** The field that a fault is about; those below only in a list of faults. */
export const fieldNames = phraseSet(
  'field, param, parameter, property, argument, attribute, attr, target, fields, pointer, members',
  'keys, property path, param name',
);
export const fieldNamesInLists = phraseSet(
  'path, loc, key, element, attribute name, name, location, in',
);

/** These hold faults, and may be maps of fields, an error if it describes none itself. */
const containers = {
  map: phraseSet(
    'errors, errs, violations, fields, failures, issues, problems, faults, causes, reasons',
    'exceptions, message, messages, msg, invalid params, invalid parameters, invalid fields',
    'invalid, model state, validation, constraints',
  ),
  error: phraseSet(
    'error, err, fault, problem, exception, detail, details, description, cause, reason',
  ),
  data: phraseSet('data, result, results, response, reply, payload, body'),
  none: phraseSet('meta, info, information, context, embedded, extensions, elements, chain'),
};

export type Container = keyof typeof containers;

/** Keys in a map of fields for what concerns no single one. */
const neutral = phraseSet(
  'message, msg, messages, detail, details, error, errors, base, all, global, general, common',
  'form, schema, root, default, params',
);

/** These are sent along with a failure, and are no fields of the request. */
const asides = phraseSet(
  'stack, stacktrace, trace, backtrace, file, line, timestamp, time, date, path, url, uri, href',
  'link, links, method, version, docs, documentation, help, support, see, allowed, accepted, hint',
  'source, suggestions, status, success, code, type, id, request, headers, query, input, value, ok',
  'warning, warnings, keys, members, lang, language, locale',
);

const roleNames = [...messageNames, ...codeNames.map(({ names }) => names)];
const roles = new Set([...roleNames, fieldNames, fieldNamesInLists].flatMap((names) => [...names]));
const holders = Object.values(containers).flatMap((names) => [...names]);
const known = [...fillers, ...roles, ...holders].flatMap((name) => name.split(' '));
const speller = new Speller(known);

export type KeyName = ReturnType<typeof readKey>;

export function readKey(key: string) {
  // JSON-LD marks keys of its own, which say nothing of the failure.
  const words = /^(\$|@(context|id|type)$)/.test(key)
    ? []
    : speller.wordsOf(key).filter((word) => !/^\d/.test(word));
  const last = words.at(-1) ?? '';
  /** Without numbers and fillers: `message` for `errorMessage`, `err` for `Err1`. */
  const name = words.filter((word) => !fillers.has(word)).join(' ') || last;
  const isAside = words.some((word) => asides.has(word));
  const kinds: Container[] = ['map', 'error', 'data', 'none'];
  const containerOf = (text: string) => kinds.find((kind) => containers[kind].has(text));
  // By the last word `SearchResponse` is one.
  const container = containerOf(name) ?? (isAside ? undefined : containerOf(last));
  const hasRole = container !== undefined || roles.has(name);
  return { name, container, hasRole, isAside, isNeutral: neutral.has(name) || !/\p{L}/u.test(key) };
}

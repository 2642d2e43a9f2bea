import { STATUS_CODES } from 'node:http';
import { isObject } from '../../core/json.ts';
import { type Entry, walk } from './walk.ts';
import { phraseSet, Speller } from './words.ts';

/** A text that says what is wrong, with the field that it is about. */
interface Fault {
  field: string;
  text: string;
  depth: number;
  /** It may be data as well, and is heard where nothing else tells what is wrong. */
  isGuess: boolean;
}

/** Where an object lies: in what, about which field, and whether among others. */
interface Place {
  container: Container;
  field: string;
  isInList: boolean;
}

type Said = KeyName & { key: string; value: unknown };

const mostValues = 2000;
const mostItems = 200;

export function entriesOf(body: unknown): readonly Entry[] {
  const isNear = ({ path, holders }: Entry) =>
    !Array.isArray(holders.at(-1)) || Number(path.at(-1)) < mostItems;
  const source = isObject(body) ? body : { errors: body };
  return walk(source, isNear).slice(0, mostValues);
}

/**
 * Reads what is wrong, in the shapes of common frameworks: a line for each fault, the field first
 * that it is about, and the code of the service.
 */
export function readRefusal(entries: readonly Entry[], status: number) {
  const { faults, code } = faultsIn(entries, status);
  const sure = faults.filter(({ isGuess }) => !isGuess);
  const isClear = sure.some(({ field, text }) => field !== '' || !isGeneric(text));
  const heard = (isClear ? sure : faults).slice(0, mostItems);
  const lines = heard
    .filter((fault) => !heard.some((other) => saysAsMuch(other, fault)))
    .map(({ field, text }) =>
      text.toLowerCase().startsWith(field.toLowerCase()) ? text : `${field}: ${text}`,
    );
  return { messages: [...new Set(lines)], code };
}

function faultsIn(entries: readonly Entry[], status: number) {
  const root: Place = { container: 'data', field: '', isInList: false };
  const places = new Map<unknown, Place>([[entries[0]?.holders[0], root]]);
  const faults: Fault[] = [];
  const codes: string[] = [];
  for (const [holder, { said, depth }] of byHolder(entries)) {
    const place = places.get(holder);
    if (place === undefined) continue;
    if (Array.isArray(holder)) {
      for (const { value } of said) places.set(value, { ...place, isInList: true });
      continue;
    }
    const isField = fieldsAmong(said, place);
    const own = said.filter((one) => !isField(one));
    const messages = messagesIn(own);
    const code = codeIn(own, place, status, messages.length > 0);
    const field = fieldIn(own, place.isInList) || place.field;
    const isGuess = place.container === 'data' && place.field !== '';
    if (code !== undefined) codes.push(code);
    for (const one of said) {
      const key = isField(one) && !one.isNeutral ? one.key : '';
      const path = [field, plainField(key) || key].filter((name) => name !== '').join('.');
      const texts = textsIn(one.value, path !== '').filter((text) => {
        if (isField(one)) return isSentence(text) || (isWord(text, place) && !one.isAside);
        const isCode = path === '' && text.toLowerCase() === code?.toLowerCase();
        return !isCode && (messages.includes(text) || isListed(one));
      });
      const isGuessed = isGuess || (place.container === 'data' && isField(one));
      faults.push(...texts.map((text) => ({ field: path, text, depth, isGuess: isGuessed })));
      const inside = one.container ?? (isField(one) ? place.container : undefined);
      if (inside) places.set(one.value, { container: inside, field: path, isInList: false });
    }
  }
  return { faults, code: codes[0] };
}

function byHolder(entries: readonly Entry[]): Map<object, { said: Said[]; depth: number }> {
  const groups = new Map<object, { said: Said[]; depth: number }>();
  for (const { path, value, holders } of entries) {
    const [key = '', holder = {}] = [path.at(-1), holders.at(-1)];
    const group = groups.get(holder) ?? { said: [], depth: path.length };
    group.said.push({ key, value, ...readKey(key) });
    groups.set(holder, group);
  }
  return groups;
}

/** Tells which keys of an object are fields: all of a map such as `errors`, or none of a fault. */
function fieldsAmong(said: readonly Said[], { container, isInList, field }: Place) {
  const isMap = container === 'map' && !isInList && field === '' && fieldIn(said, false) === '';
  const hasField = said.some(({ value, hasRole, isAside }) =>
    hasRole || isAside
      ? Array.isArray(value) && textsIn(value, true).some(isSentence)
      : typeof value !== 'number',
  );
  const isFault = said.some(({ value, hasRole }) => hasRole && !isGeneric(textOf(value) ?? ''));
  return ({ hasRole, isAside }: Said) =>
    (isMap && hasField) || (container !== 'none' && !isFault && !hasRole && !isAside);
}

/** A single word says what is wrong with a field only where nothing but failures is said. */
function isWord(text: string, { container }: Place): boolean {
  return container === 'map' || (container === 'error' && /^[A-Z]?[a-z_]+$/.test(text));
}

/** In a list of texts that are faults; those of fields are names. */
function isListed({ name, value, container }: Said): boolean {
  if (!Array.isArray(value) || container === undefined || container === 'none') return false;
  return container !== 'data' && name !== 'fields';
}

/** The messages of the object itself: the surest that say more than that something failed. */
function messagesIn(said: readonly Said[]): string[] {
  const texts = said.flatMap(({ name, value }) => {
    const text = textOf(value);
    const rank = messageNames.findIndex((names) => names.has(name));
    if (text === undefined || rank === -1) return [];
    return [{ text, rank: isGeneric(text) ? rank + 10 : rank }];
  });
  const best = Math.min(...texts.map(({ rank }) => rank));
  const told = texts.filter(({ rank }) => rank === best).map(({ text }) => text);
  return told.filter((text) => !told.some((other) => other !== text && other.includes(text)));
}

function textsIn(value: unknown, isOfField: boolean): string[] {
  return [value].flat().flatMap((item) => textOf(item, isOfField) ?? []);
}

function codeIn(said: readonly Said[], place: Place, status: number, isDescribed: boolean) {
  for (const [rank, { names, fits, isKind }] of codeNames.entries()) {
    if ((fits && !isDescribed) || (isKind && place.isInList)) continue;
    const codes = said
      .filter(({ name }) => names.has(name))
      .map(({ value }) =>
        Array.isArray(value) && rank === 1 && place.field === '' ? value[0] : value,
      )
      .map((value) => codeOf(value, status, rank === 0));
    const code = codes.find((one) => one !== undefined && (fits?.test(one) ?? true));
    if (code !== undefined) return code;
  }
  return undefined;
}

/** Inner faults make an outer message needless that is generic, or that tells them once more. */
function saysAsMuch(other: Fault, fault: Fault): boolean {
  if (other === fault || fault.field !== '') return false;
  const isInner = other.depth > fault.depth || other.field !== '';
  const isIn = other.text.includes(fault.text) || fault.text.includes(other.text);
  return isGeneric(fault.text) ? isInner || !isGeneric(other.text) : isInner && isIn;
}

/** The field that an object is about, or nothing. @param isInList it is one of several faults */
function fieldIn(said: readonly Said[], isInList: boolean): string {
  const ranks = isInList ? [fieldNames, fieldNamesInLists] : [fieldNames];
  const named = ranks.flatMap((names) => said.filter(({ name }) => names.has(name)));
  return named.map(({ value }) => fieldOf(value)).find((field) => field !== '') ?? '';
}

/** Of a text, a path of several keys, or an object such as `{pointer: '/data/domain'}`. */
function fieldOf(value: unknown): string {
  const parts = typeof value === 'object' ? Object.values(value ?? {}) : [value];
  // An object in the list could hold a `toString` that is no function.
  const text = parts
    .filter((part) => typeof part !== 'object')
    .slice(0, 20)
    .join('.');
  return /^(?!\w+(Error|Exception)$)\S{1,100}$/.test(text) ? plainField(text) : '';
}

/** The name of a field without the place of the request that it lies in. */
function plainField(field: string): string {
  const parts = field.slice(0, 100).split(/[/.[\]]+/);
  return parts.filter((part) => part !== '' && !placesOfFields.has(part)).join('.');
}

const placesOfFields = phraseSet(
  '$, #, body, query, path, params, param, header, headers, cookie, cookies, json, form, request',
  'data, attributes, relationships, input, payload, __root__',
);

const fillers = phraseSet(
  'error, err, fault, api, response, reply, default, validation, field, form, non, property',
  'argument, parameter, violation, failure, inner, root, instance, json, hydra',
);

/** A person is told all of the first rank, or else of the next that says anything. */
const messageNames = [
  phraseSet(
    'message, msg, text, string, description, desc, detail, details, summary, user message',
    'user msg, display message, long message, human message, localized message, full message',
    'help message, result message, result msg, return message',
  ),
  phraseSet('title, user title, reason, cause, issue, problem, failure, explanation'),
  phraseSet('exception message, developer message, internal message, technical message'),
  phraseSet('error, err, errors, fault, status message, status text, reason phrase'),
];

/**
 * The surest first; those with a pattern, which tells a code from other words, only beside a message.
 * In a list of faults, the kinds tell what is wrong with a field, and are no codes of the service.
 */
const codeNames: readonly { names: ReadonlySet<string>; fits?: RegExp; isKind?: true }[] = [
  { names: phraseSet('code, errno, number, no, slug, reason code, return code, result code') },
  { names: phraseSet('error, err, errors') },
  { names: phraseSet('reason, issue'), fits: /^[A-Z\d_]+$|[a-z][A-Z]|\w[_.:-]\w/ },
  { names: phraseSet('type, class, key'), fits: /[A-Z_.:/-]/, isKind: true },
  { names: phraseSet('status'), fits: /^[A-Z]+_[A-Z_]+$|^(UN[A-Z]+ED|UNAVAILABLE|ABORTED)$/ },
  { names: phraseSet('name'), fits: /^(?!.*(Error|Exception)$).*([a-z][A-Z]|_)/, isKind: true },
  { names: phraseSet('id'), fits: /^[a-z_]+$/ },
];

/** The field that a fault is about; those below only in a list of faults. */
const fieldNames = phraseSet(
  'field, param, parameter, property, argument, attribute, attr, target, fields, pointer, members',
  'keys, property path, param name, source',
);
const fieldNamesInLists = phraseSet('path, loc, key, element, attribute name, name, location, in');

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

type Container = keyof typeof containers;

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

type KeyName = ReturnType<typeof readKey>;

function readKey(key: string) {
  // JSON-LD marks keys of its own, which say nothing of the failure.
  const isMark = /^(\$|@(context|id|type)$)/.test(key);
  const words = isMark ? [] : speller.wordsOf(key).filter((word) => !/^\d/.test(word));
  const last = words.at(-1) ?? '';
  /** Without numbers and fillers: `message` for `errorMessage`, `err` for `Err1`. */
  const name = words.filter((word) => !fillers.has(word)).join(' ') || last;
  const isAside = isMark || words.some((word) => asides.has(word));
  const kinds: Container[] = ['map', 'error', 'data', 'none'];
  const containerOf = (text: string) => kinds.find((kind) => containers[kind].has(text));
  const container = containerOf(name) ?? (isAside ? undefined : containerOf(last));
  const hasRole = container !== undefined || roles.has(name);
  return { name, container, hasRole, isAside, isNeutral: neutral.has(name) };
}

const longestText = 2000;

/** Neither a reason nor a code: they say that something is wrong, or where, and no more. */
const empties = phraseSet(
  'error, errors, err, fail, failed, failure, fault, exception, problem, validation',
  'field, body, query, path, params, param, header, headers, cookie, cookies, json, form, object',
  'ok, success, unsuccessful, about:blank',
);

const nulls = phraseSet('null, undefined, none, nil, n/a, true, false');

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

const reasonPhrases = new Set(Object.values(STATUS_CODES).map((phrase) => phrase?.toLowerCase()));

/**
 * A text that says something to a person: no null in words, no bare address of a page.
 * @param isOfField then `invalid` says enough
 */
export function textOf(value: unknown, isOfField = false): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.slice(0, longestText).trim();
  const word = text.toLowerCase();
  const isNothing = /^(|-|\[(object object)?\]|\{\}|https?:\/\/\S+)$/.test(word) || nulls.has(word);
  const isEmpty = !isOfField && (empties.has(word) || word === 'invalid');
  return isNothing || isEmpty ? undefined : text;
}

function isGeneric(text: string): boolean {
  const bare = text.toLowerCase().replace(/[.!:]+$/, '');
  const words = bare.match(/[a-z]+/g) ?? [];
  const isPlain = /^[ -~]*$/.test(bare) && words.every((word) => generic.has(word));
  return isPlain || reasonPhrases.has(bare);
}

function isSentence(text: string): boolean {
  return /\S\s+\S/.test(text);
}

/**
 * A code: neither the status again, nor a sentence, nor a null.
 * @param isSure it is under a key that names a code, and never a message or a flag
 */
function codeOf(value: unknown, status: number, isSure: boolean): string | undefined {
  const code = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  if (!/^[\w.:/#-]{0,199}\w\/?$/.test(code)) return undefined;
  const isStatus = Number(code) <= 0 || Number(code) === status || code === STATUS_CODES[status];
  const last = (code.split(/[/#]/).findLast((part) => part !== '') ?? '').toLowerCase();
  const isUuid = /(^|:)[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/.test(last);
  const isStatusPage = /^\/|:\/\//.test(code) && /^(section-[\d.]+|\d+)$/.test(last);
  const isFlag = !isSure && (code === '1' || code === 'invalid');
  const isNone = isStatus || isUuid || isStatusPage || isFlag || nulls.has(last);
  return isNone || empties.has(last) ? undefined : code;
}

import { STATUS_CODES } from 'node:http';
import { isObject } from '../../core/json.ts';
import { type Entry, walk } from './walk.ts';
import { phraseSet, Speller } from './words.ts';

interface Fault {
  field: string;
  text: string;
  code: string | undefined;
  depth: number;
  /** It may be data as well, and is heard where nothing else tells what is wrong. */
  isGuess: boolean;
}

interface Place {
  container: Container;
  field: string;
  isInList: boolean;
}

type Said = KeyName & { key: string; value: unknown; depth: number };

const mostValues = 2000;
const mostItems = 200;

export function entriesOf(body: unknown): readonly Entry[] {
  const isNear = ({ path, holders }: Entry) =>
    !Array.isArray(holders.at(-1)) || Number(path.at(-1)) < mostItems;
  const source = isObject(body) ? body : { errors: body };
  return walk(source, isNear).filter(isNear).slice(0, mostValues);
}

/**
 * Reads what is wrong, in the shapes of common frameworks: a line for each fault, the field first
 * that it is about, and the code of the service.
 */
export function readRefusal(entries: readonly Entry[], status: number) {
  const all = faultsIn(entries, status);
  const sure = all.filter(({ isGuess }) => !isGuess);
  const isClear = sure.some(({ field, text }) => text !== '' && (field !== '' || !isGeneric(text)));
  const heard = isClear ? sure : all;
  const faults = heard.filter(({ text }) => text !== '').slice(0, mostItems);
  const lines = faults
    .filter((fault) => !faults.some((other) => saysAsMuch(other, fault)))
    .map(({ field, text }) =>
      text.toLowerCase().startsWith(field.toLowerCase()) ? text : `${field}: ${text}`,
    );
  const { code } = heard.find((fault) => fault.code !== undefined) ?? {};
  return { messages: [...new Set(lines)], code };
}

function faultsIn(entries: readonly Entry[], status: number): Fault[] {
  const root: Place = { container: 'data', field: '', isInList: false };
  const places = new Map<unknown, Place>([[entries[0]?.holders[0], root]]);
  const faults: Fault[] = [];
  for (const [holder, said] of byHolder(entries)) {
    const place = places.get(holder);
    if (place === undefined) continue;
    if (Array.isArray(holder)) {
      for (const { value } of said) places.set(value, { ...place, isInList: true });
      continue;
    }
    const { container } = place;
    const isField = fieldsAmong(said, place);
    const own = said.filter((one) => !isField(one));
    const messages = messagesIn(own);
    const code = codeIn(own, place, status, messages.length > 0);
    const named = fieldIn(own, place.isInList) || place.field;
    const isGuess = container === 'data' && place.field !== '';
    // GitHub tells the code of a field, and no more.
    const isBare = messages.length === 0 && fieldIn(own, false) !== '';
    faults.push({ field: named, text: isBare ? (code ?? '') : '', code, depth: 0, isGuess });
    for (const one of said) {
      const key = isField(one) && !one.isNeutral ? plainField(one.key) || one.key : '';
      const field = [named, key].filter((name) => name !== '').join('.');
      const texts = textsIn(one.value, field !== '').filter((text) => {
        if (isField(one)) return saysOfField(text, one, container);
        const isCode = field === '' && text.toLowerCase() === code?.toLowerCase();
        return !isCode && (messages.includes(text) || isListed(text, one));
      });
      const isGuessed = isGuess || (container === 'data' && isField(one));
      const depth = Array.isArray(one.value) ? one.depth + 1 : one.depth;
      const about = { field, code, depth, isGuess: isGuessed };
      faults.push(...texts.map((text) => ({ ...about, text })));
      const ofField = container === 'map' ? 'error' : container;
      const inside = one.container ?? (isField(one) ? ofField : undefined);
      if (inside) places.set(one.value, { container: inside, field, isInList: false });
    }
  }
  return faults;
}

function byHolder(entries: readonly Entry[]): Map<object, Said[]> {
  const groups = new Map<object, Said[]>();
  for (const { path, value, holders } of entries) {
    const [key = '', holder = {}] = [path.at(-1), holders.at(-1)];
    const group = groups.get(holder) ?? [];
    group.push({ key, value, depth: path.length, ...readKey(key) });
    groups.set(holder, group);
  }
  return groups;
}

/** Tells which keys of an object are fields: all of a map such as `errors`, or none of a fault. */
function fieldsAmong(said: readonly Said[], place: Place): (one: Said) => boolean {
  const { container, isInList, field } = place;
  const isWhole = container === 'map' && !isInList && field === '' && fieldIn(said, false) === '';
  if (isWhole && said.some(isOfMap)) return () => true;
  const isFault = container === 'none' || said.some(describesFault);
  return ({ hasRole, isAside }) => !isFault && !hasRole && !isAside;
}

function isOfMap({ value, hasRole, isAside }: Said): boolean {
  if (Array.isArray(value) && textsIn(value, true).some(isSentence)) return true;
  return !hasRole && !isAside && (typeof value === 'string' || isFilled(value));
}

function describesFault({ value, hasRole }: Said): boolean {
  const text = textOf(value);
  return hasRole && (text === undefined ? isFilled(value) : !isGeneric(text));
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function saysOfField(text: string, { isAside }: Said, container: Container): boolean {
  const isWord = container === 'map' || (container === 'error' && /^[A-Z]?[a-z_]+$/.test(text));
  return isSentence(text) || (isWord && !isAside);
}

/** In a list of texts that are faults; those of fields are names. */
function isListed(text: string, { name, value, container }: Said): boolean {
  if (!Array.isArray(value) || container === undefined || container === 'none') return false;
  return isSentence(text) || (container !== 'data' && name !== 'fields');
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
  for (const [rank, { names, fits, isOfWhole }] of codeNames.entries()) {
    if ((fits && !isDescribed) || (isOfWhole && place.isInList)) continue;
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
  if (isGeneric(fault.text)) return isInner || !isGeneric(other.text);
  const isIn = other.text.includes(fault.text) || fault.text.includes(other.text);
  return isInner && isIn && (isSentence(other.text) || other.text === fault.text);
}

/** The field that an object is about, or nothing. @param isInList it is one of several faults */
function fieldIn(said: readonly Said[], isInList: boolean): string {
  const ranks = isInList ? [fieldNames, fieldNamesInLists] : [fieldNames];
  const named = ranks.flatMap((names) => said.filter(({ name }) => names.has(name)));
  const source = said.find(({ name }) => name === 'source')?.value;
  const pointers = isObject(source) ? Object.entries(source) : [];
  const found = pointers.filter(([key]) => /^(pointer|parameter)$/i.test(key));
  const values = [...named.map(({ value }) => value), ...found.map(([, value]) => value)];
  return values.map(fieldOf).find((field) => field !== '') ?? '';
}

function fieldOf(value: unknown): string {
  // An object in the list could hold a `toString` that is no function.
  const parts = Array.isArray(value) ? value.filter((part) => typeof part !== 'object') : [];
  const text = Array.isArray(value) ? parts.slice(0, 20).join('.') : value;
  const isField = typeof text === 'string' && /^(?!\w+(Error|Exception)$)\S{1,100}$/.test(text);
  return isField ? plainField(text) : '';
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

interface CodeNames {
  names: ReadonlySet<string>;
  /** What is a code under these; without one, whatever is written like a code. */
  fits?: RegExp;
  /** In a list of faults it tells what is wrong with a field, and is no code of the service. */
  isOfWhole?: boolean;
}

/** The surest first; those with a pattern only beside a message. */
const codeNames: readonly CodeNames[] = [
  { names: phraseSet('code, errno, number, no, slug, reason code, return code, result code') },
  { names: phraseSet('error, err, errors') },
  { names: phraseSet('reason, issue'), fits: /^[A-Z\d_]+$|[a-z][A-Z]|\w[_.:-]\w/ },
  { names: phraseSet('type, class, key'), fits: /[A-Z_.:/-]/, isOfWhole: true },
  { names: phraseSet('status'), fits: /^[A-Z]+_[A-Z_]+$|^(UN[A-Z]+ED|UNAVAILABLE|ABORTED)$/ },
  { names: phraseSet('name'), fits: /^(?!.*(Error|Exception)$).*([a-z][A-Z]|_)/, isOfWhole: true },
  { names: phraseSet('id'), fits: /^[a-z_]+$/ },
];

/** The field that a fault is about; those below only in a list of faults. */
const fieldNames = phraseSet(
  'field, param, parameter, property, argument, attribute, attr, target, fields, pointer, members',
  'keys, property path, param name',
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
  const words = /^(\$|@(context|id|type)$)/.test(key)
    ? []
    : speller.wordsOf(key).filter((word) => !/^\d/.test(word));
  const last = words.at(-1) ?? '';
  /** Without numbers and fillers: `message` for `errorMessage`, `err` for `Err1`. */
  const name = words.filter((word) => !fillers.has(word)).join(' ') || last;
  const isAside = words.some((word) => asides.has(word));
  const kinds: Container[] = ['map', 'error', 'data', 'none'];
  const containerOf = (text: string) => kinds.find((kind) => containers[kind].has(text));
  const container = containerOf(name) ?? (isAside ? undefined : containerOf(last));
  const hasRole = container !== undefined || roles.has(name);
  return { name, container, hasRole, isAside, isNeutral: neutral.has(name) || !/\p{L}/u.test(key) };
}

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

function isGeneric(text: string): boolean {
  const bare = text.toLowerCase().replace(/[.!:]+$/, '');
  if (lowerReasonPhrases.has(bare)) return true;
  return /^[ -~]*$/.test(bare) && (bare.match(/[a-z]+/g) ?? []).every((word) => generic.has(word));
}

function isSentence(text: string): boolean {
  return /\S\s+\S/.test(text);
}

/**
 * A code: neither the status again, nor a sentence, nor a null.
 * @param isSure it is under a key that names a code, and never a message or a flag
 */
function codeOf(value: unknown, status: number, isSure: boolean): string | undefined {
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

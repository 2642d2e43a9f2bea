import { isObject } from '../core/json.ts';
import { codeInText, codeOf, isGeneric, isSentence, textOf } from './error-texts.ts';
import {
  type Container,
  codeNames,
  containerOf,
  fieldNames,
  fieldNamesInLists,
  isAside,
  languageNames,
  messageNames,
  nameOf,
  phrases,
  reasonNames,
  translatedNames,
  wholeNames,
  wordsOfKey,
} from './error-words.ts';
import { wordsOf } from './reading/words.ts';

/** A key of an object, and what it says. */
export interface Entry {
  key: string;
  words: readonly string[];
  name: string;
  value: unknown;
}

export function entryOf(key: string, value: unknown): Entry {
  const words = wordsOfKey(key);
  return { key, words, name: nameOf(words), value };
}

const mostTexts = 50;

/** The messages of the object itself: the surest that say more than that something failed. */
export function ownTexts(entries: readonly Entry[]): string[] {
  const isTranslated = entries.some(({ name }) => languageNames.has(name));
  const ranks = messageNames.map((names, rank) => {
    const texts = entries.flatMap(({ name, value }) => {
      const text = textOf(value) ?? '';
      const isAsGood =
        (isTranslated && translatedNames.has(name)) ||
        (rank === 0 && reasonNames.has(name) && isSentence(text));
      return text !== '' && (isAsGood || names.has(name)) ? [text] : [];
    });
    return withoutRepeated(texts.slice(0, mostTexts));
  });
  const telling = ranks.map((texts) => texts.filter((text) => !isGeneric(text)));
  return [...telling, ...ranks].find((texts) => texts.length > 0) ?? [];
}

function withoutRepeated(texts: readonly string[]): string[] {
  const once = [...new Set(texts)];
  return once.filter((text) => !once.some((other) => other !== text && other.includes(text)));
}

/** @param isInList then a name may be that of a field */
export function ownCode(
  entries: readonly Entry[],
  { status, hasText, isInList }: { status: number; hasText: boolean; isInList: boolean },
): string | undefined {
  const valuesOf = (names: ReadonlySet<string>) =>
    entries.flatMap(({ name, value }) => (names.has(name) ? [value] : []));
  const isCompound = (text: string) => wordsOf(text).length > 1 && !isSentence(text);
  const isUpper = (text: string) => text === text.toUpperCase();
  const isNoClass = (text: string) => !/(Error|Exception)$/.test(text);
  // Without a message nothing tells that these are about a failure.
  const textsOf = (names: ReadonlySet<string>) =>
    valuesOf(names).flatMap((value) => (hasText && typeof value === 'string' ? [value] : []));
  const weak = [
    ...valuesOf(codeNames.error),
    ...textsOf(codeNames.reason).filter((text) => isCompound(text) || isUpper(text)),
    // In a list, types and names tell what is wrong with a field, and are no codes of the service.
    ...(isInList ? [] : textsOf(codeNames.type)),
    ...textsOf(codeNames.status).filter((text) => isUpper(text) && isCompound(text)),
    ...textsOf(codeNames.status).filter((text) => grpcStatuses.has(text)),
    ...(isInList ? [] : textsOf(codeNames.name).filter(isCompound)).filter(isNoClass),
    ...textsOf(codeNames.id).filter((text) => !isUpper(text) && !/\d/.test(text)),
  ];
  const sure = valuesOf(codeNames.sure).map((value) => codeOf(value, status));
  const codes = [...sure, ...weak.map((value) => codeInText(value, status))];
  return codes.find((code) => code !== undefined);
}

/** Those of a single word, which Google sends as the status of an error. */
const grpcStatuses = phrases('UNAUTHENTICATED, UNAVAILABLE, UNIMPLEMENTED, ABORTED, CANCELLED');

/** Tells a map of fields from an object that describes one fault. */
export function isMapOfFields(entries: readonly Entry[]): boolean {
  return entries.some(({ name, words, value }) => {
    if (wholeNames.has(name)) return false;
    if (Array.isArray(value) && !isWordList(value) && value.every(isText)) return true;
    const hasRole = roles.some((names) => names.has(name)) || containerOf(name) !== undefined;
    return !hasRole && !isAside(words) && (typeof value === 'object' || isText(value));
  });
}

function isText(value: unknown): boolean {
  return textOf(value) !== undefined;
}

const roles = [
  ...messageNames,
  ...Object.values(codeNames),
  ...fieldNames,
  ...fieldNamesInLists,
  languageNames,
];

/** Tells a key that is a field of the request, by what it holds and what it lies in. */
export function isFault({ name, words, value }: Entry, container: Container): boolean {
  const isSure = container === 'map';
  const isOther = isAside(words);
  if (typeof value === 'object') {
    return (isSure || !isOther) && !(fieldNames[1]?.has(name) && isWordList(value));
  }
  const text = textOf(value, isSure);
  if (text === undefined) return false;
  if (isSure) return !isOther || isSentence(text);
  const isMessage = messageNames.some((names) => names.has(name));
  return (
    !isOther &&
    !isMessage &&
    (isSentence(text) || (container === 'error' && /^[A-Za-z][a-z_]+$/.test(text)))
  );
}

/** The field that an object is about, or nothing. @param isInList it is one of several faults */
export function fieldIn(entries: readonly Entry[], isInList: boolean): string {
  const ranks = isInList ? [...fieldNames, ...fieldNamesInLists] : fieldNames;
  for (const names of ranks) {
    for (const { name, value } of entries) {
      const field = names.has(name) ? fieldOf(value) : '';
      if (field !== '') return field;
    }
  }
  const source = entries.find(({ name }) => name === 'source')?.value;
  if (!isObject(source)) return '';
  return fieldIn([entryOf('pointer', source.pointer), entryOf('field', source.parameter)], false);
}

const places = phrases(
  '$, #, body, query, path, params, param, header, headers, cookie, cookies, json, form, request',
  'data, attributes, relationships, input, payload, __root__',
);

/** The name of a field without the place of the request that it lies in. */
export function plainField(field: string): string {
  const parts = field.split(/^[/#]/.test(field) ? '/' : /[.[\]]+/).filter((part) => part !== '');
  const first = parts.findIndex((part) => !places.has(part));
  return parts
    .slice(first === -1 ? -1 : first)
    .join('.')
    .slice(0, longestField);
}

/** `contact` and `email` are `contact.email`; what says the same is said once. */
export function joined(outer: string, inner: string): string {
  if (outer === '' || inner.startsWith(outer)) return inner === '' ? outer : inner;
  return inner === '' || outer.endsWith(inner) ? outer : `${outer}.${inner}`;
}

/** Names of fields, and no faults. */
export function isWordList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && isWord(item));
}

const longestField = 100;

function fieldOf(value: unknown): string {
  if (Array.isArray(value)) {
    const parts = value
      .slice(0, 20)
      .map((part) => (typeof part === 'number' ? String(part) : part));
    return isWordList(parts) ? fieldOf(parts.join('.')) : '';
  }
  if (typeof value !== 'string' || !isWord(value) || /^[A-Z]\w*(Error|Exception)$/.test(value)) {
    return '';
  }
  const field = plainField(value);
  return places.has(field) ? '' : field;
}

function isWord(text: string): boolean {
  return /^\S{1,100}$/.test(text);
}

import { isObject } from '../../core/json.ts';
import {
  type Container,
  codeNames,
  fieldNames,
  fieldNamesInLists,
  type KeyName,
  messageNames,
  readKey,
} from './fault-names.ts';
import { codeOf, isGeneric, isSentence, textOf } from './fault-texts.ts';
import { type Entry, walk } from './walk.ts';
import { phraseSet } from './words.ts';

interface Fault {
  /** The field of the request that it is about, or empty. */
  field: string;
  /** Empty if there is only a code. */
  text: string;
  code: string | undefined;
  depth: number;
  /** It may be data as well, and is heard where nothing else tells what is wrong. */
  isGuess: boolean;
}

/** What is known of an object or a list by the keys that lead to it. */
interface Place {
  container: Container;
  field: string;
  isInList: boolean;
}

/** A key of an object, and its value. */
type Said = KeyName & { key: string; value: unknown; depth: number };

const mostValues = 2000;
const mostItems = 200;

/** The keys and values of a refusal, up to a limit, the shallow ones first. */
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

/** The faults of each object that may hold some, the outer ones first. */
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

/** Data may be anything, and an error hold more than fields. */
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
  const isTranslated = said.some(({ name }) => /^lang(uage)?$/.test(name));
  const texts = said.flatMap(({ name, value }) => {
    const text = textOf(value);
    const isReason = /^(reason|explanation)$/.test(name) && isSentence(text ?? '');
    const isBest = isReason || (isTranslated && name === 'value');
    const rank = isBest ? 0 : messageNames.findIndex((names) => names.has(name));
    return text === undefined || rank === -1
      ? []
      : [{ text, rank: isGeneric(text) ? rank + 10 : rank }];
  });
  const best = Math.min(...texts.map(({ rank }) => rank));
  const told = new Set(texts.flatMap(({ text, rank }) => (rank === best ? [text] : [])));
  const once = [...told].slice(0, 50);
  return once.filter((text) => !once.some((other) => other !== text && other.includes(text)));
}

function textsIn(value: unknown, isOfField: boolean): string[] {
  return [value].flat().flatMap((item) => textOf(item, isOfField) ?? []);
}

function codeIn(said: readonly Said[], place: Place, status: number, isDescribed: boolean) {
  for (const [rank, { names, fits, isOfWhole }] of codeNames.entries()) {
    if ((fits && !isDescribed) || (isOfWhole && place.isInList)) continue;
    for (const { name, value } of said) {
      const first = Array.isArray(value) && rank === 1 && place.field === '' ? value[0] : value;
      const code = names.has(name) ? codeOf(first, status, rank === 0) : undefined;
      if (code !== undefined && (fits === undefined || fits.test(code))) return code;
    }
  }
  return undefined;
}

/** Inner faults make an outer message needless that is generic, or that tells them once more. */
function saysAsMuch(other: Fault, fault: Fault): boolean {
  if (other === fault || fault.field !== '') return false;
  const isInner = other.depth > fault.depth || other.field !== '';
  if (isGeneric(fault.text)) return isInner || !isGeneric(other.text);
  const isPart = isSentence(other.text) && !isGeneric(other.text);
  const isIn = other.text.includes(fault.text) || fault.text.includes(other.text);
  return isInner && (other.text === fault.text || (isPart && isIn));
}

/** The field that an object is about, or nothing. @param isInList it is one of several faults */
function fieldIn(said: readonly Said[], isInList: boolean): string {
  const ranks = isInList ? [fieldNames, fieldNamesInLists] : [fieldNames];
  const named = ranks.flatMap((names) => said.filter(({ name }) => names.has(name)));
  // JSON:API
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

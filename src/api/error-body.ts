import { isObject, type JsonObject } from '../core/json.ts';
import {
  type Entry,
  entryOf,
  fieldIn,
  isFault,
  isMapOfFields,
  isWordList,
  joined,
  ownCode,
  ownTexts,
  plainField,
} from './error-entries.ts';
import { codeInText, isGeneric, isSentence, textOf } from './error-texts.ts';
import { type Container, codeNames, containerOf, isNeutral, wholeNames } from './error-words.ts';

export interface ErrorReport {
  /** A line for each fault, the field first that it is about. */
  messages: readonly string[];
  /** The body held more than was read. */
  isCut: boolean;
  code: string | undefined;
}

interface Fault {
  field: string;
  text: string;
}

interface Told {
  faults: readonly Fault[];
  code: string | undefined;
}

interface Place {
  /** The field that what lies here is about, or empty; an object in it may name another. */
  field: string;
  /** The keys of maps of fields on the way here, which are a part of every field. */
  prefix: string;
  container: Container;
  depth: number;
  isInList: boolean;
}

const mostItems = 200;
const mostValues = 2000;
const deepest = 8;

/** Reads a refusal in the shapes of common frameworks. @param status of the reply */
export function readErrorBody(body: unknown, status: number): ErrorReport {
  const reader = new ErrorBodyReader(status);
  const root: Place = { field: '', prefix: '', container: 'data', depth: 0, isInList: false };
  const { faults, code } = reader.read(body, root);
  const lines = faults.map(({ field, text }) =>
    field === '' || text.toLowerCase().startsWith(field.toLowerCase()) ? text : `${field}: ${text}`,
  );
  const messages = [...new Set(lines)];
  const isCodeAgain = messages.length === 1 && messages[0]?.toLowerCase() === code?.toLowerCase();
  return { messages: isCodeAgain ? [] : messages, isCut: reader.isCut, code };
}

class ErrorBodyReader {
  isCut = false;
  readonly #status: number;
  #left = mostValues;

  constructor(status: number) {
    this.#status = status;
  }

  read(value: unknown, place: Place): Told {
    this.#left -= 1;
    if (place.depth > deepest) return nothing;
    if (isObject(value)) return this.#readObject(value, place);
    if (Array.isArray(value)) {
      const inside = { ...place, isInList: true, depth: place.depth + 1 };
      return together(this.#first(value).map((item) => this.read(item, inside)));
    }
    const { field } = place;
    const text = textOf(value, field !== '');
    if (text === undefined) return nothing;
    return {
      faults: [{ field, text }],
      code: field === '' ? codeInText(text, this.#status) : undefined,
    };
  }

  #readObject(object: JsonObject, place: Place): Told {
    const entries = this.#first(Object.keys(object)).map((key) => entryOf(key, object[key]));
    const texts = ownTexts(entries);
    const { container, isInList } = place;
    const code = ownCode(entries, { status: this.#status, hasText: texts.length > 0, isInList });
    const isWhole = container === 'map' && !isInList && place.field === '';
    if (isWhole && isMapOfFields(entries)) return this.#readMap(entries, place);
    const named = fieldIn(entries, isInList);
    const field = named === '' ? place.field : joined(place.prefix, named);
    const inner = this.#readContainers(entries, { ...place, field });
    const whole = inner.error ?? code ?? inner.code;
    if (inner.faults.length === 0) {
      const isNamed = fieldIn(entries, false) !== '';
      if (texts.length === 0 && isNamed && code !== undefined)
        return { faults: [{ field, text: code }], code };
      const isOpen = texts.length === 0 || (field === '' && texts.every(isGeneric));
      const map = isOpen ? this.#readMap(entries, place) : nothing;
      if (map.faults.length > 0) return { faults: map.faults, code: whole ?? map.code };
    }
    const isPart = place.depth > 0 || inner.faults.length > 0;
    const isCode = (text: string) => isPart && field === '' && text === code;
    const own = texts.filter((text) => !isCode(text) && !isToldBy(inner.faults, text));
    return { faults: [...own.map((text) => ({ field, text })), ...inner.faults], code: whole };
  }

  /** @returns also the code of a single `error`, which is surer than one beside it */
  #readContainers(entries: readonly Entry[], place: Place): Told & { error: string | undefined } {
    const read = entries.map(({ name, words, value }) => {
      const container = containerOf(name);
      const inside = { ...place, isInList: false, depth: place.depth + 1 };
      const holdsFaults = typeof value === 'object' && !(name === 'fields' && isWordList(value));
      const told = container && holdsFaults ? this.read(value, { ...inside, container }) : nothing;
      return { told, isError: codeNames.error.has(words.join(' ')) && isObject(value) };
    });
    return {
      ...together(read.map(({ told }) => told)),
      error: read.find(({ isError, told }) => isError && told.code !== undefined)?.told.code,
    };
  }

  /** Reads `{domain: ["is not valid"]}`. */
  #readMap(entries: readonly Entry[], place: Place): Told {
    const { container, isInList } = place;
    if (container === 'none') return nothing;
    // A list of faults may hold a map of one field each.
    const isWhole = container === 'map' && (!isInList || entries.length === 1);
    const read = entries
      .filter((entry) => isFault(entry, isWhole ? 'map' : isInList ? 'data' : container))
      .map(({ key, words, name, value }) => {
        const isOfNone = isNeutral(key, words) || wholeNames.has(name);
        const isHolder = isObject(value) && containerOf(words.at(-1) ?? '') !== undefined;
        const prefix = joined(place.prefix, isOfNone || isHolder ? '' : plainField(key));
        const field = prefix === '' ? place.field : prefix;
        const depth = place.depth + 1;
        return this.read(value, { ...place, field, prefix, isInList: false, depth });
      });
    return together(read);
  }

  #first<Item>(items: readonly Item[]): readonly Item[] {
    const first = items.slice(0, Math.max(0, Math.min(mostItems, this.#left)));
    if (first.length < items.length) this.isCut = true;
    return first;
  }
}

const nothing: Told = { faults: [], code: undefined };

function together(told: readonly Told[]): Told {
  return {
    faults: told.flatMap(({ faults }) => faults),
    code: told.find(({ code }) => code !== undefined)?.code,
  };
}

function isToldBy(faults: readonly Fault[], text: string): boolean {
  if (faults.length > 0 && isGeneric(text)) return true;
  const bare = withoutStop(text);
  return faults.some((fault) => {
    const told = withoutStop(fault.text);
    return told === bare || (isSentence(told) && (bare.includes(told) || told.includes(bare)));
  });
}

function withoutStop(text: string): string {
  return text.replace(/[.!]+$/, '');
}

import { wordsOf as plainWordsOf, segmented } from '../../core/words.ts';

/** Tells keys into words; those that are written as one (`EXPIRYDATE`) by the words that it knows. */
export class Speller {
  readonly #known: ReadonlySet<string>;
  readonly #words = new Map<string, readonly string[]>();

  constructor(known: Iterable<string>) {
    this.#known = new Set(known);
  }

  wordsOf(key: string): readonly string[] {
    const told = this.#words.get(key);
    if (told) return told;
    const isName = key.length <= longestName;
    const words = isName ? wordsOf(key).flatMap((word) => segmented(word, this.#known)) : [key];
    if (this.#words.size < mostKeys) this.#words.set(key, words);
    return words;
  }
}

/** To tell a longer key into words would take long. */
const longestName = 64;

const mostKeys = 10_000;

/** The words of a key; `name_server` is one, as `nameserver` is. */
export function wordsOf(key: string): string[] {
  const words = plainWordsOf(key.replace(/__c$/, ''));
  const isServer = (at: number) => words[at - 1] === 'name' && words[at]?.startsWith('server');
  return words.flatMap((word, at) => {
    if (isServer(at + 1)) return [];
    return isServer(at) ? [`name${word}`] : [word];
  });
}

export function wordSet(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split(/[ |]/)).filter((word) => word !== ''));
}

export function phraseSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(', ')));
}

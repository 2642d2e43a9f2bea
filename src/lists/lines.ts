import { isDomainName, isTld, splitWords } from '../core/domain-names.ts';

/** The domain names in a line of text. */
export interface ParsedLine {
  /** Names as written, invalid ones included; a single word without a dot may be a label. */
  names: string[];
  /** Names below other TLDs that stand in a sentence, and are therefore not looked up. */
  otherNames: string[];
  /** True if other words stand beside the names. */
  isSentence: boolean;
}

/**
 * Finds the domain names in a line of text, or in a cell of the domain column. If the line has
 * nothing but names, each word is one; in a sentence, only words that end in `.af` are.
 */
export function parseLine(line: string): ParsedLine {
  const words = splitIntoHosts(line.replace(/(^|\s)#.*$/gm, ''));
  if (words.length === 1 || words.every(isDomainName))
    return { names: words, otherNames: [], isSentence: false };
  const names = words.filter(isBelowAf);
  const otherNames = words.filter((word) => isDomainName(word) && !names.includes(word));
  return { names, otherNames, isSentence: true };
}

/** Returns true if the text holds a name below .af, even one that is not valid. */
export function holdsAfName(text: string) {
  return afPattern.test(text) && splitIntoHosts(text).some(isBelowAf);
}

const afPattern = /[.。．｡]af(?![\p{L}\p{M}\p{N}-])/iu;

/** Splits a line into words, without list markers, and each URL into the hosts that it names. */
function splitIntoHosts(line: string) {
  const words = splitWords(line).flatMap(splitUrl).map(trimSigns).map(dropListNumber);
  const filledWords = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  // A number before another word is a list number, or a part of a date or time.
  return filledWords.filter(
    (word, index) => index === filledWords.length - 1 || /\p{L}/u.test(word),
  );
}

/** Splits `https://x.af:443/path?of=y.af` into its host and the names in its path. */
function splitUrl(word: string): string[] {
  const [, host, path] =
    /^(?:[a-z][a-z0-9+.-]*:\/+(?:[^/@]*@)?)?([^/?#:]*[.。．｡][^/?#:]*)(?::\d*)?([/?#].*)?$/is.exec(
      word,
    ) ?? [];
  // A colon also stands before a name, as in `Nabi:x.af`, and in a time, as in `10:15`.
  if (host === undefined) return /\p{L}/u.test(word) ? word.split(/[:：](?!\/)/) : [word];
  const pathWords = (path ?? '').split(/[/?#:&=]/);
  return [host, ...pathWords.filter((part) => afPattern.test(part))];
}

/** Removes signs that no name can hold from both ends, such as bullets and `*`, and a final `'s`. */
function trimSigns(word: string) {
  return word
    .replace(/(?<=[.。．｡]af)['’]s$/i, '')
    .replace(/^[^\p{L}\p{N}.-]+|(?<![^\p{L}\p{M}\p{N}-])[^\p{L}\p{M}\p{N}-]+$/gu, '');
}

/** Removes the list number of `1.x.af` and `۱-x.af`, but not the first label of `24.com.af`. */
function dropListNumber(word: string): string {
  const [, rest = ''] = /^(?:\p{Nd}+\.|(?!\d)\p{Nd}+-)(.+)$/su.exec(word) ?? [];
  return isDomainName(rest) && !isTld(rest) ? dropListNumber(rest) : word;
}

/**
 * Returns true for a name that ends in `.af`. An invalid word that holds one, such as `x.af=900`,
 * counts, too, so that it is reported as an invalid name instead of being lost.
 */
function isBelowAf(word: string) {
  if (!afPattern.test(word) || isTld(word) || /^[^@]+@[^@]+$/.test(word)) return false;
  return /[.。．｡]af$/i.test(word) || !isDomainName(word);
}

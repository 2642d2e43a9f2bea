import { isDomainName, isTld, splitWords } from '../core/domain-names.ts';

export interface ParsedLine {
  names: string[];
  /** Names below other TLDs in a sentence, such as `gmail.com`, which are not looked up. */
  otherNames: string[];
  isSentence: boolean;
}

/**
 * Finds the domain names in a line of text or in a cell. In a line of names alone, any TLD counts;
 * in a sentence, only words that end in `.af` do.
 */
export function parseLine(line: string): ParsedLine {
  const words = splitIntoHosts(line.replace(/(^|\s)#.*$/gm, ''));
  if (words.length === 1 || words.every(isDomainName))
    return { names: words, otherNames: [], isSentence: false };
  const names = words.filter(isBelowAf);
  const otherNames = words.filter((word) => isDomainName(word) && !names.includes(word));
  return { names, otherNames, isSentence: true };
}

export function holdsAfName(text: string) {
  return afPattern.test(text) && splitIntoHosts(text).some(isBelowAf);
}

const afPattern = /[.。．｡]af(?![\p{L}\p{M}\p{N}-])/iu;

function splitIntoHosts(line: string) {
  const words = splitWords(line).flatMap(splitUrl).map(trimSigns).map(dropListNumber);
  const filledWords = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  // Drop list numbers, dates and times: a number counts only as the last word of the line.
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
  if (host === undefined) return /\p{L}/u.test(word) ? word.split(/[:：](?!\/)/) : [word];
  const pathWords = (path ?? '').split(/[/?#:&=]/);
  return [host, ...pathWords.filter((part) => afPattern.test(part))];
}

/** Trims characters that no name can contain, such as bullets and `*`, and a final `'s`. */
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
 * Accepts names that end in `.af`, and invalid words that contain one, such as `x.af=900`: an error
 * row tells the user about them, while an ignored word would be lost.
 */
function isBelowAf(word: string) {
  if (!afPattern.test(word) || isTld(word) || /^[^@]+@[^@]+$/.test(word)) return false;
  return /[.。．｡]af$/i.test(word) || !isDomainName(word);
}

import { isDomainName, isTld, splitWords } from '../core/domain-names.ts';

export interface ParsedLine {
  names: string[];
  /** Domain names in free text that are not under `.af`, such as `gmail.com`; they are ignored. */
  otherNames: string[];
  isSentence: boolean;
}

/** Accepts any TLD if the line contains nothing but names, but only `.af` in free text. */
export function parseInputLine(line: string): ParsedLine {
  const words = splitIntoHosts(line.replace(/(^|\s)#.*$/gm, ''));
  if (words.length === 1 || words.every(isDomainName))
    return { names: words, otherNames: [], isSentence: false };
  const names = words.filter(isBelowAf);
  const otherNames = words.filter((word) => isDomainName(word) && !names.includes(word));
  return { names, otherNames, isSentence: true };
}

export function containsAfName(text: string) {
  return afPattern.test(text) && splitIntoHosts(text).some(isBelowAf);
}

const afPattern = /[.。．｡]af(?![\p{L}\p{M}\p{N}-])/iu;

function splitIntoHosts(line: string) {
  const words = splitWords(line).flatMap(splitUrl).map(trimSigns).map(dropListNumber);
  const filledWords = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  // Drop list numbers, dates and times. Keep the last word: `786` may be a name without its TLD.
  return filledWords.filter(
    (word, index) => index === filledWords.length - 1 || /\p{L}/u.test(word),
  );
}

/** Splits `https://x.af:443/path?of=y.af` into the host and the `.af` names after it. */
function splitUrl(word: string): string[] {
  const [, host, path] =
    /^(?:[a-z][a-z0-9+.-]*:\/+(?:[^/@]*@)?)?([^/?#:]*[.。．｡][^/?#:]*)(?::\d*)?([/?#].*)?$/is.exec(
      word,
    ) ?? [];
  if (host === undefined) return /\p{L}/u.test(word) ? word.split(/[:：](?!\/)/) : [word];
  const pathWords = (path ?? '').split(/[/?#:&=]/);
  return [host, ...pathWords.filter((part) => afPattern.test(part))];
}

/** Trims characters that a name cannot contain, such as bullets and `*`, and a trailing `'s`. */
function trimSigns(word: string) {
  return word
    .replace(/(?<=[.。．｡]af)['’]s$/i, '')
    .replace(/^[^\p{L}\p{N}.-]+|(?<![^\p{L}\p{M}\p{N}-])[^\p{L}\p{M}\p{N}-]+$/gu, '');
}

/** Drops the list number from `1.x.af` and `۱-x.af`, but not the first label of `24.com.af`. */
function dropListNumber(word: string): string {
  const [, rest = ''] = /^(?:\p{Nd}+\.|(?!\d)\p{Nd}+-)(.+)$/su.exec(word) ?? [];
  return isDomainName(rest) && !isTld(rest) ? dropListNumber(rest) : word;
}

/** Includes invalid words such as `x.af=900`, so that they are reported instead of ignored. */
function isBelowAf(word: string) {
  if (!afPattern.test(word) || isTld(word) || /^[^@]+@[^@]+$/.test(word)) return false;
  return /[.。．｡]af$/i.test(word) || !isDomainName(word);
}

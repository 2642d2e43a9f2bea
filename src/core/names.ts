import { domainToASCII, domainToUnicode } from 'node:url';
import { closest } from './closest.ts';
import { faultOf, kindOf, repaired, schemes } from './name-faults.ts';
import type { Result } from './result.ts';

/** In lower case and without a trailing dot; each label is an LDH label or an A-label. */
export type DomainName = string;

/** What was done to an input beyond its case and a trailing dot. */
export type Tidying = 'completed' | 'converted' | 'reduced';

export interface TidyNames {
  names: DomainName[];
  /** A bare label was completed, Unicode converted, or a URL reduced to its host. */
  tidying?: Tidying;
}

const plainName = /^(?!.*xn--)[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Nothing in it could make it an address or a top-level domain. */
const ordinary = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.?$/i;

const secondLevels = new Set(['com', 'net', 'org', 'edu', 'gov', 'law', 'coop', 'media']);

/** @param tlds for bare labels, without the leading dot, such as `com.af` */
export function tidyName(input: string, tlds: readonly string[] = ['af']): Result<TidyNames> {
  if (plainName.test(input) && faultOf(input) === undefined) {
    return { ok: true, value: { names: [input] } };
  }
  const refuse = (reason: string): Result<TidyNames> => ({ ok: false, reason });
  const host = hostOf(input);
  const kind = ordinary.test(input) ? undefined : kindOf(input);
  if (kind !== undefined) return refuse(kind);
  if (host === '') return refuse('has no name in it');
  const dropped = droppedByIdna(host);
  if (dropped !== undefined) return refuse(`holds ${dropped}, which would silently be dropped`);
  const ascii = toALabels(host);
  if (ascii === undefined) return refuse('cannot be written as an A-label');
  const isBare = !ascii.includes('.');
  const names = isBare ? tlds.map((tld) => `${ascii}.${tld}`) : [ascii];
  const fault = names.map(faultOf).find((one) => one !== undefined);
  if (fault !== undefined) return refuse(fault);
  const isSame = input.trim().toLowerCase().replace(/\.$/, '') === ascii;
  const tidying = isBare ? 'completed' : host === ascii ? 'reduced' : 'converted';
  return { ok: true, value: { names, ...((isBare || !isSame) && { tidying }) } };
}

/** Tells whether a text is a name with a top-level domain, which a number or a word is not. */
export function isWholeName(text: string): boolean {
  if (!/[.。．｡]/u.test(text)) return false;
  const tidied = tidyName(text);
  return (
    tidied.ok &&
    tidied.value.tidying !== 'completed' &&
    /\.[^.]{2,}$/.test(tidied.value.names[0] ?? '')
  );
}

/** Says what was likely meant by an input that is no name, where that is likely. */
export function nameGuess(input: string): string | undefined {
  const text = input.trim();
  if (kindOf(text) === 'is a top-level domain') return `dotaf quote ${text} shows its prices`;
  const parts = text.split(/[\s,;|،؛、，；]+/).filter((part) => part !== '');
  const isSeveral = parts.length > 1 && !/@|\s\.|\.\s/.test(text);
  if (isSeveral && parts.every((part) => tidyName(part).ok)) {
    return `give each name by itself: ${parts.join(' ')}`;
  }
  if (/^\*|\*$/.test(text)) return `dotaf domains ls --search '${text}' finds names of the account`;
  const tidied = tidyName(repaired(text));
  return tidied.ok && !/(^|\.)xn--/i.test(text)
    ? `did you mean ${tidied.value.names[0]}?`
    : undefined;
}

/** Takes `af`, `.af`, `com.af` or a whole name, and returns `af` or `com.af`. */
export function parseTld(text: string): string | undefined {
  const bare = text.trim().replace(/^\./, '');
  const tidied = tidyName(`name.${bare}`);
  if (!tidied.ok || bare === '') return undefined;
  const labels = (tidied.value.names[0] ?? '').split('.').slice(1);
  if (text.trim().startsWith('.')) return labels.join('.');
  return labels.slice(secondLevels.has(labels.at(-2) ?? '') ? -2 : -1).join('.');
}

/**
 * The name as people write it, with the U-label for each A-label; the name itself where it holds
 * what is no A-label.
 */
export function unicodeName(name: string): string {
  if (!/(^|\.)xn--/i.test(name)) return name;
  // Node decodes some labels that no name can hold; those do not lead back.
  const unicode = domainToUnicode(name);
  return domainToASCII(unicode) === name.toLowerCase() ? unicode : name;
}

/** The tld that was likely meant by a misspelt one: `.com.af` by `.cmo.af` or `cmo.af`. */
export function likelyTld(typed: string): string | undefined {
  const tld = typed.trim().replace(/^\./, '').toLowerCase();
  const known = ['af', ...[...secondLevels].map((second) => `${second}.af`)];
  if (known.includes(tld)) return undefined;
  // Other countries have most short ones.
  const guess = ['a', 'f', 'fa', 'aff', 'aaf'].includes(tld) ? 'af' : closest(tld, known);
  return guess && `.${guess}`;
}

export function isSameName(left: string, right: string): boolean {
  return left === right || canonical(left) === canonical(right);
}

function canonical(text: string): string {
  const bare = text.trim().toLowerCase().replace(/\.$/, '');
  return (droppedByIdna(bare) === undefined && toALabels(bare)) || bare;
}

function hostOf(input: string): string {
  return input
    .trim()
    .replace(schemes, '')
    .replace(/[/?#].*$/su, '')
    .replace(/:\d*$/, '')
    .replace(/[.。．｡]$/u, '')
    .toLowerCase();
}

function droppedByIdna(host: string): string | undefined {
  for (const character of host) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80 || domainToASCII(`a${character}b`) !== 'ab') continue;
    return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  }
  return undefined;
}

function toALabels(host: string): string | undefined {
  // domainToASCII would decode %61, drop a tab and cut at a backslash.
  if (/[\x00-\x7f]/.test(host.replace(/[a-z0-9.-]/g, ''))) return host;
  const needsIdna = /[^\x00-\x7f]/.test(host) || /(^|\.)xn--/.test(host);
  // It would also take an ASCII host for an IPv4 address.
  const ascii = needsIdna ? domainToASCII(host) : host;
  return ascii !== '' && ascii.split('.').every(isDecodable) ? ascii : undefined;
}

/** Node 24 accepts as an A-label any label that starts like one. */
function isDecodable(part: string): boolean {
  return !part.startsWith('xn--') || /[^\x00-\x7f]/.test(domainToUnicode(part));
}

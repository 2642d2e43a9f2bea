import { domainToASCII, domainToUnicode } from 'node:url';
import { closest } from './closest.ts';
import type { Result } from './result.ts';

/** In lower case and without a trailing dot; each label is an LDH label or an A-label. */
export type DomainName = string;

export interface TidyNames {
  names: DomainName[];
  /** A bare label was completed, or a URL or Unicode reduced to an ASCII name. */
  tidying?: 'completed' | 'reduced';
}

export const ldhName =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

const secondLevels = ['com', 'net', 'org', 'edu', 'gov', 'law', 'coop', 'media'];

const schemes = /^(?:(?:[a-z][a-z0-9+-]*)?(?::\/+|\/\/))+/;

/** The first that fits is the reason. IDNA would write some of these as A-labels. */
const faults: readonly [pattern: RegExp, says: string][] = [
  [/^$/, 'has no name in it'],
  [/^\.((com|net|org|edu|gov)\.)?[a-z]{2,3}$/, 'is a top-level domain'],
  [/\s/, 'contains a space'],
  [/_/, 'contains an underscore'],
  [/[^a-z0-9.\x80-\u{10ffff}-]|[،؛、，；“”„‟‘’‚‛«»‹›‐‑‒–—―−]/u, 'contains …'],
  [/^\.|\.(\.|$)/, 'has a dot too many'],
  [/(^|\.)-|-(\.|$)/, 'has a label that begins or ends with a hyphen'],
  [/\.\d+$/, 'ends in a number, as only an IP address does'],
  [/[^.]{64}/, 'has a label of more than 63 characters'],
  [/^.{254}/, 'is longer than 253 characters'],
];

/** @param tlds for bare labels, without the leading dot, such as `com.af` */
export function tidyName(input: string, tlds: readonly string[] = ['af']): Result<TidyNames> {
  if (ldhName.test(input) && !input.includes('xn--'))
    return { ok: true, value: { names: [input] } };
  const text = input.trim().toLowerCase();
  const host = text
    .replace(schemes, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d*$/, '')
    .replace(/[.。．｡]$/, '');
  const ascii = inALabels(host);
  if (!ascii.ok) return ascii;
  const isBare = !ascii.value.includes('.');
  const names = isBare ? tlds.map((tld) => `${ascii.value}.${tld}`) : [ascii.value];
  const reason = names.map(faultOf).find((fault) => fault !== undefined);
  if (reason !== undefined) return { ok: false, reason };
  const isTidy = text.replace(/\.$/, '') === ascii.value;
  const tidying = isBare ? 'completed' : isTidy ? undefined : 'reduced';
  return { ok: true, value: { names, ...(tidying && { tidying }) } };
}

export function isWholeName(text: string): boolean {
  // Most words of a list have no dot, and need no closer look.
  const tidied = /[.。．｡]/.test(text) ? tidyName(text) : undefined;
  if (!tidied?.ok || tidied.value.tidying === 'completed') return false;
  return /\.[^.]{2,}$/.test(tidied.value.names[0] ?? '');
}

export function likelyName(text: string): DomainName | undefined {
  const repaired = text
    .replace(/^.*@/s, '')
    .replace(/^[^\p{L}\p{N}.]+|[^\p{L}\p{N}.:/]+$/gu, '')
    .replace(/[_‐‑‒–—―−]/g, '-')
    .replace(/[-\s]*\.[-.\s]*/g, '.');
  const tidied = tidyName(repaired);
  return tidied.ok ? tidied.value.names[0] : undefined;
}

/** The tld that was likely meant by a misspelt one: `.com.af` by `.cmo.af` or `cmo.af`. */
export function likelyTld(typed: string): string | undefined {
  const known = ['.af', ...secondLevels.map((second) => `.${second}.af`)];
  const tld = `.${typed.trim().replace(/^\./, '').toLowerCase()}`;
  return known.includes(tld) ? undefined : closest(tld, known);
}

/** Takes `af`, `.af`, `com.af` or a whole name, and returns `af` or `com.af`. */
export function parseTld(text: string): string | undefined {
  const bare = text.trim().replace(/^([a-z][a-z\d+.-]*:\/\/)?\.?/i, '');
  const tidied = tidyName(`name.${bare}`);
  if (!tidied.ok || bare === '') return undefined;
  const labels = (tidied.value.names[0] ?? '').split('.').slice(1);
  if (text.trim().startsWith('.')) return labels.join('.');
  return labels.slice(secondLevels.includes(labels.at(-2) ?? '') ? -2 : -1).join('.');
}

/** The name as people write it. */
export function unicodeName(name: string): string {
  if (!/(^|\.)xn--/i.test(name)) return name;
  // Node decodes some labels that no name can hold; those do not lead back.
  const unicode = domainToUnicode(name);
  return domainToASCII(unicode) === name.toLowerCase() ? unicode : name;
}

export function isSameName(left: string, right: string): boolean {
  return left === right || canonical(left) === canonical(right);
}

function canonical(text: string): string {
  const bare = text.trim().toLowerCase().replace(/\.$/, '');
  const ascii = inALabels(bare);
  return ascii.ok ? ascii.value : bare;
}

function inALabels(host: string): Result<string> {
  const reason = faultOf(host) ?? droppedByIdna(host);
  if (reason !== undefined) return { ok: false, reason };
  // It would also take an ASCII host for an IPv4 address.
  if (/^(?!xn--)[\x00-\x7f]*$/.test(host) && !host.includes('.xn--'))
    return { ok: true, value: host };
  const value = domainToASCII(host);
  const isWhole = value !== '' && value.split('.').every(isDecodable);
  return isWhole ? { ok: true, value } : { ok: false, reason: 'cannot be written as an A-label' };
}

function faultOf(name: string): string | undefined {
  for (const [pattern, says] of faults) {
    const found = pattern.exec(name);
    if (found) return says.replace('…', () => `'${found[0]}'`);
  }
  return undefined;
}

function droppedByIdna(host: string): string | undefined {
  const dropped = [...host].find(
    (character) => character > '\x7f' && domainToASCII(`a${character}b`) === 'ab',
  );
  const point = dropped?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return point && `holds U+${point}, which would silently be dropped`;
}

/** Node 24 accepts as an A-label any label that starts like one. */
function isDecodable(label: string): boolean {
  return !label.startsWith('xn--') || /[^\x00-\x7f]/.test(domainToUnicode(label));
}

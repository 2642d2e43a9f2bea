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

const wwwBefore = new RegExp(`^(www\\.)+(?=[^.]+\\.)(?!(${secondLevels.join('|')})\\.[^.]+$)`);

/** Between the words of a line. Single quotes are not among them, since they stand in words, too. */
const separators = /[\s\u0085,;،؛٫٬、､，；﹐﹑﹔|｜¦"“”„«»‹›「」()<>[\]{}（）［］【】]+/;

const singleQuotes = /^['‘’‚`]+|['‘’‚`]+$/g;

const schemes = /^(?:(?:[a-z][a-z0-9+-]*)?(?::\/+|\/\/))+/;

/** A port and a path are only taken away from what has a dot before them. */
const afterHost = /^([^/?#:.。．｡]*[.。．｡][^/?#:]*)(:\d*)?([/?#].*)?$/s;

/** The first that fits is the reason. IDNA would write some of these as A-labels. */
const faults: readonly [pattern: RegExp, says: string][] = [
  [/^$/, 'has no name in it'],
  [/^\.((com|net|org|edu|gov)\.)?[a-z]{2,3}$/, 'is a top-level domain'],
  [/\s/, 'contains a space'],
  [/^[^.]*\//, 'has a slash and no dot before it'],
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
    .replace(afterHost, '$1')
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

/** Takes `www.` away where a name below a tld is left, so not from `www.af` and `www.com.af`. */
export function withoutWww(name: DomainName): DomainName {
  return name.replace(wwwBefore, '');
}

/** The words of a line, without what stands between and around them. */
export function wordsIn(line: string): string[] {
  const words = line.split(separators).map((word) => word.replace(singleQuotes, ''));
  return words.filter((word) => word !== '');
}

/** Tells a name with a dot, however it is written, from any other word. */
export function isWholeName(text: string): boolean {
  return wholeName(text) !== undefined;
}

/** @param tlds without the leading dot */
export function isNameBelow(text: string, tlds: readonly string[]): boolean {
  const name = wholeName(text);
  return tlds.some((tld) => name?.endsWith(`.${tld}`));
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

function wholeName(text: string): DomainName | undefined {
  // Most words of a list have no dot, and need no closer look.
  const tidied = /[.。．｡]/.test(text) ? tidyName(text) : undefined;
  if (!tidied?.ok || tidied.value.tidying === 'completed') return undefined;
  return tidied.value.names.find((name) => /\.[^.]{2,}$/.test(name));
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
  if (!isWhole) return { ok: false, reason: 'cannot be written as an A-label' };
  if (endsInLookAlike(value)) {
    return { ok: false, reason: 'ends in letters that only look like a top-level domain' };
  }
  return { ok: true, value };
}

/** Tells whether the tld has Latin letters beside others, as `.аf` with a Cyrillic а. */
function endsInLookAlike(name: string): boolean {
  const [, tld = ''] = /\.([^.]+)$/.exec(name) ?? [];
  const letters = unicodeName(tld).normalize('NFD').replace(/\p{M}/gu, '');
  return /\p{Script=Latin}/u.test(letters) && /[^\x00-\x7f]/.test(letters);
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

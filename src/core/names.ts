import { domainToASCII, domainToUnicode } from 'node:url';

/** A host name in lower case, each label an LDH label or an A-label, without the trailing dot. */
export type DomainName = string;

export type Tidied =
  | { ok: true; names: DomainName[]; note?: string }
  | { ok: false; input: string; reason: string };

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** What nearly every line of a long list is, and needs no change. */
const plainName = /^(?!.*xn--)[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/**
 * Turns what people paste into names that are worth a request: takes the host out of an address,
 * writes Unicode as its A-label and gives a bare label each of `tlds`.
 *
 * @param tlds without the leading dot, such as `af` and `com.af`
 */
export function tidyName(input: string, tlds: readonly string[] = ['af']): Tidied {
  if (plainName.test(input) && faultOf(input) === undefined) return { ok: true, names: [input] };
  const refuse = (reason: string): Tidied => ({ ok: false, input: input.trim(), reason });
  const host = hostOf(input);
  if (host === '') return refuse('is empty');
  const dropped = droppedByIdna(host);
  if (dropped !== undefined) return refuse(`holds ${dropped}, which would silently be dropped`);
  const ascii = toALabels(host);
  if (ascii === undefined) return refuse('cannot be written as an A-label');
  const names = ascii.includes('.') ? [ascii] : tlds.map((tld) => `${ascii}.${tld}`);
  for (const name of names) {
    const fault = faultOf(name);
    if (fault !== undefined) return refuse(fault);
  }
  return isSameText(input, names)
    ? { ok: true, names }
    : { ok: true, names, note: names.join(', ') };
}

/**
 * The top-level domain, `af` or `com.af`, named by `af`, `.af`, `com.af` or a whole name under it.
 * Undefined when it is no host name.
 */
export function parseTld(text: string): string | undefined {
  const bare = text.trim().replace(/^\./, '');
  const tidied = tidyName(`name.${bare}`);
  if (!tidied.ok || bare === '') return undefined;
  const labels = (tidied.names[0] ?? '').split('.').slice(1);
  if (text.trim().startsWith('.')) return labels.join('.');
  return labels.slice(secondLevels.has(labels.at(-2) ?? '') ? -2 : -1).join('.');
}

/** Whether two spellings mean the same name: case, trailing dot and U-labels do not count. */
export function isSameName(left: string, right: string): boolean {
  return left === right || canonical(left) === canonical(right);
}

const secondLevels = new Set(['com', 'net', 'org', 'edu', 'gov', 'law', 'coop', 'media']);

function canonical(text: string): string {
  const bare = text.trim().toLowerCase().replace(/\.$/, '');
  return (droppedByIdna(bare) === undefined && toALabels(bare)) || bare;
}

function hostOf(input: string): string {
  return input
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#].*$/su, '')
    .replace(/:\d*$/, '')
    .replace(/[.。．｡]$/u, '')
    .toLowerCase();
}

/** The first character that IDNA maps to nothing, as `U+200B`; two names would look alike. */
function droppedByIdna(host: string): string | undefined {
  for (const character of host) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80 || domainToASCII(`a${character}b`) !== 'ab') continue;
    return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  }
  return undefined;
}

function toALabels(host: string): string | undefined {
  // It would decode %61, drop a tab and cut at a backslash: such a host is left for the rules to refuse.
  if (/[\x00-\x7f]/.test(host.replace(/[a-z0-9.-]/g, ''))) return host;
  const needsIdna = /[^\x00-\x7f]/.test(host) || /(^|\.)xn--/.test(host);
  // domainToASCII would also take an ASCII host for an IPv4 address, so it sees only what needs it.
  const ascii = needsIdna ? domainToASCII(host) : host;
  return ascii !== '' && ascii.split('.').every(isDecodable) ? ascii : undefined;
}

/** Node 24 lets pass for an A-label whatever starts like one. */
function isDecodable(part: string): boolean {
  return !part.startsWith('xn--') || /[^\x00-\x7f]/.test(domainToUnicode(part));
}

function faultOf(name: string): string | undefined {
  if (name.length > 253) return 'is longer than 253 characters';
  const labels = name.split('.');
  for (const part of labels) {
    if (part === '') return 'has an empty label';
    if (part.length > 63) return 'has a label longer than 63 characters';
    if (!label.test(part)) return 'holds something other than letters, digits and inner hyphens';
  }
  return /^\d+$/.test(labels.at(-1) ?? '')
    ? 'ends in a number, as only an IP address does'
    : undefined;
}

function isSameText(input: string, names: DomainName[]): boolean {
  return names.length === 1 && input.trim().toLowerCase().replace(/\.$/, '') === names[0];
}

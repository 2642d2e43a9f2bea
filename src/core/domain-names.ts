import { domainToASCII, domainToUnicode } from 'node:url';
import type { ParseResult } from './text.ts';

/**
 * Normalized domain name: lower case, no trailing dot, Unicode labels encoded as A-labels (`xn--`).
 */
export type DomainName = string;

const secondLevelLabels = ['com', 'net', 'org', 'edu', 'gov', 'law', 'coop', 'media'];

const wwwPrefix = new RegExp(`^(www\\.)+(?=[^.]+\\.)(?!(${secondLevelLabels.join('|')})\\.[^.]+$)`);

/**
 * Characters that separate words. Single quotes are excluded because they also occur within words.
 */
const wordSeparators = /[\s\u0085,;،؛٫٬、､，；﹐﹑﹔|｜¦"“”„«»‹›「」()<>[\]{}（）［］【】]+/;

/**
 * Matches single quotes at the start or end of a word. The lookbehind keeps the matching time
 * linear on a long run of quotes.
 */
const enclosingQuotes = /^['‘’‚`]+|(?<!['‘’‚`])['‘’‚`]+$/g;

const schemePrefix = /^(?:(?:[a-z][a-z0-9+-]*)?(?::\/+|\/\/))+/;

/** Matches the host, port and path of a URL without its scheme; the host must contain a dot. */
const hostPortPath = /^([^/?#:.。．｡]*[.。．｡][^/?#:]*)(:\d*)?([/?#].*)?$/s;

/**
 * Patterns of invalid names with their error messages, in which `…` stands for the matched text.
 * The first match determines the message. The rules run both before and after IDNA encoding,
 * because encoding hides invalid characters.
 */
const validationRules = [
  [/^$/, 'has no name in it'],
  [/^\.((com|net|org|edu|gov)\.)?[a-z]{2,3}$/, 'is a top-level domain'],
  [/\s/, 'contains a space'],
  [/^[^@:]+@([^@]+\.[^@]+)$/, 'is a mail address; its domain is …'],
  [/^[^.]*\//, 'has a slash and no dot before it'],
  [/[^a-z0-9.\x80-\u{10ffff}-]|[،؛、，；“”„‟‘’‚‛«»‹›‐‑‒–—―−]/u, 'contains …'],
  [/^\.|\.(\.|$)/, 'has a dot too many'],
  [/(^|\.)-|-(\.|$)/, 'has a label that begins or ends with a hyphen'],
  [/\.\d+$/, 'ends in a number, as only an IP address does'],
  [/[^.]{64}|^.{254}/, 'has more than 253 characters, or a label of more than 63'],
  // Reject invisible characters, which IDNA would drop, except for ZWJ and ZWNJ, which Persian
  // needs.
  [/(?![\u200c\u200d])\p{DI}/u, 'contains an invisible character'],
] as const;

/**
 * Normalizes a domain name, a URL or a bare label. A bare label becomes one domain name per TLD.
 * @param tlds TLDs without the leading dot, such as `com.af`
 */
export function normalizeDomainName(
  input: string,
  tlds: readonly string[] = ['af'],
): ParseResult<DomainName[]> {
  // Strip the bidi isolates that dotaf prints around right-to-left names: a name copied from the
  // output includes them.
  const host = input
    .trim()
    .replace(/^\u2068(.*)\u2069$/, '$1')
    .toLowerCase()
    .replace(schemePrefix, '')
    .replace(hostPortPath, '$1')
    .replace(/[.。．｡]$/, '');
  // Leave ASCII hosts unchanged, because Node may parse them as IPv4 addresses.
  const ascii = /[^\x00-\x7f]|(^|\.)xn--/.test(host) ? domainToASCII(host) : host;
  const names = ascii.includes('.') ? [ascii] : tlds.map((tld) => `${ascii}.${tld}`);
  const reason =
    findNameProblem(host) ?? findLabelProblem(ascii) ?? names.map(findNameProblem).find(Boolean);
  return reason === undefined ? { ok: true, value: names } : { ok: false, reason };
}

/** Strips `www.`, except from `www.af` and `www.com.af`, where `www` is the registered label. */
export function stripWww(name: DomainName): DomainName {
  return name.replace(wwwPrefix, '');
}

export function splitWords(line: string): string[] {
  return line
    .split(wordSeparators)
    .map((word) => word.replace(enclosingQuotes, ''))
    .filter(Boolean);
}

/** Normalizes a domain name; returns undefined for invalid names and for words without a dot. */
export function parseDomainName(text: string): DomainName | undefined {
  if (!/[.。．｡]/.test(text)) return undefined;
  const result = normalizeDomainName(text, []);
  const [name] = result.ok ? result.value : [];
  return name !== undefined && /\.[^.]{2,}$/.test(name) ? name : undefined;
}

export function isDomainName(text: string): boolean {
  return parseDomainName(text) !== undefined;
}

/** Extracts the TLD (`af` or `com.af`) from `af`, `.af`, `com.af` or a full domain name. */
export function parseTld(text: string): string | undefined {
  const input = text.trim().toLowerCase();
  const hasLeadingDot = input.startsWith('.');
  const name = hasLeadingDot ? `name${input}` : `name.${input.replace(schemePrefix, '')}`;
  const [, ...labels] = parseDomainName(name)?.split('.') ?? [];
  if (labels.length === 0) return undefined;
  if (hasLeadingDot) return labels.join('.');
  return labels.slice(secondLevelLabels.includes(labels.at(-2) ?? '') ? -2 : -1).join('.');
}

export function toUnicode(name: string): string {
  if (!/(^|\.)xn--/i.test(name)) return name;
  // Node also decodes some invalid A-labels, so return a name as it is if decoding does not
  // round-trip.
  const unicode = domainToUnicode(name);
  return domainToASCII(unicode) === name.toLowerCase() ? unicode : name;
}

export function isSameDomainName(left: string, right: string): boolean {
  return (parseDomainName(left) ?? left) === (parseDomainName(right) ?? right);
}

function findLabelProblem(ascii: string): string | undefined {
  if (ascii === '' || !ascii.split('.').every(isDecodable)) {
    return 'has a letter that cannot be read; is the file UTF-8?';
  }
  // Reject a TLD that mixes Latin letters with another script, such as `.аf` with a Cyrillic а.
  const tld = ascii.slice(ascii.lastIndexOf('.') + 1);
  const letters = toUnicode(tld).normalize('NFD').replace(/\p{M}/gu, '');
  const isHomograph = /\p{Script=Latin}/u.test(letters) && /[^\x00-\x7f]/.test(letters);
  return isHomograph ? 'ends in letters that only look like a top-level domain' : undefined;
}

function findNameProblem(name: string): string | undefined {
  for (const [pattern, message] of validationRules) {
    const match = pattern.exec(name);
    if (match) return message.replace('…', () => `'${match.at(-1)}'`);
  }
  return undefined;
}

/** Validates an A-label by decoding it, since Node 24 accepts any label that starts with `xn--`. */
function isDecodable(label: string): boolean {
  return !label.startsWith('xn--') || /[^\x00-\x7f]/.test(domainToUnicode(label));
}

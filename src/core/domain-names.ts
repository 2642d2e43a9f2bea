import { domainToASCII, domainToUnicode } from 'node:url';
import type { Result } from './text.ts';

/** A name in lower case, without a trailing dot, whose labels are LDH labels or A-labels. */
export type DomainName = string;

const secondLevelLabels = ['com', 'net', 'org', 'edu', 'gov', 'law', 'coop', 'media'];

const wwwPrefix = new RegExp(`^(www\\.)+(?=[^.]+\\.)(?!(${secondLevelLabels.join('|')})\\.[^.]+$)`);

/** Signs between words. Single quotes are not among them, since they stand in words, too. */
const wordSeparators = /[\s\u0085,;،؛٫٬、､，；﹐﹑﹔|｜¦"“”„«»‹›「」()<>[\]{}（）［］【】]+/;

/** Looks at each quote once, also in a line of nothing else. */
const enclosingQuotes = /^['‘’‚`]+|(?<!['‘’‚`])['‘’‚`]+$/g;

const schemePrefix = /^(?:(?:[a-z][a-z0-9+-]*)?(?::\/+|\/\/))+/;

/** Port and path, which only count behind a dot. */
const hostPortPath = /^([^/?#:.。．｡]*[.。．｡][^/?#:]*)(:\d*)?([/?#].*)?$/s;

/** The first fault that fits is the reason. IDNA would write some of these as A-labels. */
const validationRules: readonly [pattern: RegExp, says: string][] = [
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
  // IDNA would drop such a character. Persian is written with joiners.
  [/(?![\u200c\u200d])\p{DI}/u, 'contains an invisible character'],
];

/** @param tlds for bare labels, without the leading dot, such as `com.af` @returns a name for each */
export function normalizeDomainName(
  input: string,
  tlds: readonly string[] = ['af'],
): Result<DomainName[]> {
  // A name copied from a terminal stands between the isolates that dotaf puts around it.
  const text = input.trim().replace(/^\u2068(.*)\u2069$/, '$1');
  const host = text
    .toLowerCase()
    .replace(schemePrefix, '')
    .replace(hostPortPath, '$1')
    .replace(/[.。．｡]$/, '');
  const ascii = toAscii(host);
  const names = ascii.includes('.') ? [ascii] : tlds.map((tld) => `${ascii}.${tld}`);
  const reason =
    findNameProblem(host) ?? findLabelProblem(ascii) ?? names.map(findNameProblem).find(Boolean);
  return reason === undefined ? { ok: true, value: names } : { ok: false, reason };
}

/** Takes `www.` away where a name below a tld is left, so not from `www.af` and `www.com.af`. */
export function stripWww(name: DomainName): DomainName {
  return name.replace(wwwPrefix, '');
}

export function splitWords(line: string): string[] {
  return line
    .split(wordSeparators)
    .map((word) => word.replace(enclosingQuotes, ''))
    .filter(Boolean);
}

/** Reads a name with a dot, however it is written; any other word is none. */
export function parseDomainName(text: string): DomainName | undefined {
  if (!/[.。．｡]/.test(text)) return undefined;
  const result = normalizeDomainName(text, []);
  const [name] = result.ok ? result.value : [];
  return name !== undefined && /\.[^.]{2,}$/.test(name) ? name : undefined;
}

export function isDomainName(text: string): boolean {
  return parseDomainName(text) !== undefined;
}

/** Takes `af`, `.af`, `com.af` or a whole name, and returns `af` or `com.af`. */
export function parseTld(text: string): string | undefined {
  const input = text.trim().toLowerCase();
  const hasLeadingDot = input.startsWith('.');
  const name = hasLeadingDot ? `name${input}` : `name.${input.replace(schemePrefix, '')}`;
  const [, ...labels] = parseDomainName(name)?.split('.') ?? [];
  if (labels.length === 0) return undefined;
  if (hasLeadingDot) return labels.join('.');
  const isSecondLevel = secondLevelLabels.includes(labels.at(-2) ?? '');
  return labels.slice(isSecondLevel ? -2 : -1).join('.');
}

export function toUnicode(name: string): string {
  if (!/(^|\.)xn--/i.test(name)) return name;
  // Node decodes some labels that no name can hold; their Unicode does not lead back.
  const unicode = domainToUnicode(name);
  return domainToASCII(unicode) === name.toLowerCase() ? unicode : name;
}

export function isSameDomainName(left: string, right: string): boolean {
  return (parseDomainName(left) ?? left) === (parseDomainName(right) ?? right);
}

/** An ASCII host stays as it is, since IDNA would also take one for an IPv4 address. */
function toAscii(host: string): string {
  return /[^\x00-\x7f]|(^|\.)xn--/.test(host) ? domainToASCII(host) : host;
}

function findLabelProblem(ascii: string): string | undefined {
  if (ascii === '' || !ascii.split('.').every(isDecodable)) {
    return 'has a letter that cannot be read; is the file UTF-8?';
  }
  return hasHomographTld(ascii)
    ? 'ends in letters that only look like a top-level domain'
    : undefined;
}

/** Tells whether the tld has Latin letters beside others, as `.аf` with a Cyrillic а. */
function hasHomographTld(name: string): boolean {
  const tld = name.slice(name.lastIndexOf('.') + 1);
  const letters = toUnicode(tld).normalize('NFD').replace(/\p{M}/gu, '');
  return /\p{Script=Latin}/u.test(letters) && /[^\x00-\x7f]/.test(letters);
}

function findNameProblem(name: string): string | undefined {
  for (const [pattern, message] of validationRules) {
    const match = pattern.exec(name);
    if (match) {
      return message.replace('…', () => `'${match.at(-1)}'`);
    }
  }
  return undefined;
}

/** Node 24 accepts as an A-label any label that starts like one. */
function isDecodable(label: string): boolean {
  return !label.startsWith('xn--') || /[^\x00-\x7f]/.test(domainToUnicode(label));
}

import { domainToASCII, domainToUnicode } from 'node:url';
import type { Result } from './text.ts';

/** A name in lower case, without a trailing dot, whose labels are LDH labels or A-labels. */
export type DomainName = string;

const secondLevels = ['com', 'net', 'org', 'edu', 'gov', 'law', 'coop', 'media'];

const wwwBefore = new RegExp(`^(www\\.)+(?=[^.]+\\.)(?!(${secondLevels.join('|')})\\.[^.]+$)`);

/** Signs between words. Single quotes are not among them, since they stand in words, too. */
const separators = /[\s\u0085,;،؛٫٬、､，；﹐﹑﹔|｜¦"“”„«»‹›「」()<>[\]{}（）［］【】]+/;

/** Looks at each quote once, also in a line of nothing else. */
const singleQuotes = /^['‘’‚`]+|(?<!['‘’‚`])['‘’‚`]+$/g;

const schemes = /^(?:(?:[a-z][a-z0-9+-]*)?(?::\/+|\/\/))+/;

/** Port and path, which only count behind a dot. */
const afterHost = /^([^/?#:.。．｡]*[.。．｡][^/?#:]*)(:\d*)?([/?#].*)?$/s;

/** The first fault that fits is the reason. IDNA would write some of these as A-labels. */
const faults: readonly [pattern: RegExp, says: string][] = [
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
export function tidyName(input: string, tlds: readonly string[] = ['af']): Result<DomainName[]> {
  // A name copied from a terminal stands between the isolates that dotaf puts around it.
  const text = input.trim().replace(/^\u2068(.*)\u2069$/, '$1');
  const host = text
    .toLowerCase()
    .replace(schemes, '')
    .replace(afterHost, '$1')
    .replace(/[.。．｡]$/, '');
  const ascii = inALabels(host);
  const names = ascii.includes('.') ? [ascii] : tlds.map((tld) => `${ascii}.${tld}`);
  const reason = nameFault(host) ?? labelFault(ascii) ?? names.map(nameFault).find(Boolean);
  return reason === undefined ? { ok: true, value: names } : { ok: false, reason };
}

/** Takes `www.` away where a name below a tld is left, so not from `www.af` and `www.com.af`. */
export function withoutWww(name: DomainName): DomainName {
  return name.replace(wwwBefore, '');
}

export function wordsIn(line: string): string[] {
  return line
    .split(separators)
    .map((word) => word.replace(singleQuotes, ''))
    .filter(Boolean);
}

/** Reads a name with a dot, however it is written; any other word is none. */
export function wholeName(text: string): DomainName | undefined {
  if (!/[.。．｡]/.test(text)) return undefined;
  const tidied = tidyName(text, []);
  const [name] = tidied.ok ? tidied.value : [];
  return name !== undefined && /\.[^.]{2,}$/.test(name) ? name : undefined;
}

export function isWholeName(text: string): boolean {
  return wholeName(text) !== undefined;
}

/** Takes `af`, `.af`, `com.af` or a whole name, and returns `af` or `com.af`. */
export function parseTld(text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  const isTld = typed.startsWith('.');
  const name = isTld ? `name${typed}` : `name.${typed.replace(schemes, '')}`;
  const [, ...labels] = wholeName(name)?.split('.') ?? [];
  if (labels.length === 0) return undefined;
  if (isTld) return labels.join('.');
  const isSecondLevel = secondLevels.includes(labels.at(-2) ?? '');
  return labels.slice(isSecondLevel ? -2 : -1).join('.');
}

export function unicodeName(name: string): string {
  if (!/(^|\.)xn--/i.test(name)) return name;
  // Node decodes some labels that no name can hold; their Unicode does not lead back.
  const unicode = domainToUnicode(name);
  return domainToASCII(unicode) === name.toLowerCase() ? unicode : name;
}

export function isSameName(left: string, right: string): boolean {
  return (wholeName(left) ?? left) === (wholeName(right) ?? right);
}

/** An ASCII host stays as it is, since IDNA would also take one for an IPv4 address. */
function inALabels(host: string): string {
  return /[^\x00-\x7f]|(^|\.)xn--/.test(host) ? domainToASCII(host) : host;
}

function labelFault(ascii: string): string | undefined {
  if (ascii === '' || !ascii.split('.').every(isDecodable)) {
    return 'has a letter that cannot be read; is the file UTF-8?';
  }
  return endsInLookAlike(ascii)
    ? 'ends in letters that only look like a top-level domain'
    : undefined;
}

/** Tells whether the tld has Latin letters beside others, as `.аf` with a Cyrillic а. */
function endsInLookAlike(name: string): boolean {
  const tld = name.slice(name.lastIndexOf('.') + 1);
  const letters = unicodeName(tld).normalize('NFD').replace(/\p{M}/gu, '');
  return /\p{Script=Latin}/u.test(letters) && /[^\x00-\x7f]/.test(letters);
}

function nameFault(name: string): string | undefined {
  for (const [pattern, says] of faults) {
    const found = pattern.exec(name);
    if (found) {
      return says.replace('…', () => `'${found.at(-1)}'`);
    }
  }
  return undefined;
}

/** Node 24 accepts as an A-label any label that starts like one. */
function isDecodable(label: string): boolean {
  return !label.startsWith('xn--') || /[^\x00-\x7f]/.test(domainToUnicode(label));
}

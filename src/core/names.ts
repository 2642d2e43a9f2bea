import { domainToASCII, domainToUnicode } from 'node:url';
import type { Result } from './result.ts';

/** A name in lower case, without a trailing dot, whose labels are LDH labels or A-labels. */
export type DomainName = string;

export interface TidyNames {
  names: DomainName[];
  /** True if a bare label was completed, or a URL or Unicode reduced to an ASCII name. */
  isChanged: boolean;
}

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
  [/_/, 'contains an underscore'],
  [/[^a-z0-9.\x80-\u{10ffff}-]|[،؛、，；“”„‟‘’‚‛«»‹›‐‑‒–—―−]/u, 'contains …'],
  [/^\.|\.(\.|$)/, 'has a dot too many'],
  [/(^|\.)-|-(\.|$)/, 'has a label that begins or ends with a hyphen'],
  [/\.\d+$/, 'ends in a number, as only an IP address does'],
  [/[^.]{64}/, 'has a label of more than 63 characters'],
  [/^.{254}/, 'is longer than 253 characters'],
  // IDNA would drop such a character. Persian is written with joiners.
  [/(?![\u200c\u200d])\p{DI}/u, 'contains an invisible character'],
];

/** @param tlds for bare labels, without the leading dot, such as `com.af` */
export function tidyName(input: string, tlds: readonly string[] = ['af']): Result<TidyNames> {
  // A name copied from a terminal stands between the isolates that dotaf puts around it.
  const bare = input.trim().replace(/^\u2068(.*)\u2069$/, '$1');
  const text = bare.toLowerCase();
  const ascii = inALabels(hostOf(text));
  if (!ascii.ok) return ascii;
  const isBare = !ascii.value.includes('.');
  const names = isBare ? tlds.map((tld) => `${ascii.value}.${tld}`) : [ascii.value];
  const reason = names.map(nameFault).find((fault) => fault !== undefined);
  if (reason !== undefined) return { ok: false, reason };
  const isChanged = isBare || text.replace(/\.$/, '') !== ascii.value;
  return { ok: true, value: { names, isChanged } };
}

/** Takes `www.` away where a name below a tld is left, so not from `www.af` and `www.com.af`. */
export function withoutWww(name: DomainName): DomainName {
  return name.replace(wwwBefore, '');
}

export function wordsIn(line: string): string[] {
  const words = line.split(separators).map((word) => word.replace(singleQuotes, ''));
  return words.filter((word) => word !== '');
}

/** Reads a name with a dot, however it is written; any other word is none. */
export function wholeName(text: string): DomainName | undefined {
  if (!/[.。．｡]/.test(text)) return undefined;
  const tidied = tidyName(text, []);
  const [name] = tidied.ok ? tidied.value.names : [];
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
  const tidied = tidyName(name, []);
  if (!tidied.ok || tidied.value.names.length === 0) return undefined;
  const [, ...labels] = tidied.value.names.join().split('.');
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

function hostOf(address: string): string {
  return address
    .replace(schemes, '')
    .replace(afterHost, '$1')
    .replace(/[.。．｡]$/, '');
}

function inALabels(host: string): Result<string> {
  const reason = nameFault(host);
  if (reason !== undefined) {
    return { ok: false, reason };
  }
  // IDNA would also take an ASCII host for an IPv4 address.
  const isAscii = /^[\x00-\x7f]*$/.test(host);
  if (isAscii && !/(^|\.)xn--/.test(host)) {
    return { ok: true, value: host };
  }
  const value = domainToASCII(host);
  if (value === '' || !value.split('.').every(isDecodable)) {
    return { ok: false, reason: 'has a letter that cannot be read; is the file UTF-8?' };
  }
  if (endsInLookAlike(value)) {
    return { ok: false, reason: 'ends in letters that only look like a top-level domain' };
  }
  return { ok: true, value };
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

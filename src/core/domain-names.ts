import { domainToASCII, domainToUnicode } from 'node:url';
import { type ParseResult, trimInvisible } from './text.ts';

/** A normalized domain name: lower case, no trailing dot, Unicode labels as A-labels (`xn--`). */
export type DomainName = string;

const secondLevelLabels = ['com', 'net', 'org', 'edu', 'gov', 'law', 'coop', 'media'];

const wwwPrefix = new RegExp(`^(www\\.)+(?=[^.]+\\.)(?!(${secondLevelLabels.join('|')})\\.[^.]+$)`);

const wordSeparators = /[\s\u0085,;،؛٫٬、､，；﹐﹑﹔|｜¦"“”„«»‹›「」()<>[\]{}（）［］【】]+/;

const enclosingQuotes = /^['‘’‚`]+|(?<!['‘’‚`])['‘’‚`]+$/g;

const mixedScriptLabel = /(?=[^.]*\p{sc=Latin})[^.]*[\p{sc=Cyrillic}\p{sc=Greek}]/u;

const schemePrefix = /^(?:(?:[a-z][a-z0-9+-]*)?(?::\/+|\/\/))+/;

const hostPortPath = /^([^/?#:.。．｡]*[.。．｡][^/?#:]*)(:\d*)?([/?#].*)?$/s;

/**
 * Patterns of invalid names, each with an error message in which `…` stands for the matched text.
 * Names are validated before IDNA encoding, which hides invalid characters, and again after it.
 */
const validationRules = [
  [/^$/, 'has no name in it'],
  [/^\.((com|net|org|edu|gov)\.)?[a-z]{2,3}$/, 'is a top-level domain'],
  [/\s/, 'contains a space'],
  [/^[^@:]+@([^@]+\.[^@]+)$/, 'is a mail address; its domain is …'],
  [/^[^.]*\//, 'has a slash and no dot before it'],
  // IDNA would silently drop invisible characters. Persian needs two of them: ZWJ and ZWNJ.
  [/(?![\u200c\u200d])\p{DI}/u, 'contains an invisible character'],
  // IDNA 2008 forbids symbols, but Node converts names per UTS 46, which allows them.
  [/(?![\u200c\u200d])[^\p{L}\p{M}\p{Nd}.。．｡-]/u, 'contains …'],
  [/^\.|\.(\.|$)/, 'has a dot too many'],
  [/(^|\.)-|-(\.|$)/, 'has a label that begins or ends with a hyphen'],
  [/\.\d+$/, 'ends in a number, as only an IP address does'],
  [/[^.]{64}|^.{254}/, 'has more than 253 characters, or a label of more than 63'],
] as const;

/** Normalizes a name or URL. A bare label becomes one name per TLD (such as `com.af`). */
export function normalizeDomainName(
  input: string,
  tlds: readonly string[] = ['af'],
): ParseResult<DomainName[]> {
  // Strip the bidi isolates that dotaf prints around right-to-left names.
  const host = input
    .trim()
    .replace(/^\u2068(.*)\u2069$/, '$1')
    .toLowerCase()
    .replace(schemePrefix, '')
    .replace(hostPortPath, '$1')
    .replace(/[.。．｡]$/, '');
  // Convert only internationalized names: Node would convert `1.2` to the IPv4 address 1.0.0.2.
  const ascii = /[^\x00-\x7f]|(^|\.)xn--/.test(host) ? domainToASCII(host) : host;
  const names = ascii.includes('.') ? [ascii] : tlds.map((tld) => `${ascii}.${tld}`);
  const reason =
    findNameProblem(host) ??
    findLabelProblem(host, ascii) ??
    names.map(findNameProblem).find(Boolean);
  return reason === undefined ? { ok: true, value: names } : { ok: false, reason };
}

/** Strips `www.`, except from `www.af` and `www.com.af`, where `www` is the registered label. */
export function stripWww(name: DomainName): DomainName {
  return name.replace(wwwPrefix, '');
}

export function splitWords(line: string) {
  return line
    .split(wordSeparators)
    .map((word) => trimInvisible(word).replace(enclosingQuotes, ''))
    .filter(Boolean);
}

export function parseDomainName(text: string): DomainName | undefined {
  if (!hasDot(text)) return undefined;
  const result = normalizeDomainName(text, []);
  const [name] = result.ok ? result.value : [];
  return name !== undefined && /\.[^.]{2,}$/.test(name) ? name : undefined;
}

export function isDomainName(text: string) {
  return parseDomainName(text) !== undefined;
}

/** Extracts the TLD (`af` or `com.af`) from `af`, `.af`, `com.af` or a full domain name. */
export function parseTld(text: string) {
  const input = text.trim().toLowerCase();
  const hasLeadingDot = input.startsWith('.');
  const name = hasLeadingDot ? `name${input}` : `name.${input.replace(schemePrefix, '')}`;
  const [, ...labels] = parseDomainName(name)?.split('.') ?? [];
  if (labels.length === 0) return undefined;
  if (hasLeadingDot) return labels.join('.');
  return labels.slice(secondLevelLabels.includes(labels.at(-2) ?? '') ? -2 : -1).join('.');
}

export function isTld(text: string) {
  const labels = text
    .toLowerCase()
    .replace(/^\./, '')
    .split(/[.。．｡]/);
  return (
    labels.length === 1 || (labels.length === 2 && secondLevelLabels.includes(labels[0] ?? ''))
  );
}

export function hasDot(text: string) {
  return /[.。．｡]/.test(text);
}

/** Decodes a name for display, unless a label mixes Latin with Cyrillic or Greek lookalikes. */
export function toUnicode(name: string) {
  const unicode = decodeALabels(name);
  return mixedScriptLabel.test(unicode) ? name : unicode;
}

/** `kabul.com.af` becomes `.com.af`, since domains are registered directly below a TLD. */
export function toParentTld(domain: string) {
  return domain.slice(domain.indexOf('.'));
}

export function isSameDomainName(left: string, right: string) {
  return (parseDomainName(left) ?? left) === (parseDomainName(right) ?? right);
}

function findLabelProblem(host: string, ascii: string) {
  if (ascii === '' || !ascii.split('.').every(isDecodable)) return explainEncodingError(host);
  // Reject a TLD that mixes Latin letters with another script, such as `.аf` with a Cyrillic а.
  const tld = ascii.slice(ascii.lastIndexOf('.') + 1);
  const letters = decodeALabels(tld).normalize('NFD').replace(/\p{M}/gu, '');
  const isHomograph = /\p{Script=Latin}/u.test(letters) && /[^\x00-\x7f]/.test(letters);
  return isHomograph ? 'ends in letters that only look like a top-level domain' : undefined;
}

function explainEncodingError(host: string) {
  const label = host.split('.').find((part) => !isDecodable(part));
  if (label !== undefined) return `has '${label}', which stands for no letters`;
  if (/[٠-٩]/.test(host) && /[۰-۹]/.test(host)) return 'has Arabic and Persian digits together';
  if (/(?=[^.]*\p{sc=Latin})[^.]*[\p{sc=Arabic}\p{sc=Hebrew}]/u.test(host))
    return 'has letters of two directions in one word';
  return 'has a letter that no name can hold';
}

function findNameProblem(name: string) {
  for (const [pattern, message] of validationRules) {
    const match = pattern.exec(name);
    if (match) return message.replace('…', () => `'${match.at(-1)}'`);
  }
  return undefined;
}

/** Validates an A-label by decoding it, since Node 24 accepts any label that starts with `xn--`. */
function isDecodable(label: string) {
  return !label.startsWith('xn--') || /[^\x00-\x7f]/.test(domainToUnicode(label));
}

function decodeALabels(name: string) {
  if (!/(^|\.)xn--/i.test(name)) return name;
  // Keep the A-labels of a name that does not round-trip: Node also decodes some invalid ones.
  const unicode = domainToUnicode(name);
  return domainToASCII(unicode) === name.toLowerCase() ? unicode : name;
}

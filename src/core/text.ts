import leven from 'leven';

export type ParseResult<Value> =
  | { ok: true; value: Value; note?: string | undefined }
  | { ok: false; reason: string; hint?: string };

const rightToLeftPattern =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const invisibleEnds =
  /^[\s\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]+|(?<![\s\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069])[\s\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/g;

/** Matches cells that spreadsheets evaluate as formulas, even after leading blanks or quotes. */
const formulaStart = /^[\s"'`]*[=+\-@＝＋－＠]/u;

const plainNumber = /^-?\d+(\.\d+)?$/;

export function isPrintableAscii(text: string) {
  return /^[\x20-\x7e]*$/.test(text);
}

/** Trims spaces and the direction marks that messaging apps and spreadsheets add around text. */
export function trimInvisible(text: string) {
  return isPrintableAscii(text) ? text.trim() : text.replace(invisibleEnds, '');
}

export function toAsciiDigits(text: string) {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const codePoint = digit.codePointAt(0) ?? 0;
    let zero = codePoint;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((codePoint - zero) % 10);
  });
}

export function unwrapPastedValue(text: string): string {
  const value = text.trim();
  const wrapping =
    /^(?:(?:export |set |\$env:)?DOTAF_\w+ *=|X-Service-\w+ *:)|^(["'`])(.+)\1$|^[“‘«„](.+)[”’»“]$/i;
  const inner = value.replace(wrapping, '$2$3');
  return inner === value ? value : unwrapPastedValue(inner);
}

export function isQuoted(text: string) {
  return /^\s*(?:(["'`]).*\1|[“”‘’„«].*[“”‘’»])\s*$/s.test(text);
}

/** Escapes control and invisible characters, except joiners in Persian text and emoji. */
export function escapeForTerminal(text: string) {
  if (isPrintableAscii(text)) return text;
  // Compile this pattern only when needed: it takes a millisecond, and most text is plain ASCII.
  const unsafe =
    /(?<=(?!\u061c)\p{scx=Arab})[\u200c\u200d](?=\p{Script=Arabic})|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])\u200d(?=\p{Extended_Pictographic})|([\p{Cc}\p{Cf}\p{DI}\u2028\u2029]|\p{Surrogate})/gu;
  return text.replace(unsafe, (match, character) =>
    character === undefined ? match : toUnicodeEscapes(character),
  );
}

/** Keeps right-to-left text from reordering the text around it on a terminal. */
export function addBidiIsolates(text: string) {
  return rightToLeftPattern.test(text) ? `\u2068${text}\u2069` : text;
}

/** Serializes a value without lone surrogates, which jq rejects even when they are escaped. */
export function toTerminalSafeJson(value: unknown) {
  const loneSurrogate = /(\\\\)|\\ud[89a-f][\da-f]{2}/g;
  return escapeForTerminal(
    JSON.stringify(value).replace(loneSurrogate, (_, backslash) => backslash ?? '\ufffd'),
  );
}

export function truncateLine(text: string, maxLength = 300) {
  return truncateText(text.replace(/\s+/g, ' ').trim(), maxLength);
}

export function truncateText(text: string, maxLength = 2000) {
  return escapeForTerminal(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
}

export function joinNames(names: readonly string[], max = 3) {
  const first = names.slice(0, max).join(', ');
  const remaining = names.length - max;
  return remaining > 0 ? `${first} and ${remaining} more` : first;
}

export function pluralize(count: number, noun: string) {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

export function formatDuration(ms: number) {
  if (ms < 9950) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return formatTwoUnits(seconds, 'min', 's');
  return formatTwoUnits(Math.round(seconds / 60), 'h', 'min');
}

/** Reduces a heading to lower-case letters and digits: `Due Date` becomes `duedate`. */
export function normalizeColumnHeading(heading: string) {
  return foldCase(heading).replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Lowercases text, and maps Arabic yeh and kaf to the code points that Persian keyboards produce.
 */
export function foldCase(text: string) {
  return text.toLowerCase().replaceAll('ي', 'ی').replaceAll('ك', 'ک');
}

export function shellQuote(word: string) {
  const isPlain = /^[\w.,:@%+/-][\w.,:@%+/=-]*$/.test(word);
  return isPlain ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Prefixes formulas with `'` to prevent CSV injection; plain numbers are left unchanged. */
export function escapeCsvFormula(cell: string) {
  return isFormula(cell) ? `'${cell}` : cell;
}

export function unescapeCsvFormula(cell: string) {
  return cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

export function didYouMean(input: string, candidates: readonly string[]) {
  const word = normalizeWord(input);
  const maxDistance = Math.min(2, Math.floor((word.length - 1) / 2));
  const [nearest, second] = candidates
    .map((name) => ({ name, distance: leven(word, normalizeWord(name)) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((left, right) => left.distance - right.distance);
  if (nearest === undefined || nearest.distance === second?.distance) return '';
  return `did you mean ${nearest.name}? `;
}

export function toUnicodeEscapes(text: string) {
  return text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function formatTwoUnits(count: number, large: string, small: string) {
  const rest = count % 60;
  const largePart = `${Math.floor(count / 60)} ${large}`;
  return rest === 0 ? largePart : `${largePart} ${rest} ${small}`;
}

function isFormula(cell: string) {
  return formulaStart.test(cell) && !plainNumber.test(cell);
}

function normalizeWord(word: string) {
  return word
    .replace(/^[-.]+/, '')
    .replace(/[\s_]/g, '-')
    .toLowerCase();
}

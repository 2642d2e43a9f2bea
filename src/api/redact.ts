import { parseJson } from '../core/json.ts';

/** Text leaks a credential if it contains this many consecutive characters of the credential. */
const windowLength = 12;

/** Shorter credentials are not redacted, because ordinary words would be. */
const minLength = 8;

const replacement = '[redacted]';

/**
 * Redacts text that contains 12 consecutive letters or digits of a credential, or the whole of one
 * with 8 to 11, ignoring case and separators. In JSON, each string that leaks a credential is
 * replaced. If the text is not JSON, or the credential spans several strings, the whole text is
 * withheld. Only ASCII is compared, because credentials are sent in HTTP headers.
 */
export class Redactor {
  readonly #windows;

  /**
   * @param ignoresShort true to leave credentials shorter than 12 characters unredacted, because a
   * mistyped credential such as `key` would cause an ordinary word to be redacted
   */
  constructor(credentials: readonly string[], ignoresShort = false) {
    this.#windows = credentials
      .map(stripNonAlphanumerics)
      .filter(({ length }) => length >= (ignoresShort ? windowLength : minLength))
      .flatMap(toWindows);
  }

  /**
   * @returns the text with each JSON string that leaks a credential replaced, or undefined if the
   * whole text must be withheld
   */
  redact(text: string) {
    if (!text.includes('\\') && !this.#matches(text)) return text;
    if (parseJson(text) === undefined) return this.#matches(text) ? undefined : text;
    const redactedText = replaceJsonStrings(text, (literal, decoded) =>
      this.#matches(decoded) ? `"${replacement}"` : literal,
    );
    const decodedText = replaceJsonStrings(redactedText, (_, decoded) => decoded);
    return this.#matches(redactedText) || this.#matches(decodedText) ? undefined : redactedText;
  }

  redactHeaders(headers: Readonly<Record<string, string>>) {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, this.redact(value) ?? replacement]),
    );
  }

  #matches(text: string) {
    const normalizedText = stripNonAlphanumerics(text);
    return this.#windows.some((window) => normalizedText.includes(window));
  }
}

function replaceJsonStrings(json: string, replacer: (literal: string, decoded: string) => string) {
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (literal) =>
    replacer(literal, literal.includes('\\') ? JSON.parse(literal) : literal),
  );
}

function stripNonAlphanumerics(text: string) {
  return text.toLowerCase().replace(/[^a-z\d]+/g, '');
}

function toWindows(secret: string) {
  const count = Math.max(1, secret.length - windowLength + 1);
  return Array.from({ length: count }, (_, start) => secret.slice(start, start + windowLength));
}

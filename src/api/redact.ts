import { parseJson } from '../core/json.ts';

const windowLength = 12;

/** Shorter credentials are not redacted, because they may be ordinary words. */
const minLength = 8;

/** A malicious body such as `\u005cu005cu005c…` could contain thousands of escape levels. */
const maxUnescapeRounds = 3;

const replacement = '[redacted]';

/**
 * Redacts text that contains 12 consecutive letters or digits of a credential, or all of a shorter
 * one. Ignores case and separators, and compares only ASCII, as credentials are HTTP headers.
 */
export class Redactor {
  readonly #windows;

  constructor(credentials: readonly string[]) {
    this.#windows = credentials
      .map(stripNonAlphanumerics)
      .filter(({ length }) => length >= minLength)
      .flatMap(toWindows);
  }

  /** @returns undefined if a credential cannot be redacted by replacing whole JSON strings */
  redact(text: string) {
    if (!this.#leaks(text)) return text;
    if (parseJson(text) === undefined) return undefined;
    const redactedText = text.replace(jsonStringPattern, (literal) =>
      this.#leaks(literal) ? `"${replacement}"` : literal,
    );
    return this.#leaks(redactedText) ? undefined : redactedText;
  }

  redactHeaders(headers: Readonly<Record<string, string>>) {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, this.redact(value) ?? replacement]),
    );
  }

  /**
   * Searches the text with its escapes, and again after each round of unescaping: JSON in a JSON
   * string is escaped twice, and a web page or a log line may quote JSON.
   */
  #leaks(text: string, rounds = maxUnescapeRounds): boolean {
    const normalizedText = stripNonAlphanumerics(text);
    if (this.#windows.some((window) => normalizedText.includes(window))) return true;
    if (rounds === 0 || !text.includes('\\')) return false;
    return this.#leaks(unescapeJson(text), rounds - 1);
  }
}

const jsonStringPattern = /"(?:[^"\\]|\\.)*"/g;

/** Undoes one level of JSON escapes in any text; a control character becomes a space. */
function unescapeJson(text: string) {
  return text.replace(/\\(?:u([\da-f]{4})|([\s\S]))/gi, (_, unit, char) => {
    if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
    return /[bfnrt]/i.test(char) ? ' ' : char;
  });
}

function stripNonAlphanumerics(text: string) {
  return text.toLowerCase().replace(/[^a-z\d]+/g, '');
}

function toWindows(secret: string) {
  const count = Math.max(1, secret.length - windowLength + 1);
  return Array.from({ length: count }, (_, start) => secret.slice(start, start + windowLength));
}

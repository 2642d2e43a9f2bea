import { parseJson } from '../core/json.ts';

const windowLength = 12;

/** Shorter credentials are not redacted, because they may be ordinary words. */
const minLength = 8;

/** Limits the time spent on a malicious body with thousands of escape levels (`\u005cu005c…`). */
const maxUnescapeRounds = 3;

const replacement = '[redacted]';

/**
 * Redacts strings that contain 12 consecutive letters or digits of a credential, or all of a
 * shorter credential. Ignores case and all characters except ASCII letters and digits.
 */
export class Redactor {
  readonly #windows;

  constructor(credentials: readonly string[]) {
    this.#windows = credentials
      .map(stripNonAlphanumerics)
      .filter(({ length }) => length >= minLength)
      .flatMap(toWindows);
  }

  /**
   * Replaces every JSON string that contains part of a credential.
   * @returns the redacted text, or undefined if part of a credential would remain, for example in
   * text that is not JSON
   */
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

  /** Also searches the text after each unescaping, because JSON in JSON is escaped twice. */
  #leaks(text: string, rounds = maxUnescapeRounds): boolean {
    const normalizedText = stripNonAlphanumerics(text);
    if (this.#windows.some((window) => normalizedText.includes(window))) return true;
    if (rounds === 0 || !text.includes('\\')) return false;
    return this.#leaks(unescapeJson(text), rounds - 1);
  }
}

const jsonStringPattern = /"(?:[^"\\]|\\.)*"/g;

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

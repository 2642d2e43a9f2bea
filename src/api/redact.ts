import { parseJson } from '../core/json.ts';

/** Text leaks a credential if it contains this many consecutive characters of the credential. */
const windowLength = 12;

/** Shorter credentials are not redacted, because ordinary words would be. */
const minLength = 8;

/** A limit, because `\u005cu005cu005c…` needs a round for every five characters. */
const maxUnescapeRounds = 3;

const replacement = '[redacted]';

/**
 * Redacts text that contains 12 consecutive letters or digits of a credential, or the whole of one
 * with 8 to 11, ignoring case and separators. In JSON, each string that leaks a credential is
 * replaced. If the text is not JSON, or the credential spans several strings, the whole text is
 * withheld. Only ASCII is compared, because credentials are sent in HTTP headers.
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
   * @returns the text with each JSON string that leaks a credential replaced, or undefined if the
   * whole text must be withheld
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

  /**
   * Searches the text as it is, and after each of several rounds of undoing JSON escapes: a JSON
   * string that contains JSON is escaped twice, and text that is not JSON may quote JSON.
   */
  #leaks(text: string, rounds = maxUnescapeRounds): boolean {
    const normalizedText = stripNonAlphanumerics(text);
    if (this.#windows.some((window) => normalizedText.includes(window))) return true;
    if (rounds === 0 || !text.includes('\\')) return false;
    return this.#leaks(unescapeJson(text), rounds - 1);
  }
}

const jsonStringPattern = /"(?:[^"\\]|\\.)*"/g;

/** Undoes one level of JSON escapes; control characters such as `\n` become a space. */
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

/** So many letters and digits of a credential in a row give it away. */
const windowLength = 12;

const replacement = '[redacted]';

/**
 * Withholds each text that holds twelve letters and digits of a credential in a row, or all of a
 * shorter one, in either case and whatever stands between them. In JSON each string is a text, and
 * all of the answer is one, too; any other body is one text. Letters are those of ASCII, since
 * credentials are sent as headers.
 */
export class Redactor {
  readonly #windows: readonly string[];

  constructor(credentials: readonly string[]) {
    const normalized = credentials.map(stripNonAlphanumerics);
    this.#windows = normalized.filter(Boolean).flatMap(toWindows);
  }

  /** Lets short credentials pass, such as a word typed by mistake that a message holds as well. */
  static forLongSecrets(credentials: readonly string[]): Redactor {
    return new Redactor(credentials.filter(({ length }) => length >= windowLength));
  }

  /** @returns undefined for a text of which nothing may be shown */
  redact(text: string): string | undefined {
    if (!text.includes('\\') && !this.#matches(text)) return text;
    if (!isJson(text)) return this.#matches(text) ? undefined : text;
    const redacted = replaceJsonStrings(text, (literal, decoded) =>
      this.#matches(decoded) ? `"${replacement}"` : literal,
    );
    const decodedText = replaceJsonStrings(redacted, (_, decoded) => decoded);
    return this.#matches(redacted) || this.#matches(decodedText) ? undefined : redacted;
  }

  redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
    const entries = Object.entries(headers).map(([name, value]) => {
      return [name, this.redact(value) ?? replacement];
    });
    return Object.fromEntries(entries);
  }

  #matches(text: string): boolean {
    const normalized = stripNonAlphanumerics(text);
    return this.#windows.some((window) => normalized.includes(window));
  }
}

function replaceJsonStrings(
  json: string,
  replacer: (literal: string, decoded: string) => string,
): string {
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (literal) => {
    return replacer(literal, literal.includes('\\') ? JSON.parse(literal) : literal);
  });
}

function stripNonAlphanumerics(text: string): string {
  return text.toLowerCase().replace(/[^a-z\d]+/g, '');
}

function toWindows(secret: string): string[] {
  const count = Math.max(1, secret.length - windowLength + 1);
  return Array.from({ length: count }, (_, start) => secret.slice(start, start + windowLength));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

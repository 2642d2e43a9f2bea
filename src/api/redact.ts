/** A text that contains this many consecutive alphanumerics of a credential leaks it. */
const windowLength = 12;

const replacement = '[redacted]';

/**
 * Redacts text that contains 12 consecutive alphanumerics of a credential (all of it if shorter),
 * ignoring case and separators. JSON is redacted string by string; a credential that spans strings
 * or occurs in other text withholds the whole text. ASCII only, as credentials are sent in headers.
 */
export class Redactor {
  readonly #windows: readonly string[];

  constructor(credentials: readonly string[]) {
    const secrets = credentials.map(stripNonAlphanumerics);
    this.#windows = secrets.filter(Boolean).flatMap(toWindows);
  }

  /** Skips short credentials: a mistyped `key` would redact ordinary words. */
  static forLongSecrets(credentials: readonly string[]): Redactor {
    return new Redactor(credentials.filter(({ length }) => length >= windowLength));
  }

  /** @returns the text with leaking JSON strings replaced; undefined to withhold the whole text */
  redact(text: string): string | undefined {
    if (!text.includes('\\') && !this.#matches(text)) return text;
    if (!isJson(text)) return this.#matches(text) ? undefined : text;
    const redactedText = replaceJsonStrings(text, (literal, decoded) =>
      this.#matches(decoded) ? `"${replacement}"` : literal,
    );
    const decodedText = replaceJsonStrings(redactedText, (_, decoded) => decoded);
    return this.#matches(redactedText) || this.#matches(decodedText) ? undefined : redactedText;
  }

  redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
    const entries = Object.entries(headers).map(([name, value]) => {
      return [name, this.redact(value) ?? replacement];
    });
    return Object.fromEntries(entries);
  }

  #matches(text: string): boolean {
    const normalizedText = stripNonAlphanumerics(text);
    return this.#windows.some((window) => normalizedText.includes(window));
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

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
    const words = credentials.map(lettersAndDigits);
    this.#windows = words.filter(Boolean).flatMap(windowsOf);
  }

  /** Lets short credentials pass, such as a word typed by mistake that a message holds as well. */
  static ofLong(credentials: readonly string[]): Redactor {
    return new Redactor(credentials.filter(({ length }) => length >= windowLength));
  }

  /** @returns undefined for a text of which nothing may be shown */
  text(text: string): string | undefined {
    if (!text.includes('\\') && !this.#isIn(text)) return text;
    if (!isJson(text)) return this.#isIn(text) ? undefined : text;
    const shown = replaceStrings(text, (string, decoded) =>
      this.#isIn(decoded) ? `"${replacement}"` : string,
    );
    const whole = replaceStrings(shown, (_, decoded) => decoded);
    return this.#isIn(shown) || this.#isIn(whole) ? undefined : shown;
  }

  headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    const shown = Object.entries(headers).map(([name, value]) => {
      return [name, this.text(value) ?? replacement];
    });
    return Object.fromEntries(shown);
  }

  #isIn(text: string): boolean {
    const letters = lettersAndDigits(text);
    return this.#windows.some((window) => letters.includes(window));
  }
}

function replaceStrings(json: string, change: (string: string, decoded: string) => string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (string) => {
    return change(string, string.includes('\\') ? JSON.parse(string) : string);
  });
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^a-z\d]+/g, '');
}

function windowsOf(word: string): string[] {
  const count = Math.max(1, word.length - windowLength + 1);
  return Array.from({ length: count }, (_, start) => word.slice(start, start + windowLength));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

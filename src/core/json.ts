export type JsonObject = Record<string, unknown>;

/** A text as it is, all else as JSON: `String` would call what a service sends as `toString`. */
export function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Parses a number as text where JavaScript would show other digits than were sent. @throws SyntaxError */
export function parseExactly(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (!/\d[\d.]{15}|\d[eE][+-]?\d{3}/.test(json)) return value;
  return JSON.parse(
    json.replace(stringOrNumber, (token) => (isExact(token) ? token : `"${token}"`)),
  );
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

function isExact(token: string): boolean {
  const [mantissa = ''] = token.split(/e/i);
  const digits = mantissa.replace(/\D/g, '').replace(/^0+/, '');
  return token.startsWith('"') || (digits.length <= 15 && Number.isFinite(Number(token)));
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type JsonObject = Record<string, unknown>;

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** JSON for all but texts: `String` would call what a service sends as `toString`. */
export function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Keeps a number as text where JavaScript would change its digits. @throws SyntaxError */
export function parseExactly(json: string): unknown {
  return JSON.parse(
    json.replace(stringOrNumber, (token) => (isExact(token) ? token : `"${token}"`)),
  );
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isExact(token: string): boolean {
  if (token.startsWith('"')) return true;
  const digits = token.replace(/e.*|\D/gi, '').replace(/^0+/, '');
  return digits.length <= 15 && Number.isFinite(Number(token));
}

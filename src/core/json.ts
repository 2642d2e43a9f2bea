export type JsonObject = Record<string, unknown>;

const stringOrNumberPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** JSON for all but texts: `String` would call what a service sends as `toString`. */
export function toTextOrJson(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Keeps a number as text where JavaScript would change its digits. @throws SyntaxError */
export function parseJsonLossless(json: string): unknown {
  return JSON.parse(
    json.replace(stringOrNumberPattern, (token) => (isLossless(token) ? token : `"${token}"`)),
  );
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLossless(token: string): boolean {
  if (token.startsWith('"')) return true;
  const digits = token.replace(/e.*|\D/gi, '').replace(/^0+/, '');
  return digits.length <= 15 && Number.isFinite(Number(token));
}

export type JsonObject = Record<string, unknown>;

const stringOrNumberPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** `String()` would throw on a response object with a `toString` key. */
export function toTextOrJson(value: unknown) {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** @returns undefined if the text is not valid JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Numbers that JavaScript would round become strings. Invalid JSON is undefined. */
export function parseJsonLossless(json: string): unknown {
  return parseJson(
    json.replace(stringOrNumberPattern, (token) => (isLossless(token) ? token : `"${token}"`)),
  );
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLossless(token: string) {
  if (token.startsWith('"')) return true;
  const digits = token.replace(/e.*|\D/gi, '').replace(/^0+/, '');
  return digits.length <= 15 && Number.isFinite(Number(token));
}

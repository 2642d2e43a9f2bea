export type JsonObject = Record<string, unknown>;

const stringOrNumberPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** Unlike `String()`, does not throw on an API object that has a `toString` key. */
export function stringifyValue(value: unknown) {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses JSON. Numbers that JavaScript would round become strings. */
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

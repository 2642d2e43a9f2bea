export type JsonObject = Record<string, unknown>;

const stringOrNumberPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/**
 * Returns strings unchanged and formats all other values as JSON. `String()` would throw on a
 * response object with a `toString` key.
 */
export function toTextOrJson(value: unknown): string {
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

/**
 * Parses JSON. Numbers that JavaScript would round become strings.
 * @returns undefined if the text is not valid JSON
 */
export function parseJsonLossless(json: string): unknown {
  return parseJson(
    json.replace(stringOrNumberPattern, (token) => (isLossless(token) ? token : `"${token}"`)),
  );
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLossless(token: string): boolean {
  if (token.startsWith('"')) return true;
  const digits = token.replace(/e.*|\D/gi, '').replace(/^0+/, '');
  return digits.length <= 15 && Number.isFinite(Number(token));
}

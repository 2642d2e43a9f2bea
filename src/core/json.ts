export type JsonObject = Record<string, unknown>;

/** A text as it is, all else as JSON: `String` would call what a service sends as `toString`. */
export function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface ColumnMapping {
  heading: string;
  field: string;
}

/** Parses a `--map` value such as `Next Due Date=expiry`. */
export function parseColumnMapping(text: string) {
  const [, heading, field] = /^\s*(\S.*?)\s*=\s*([^=]*[^=\s])\s*$/s.exec(text) ?? [];
  return heading && field ? [{ heading, field: field.toLowerCase() }] : undefined;
}

import type { Cell } from './table.ts';

/** What the service sent beyond what is known, as names and texts, for people. */
export function extraPairs(extra: object | undefined): [label: string, text: string][] {
  if (extra === undefined) return [];
  return Object.entries(extra).flatMap(([key, value]) => flattened(key, value));
}

/** The same on one line, `name=text`. */
export function extraCell(extra: object | undefined): Cell {
  const text = extraPairs(extra).map((pair) => pair.join('='));
  return { text: text.join(' '), style: 'dim' };
}

function flattened(path: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  if (Array.isArray(value)) return [[path, value.map((item) => plain(item)).join(', ')]];
  return Object.entries(value).flatMap(([key, inner]) => flattened(`${path}.${key}`, inner));
}

function plain(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

import { isJsonObject, toTextOrJson } from '../core/json.ts';
import { UnusableFileError } from '../errors.ts';
import {
  type InputContent,
  isBlankLine,
  listMarkerPattern,
  type SourceTable,
} from './source-table.ts';

export function isJson({ lines }: InputContent) {
  const firstLine = lines.find(isContent)?.trimStart() ?? '';
  return /^[[{]/.test(firstLine) && !listMarkerPattern.test(firstLine);
}

/**
 * Parses a list in JSON: an array, the array under `domains`, or one value a line. As a table, its
 * headings are the keys of the objects, and a name alone is a cell below `domain`.
 * @throws an UnusableFileError
 */
export function parseJsonTable({ lines }: InputContent): { items: unknown[]; table: SourceTable } {
  const items = parseJsonLines(lines);
  const objects = items.map((item) => (isJsonObject(item) ? item : { domain: item }));
  const headings = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const rows = objects.map((object, index) => ({
    cells: headings.map((heading) => toCellText(object[heading])),
    line: index + 1,
  }));
  return { items, table: { headings, rows, notes: [], isText: false } };
}

function toCellText(value: unknown) {
  return [value]
    .flat()
    .map((item) => toTextOrJson(item ?? ''))
    .join(' ');
}

/** Parses JSON Lines, or one JSON value that spans several lines. */
function parseJsonLines(lines: readonly string[]) {
  const firstIndex = lines.findIndex(isContent);
  const isJsonLines = /[\]}]$/.test(lines[firstIndex]?.trimEnd() ?? '');
  if (!isJsonLines) return parseJsonItems(lines.slice(firstIndex).join('\n'), firstIndex + 1);
  return lines.flatMap((text, index) => (isContent(text) ? parseJsonItems(text, index + 1) : []));
}

function parseJsonItems(json: string, lineNumber: number): unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    const { domains = value } = isJsonObject(value) ? value : {};
    return [domains].flat();
  } catch {
    throw new UnusableFileError(
      `the JSON that begins on line ${lineNumber} is not valid`,
      'a list is one name per line, CSV, or JSON such as ["kabul.af"]',
    );
  }
}

function isContent(line: string) {
  return !isBlankLine(line) && !line.trimStart().startsWith('#');
}

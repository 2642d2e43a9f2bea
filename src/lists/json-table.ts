import { isJsonObject, type JsonObject, parseJsonLossless, toTextOrJson } from '../core/json.ts';
import { trimInvisible } from '../core/text.ts';
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
  const objects = items.map(toTableObject);
  const headings = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const rows = objects.map((object, index) => ({
    cells: headings.map((heading) => toCellText(object[heading])),
    line: index + 1,
    numberColumns: new Set(
      headings.flatMap((heading, column) => (typeof object[heading] === 'number' ? column : [])),
    ),
  }));
  const table = { headings: headings.map(trimInvisible), rows, notes: [], isText: false };
  return { items, table };
}

function toTableObject(item: unknown): JsonObject {
  if (!isJsonObject(item)) return { domain: item };
  const { domain, name, ...others } = item;
  const isNamed = typeof domain !== 'string' && typeof name === 'string';
  return isNamed ? { domain: name, ...others } : item;
}

function toCellText(value: unknown) {
  const texts = [value].flat().map((item) => toTextOrJson(item ?? ''));
  return trimInvisible(texts.join(' '));
}

/** Parses one JSON value, which may span several lines, or else JSON Lines. */
function parseJsonLines(lines: readonly string[]) {
  const firstIndex = lines.findIndex(isContent);
  const value = parseJsonLossless(lines.slice(firstIndex).join('\n'));
  if (value !== undefined) return toItems(value);
  const isJsonLines = /[\]}]$/.test(lines[firstIndex]?.trimEnd() ?? '');
  if (!isJsonLines) throw invalidJsonError(firstIndex + 1);
  return lines.flatMap((text, index) => {
    if (!isContent(text)) return [];
    const item = parseJsonLossless(text);
    if (item === undefined) throw invalidJsonError(index + 1);
    return toItems(item);
  });
}

function toItems(value: unknown): unknown[] {
  const { domains = value } = isJsonObject(value) ? value : {};
  return [domains].flat();
}

function invalidJsonError(lineNumber: number) {
  return new UnusableFileError(
    `the JSON that begins on line ${lineNumber} is not valid`,
    'a list is one name per line, CSV, or JSON such as ["kabul.af"]',
  );
}

function isContent(line: string) {
  return !isBlankLine(line) && !line.trimStart().startsWith('#');
}

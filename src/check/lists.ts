import { isObject, jsonText } from '../core/json.ts';
import { isNameBelow, isWholeName, wordsIn } from '../core/names.ts';
import { excerpt, shellWord } from '../core/text.ts';
import { Failure, UnfitFile } from '../errors.ts';
import { delimiterOf, lettersOf, recordsOf } from '../tables/records.ts';

export interface ListedName {
  text: string;
  /** Says why the text is not taken for a name. */
  reason?: string;
  /** Not asked for where names below .af stand beside it; a note says so. */
  isLeftOut?: boolean;
}

export interface List {
  /** Name of the list in messages: `stdin`, or a path in quotes. */
  name: string;
  /** The line that reads it: `dotaf check --file x.csv`. */
  line: string;
  /** The heading that --map gives to the column of domains. */
  map: string | undefined;
  /** In a line of several words, one below these tlds is a name. */
  tlds: Texts;
}

type Texts = readonly string[];

const domainHeadings = ['domain', 'domains', 'domainname', 'fqdn'];

/** So many rows decide which column holds the domains if no heading does. */
const rowsAhead = 10;

/** Blank lines, and the delimiter that Excel may state above the headings. */
const blank = /^(sep=)?[\s,;]*$/i;

/** In CSV a first cell such as `#` or `#17` is a heading or a number, and begins no comment. */
const comment = /^\s*#(?!\d*\s*[,;\t])/;

/** People put `1.`, `(1)`, `a)`, `-`, `*`, `•`, `[x]` before the items of a list. */
const listMarks = /^(•\s*|([-*]|\(?\p{Nd}+[.)]|[a-z]\)|\[[ x]?\])(\s+|$))+/iu;

/** Reads the names of a list in their order. @throws Failure `usage`, UnfitFile */
export function namesIn(all: Texts, list: List): ListedName[] {
  const start = all.findIndex(isFilled);
  if (start < 0) return [];
  const lines = all.slice(start);
  const head = headOf(lines);
  const form = formOf(head);
  if (form === 'CSV') {
    const records = [...recordsOf(lines, delimiterOf(head))];
    const rows = records.filter((cells) => isFilled(cells.join()));
    return namesInTable(rows, list);
  }
  if (list.map !== undefined) {
    const says = `--map is for CSV, and ${list.name} is ${form}`;
    throw new Failure('usage', says, { hint: list.line });
  }
  if (form === 'JSON') return namesInJson(lines);
  if (form === 'text') return namesInText(lines, list.tlds);
  return namesInPrintedTable(lines);
}

/** The first line, with the next one where a line break parts a quoted heading. */
function headOf([first = '', next = '']: Texts): string {
  const isOpen = /(^|[,;\t])"[^"]*$/.test(first);
  return isOpen ? `${first} ${next}` : first;
}

function formOf(first: string): 'CSV' | 'JSON' | 'a table' | 'text' {
  if (/^DOMAIN {2}/.test(first)) return 'a table';
  if (/^\s*[[{]\s*(["{}]|\]?\s*$)/.test(first)) return 'JSON';
  const hasDelimiter = /[,;\t]/.test(first.trim());
  const isOfNames = wordsIn(bare(first)).every(isWholeName);
  return hasDelimiter && !isOfNames ? 'CSV' : 'text';
}

function isFilled(line: string): boolean {
  return !blank.test(line) && !comment.test(line);
}

function namesInTable(rows: readonly Texts[], list: List): ListedName[] {
  const [first = []] = rows;
  const isMeant = (cell: string) => isHeading(cell, list.map);
  const isHeaded = list.map !== undefined || first.some(isMeant);
  const start = first.some(isWholeName) ? 0 : 1;
  const columns = isHeaded
    ? columnsWhere([first], isMeant)
    : columnsWhere(rows.slice(start, rowsAhead), isWholeName);
  const [column = 0] = columns;
  const others = rows.flatMap((cells) => cells.toSpliced(column, 1));
  const isSure = isHeaded || !holdName(others, list.tlds);
  if (columns.length !== 1 || !isSure) throw unclear(list, rows);
  // Lists that were put together repeat their headings.
  const headings = isWholeName(first[column] ?? '') ? undefined : first.join();
  const below = rows.filter((cells) => cells.join() !== headings);
  const texts = below.flatMap((cells) => cells[column] || []);
  return texts.map((text) => (isHeaded ? { text } : dottedOnly(text)));
}

function isHeading(cell: string, map?: string): boolean {
  const letters = lettersOf(cell);
  if (map !== undefined) return letters === lettersOf(map);
  return domainHeadings.includes(letters);
}

function columnsWhere(rows: readonly Texts[], isMeant: (cell: string) => boolean): number[] {
  const columns = [...(rows[0] ?? []).keys()];
  return columns.filter((column) => rows.every((row) => isMeant(row[column] ?? '')));
}

function holdName(cells: Texts, tlds: Texts): boolean {
  const words = cells.flatMap(wordsIn);
  return words.some((word) => isNameBelow(word, tlds));
}

function unclear({ name, line }: List, rows: readonly Texts[]): Failure {
  const says = `it is not clear which column of ${name} holds the domains`;
  const [first = []] = rows;
  const headings = first.filter((heading) => heading !== '');
  const likely = headings.find((heading) => /domain/i.test(heading)) ?? headings[0];
  // A single row is rather one of names than one of headings.
  if (likely === undefined || rows.length < 2 || first.some(isWholeName)) {
    const hint = "write one name per line, or the heading 'domain' above their column";
    return new Failure('usage', says, { hint });
  }
  const told = excerpt(headings.join(', '));
  const hint = `${line} --map ${shellWord(excerpt(likely))}=domain`;
  return new Failure('usage', `${says}; the headings are ${told}`, { hint });
}

/** Below a blank line something else stands, such as the months of a forecast. */
function namesInPrintedTable(lines: Texts): ListedName[] {
  const end = [...lines, ''].indexOf('');
  const rows = lines.slice(1, end);
  return rows.map((row) => ({ text: row.replace(/ {2}.*/, '') }));
}

function namesInText(lines: Texts, tlds: Texts): ListedName[] {
  const [first = '', ...others] = lines;
  const isHeaded = isHeading(first.replace(/[":]/g, ''));
  const below = isHeaded ? others : lines;
  return below.flatMap((line) => namesInLine(bare(line), tlds));
}

function namesInLine(line: string, tlds: Texts): ListedName[] {
  const words = wordsIn(line);
  if (words.length < 2) return words.map((text) => ({ text }));
  if (!holdName(words, tlds)) {
    return [{ text: line, reason: 'has several words, and no name below .af' }];
  }
  // A price or a version has no letters behind its dot.
  const dotted = words.filter((word) => /[.。．｡]\p{L}{2}/u.test(word));
  return dotted.map((text) => ({ text, isLeftOut: !isNameBelow(text, tlds) }));
}

function bare(line: string): string {
  const text = line.replace(/(^|\s)#.*$/, '');
  return text.trim().replace(listMarks, '');
}

/** One value a line, or a single one if the first line does not end it. */
function namesInJson(lines: Texts): ListedName[] {
  const isByLine = /[\]}]\s*$/.test(lines[0] ?? '');
  const texts = isByLine ? lines.filter(isFilled) : [lines.join('\n')];
  const items = texts.flatMap(itemsIn);
  const [first = ''] = items;
  if (nameOf(first) === undefined) throw new UnfitFile('it is JSON without domains');
  // Further down, an item without a name is a row like any other.
  return items.map((item) => {
    const text = excerpt(jsonText(item), 60);
    return nameOf(item) ?? { text, reason: 'is JSON without a domain' };
  });
}

function itemsIn(json: string): unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    const { domains = value } = isObject(value) ? value : {};
    return [domains].flat();
  } catch {
    throw new UnfitFile('it begins as JSON, and is not');
  }
}

function nameOf(item: unknown): ListedName | undefined {
  if (typeof item === 'string') return { text: item };
  if (!isObject(item)) return undefined;
  if (typeof item.domain === 'string') return { text: item.domain };
  return typeof item.name === 'string' ? dottedOnly(item.name) : undefined;
}

/** A bare label is no name in a place that may hold other things than names. */
function dottedOnly(text: string): ListedName {
  if (/[.。．｡]/.test(text)) return { text };
  return { text, reason: 'has no dot' };
}

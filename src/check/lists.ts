import { isObject, jsonText } from '../core/json.ts';
import { isWholeName, wordsIn } from '../core/names.ts';
import { counted, excerpt, lettersOf, shellWord } from '../core/text.ts';
import { type Failure, UnfitFile, usageFailure } from '../errors.ts';
import {
  isBlank,
  isTooLong,
  listMarks,
  recordsAhead,
  recordsOfText,
  type Sheet,
  sheetIn,
  type TableRecord,
  type Texts,
  titleNote,
  unclearColumn,
} from '../tables/sheet.ts';

export interface ListedName {
  text: string;
  reason?: string;
  cells?: Texts;
}

interface ListSource {
  /** Name of the list in messages: `stdin`, or a path in quotes. */
  name: string;
  /** The line that reads it, `dotaf check --file x.csv`, where --map may be added to it. */
  line?: string;
  map?: string | undefined;
}

interface ListedNames {
  names: ListedName[];
  notes: string[];
  headings?: Texts | undefined;
}

const domainHeadings = ['domain', 'domains', 'domainname', 'fqdn'];

/** Reads the names of a list in their order. @throws Failure `usage`, UnfitFile */
export function readNames(lines: Texts, list: ListSource): ListedNames {
  const start = lines.find(isTold)?.trimStart() ?? '';
  if (/^[[{]/.test(start) && !listMarks.test(start)) {
    refuseMap(list);
    return { names: valuesIn(lines).map(nameOf), notes: [] };
  }
  const sheet = sheetIn(lines, (cell) => isHeading(cell, list.map));
  if (sheet !== undefined) return namesInSheet(sheet, list);
  return { names: namesInText(lines, list), notes: [] };
}

function isHeading(cell: string, map?: string): boolean {
  const letters = lettersOf(cell);
  return map === undefined ? domainHeadings.includes(letters) : letters === lettersOf(map);
}

function namesInSheet(sheet: Sheet, list: ListSource): ListedNames {
  const { headings, rows, title } = sheet;
  const header = headings ?? rows[0]?.cells ?? [];
  const fitting = rows.filter((row) => !isTooLong(row, header));
  const headed = columnsWhere([headings ?? []], (cell) => isHeading(cell, list.map));
  const isHeaded = headed.length > 0;
  const [column, ...others] = isHeaded ? headed : columnsOfNames(fitting, list);
  if (column === undefined || others.length > 0) throw unclear(sheet, list);
  const names = rows.flatMap((row) => {
    const cell = row.cells[column];
    if (cell === undefined || cell.includes('\n') || isTooLong(row, header)) return unfitRow(row);
    if (cell === '') return [];
    return { ...(isHeaded ? { text: cell } : dottedOnly(cell)), cells: row.cells };
  });
  const empty = rows.length - names.length;
  const notes = title === '' ? [] : [titleNote(title)];
  if (empty > 0) notes.push(`left out ${counted(empty, 'row')} without a domain`);
  return { names, notes, headings };
}

function unfitRow({ cells, line }: TableRecord): ListedName {
  return {
    text: excerpt(cells.join(', '), 60),
    reason: `does not fit the columns (line ${line})`,
  };
}

/** Finds the column whose first cells are all names, where no heading tells and no other cell is a name. */
function columnsOfNames(records: readonly TableRecord[], { map }: ListSource): number[] {
  const rows = records.map(({ cells }) => cells);
  const columns = columnsWhere(rows.slice(0, recordsAhead), isWholeName);
  const others = rows.flatMap((cells) => cells.toSpliced(columns[0] ?? 0, 1));
  return map === undefined && !others.some(holdsName) ? columns : [];
}

function columnsWhere(rows: readonly Texts[], isMeant: (cell: string) => boolean): number[] {
  const columns = [...(rows[0] ?? []).keys()];
  return columns.filter((column) => rows.every((cells) => isMeant(cells[column] ?? '')));
}

/** A name in another column may be meant as well. */
function holdsName(cell: string): boolean {
  return wordsIn(cell).some((word) => /\.af$/i.test(word) && isWholeName(word));
}

function unclear(sheet: Sheet, { name, line, map = 'domain' }: ListSource): Failure {
  const { headings } = sheet;
  const refused = (hint: string) => unclearColumn(name, map, headings ?? [], hint);
  const later = sheet.rows.find(({ cells }) => cells.some((cell) => isHeading(cell, map)));
  if (later !== undefined) {
    return refused(`remove what stands above line ${later.line}, which has the heading '${map}'`);
  }
  if (line === undefined || headings === undefined) {
    return refused("write the heading 'domain' above the column of the domains");
  }
  return refused(`${line} --map ${shellWord(`${likelyHeading(headings, sheet)}=domain`)}`);
}

function likelyHeading(headings: Texts, { rows }: Sheet): string {
  const counts = headings.map(
    (_, column) => rows.filter(({ cells }) => isWholeName(cells[column] ?? '')).length,
  );
  const most = Math.max(...counts);
  const [likely, ...others] = headings.filter((_, column) => counts[column] === most);
  return likely && others.length === 0 ? likely : '<heading>';
}

function namesInText(lines: Texts, list: ListSource): ListedName[] {
  const { name, line, map } = list;
  const items = recordsOfText(lines).map(({ cells, line: at }) => ({ text: cells.join(), at }));
  const [first, ...others] = items;
  if (first === undefined) return [];
  const isHeaded = isHeading(first.text, map);
  if (!isHeaded) refuseMap(list);
  const isLone = !isDotted(first.text) && wordsIn(first.text).length === 1;
  const isOnly = isLone && others.length > 0 && others.every(({ text }) => isDotted(text));
  // Where --map means nothing, a bare label is no name either.
  if (isOnly && !isHeaded && line !== undefined) {
    throw usageFailure(
      `'${first.text}' in ${name} may be a heading or a name`,
      `${line} --map ${shellWord(`${first.text}=domain`)}`,
    );
  }
  return (isHeaded ? others : items).map(({ text, at }) =>
    wordsIn(text).length > 1
      ? { text: excerpt(text, 60), reason: `has several words (line ${at})` }
      : { text },
  );
}

function refuseMap({ name, line, map }: ListSource): void {
  if (map === undefined) return;
  throw unclearColumn(name, map, [], line);
}

/** One value a line, or a single one if the first line does not end it. @throws UnfitFile */
function valuesIn(lines: Texts): unknown[] {
  const start = lines.findIndex(isTold);
  const isByLine = /[\]}]$/.test(lines[start]?.trimEnd() ?? '');
  if (!isByLine) return itemsIn(lines.slice(start).join('\n'), start + 1);
  return lines.flatMap((text, at) => (isTold(text) ? itemsIn(text, at + 1) : []));
}

function itemsIn(json: string, line: number): unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    const { domains = value } = isObject(value) ? value : {};
    return [domains].flat();
  } catch {
    throw new UnfitFile(
      `the JSON that begins on line ${line} is not valid`,
      'a list is one name per line, CSV, or JSON such as ["kabul.af"]',
    );
  }
}

function nameOf(item: unknown): ListedName {
  const { domain = item, name } = isObject(item) ? item : {};
  if (typeof domain === 'string') return { text: domain };
  if (typeof name === 'string') return dottedOnly(name);
  return { text: excerpt(jsonText(item), 60), reason: 'is JSON without a domain' };
}

/** A bare label is no name in a place that may hold other things than names. */
function dottedOnly(text: string): ListedName {
  return isDotted(text) ? { text } : { text, reason: 'has no dot' };
}

function isTold(line: string): boolean {
  return !isBlank(line) && !line.trimStart().startsWith('#');
}

function isDotted(text: string): boolean {
  return /[.。．｡]/.test(text);
}

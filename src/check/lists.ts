import { counted } from '../core/durations.ts';
import { isObject, jsonText } from '../core/json.ts';
import { isWholeName, wordsIn } from '../core/names.ts';
import { excerpt, lettersOf, shellWord } from '../core/text.ts';
import { Failure, UnfitFile } from '../errors.ts';
import { isBlank, type TableRecord } from '../tables/records.ts';
import {
  bare,
  filledIn,
  isTooLong,
  listMarks,
  recordsAhead,
  type Sheet,
  sheetIn,
  type Texts,
  titleNote,
} from '../tables/sheet.ts';

export interface ListedName {
  text: string;
  /** Says why the text is not taken for a name. */
  reason?: string;
  /** The whole row, in a list with columns. */
  cells?: readonly string[];
}

export interface ListSource {
  /** Name of the list in messages: `stdin`, or a path in quotes. */
  name: string;
  /** The line that reads it, `dotaf check --file x.csv`, where --map may be added to it. */
  line?: string;
  /** The heading that --map gives to the column of domains. */
  map?: string | undefined;
}

export interface ListedNames {
  names: ListedName[];
  /** What a person should know of the list, for stderr. */
  notes: string[];
  headings?: readonly string[] | undefined;
}

const domainHeadings = ['domain', 'domains', 'domainname', 'fqdn'];

/** Reads the names of a list in their order. @throws Failure `usage`, UnfitFile */
export function readNames(lines: Texts, list: ListSource): ListedNames {
  const start = lines.find(isTold)?.trimStart() ?? '';
  if (/^[[{]/.test(start) && !listMarks.test(start)) return namesInJson(lines, list);
  const sheet = sheetIn(lines, (cell) => isHeading(cell, list.map));
  return sheet === undefined ? namesInText(lines, list) : namesInSheet(sheet, list);
}

function isHeading(cell: string, map = 'domain'): boolean {
  const letters = lettersOf(cell);
  return map === 'domain' ? domainHeadings.includes(letters) : letters === lettersOf(map);
}

function namesInSheet(sheet: Sheet, list: ListSource): ListedNames {
  const { headings, rows, title } = sheet;
  const headed = columnsWhere([headings?.cells ?? []], (cell) => isHeading(cell, list.map));
  const [column, ...others] = headed.length > 0 ? headed : columnsOfNames(sheet, list);
  if (column === undefined || others.length > 0) throw unclear(sheet, list, headed.length);
  const isHeaded = headed.length > 0;
  const names = rows.flatMap((row) => nameInRow(row, column, sheet, isHeaded) ?? []);
  const empty = rows.length - names.length;
  const notes = title.length === 0 ? [] : [titleNote(title)];
  if (!isHeaded) notes.push(`the names are those in column ${column + 1}`);
  if (empty > 0) notes.push(`left out ${counted(empty, 'row')} without a domain`);
  return { names, notes, headings: headings?.cells };
}

/** @returns undefined for an empty cell */
function nameInRow(
  row: TableRecord,
  column: number,
  sheet: Sheet,
  isHeaded: boolean,
): ListedName | undefined {
  const { cells, line } = row;
  const refused = (why: string) => ({
    text: excerpt(cells.join(', '), 60),
    reason: `${why} (line ${line})`,
  });
  if (isTooLong(row, sheet)) return refused('has a cell too many');
  const cell = cells[column];
  if (cell === undefined) return refused('ends before the column of the domains');
  if (cell.includes('\n')) return refused('has a line break');
  if (cell === '') return undefined;
  return { ...(isHeaded ? { text: cell } : dottedOnly(cell)), cells };
}

/** Without a heading, the column of which each of the first cells is a name, if no other cell is one. */
function columnsOfNames(sheet: Sheet, { map }: ListSource): number[] {
  const rows = sheet.rows.filter((row) => !isTooLong(row, sheet)).map(({ cells }) => cells);
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

function unclear(
  sheet: Sheet,
  { name, line, map = 'domain' }: ListSource,
  headed: number,
): Failure {
  const headings = sheet.headings?.cells ?? [];
  const why = `${headed > 1 ? 'several are' : 'none is'} headed '${excerpt(map)}'`;
  const told =
    headings.length > 0 ? `; the headings are ${excerpt(filledIn(headings).join(', '))}` : '';
  const says = `it is not clear which column of ${name} holds the domains: ${why}${told}`;
  const hint = (text: string) => new Failure('usage', says, { hint: text });
  const later = sheet.rows.find(({ cells }) => cells.some((cell) => isHeading(cell, map)));
  if (headed > 1) return hint('give one of these columns another heading');
  if (later !== undefined) {
    return hint(`remove what stands above line ${later.line}, which has the heading '${map}'`);
  }
  if (line === undefined || headings.length === 0 || sheet.rows.length === 0) {
    return hint("write the heading 'domain' above their column, or one name per line");
  }
  const likely = likelyColumn(sheet);
  const heading = likely === undefined ? '<heading>' : (headings[likely] ?? '');
  return hint(`${line} --map ${shellWord(`${heading}=domain`)}`);
}

/** @returns the column with the most names, if it is the only one */
function likelyColumn({ headings, rows }: Sheet): number | undefined {
  const counts = (headings?.cells ?? []).map((heading, column) => {
    const names = rows.filter(({ cells }) => isWholeName(cells[column] ?? ''));
    return heading === '' ? 0 : names.length;
  });
  const most = Math.max(...counts);
  const isOnly = most > 0 && counts.indexOf(most) === counts.lastIndexOf(most);
  return isOnly ? counts.indexOf(most) : undefined;
}

function namesInText(lines: Texts, list: ListSource): ListedNames {
  const filled = [...lines.entries()].flatMap(([at, line]) => {
    const text = isBlank(line) ? '' : bare(line);
    return text === '' ? [] : [{ text, line: at + 1 }];
  });
  const [first, ...others] = filled;
  if (first === undefined) return { names: [], notes: [] };
  const isHeaded = isHeading(first.text, list.map);
  if (!isHeaded) refuseHeading(first.text, others, list);
  const rows = isHeaded ? others : filled;
  return { names: rows.flatMap(({ text, line }) => namesInLine(text, line)), notes: [] };
}

/** @throws Failure `usage` for a heading that is not there, or for a word that may be one */
function refuseHeading(
  first: string,
  others: readonly { text: string }[],
  { name, line, map }: ListSource,
): void {
  if (map !== undefined) {
    const says = `${name} has no columns, and does not begin with the heading '${map}'`;
    throw new Failure('usage', says, { hint: line });
  }
  // Where --map means nothing, a bare label is no name either.
  if (line === undefined) return;
  const [word = '', ...more] = wordsIn(first);
  const mayBeHeading = word !== '' && more.length === 0 && !isDotted(word);
  if (!mayBeHeading || others.length === 0 || !others.every(({ text }) => isDotted(text))) return;
  throw new Failure('usage', `'${excerpt(word)}' in ${name} may be a heading or a name`, {
    hint: [
      `${line} --map ${shellWord(`${word}=domain`)}`,
      'if it is a name, write it with its dot, as the others are',
    ],
  });
}

function namesInLine(text: string, line: number): ListedName[] {
  const words = wordsIn(text);
  if (words.length < 2 || words.every(isWholeName)) return words.map((word) => ({ text: word }));
  return [{ text: excerpt(text, 60), reason: `has several words (line ${line})` }];
}

const listHint = 'a list is one name per line, CSV, or JSON such as ["kabul.af"]';

/** One value a line, or a single one if the first line does not end it. */
function namesInJson(lines: Texts, { name, line, map }: ListSource): ListedNames {
  if (map !== undefined) {
    throw new Failure('usage', `--map is for columns, and ${name} is JSON`, { hint: line });
  }
  const start = lines.findIndex(isTold);
  const isByLine = /[\]}]$/.test(lines[start]?.trimEnd() ?? '');
  const values = isByLine
    ? lines.flatMap((text, at) => (isTold(text) ? itemsIn(text, at + 1) : []))
    : itemsIn(lines.slice(start).join('\n'), start + 1);
  const [first = ''] = values;
  if (nameOf(first) === undefined) throw new UnfitFile('it is JSON without domains', listHint);
  // Further down, an item without a name is a row like any other.
  const names = values.map((item) => {
    const text = excerpt(jsonText(item), 60);
    return nameOf(item) ?? { text, reason: 'is JSON without a domain' };
  });
  return { names, notes: [] };
}

function itemsIn(json: string, line: number): unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    const { domains = value } = isObject(value) ? value : {};
    return [domains].flat();
  } catch {
    throw new UnfitFile(`the JSON that begins on line ${line} is not valid`, listHint);
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
  return isDotted(text) ? { text } : { text, reason: 'has no dot' };
}

/** False for blank lines and comments. */
function isTold(line: string): boolean {
  return !isBlank(line) && !line.trimStart().startsWith('#');
}

function isDotted(text: string): boolean {
  return /[.。．｡]/.test(text);
}

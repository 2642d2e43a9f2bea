import { TextDecoder } from 'node:util';
import { parseJson } from '../core/json.ts';
import type { Report } from '../core/report.ts';
import { joinNames, truncateLine } from '../core/text.ts';
import { fileError, UnusableFileError, usageError } from '../errors.ts';
import { openInputFile, readStreamToBuffer } from '../system/input.ts';
import type { System } from '../system/system.ts';
import { type InputSheet, type InputTable, joinCells, parseTable } from './table.ts';

export interface InputFileContext {
  system: System;
  signal: AbortSignal;
  report: Report;
  account: { redactor(): Promise<TextRedactor> };
}

export interface FileSource {
  file: string;
  sheet?: string | undefined;
  map?: readonly ColumnMapping[] | undefined;
  /** Start of the command suggested in hints, such as `dotaf check --file`. */
  command: string;
  jsonHint?: string;
}

interface TextRedactor {
  redact(text: string): string | undefined;
}

export function formatFileName(file: string) {
  return file === '-' ? 'stdin' : `'${file}'`;
}

/**
 * Without `--sheet`, reads the first visible sheet that has a known heading or, failing that, the
 * first that has rows.
 * @throws an `io` error, or a `usage` error if `--sheet` matches no sheet or the input is a text
 * file
 */
export async function readInputTable(
  context: InputFileContext,
  { file, sheet, jsonHint }: FileSource,
  isKnownHeading: (cell: string) => boolean,
): Promise<InputTable> {
  const { system, signal, account, report } = context;
  const fileName = formatFileName(file);
  const redactor = await account.redactor();
  try {
    const stream = file === '-' ? system.stdin.stream : await openInputFile(file);
    const bytes = await readStreamToBuffer(stream, signal);
    const { sheets, sheetNames } = await decodeSheets(bytes, sheet, jsonHint);
    assertNoCredentials([...sheetNames, ...sheets.flatMap(toLines)], redactor);
    if (sheet !== undefined && sheetNames.length === 0)
      throw usageError(`--sheet is for a workbook, and ${fileName} is text`, 'leave --sheet out');
    const isShown = ({ isHidden }: InputSheet) => sheet !== undefined || !isHidden;
    const candidates = sheets.filter(isShown).map((content) => {
      return { content, table: parseTable(content, isKnownHeading) };
    });
    const chosen = candidates.find(({ table }) => table.hasHeading) ?? candidates[0];
    if (!chosen) {
      if (sheet === undefined) return parseTable(emptySheet, isKnownHeading);
      const list = truncateLine(sheetNames.join(', '));
      throw usageError(`no sheet of ${fileName} is '${sheet}'`, `the sheets are ${list}`);
    }
    const { content, table } = chosen;
    for (const note of content.notes) report.note(note);
    const others = sheets.filter((other) => other !== content).map(({ name }) => name);
    if (others.length > 0)
      report.note(
        `the sheet '${content.name}' was read; --sheet '<name>' reads ${joinNames(others)}`,
      );
    return table;
  } catch (error) {
    throw fileError(`cannot read ${fileName}`, error);
  }
}

const emptySheet: InputSheet = { name: '', isWorkbook: true, rows: [], notes: [] };

async function decodeSheets(
  bytes: Buffer,
  sheetName: string | undefined,
  jsonHint = 'save it as CSV UTF-8',
): Promise<{ sheets: InputSheet[]; sheetNames: string[] }> {
  if (bytes.toString('latin1', 0, 4) === 'PK\x03\x04') {
    const { readWorkbook } = await import('./workbook.ts');
    return readWorkbook(bytes, sheetName);
  }
  const lines = decodeLines(bytes);
  if (isJson(lines)) throw new UnusableFileError('it is JSON', jsonHint);
  const rows = lines.map((text, index) => ({ cells: [{ text }], line: index + 1 }));
  return { sheets: [{ name: '', isWorkbook: false, rows, notes: [] }], sheetNames: [] };
}

function toLines({ rows }: InputSheet) {
  return rows.map((row) => joinCells(row));
}

/** Rejects a file that contains the API key or secret, since messages may quote its lines. */
function assertNoCredentials(lines: readonly string[], redactor: TextRedactor) {
  const text = lines.join('\n');
  // Also search the NFKC form: names are normalized to it after this check, so credentials written
  // in full-width letters would otherwise be printed in ASCII.
  if ([text, text.normalize('NFKC')].some((form) => redactor.redact(form) !== form))
    throw new UnusableFileError('it holds the key or the secret of the account', 'take it out');
}

function isJson(lines: readonly string[]) {
  const text = lines.join('\n').trim();
  const [firstLine = ''] = text.split('\n');
  return (
    /^[[{]\s*["[{]/.test(text) ||
    [text, firstLine].some((json) => typeof (parseJson(json) ?? '') === 'object')
  );
}

/** Decodes UTF-8, or UTF-16 with a BOM, into lines. @throws an UnusableFileError for binary data */
export function decodeLines(bytes: Buffer) {
  if (bytes.toString('latin1', 0, 4) === '\xd0\xcf\x11\xe0') throw oldOfficeFileError(bytes);
  const text = decodeText(bytes);
  if (text?.includes('\0') || (text === undefined && bytes.includes(0)))
    throw new UnusableFileError('it is neither text nor a workbook', saveAsHint);
  if (text === undefined) {
    throw new UnusableFileError(
      'it is not text in UTF-8, or in UTF-16 with a byte order mark',
      "save it as a workbook (.xlsx), or run: iconv -f cp1256 -t utf-8 '<file>' > '<new file>'",
    );
  }
  return text.replace(/(\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/);
}

const saveAsHint = 'save it as a workbook (.xlsx), or as CSV UTF-8';

/** Tells .xls files from password-protected workbooks, which use the same container format. */
function oldOfficeFileError(bytes: Buffer) {
  return bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? new UnusableFileError('a password protects it', 'save it without a password')
    : new UnusableFileError('it is of an old kind, such as .xls', saveAsHint);
}

function decodeText(bytes: Buffer) {
  try {
    return new TextDecoder(detectEncoding(bytes), { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function detectEncoding([first, second]: Buffer) {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

export interface ColumnMapping {
  heading: string;
  field: string;
}

export function parseColumnMapping(text: string) {
  const [, heading, field] = /^\s*(\S.*?)\s*=\s*([^=]*[^=\s])\s*$/s.exec(text) ?? [];
  return heading && field ? [{ heading, field: field.toLowerCase() }] : undefined;
}

import { TextDecoder } from 'node:util';
import { parseJson } from '../core/json.ts';
import type { Report } from '../core/report.ts';
import { joinNames, truncateLine } from '../core/text.ts';
import { Failure, fileFailure, UnusableFileError, usageFailure } from '../errors.ts';
import { openInputFile, readStreamToBuffer } from '../system/input.ts';
import type { System } from '../system/system.ts';
import type { InputContent } from './source-table.ts';

export interface InputFileContext {
  system: System;
  signal: AbortSignal;
  report: Report;
  account: { redactor(): Promise<{ redact(text: string): string | undefined }> };
}

export interface InputFileOptions {
  /** The sheet of a workbook to read; by default, the first visible one that has rows. */
  sheet?: string | undefined;
  /** If true, adds a note that lists the other sheets with rows. */
  reportsOtherSheets?: boolean;
  /** Says how to convert JSON, which is not read; by default, to save it as CSV. */
  jsonHint?: string;
}

export function formatFileName(file: string) {
  return file === '-' ? 'stdin' : `'${file}'`;
}

/**
 * Reads and parses a file, or stdin if `file` is `-`. Rejects a file that contains the API key or
 * secret, since messages may quote the file.
 * @throws an `io` Failure, or a `usage` Failure if the file has no sheet of the given name
 */
export async function readInputFile<Value>(
  context: InputFileContext,
  file: string,
  options: InputFileOptions,
  parse: (content: InputContent) => Value,
) {
  const { system, signal } = context;
  const redactor = await context.account.redactor();
  try {
    const stream = file === '-' ? system.stdin.stream : await openInputFile(file);
    const bytes = await readStreamToBuffer(stream, signal);
    const { texts, missingSheet, ...content } = await decodeContent(
      bytes,
      formatFileName(file),
      options,
    );
    const fullText = texts.join('\n');
    // Also check the NFKC form, since full-width letters in names are later converted to ASCII.
    const candidates = [fullText, fullText.normalize('NFKC')];
    if (candidates.some((text) => redactor.redact(text) !== text)) {
      throw new UnusableFileError('it holds the key or the secret of the account', 'take it out');
    }
    // The hint names the sheets, which are known by now to hold no credentials.
    if (missingSheet) throw missingSheet;
    return parse(content);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw fileFailure(`cannot read ${formatFileName(file)}`, error);
  }
}

/** @returns the content, and all text in it that messages may quote */
async function decodeContent(
  bytes: Buffer,
  fileName: string,
  { sheet, reportsOtherSheets, jsonHint = 'save it as CSV UTF-8' }: InputFileOptions,
) {
  if (bytes.toString('latin1', 0, 4) === 'PK\x03\x04') {
    const { readWorkbookSheet } = await import('./workbook.ts');
    const { records, notes, names, name, others } = await readWorkbookSheet(bytes, sheet);
    const texts = [...names, ...(records ?? []).map(({ cells }) => cells.join('\t'))];
    if (reportsOtherSheets && others.length > 0)
      notes.push(`the sheet '${name}' was read; --sheet '<name>' reads ${joinNames(others)}`);
    const missingSheet = records ? undefined : missingSheetFailure(fileName, sheet, names);
    return { lines: [], records: records ?? [], notes, texts, missingSheet };
  }
  if (sheet !== undefined)
    throw usageFailure(`--sheet is for a workbook, and ${fileName} is text`, 'leave --sheet out');
  const lines = decodeLines(bytes);
  if (isJson(lines)) throw new UnusableFileError('it is JSON', jsonHint);
  return { lines, notes: [], texts: lines, missingSheet: undefined };
}

function missingSheetFailure(fileName: string, sheet = '', names: readonly string[]) {
  const list = truncateLine(names.join(', '));
  return usageFailure(`no sheet of ${fileName} is '${sheet}'`, `the sheets are ${list}`);
}

/** Returns true for JSON that may be truncated, and for JSON Lines. */
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
  // Binary data such as archives and images contains NUL characters; text does not.
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

/** Workbooks with a password are stored in the same container as the old Office formats. */
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

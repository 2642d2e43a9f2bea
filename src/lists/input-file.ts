import { TextDecoder } from 'node:util';
import { Failure, fileFailure, UnusableFileError } from '../errors.ts';
import { openInputFile, readStreamToBuffer } from '../system/input.ts';
import type { System } from '../system/system.ts';

export interface InputFileContext {
  system: System;
  signal: AbortSignal;
  account: { redactor(): Promise<{ redact(text: string): string | undefined }> };
}

export function formatFileName(file: string) {
  return file === '-' ? 'stdin' : `'${file}'`;
}

/**
 * Reads and parses a file, or stdin if `file` is `-`. Rejects a file that contains the API key or
 * secret, since messages may quote the file.
 * @throws an `io` Failure
 */
export async function readInputFile<Value>(
  context: InputFileContext,
  file: string,
  parse: (lines: string[]) => Value,
): Promise<Value> {
  const { system, signal } = context;
  const redactor = await context.account.redactor();
  try {
    const stream = file === '-' ? system.stdin.stream : await openInputFile(file);
    const lines = decodeLines(await readStreamToBuffer(stream, signal));
    const fullText = lines.join('\n');
    // JSON escapes can hide letters of a credential. The redactor decodes them only if the whole
    // text is valid JSON, which JSON Lines is not, so check lines with a backslash separately.
    const escapedLines = lines.filter((line) => line.includes('\\'));
    // Also check the NFKC form, since full-width letters in names are later converted to ASCII.
    const candidates = [fullText, fullText.normalize('NFKC'), ...escapedLines];
    if (candidates.some((text) => redactor.redact(text) !== text)) {
      throw new UnusableFileError('it holds the key or the secret of the account', 'take it out');
    }
    return parse(lines);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw fileFailure('io', `cannot read ${formatFileName(file)}`, error);
  }
}

/** Decodes UTF-8, or UTF-16 with a BOM, into lines. @throws an UnusableFileError for binary data */
export function decodeLines(bytes: Buffer) {
  const text = decodeText(bytes);
  // Binary data such as workbooks, archives and images contains NUL characters; text does not.
  if (text === undefined || text.includes('\0')) {
    throw new UnusableFileError(
      'it is not text in UTF-8, or in UTF-16 with a byte order mark',
      'save it as CSV UTF-8, or as text in UTF-8',
    );
  }
  return text.replace(/(\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/);
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

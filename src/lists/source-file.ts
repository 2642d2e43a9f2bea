import { TextDecoder } from 'node:util';
import { Failure, fileFailure, UnusableFileError } from '../errors.ts';
import { openInputFile, readStream } from '../system/files.ts';
import type { System } from '../system/system.ts';

/** What reading a user's file needs of a run. */
export interface ReadContext {
  system: Pick<System, 'stdin'>;
  signal: AbortSignal;
  account: { redactor(): Promise<{ redact(text: string): string | undefined }> };
}

export function formatFileName(file: string): string {
  return file === '-' ? 'stdin' : `'${file}'`;
}

/**
 * Reads a file, or stdin for `-`: lists are shown in parts, so one with the key or the secret is
 * refused. @throws Failure `io`, also for an UnfitFile of `read`
 */
export async function readSourceFile<Value>(
  context: ReadContext,
  file: string,
  parse: (lines: string[]) => Value,
): Promise<Value> {
  const { system, signal } = context;
  const redactor = await context.account.redactor();
  try {
    const stream = file === '-' ? system.stdin.stream : await openInputFile(file);
    const lines = decodeLines(await readStream(stream, signal));
    const fullText = lines.join('\n');
    // A line of JSON may hide letters behind a backslash.
    const escapedLines = lines.filter((line) => line.includes('\\'));
    // Full-width letters are written as the usual ones once a name is tidied.
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

/** Reads lines of UTF-8, or of UTF-16 with its mark. @throws UnfitFile */
export function decodeLines(bytes: Buffer): string[] {
  const text = decodeText(bytes);
  // Every workbook, archive or picture holds zero bytes, and no text does.
  if (text === undefined || text.includes('\0')) {
    throw new UnusableFileError(
      'it is not text in UTF-8, or in UTF-16 with a byte order mark',
      'save it as CSV UTF-8, or as text in UTF-8',
    );
  }
  return text.replace(/(\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/);
}

function decodeText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(detectEncoding(bytes), { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function detectEncoding([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

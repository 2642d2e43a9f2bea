import { TextDecoder } from 'node:util';
import { Failure, fileFailure, UnfitFile } from '../errors.ts';
import { openInputFile, readStream } from '../platform/files.ts';
import type { System } from '../platform/surroundings.ts';

/** What reading a user's file needs of a run. */
export interface ListHost {
  system: Pick<System, 'stdin'>;
  signal: AbortSignal;
  account: { redactor(): Promise<{ redact(text: string): string | undefined }> };
}

export function nameOfFile(file: string): string {
  return file === '-' ? 'stdin' : `'${file}'`;
}

/**
 * Reads a file, or stdin for `-`: lists are shown in parts, so one with the key or the secret is
 * refused. @throws Failure `io`, also for an UnfitFile of `read`
 */
export async function readLines<Value>(
  host: ListHost,
  file: string,
  read: (lines: string[]) => Value,
): Promise<Value> {
  const { system, signal } = host;
  const redactor = await host.account.redactor();
  try {
    const stream = file === '-' ? system.stdin.stream : await openInputFile(file);
    const lines = linesOf(await readStream(stream, signal));
    const whole = lines.join('\n');
    // A line of JSON may hide letters behind a backslash.
    const hiding = lines.filter((line) => line.includes('\\'));
    // Full-width letters are written as the usual ones once a name is tidied.
    const texts = [whole, whole.normalize('NFKC'), ...hiding];
    if (texts.some((text) => redactor.redact(text) !== text)) {
      throw new UnfitFile('it holds the key or the secret of the account', 'take it out');
    }
    return read(lines);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw fileFailure('io', `cannot read ${nameOfFile(file)}`, error);
  }
}

/** Reads lines of UTF-8, or of UTF-16 with its mark. @throws UnfitFile */
export function linesOf(bytes: Buffer): string[] {
  const text = textOf(bytes);
  // Every workbook, archive or picture holds zero bytes, and no text does.
  if (text === undefined || text.includes('\0')) {
    throw new UnfitFile(
      'it is not text in UTF-8, or in UTF-16 with a byte order mark',
      'save it as CSV UTF-8, or as text in UTF-8',
    );
  }
  return text.replace(/(\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/);
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

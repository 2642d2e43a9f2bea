import { fdatasyncSync, fstatSync, readSync } from 'node:fs';
import { systemCode } from '../errors.ts';

/** Brings what is written through to the disk, where the file system can. */
export function sync(descriptor: number): void {
  try {
    fdatasyncSync(descriptor);
  } catch (error) {
    // Not every file system can, and then nothing is lost by it.
    if (systemCode(error) !== 'EINVAL') throw error;
  }
}

/** Where the last line ends; a kill or a full disk may have left half of another behind it. */
export function endOfRows(descriptor: number): number {
  const buffer = Buffer.alloc(65_536);
  for (let end = fstatSync(descriptor).size; end > 0; ) {
    const start = Math.max(0, end - buffer.length);
    const count = readSync(descriptor, buffer, 0, end - start, start);
    const lineEnd = buffer.subarray(0, count).lastIndexOf(0x0a);
    if (lineEnd >= 0) return start + lineEnd + 1;
    end = start;
  }
  return 0;
}

import { fstatSync, readSync } from 'node:fs';

/**
 * Looks from the end of a file for a block in which all lines are old; since processes write about
 * in turn, so are those before it. @param buffer of the size of a block @returns an offset
 */
export function endOfOldLines(
  descriptor: number,
  buffer: Buffer,
  isOld: (line: string) => boolean,
): number {
  for (let end = fstatSync(descriptor).size; end > 0; ) {
    const start = Math.max(0, end - buffer.length);
    const count = readSync(descriptor, buffer, 0, end - start, start);
    const block = buffer.toString('latin1', 0, count);
    const [first, last] = [start > 0 ? block.indexOf('\n') : -1, block.lastIndexOf('\n')];
    const lines = block
      .slice(first + 1, last + 1)
      .split('\n')
      .filter(Boolean);
    if (lines.length > 0 && lines.every(isOld)) return start + last + 1;
    end = start;
  }
  return 0;
}

import { createHash } from 'node:crypto';

/** Gives the same digits for the same words on every machine and every version of Node. */
export function hexadecimal(...words: string[]): string {
  return createHash('sha256').update(words.join('\0')).digest('hex');
}

export function fraction(...words: string[]): number {
  return Number.parseInt(hexadecimal(...words).slice(0, 12), 16) / 2 ** 48;
}

export function fractions(...words: string[]): () => number {
  let count = 0;
  return () => {
    count += 1;
    return fraction(...words, String(count));
  };
}

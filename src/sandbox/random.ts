import { createHash } from 'node:crypto';

/** Gives a number from 0 up to and not including 1. */
export type Draw = () => number;

export const defaultSeed = 'dotaf';

/** Gives the same numbers for the same words on every machine and every version of Node. */
export function seededDraw(...words: string[]): Draw {
  let count = 0;
  return () => {
    count += 1;
    return fraction(...words, String(count));
  };
}

export function fraction(...words: string[]): number {
  return digest(words).readUIntBE(0, 6) / 2 ** 48;
}

export function hexadecimal(digits: number, ...words: string[]): string {
  return digest(words).toString('hex').slice(0, digits);
}

/** Includes both bounds. */
export function wholeBetween(draw: Draw, lowest: number, highest: number): number {
  return lowest + Math.floor(draw() * (highest - lowest + 1));
}

export function shuffled<Item>(draw: Draw, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, rank: draw() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ item }) => item);
}

function digest(words: string[]): Buffer {
  return createHash('sha256').update(words.join('\0')).digest();
}

import { hash } from 'node:crypto';

/** Words of 32 bits that are kept of each text: with 96 bits no two of any list look alike. */
const words = 3;

/**
 * A set of texts that keeps twelve bytes of each, for lists of a million names. It can only be added
 * to.
 */
export class Fingerprints {
  #table = new Uint32Array(1024 * words);
  #size = 0;

  /** @returns false when it was there already */
  add(text: string): boolean {
    const digest = hash('sha256', text, 'buffer');
    // A slot of zeros is a free one.
    const first = digest.readUInt32LE(0) || 1;
    const print = [first, digest.readUInt32LE(4), digest.readUInt32LE(8)] as const;
    if (this.#size * words * 3 > this.#table.length * 2) this.#grow();
    if (!insert(this.#table, print)) return false;
    this.#size += 1;
    return true;
  }

  #grow(): void {
    const table = new Uint32Array(this.#table.length * 2);
    for (let at = 0; at < this.#table.length; at += words) {
      const [first = 0, second = 0, third = 0] = this.#table.subarray(at, at + words);
      if (first !== 0) insert(table, [first, second, third]);
    }
    this.#table = table;
  }
}

type Print = readonly [first: number, second: number, third: number];

function insert(table: Uint32Array, [first, second, third]: Print): boolean {
  const slots = table.length / words;
  for (let slot = second % slots; ; slot = (slot + 1) % slots) {
    const at = slot * words;
    if (table[at] === 0) {
      table[at] = first;
      table[at + 1] = second;
      table[at + 2] = third;
      return true;
    }
    if (table[at] === first && table[at + 1] === second && table[at + 2] === third) return false;
  }
}

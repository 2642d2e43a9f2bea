import { hash } from 'node:crypto';

type Fingerprint = readonly [first: number, second: number, third: number];

/** Keeps this many 32-bit words of each hash: with 96 bits, no two names of a list collide. */
const words = 3;

/** A set that keeps twelve bytes of each name, so that a million of them fit into 25 MB. */
export class SeenNames {
  #table = new Uint32Array(1024 * words);
  #size = 0;

  /** @returns false for a name that is not new */
  add(name: string): boolean {
    const digest = hash('sha256', name, 'buffer');
    // A slot of zeros is a free one.
    const first = digest.readUInt32LE(0) || 1;
    if (this.#size * words * 3 > this.#table.length * 2) this.#grow();
    if (!insert(this.#table, [first, digest.readUInt32LE(4), digest.readUInt32LE(8)])) return false;
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

function insert(table: Uint32Array, fingerprint: Fingerprint): boolean {
  const [first, second, third] = fingerprint;
  const slots = table.length / words;
  for (let slot = second % slots; ; slot = (slot + 1) % slots) {
    const at = slot * words;
    if (table[at] === 0) {
      table.set(fingerprint, at);
      return true;
    }
    if (table[at] === first && table[at + 1] === second && table[at + 2] === third) return false;
  }
}

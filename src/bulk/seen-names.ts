import { hash } from 'node:crypto';

type Fingerprint = readonly [first: number, second: number, third: number];

/** Keeps this many 32-bit words of each hash: with 96 bits, no two names of a list collide. */
const words = 3;

/** So many tables grow one after the other, and not all names have to be copied at once. */
const tableCount = 64;

/** A set that keeps twelve bytes of each name, so that a million of them fit into 20 MB. */
export class SeenNames {
  readonly #tables = Array.from({ length: tableCount }, () => new Table());

  /** @returns false for a name that is not new */
  add(name: string): boolean {
    // A text, since a million buffers would wait outside of the heap for its garbage collection.
    const digest = hash('sha256', name, 'binary');
    const table = this.#tables[digest.charCodeAt(0) % tableCount];
    // A slot of zeros is a free one.
    return table?.add([wordAt(digest, 1) || 1, wordAt(digest, 5), wordAt(digest, 9)]) === true;
  }
}

class Table {
  #slots = new Uint32Array(16 * words);
  #size = 0;

  add(fingerprint: Fingerprint): boolean {
    if (this.#size * words * 5 > this.#slots.length * 4) this.#grow();
    if (!insert(this.#slots, fingerprint)) return false;
    this.#size += 1;
    return true;
  }

  #grow(): void {
    const slots = new Uint32Array(Math.ceil(this.#slots.length / words / 2) * 3 * words);
    for (let at = 0; at < this.#slots.length; at += words) {
      const [first = 0, second = 0, third = 0] = this.#slots.subarray(at, at + words);
      if (first !== 0) insert(slots, [first, second, third]);
    }
    this.#slots = slots;
  }
}

function wordAt(digest: string, at: number): number {
  const [first, second] = [digest.charCodeAt(at), digest.charCodeAt(at + 1)];
  const [third, fourth] = [digest.charCodeAt(at + 2), digest.charCodeAt(at + 3)];
  return (first | (second << 8) | (third << 16) | (fourth << 24)) >>> 0;
}

function insert(table: Uint32Array, [first, second, third]: Fingerprint): boolean {
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

import { hash } from 'node:crypto';

type Fingerprint = readonly [first: number, second: number];

/**
 * Keeps this many 32-bit words of each hash. With 64 bits, two names share a fingerprint in one of
 * thirty million lists of a million names.
 */
const words = 2;

const slotsOfPage = 1024;
const mostOfPage = Math.floor(slotsOfPage * 0.9);

/** Fingerprints that end in the same bits. */
interface Page {
  slots: Uint32Array;
  size: number;
  /** How many bits they have in common. */
  depth: number;
}

/** Names fall into sets of these unequal shares of 256, which do not double at the same time. */
const shareEnds = [48, 106, 174, 256];

/** A set that keeps eight bytes of each name, so that a million of them fit into 14 MB. */
export class SeenNames {
  readonly #sets = shareEnds.map(() => new PagedSet());

  /** @returns false for a name that is not new */
  add(name: string): boolean {
    // A text, since a million buffers would wait outside of the heap for its garbage collection.
    const digest = hash('sha256', name, 'binary');
    const set = shareEnds.findIndex((end) => digest.charCodeAt(8) < end);
    // A slot of zeros is a free one.
    const first = wordAt(digest, 0) || 1;
    return this.#sets[set]?.add([first, wordAt(digest, 4)]) === true;
  }
}

/** A page that is full is split: no table is left behind for a larger one, to be collected late. */
class PagedSet {
  /** By their last bits; a page of fewer bits stands in several places. */
  #pages: Page[] = [emptyPage(0)];
  readonly #copy = new Uint32Array(slotsOfPage * words);

  add(fingerprint: Fingerprint): boolean {
    while (this.#pageOf(fingerprint).size >= mostOfPage) this.#split(this.#pageOf(fingerprint));
    return insert(this.#pageOf(fingerprint), fingerprint);
  }

  #pageOf([first]: Fingerprint): Page {
    return this.#pages[first & (this.#pages.length - 1)] ?? emptyPage(0);
  }

  #split(page: Page): void {
    const bit = 2 ** page.depth;
    if (bit === this.#pages.length) this.#pages = [...this.#pages, ...this.#pages];
    page.depth += 1;
    const other = emptyPage(page.depth);
    this.#copy.set(page.slots);
    page.slots.fill(0);
    page.size = 0;
    for (let at = 0; at < this.#copy.length; at += words) {
      const first = this.#copy[at] ?? 0;
      const second = this.#copy[at + 1] ?? 0;
      if (first !== 0) insert((first & bit) === 0 ? page : other, [first, second]);
    }
    for (const [index, one] of this.#pages.entries()) {
      if (one === page && (index & bit) !== 0) this.#pages[index] = other;
    }
  }
}

function emptyPage(depth: number): Page {
  return { slots: new Uint32Array(slotsOfPage * words), size: 0, depth };
}

function wordAt(digest: string, at: number): number {
  const [first, second] = [digest.charCodeAt(at), digest.charCodeAt(at + 1)];
  const [third, fourth] = [digest.charCodeAt(at + 2), digest.charCodeAt(at + 3)];
  return (first | (second << 8) | (third << 16) | (fourth << 24)) >>> 0;
}

function insert(page: Page, [first, second]: Fingerprint): boolean {
  const { slots } = page;
  for (let slot = second % slotsOfPage; ; slot = (slot + 1) % slotsOfPage) {
    const at = slot * words;
    if (slots[at] === 0) {
      slots[at] = first;
      slots[at + 1] = second;
      page.size += 1;
      return true;
    }
    if (slots[at] === first && slots[at + 1] === second) return false;
  }
}

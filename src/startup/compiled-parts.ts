import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { makeFolder } from '../platform/folders.ts';
import { partText } from './part-text.ts';

/** What Node calls to load a file that ends in `.js`. */
export type Loader = (module: NodeModule, file: string) => void;

interface Place {
  parent: string;
  /** Whether it is of this user alone, so that what lies there may be run. */
  isTrusted: boolean;
  /** Names the parts, and all that V8's code depends on. */
  version: string;
  processId: number;
  now: number;
}

/** A part with megabytes of data in it would be read twice. */
const mostCharacters = 600_000;

/** A version that has not grown for so long is most likely gone; if not, it starts slowly once. */
const staleMs = 30 * 24 * 3_600_000;

/** Nobody writes a part for as long as that. */
const unfinishedMs = 3_600_000;

const byForce = { recursive: true, force: true };

/**
 * The parts of the program as V8 has compiled them, kept from one run to the next: with every
 * function that a run has used, which Node's own cache leaves out. V8 trusts what it is given, so a
 * file is used only when its checksum is right, and only for the very parts that it was made from.
 */
export class CompiledParts {
  readonly #place: Place;
  readonly #folder: string;
  readonly #fresh = new Map<string, Script>();

  constructor(place: Place) {
    this.#place = place;
    this.#folder = path.join(place.parent, place.version);
  }

  /** Loads a part as Node would. */
  readonly load: Loader = (module, file) => {
    const source = readFileSync(file, 'utf8');
    const kept = this.#read(file);
    const script = new Script(partText(source), {
      filename: file,
      ...(kept && { cachedData: kept }),
    });
    if ((!kept || script.cachedDataRejected) && source.length < mostCharacters) {
      this.#fresh.set(file, script);
    }
    const require = (id: string) => module.require(id);
    const { exports } = module;
    script.runInThisContext().call(exports, exports, require, module, file, path.dirname(file));
  };

  /** Whether anything was compiled in this run. */
  get hasFresh(): boolean {
    return this.#fresh.size > 0;
  }

  /** Keeps that, each part whole or not at all. @throws the system's error, such as ENOSPC */
  keep(): void {
    makeFolder(this.#folder);
    this.#removeStale();
    for (const [file, script] of this.#fresh) this.#write(file, script.createCachedData());
  }

  #read(file: string): Buffer | undefined {
    if (!this.#place.isTrusted) return undefined;
    try {
      // Anything but a file could have no end.
      if (!statSync(this.#fileFor(file)).isFile()) return undefined;
      const bytes = readFileSync(this.#fileFor(file));
      const code = bytes.subarray(4);
      return bytes.length > 4 && crc32(code) === bytes.readUInt32LE(0) ? code : undefined;
    } catch {
      return undefined;
    }
  }

  #write(file: string, code: Buffer): void {
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(code));
    const target = this.#fileFor(file);
    const unfinished = `${target}.${this.#place.processId}`;
    const descriptor = openSync(unfinished, 'w', 0o600);
    try {
      const bytes = Buffer.concat([sum, code]);
      if (writeSync(descriptor, bytes) < bytes.length) throw new Error('cut short');
      fsyncSync(descriptor);
      renameSync(unfinished, target);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    } finally {
      closeSync(descriptor);
    }
  }

  #fileFor(part: string): string {
    return path.join(this.#folder, `${path.basename(part, '.js')}.code`);
  }

  #removeStale(): void {
    const { parent, now } = this.#place;
    const isOld = (file: string, ms: number) => now - statSync(file).mtimeMs > ms;
    for (const name of readdirSync(parent)) {
      const folder = path.join(parent, name);
      if (folder !== this.#folder && isOld(folder, staleMs)) rmSync(folder, byForce);
    }
    for (const name of readdirSync(this.#folder)) {
      const file = path.join(this.#folder, name);
      // What a process left that was killed while it wrote.
      if (!name.endsWith('.code') && isOld(file, unfinishedMs)) rmSync(file, byForce);
    }
  }
}

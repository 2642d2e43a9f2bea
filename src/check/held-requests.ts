import type { Failure } from '../errors.ts';

/** It failed for its own part, or the line was down and it is to be asked again, or that is all. */
export type Verdict = 'own' | 'again' | 'final';

/** A name without an answer, for which it is open whether that is its own fault. */
export interface Suspect<Result> {
  failure: Failure;
  ask(): Promise<Result>;
  settle(verdict: Verdict | { result: Result }): void;
  fail(error: unknown): void;
}

/** The names that wait for a verdict, in the order in which they ask again. */
export class Suspects<Result> {
  #all: Suspect<Result>[] = [];

  get all(): readonly Suspect<Result>[] {
    return this.#all;
  }

  add(suspect: Suspect<Result>): void {
    this.#all.push(suspect);
  }

  remove(suspect: Suspect<Result>): void {
    this.#all = this.#all.filter((other) => other !== suspect);
  }

  /** The one whose turn it is; the others come before it has the next. */
  next(): Suspect<Result> | undefined {
    const first = this.#all.shift();
    if (first !== undefined) this.#all.push(first);
    return first;
  }

  release(verdict: Verdict): void {
    for (const suspect of this.#all.splice(0)) suspect.settle(verdict);
  }

  fail(error: unknown): void {
    for (const suspect of this.#all.splice(0)) suspect.fail(error);
  }
}

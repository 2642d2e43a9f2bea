import type { Clock } from './surroundings.ts';

interface Wait {
  start: number;
  /** @param left such as `12 s` */
  text: (left: string) => string;
}

/** @param tell called once a second with what is left, as `12 s`, and with undefined at the end */
export function countdown(
  ms: number,
  clock: Clock,
  signal: AbortSignal,
  tell: (left: string | undefined) => void,
): Promise<void> {
  return new Countdown(clock, tell).wait(ms, signal, (left) => left);
}

/** Shows waits while they last: of several at a time the one that ends first. */
export class Countdown {
  readonly #clock: Clock;
  readonly #show: (text: string | undefined) => void;
  readonly #ends = new Map<Wait, number>();

  /** @param show called once a second while something waits, and with undefined when nothing does */
  constructor(clock: Clock, show: (text: string | undefined) => void) {
    this.#clock = clock;
    this.#show = show;
  }

  /** @throws the reason of the signal as soon as that aborts */
  async wait(ms: number, signal: AbortSignal, text: Wait['text']): Promise<void> {
    const wait = { start: this.#clock.elapsed(), text };
    try {
      for (let left = ms; left > 0; left = wait.start + ms - this.#clock.elapsed()) {
        await this.tick(wait, left, signal);
      }
    } finally {
      this.stop(wait);
    }
  }

  /** Waits for one second, or for `left` if that is less. Its caller must stop the wait at its end. */
  async tick(wait: Wait, left: number, signal: AbortSignal): Promise<void> {
    const end = this.#clock.elapsed() + left;
    // Nobody needs to know of a wait that takes less than a second in all.
    if (end - wait.start >= 1000) {
      this.#ends.set(wait, end);
      this.#update();
    }
    await this.#clock.sleep(Math.min(left, 1000), signal);
  }

  stop(wait: Wait): void {
    if (this.#ends.delete(wait)) this.#update();
  }

  #update(): void {
    const [first] = [...this.#ends].sort(([, one], [, other]) => one - other);
    if (first === undefined) this.#show(undefined);
    else {
      const [{ text }, end] = first;
      const seconds = Math.max(1, Math.ceil((end - this.#clock.elapsed()) / 1000));
      this.#show(text(`${seconds} s`));
    }
  }
}

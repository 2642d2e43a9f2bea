import { toIsoDate } from '../core/dates.ts';
import type { ApiResponse } from './transport.ts';

const maxSkewMs = 24 * 3_600_000;

/** Compares the clock of this machine with the `Date` header of the service's responses. */
export class ClockCheck {
  #hasServerDate = false;
  #problem: string | undefined;

  /** Describes a difference of more than a day; undefined if there is none. */
  get problem() {
    return this.#problem;
  }

  /** False until a response had a readable `Date` header. */
  get hasServerDate() {
    return this.#hasServerDate;
  }

  /** @returns the problem when it is first detected */
  check({ headers, receivedAt }: Pick<ApiResponse, 'headers' | 'receivedAt'>) {
    const serverTime = Date.parse(headers.date ?? '');
    if (Number.isNaN(serverTime) || this.#problem !== undefined) return undefined;
    this.#hasServerDate = true;
    if (Math.abs(serverTime - receivedAt) <= maxSkewMs) return undefined;
    this.#problem = `the clock of this machine says ${toIsoDate(receivedAt)}, that of the service ${toIsoDate(serverTime)}`;
    return this.#problem;
  }
}

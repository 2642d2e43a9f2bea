import { toIsoDate } from '../core/dates.ts';
import type { ApiResponse } from './transport.ts';

const maxSkewMs = 24 * 3_600_000;

/** Compares the clock of this machine with the `Date` header of the service's responses. */
export class ClockCheck {
  /** False until a response had a readable `Date` header. */
  hasServerDate = false;
  /** Describes a difference of more than a day; undefined if there is none. */
  problem: string | undefined;

  /** @returns the problem when it is first detected */
  check({ headers, receivedAt }: Pick<ApiResponse, 'headers' | 'receivedAt'>) {
    const serverTime = Date.parse(headers.date ?? '');
    if (Number.isNaN(serverTime) || this.problem !== undefined) return undefined;
    this.hasServerDate = true;
    if (Math.abs(serverTime - receivedAt) <= maxSkewMs) return undefined;
    this.problem = `the clock of this machine says ${toIsoDate(receivedAt)}, that of the service ${toIsoDate(serverTime)}`;
    return this.problem;
  }
}

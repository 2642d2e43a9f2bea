import { toIsoDate } from '../core/dates.ts';
import type { ApiResponse } from './transport.ts';

const maxSkewMs = 24 * 3_600_000;

/** Compares the local clock with the `Date` headers of responses to detect a wrong local clock. */
export class ClockCheck {
  hasServerDate = false;
  problem: string | undefined;

  /** Reports a wrong local clock only once, so that the user does not get repeated warnings. */
  check({ headers, receivedAt }: Pick<ApiResponse, 'headers' | 'receivedAt'>) {
    const serverTime = Date.parse(headers.date ?? '');
    if (Number.isNaN(serverTime) || this.problem !== undefined) return undefined;
    this.hasServerDate = true;
    if (Math.abs(serverTime - receivedAt) <= maxSkewMs) return undefined;
    this.problem = `the clock of this machine says ${toIsoDate(receivedAt)}, that of the service ${toIsoDate(serverTime)}`;
    return this.problem;
  }
}

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Rate } from '../core/periods.ts';
import { rateLimited, unauthorized } from './answers.ts';
import { hexadecimal } from './random.ts';

export interface Credentials {
  key: string;
  secret: string;
}

/** Nobody takes them for real ones: both say that they belong to a sandbox. */
export function seededCredentials(seed: string): Credentials {
  return {
    key: `sandbox_key_${hexadecimal(24, seed, 'key')}`,
    secret: `sandbox_secret_${hexadecimal(40, seed, 'secret')}`,
  };
}

/** A sliding window is the strictest way to count. Refused requests do not count. */
export class Admission {
  readonly #credentials: Credentials;
  readonly #rate: Rate;
  #arrivals: number[] = [];

  constructor(credentials: Credentials, rate: Rate) {
    this.#credentials = credentials;
    this.#rate = rate;
  }

  /** @throws Refusal 401 or 429 */
  admit(headers: IncomingHttpHeaders, now: number): void {
    const hasKey = isSameText(headers['x-service-key'], this.#credentials.key);
    const hasSecret = isSameText(headers['x-service-secret'], this.#credentials.secret);
    if (!hasKey || !hasSecret) throw unauthorized();
    const { requests, windowMs } = this.#rate;
    this.#arrivals = this.#arrivals.filter((arrival) => now - arrival < windowMs);
    const [oldest] = this.#arrivals;
    if (oldest !== undefined && this.#arrivals.length >= requests) {
      throw rateLimited(oldest + windowMs - now);
    }
    this.#arrivals.push(now);
  }
}

function isSameText(given: string | string[] | undefined, known: string): boolean {
  return timingSafeEqual(digest(String(given)), digest(known));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { hexadecimal } from './random.ts';

export interface Credentials {
  key: string;
  secret: string;
}

/** The one pair that a sandbox knows; the words in it keep it from passing for a real one. */
export function seededCredentials(seed: string): Credentials {
  return {
    key: `sandbox_key_${hexadecimal(24, seed, 'key')}`,
    secret: `sandbox_secret_${hexadecimal(40, seed, 'secret')}`,
  };
}

export function carriesCredentials(headers: IncomingHttpHeaders, known: Credentials): boolean {
  const hasKey = isSameText(headers['x-service-key'], known.key);
  const hasSecret = isSameText(headers['x-service-secret'], known.secret);
  return hasKey && hasSecret;
}

function isSameText(given: string | string[] | undefined, known: string): boolean {
  return timingSafeEqual(digest(String(given)), digest(known));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

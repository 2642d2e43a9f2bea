import type { Result } from './result.ts';

const apiPath = '/api/v1';

/**
 * Returns the address up to `/api/v1`: https anywhere, http on loopback only. A reason never repeats
 * the text, which could hold a password.
 */
export function readBaseUrl(text: string): Result<string> {
  const refuse = (reason: string): Result<string> => ({ ok: false, reason });
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return refuse('is not an address that starts with https://');
  }
  if (url.username !== '' || url.password !== '') return refuse('holds a user name or password');
  if (url.search !== '' || url.hash !== '') return refuse('holds a query or a fragment');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return refuse('is plain http, which would show the secret to the network');
  }
  const path = url.pathname.replace(/\/+$/, '');
  return { ok: true, value: url.origin + (path.endsWith(apiPath) ? path : path + apiPath) };
}

/** @param hostname as the URL class spells it */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

export type ReadBaseUrl = { ok: true; baseUrl: string } | { ok: false; reason: string };

const apiPath = '/api/v1';

/**
 * The address that all paths are appended to, ending in `/api/v1`: https anywhere, http on this
 * machine alone. The reason of a refusal never repeats the text, which could hold a password.
 */
export function readBaseUrl(text: string): ReadBaseUrl {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return { ok: false, reason: 'is not an address that starts with https://' };
  }
  if (url.username !== '' || url.password !== '') {
    return { ok: false, reason: 'holds a user name or password' };
  }
  if (url.search !== '' || url.hash !== '') {
    return { ok: false, reason: 'holds a query or a fragment' };
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return { ok: false, reason: 'is plain http, which would show the secret to the network' };
  }
  const path = url.pathname.replace(/\/+$/, '');
  return { ok: true, baseUrl: url.origin + (path.endsWith(apiPath) ? path : path + apiPath) };
}

/** Exactly this machine: `localhost`, 127.0.0.0/8 and `[::1]`, as URL writes them. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

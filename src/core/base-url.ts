import type { Result } from './result.ts';

const apiPath = '/api/v1';

/** @returns the address up to `/api/v1`; a reason never repeats the text: it may hold a password */
export function readBaseUrl(text: string): Result<string> {
  const address = text.trim();
  if (!/^https?:/i.test(address) || !URL.canParse(address)) {
    return { ok: false, reason: 'does not start with https://' };
  }
  const url = new URL(address);
  const reason = baseUrlFault(url);
  if (reason !== undefined) {
    return { ok: false, reason };
  }
  const path = url.pathname.replace(/\/+$/, '');
  const start = path.endsWith(apiPath) ? path : path + apiPath;
  return { ok: true, value: url.origin + start };
}

/** @param hostname as the URL class spells it */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname === '[::1]') {
    return true;
  }
  return /^127(\.\d{1,3}){3}$/.test(hostname);
}

function baseUrlFault(url: URL): string | undefined {
  if (url.username + url.password !== '') {
    return 'holds a user name or password';
  }
  if (url.search + url.hash !== '') {
    return 'holds a query or a fragment';
  }
  if (url.protocol === 'https:' || isLoopback(url.hostname)) {
    return undefined;
  }
  return 'is plain http, which would show the secret to the network';
}

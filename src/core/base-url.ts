import type { ParseResult } from './text.ts';

/** Error messages never quote the input, which may contain a password. */
export function parseBaseUrl(text: string): ParseResult<string> {
  const reason = findBaseUrlProblem(text);
  if (reason !== undefined) return { ok: false, reason };
  const { origin, pathname } = new URL(text);
  return { ok: true, value: origin + pathname.replace(/(\/api\/v1)?\/*$/, '/api/v1') };
}

export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname);
}

function findBaseUrlProblem(text: string): string | undefined {
  if (!/^\s*https?:/i.test(text) || !URL.canParse(text)) return 'does not start with https://';
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username + password + search + hash !== '') {
    return 'holds a user name, a password, a query or a fragment';
  }
  if (protocol === 'https:' || isLoopbackHost(hostname)) return undefined;
  return 'is plain http, which would show the secret to the network';
}

import { isQuoted, type ParseResult } from './text.ts';

/** Matches an API operation (API document, section 4) that was pasted along with the base URL. */
const operationPath = /(?<=\/api\/v1)\/(domains(\/[^/]+)?|pricing|account\/(balance|tier))\/*$/;

/** Normalizes a base URL. The `reason` never includes the input, which may contain a password. */
export function parseBaseUrl(text: string): ParseResult<string> {
  if (isQuoted(text)) {
    return { ok: false, reason: 'is in quotation marks', hint: 'write it without them' };
  }
  if (!/^\s*https?:/i.test(text) || !URL.canParse(text)) {
    return { ok: false, reason: 'does not start with https://' };
  }
  const { protocol, hostname, origin, pathname, username, password } = new URL(text);
  if (protocol !== 'https:' && !isLoopbackHost(hostname)) {
    return { ok: false, reason: 'is plain http, which would show the secret to the network' };
  }
  const path = pathname.replace(operationPath, '');
  const value = origin + path.replace(/(\/api\/v1)?\/*$/, '/api/v1');
  const excess = [username && 'a user name', password && 'a password'].filter(Boolean);
  if (excess.length === 0) return { ok: true, value };
  return { ok: false, reason: `holds ${excess.join(', ')}`, hint: `use ${value}` };
}

export function isLoopbackHost(hostname: string) {
  return /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname);
}

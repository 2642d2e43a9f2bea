import nock from 'nock';
import { onTestFinished } from 'vitest';
import { type SandboxOptions, startSandboxServer } from '../../src/sandbox/server.ts';

export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

export const noon = Date.UTC(2026, 10, 21, 12);

/** Starts a sandbox with a clock that the test sets. */
export async function startSandboxClient(options: Partial<SandboxOptions> = {}) {
  const clock = { now: noon };
  const delays: number[] = [];
  const delay = async (ms: number) => {
    delays.push(ms);
  };
  const sandbox = await startSandboxServer({ now: () => clock.now, delay, ...options });
  onTestFinished(() => sandbox.close());
  const headers = { 'X-Service-Key': sandbox.key, 'X-Service-Secret': sandbox.secret };
  const send = (path: string, init: RequestInit = {}) =>
    sendRequest(sandbox.baseUrl + path, { ...init, headers: { ...headers, ...init.headers } });
  const post = (path: string, body: unknown) =>
    send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { ...sandbox, headers, clock, delays, send, post };
}

export async function sendRequest(address: string, init: RequestInit = {}): Promise<Reply> {
  // nock would intercept the request.
  nock.restore();
  const response = await fetch(address, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json; charset=utf-8';
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? JSON.parse(text) : text,
  };
}

export function successReply(payload: unknown) {
  return { status: 200, body: { success: true, data: payload } };
}

export function errorReply(status: number, code: string) {
  return { status, body: { success: false, error: { code } } };
}

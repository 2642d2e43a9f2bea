import net from 'node:net';
import { envForPort, listenUntilTestEnd } from '../support/loopback-server.ts';
import type { TestClock } from '../support/test-clock.ts';

export interface ReceivedRequest {
  path: string;
  headers: Record<string, string>;
  body: { domain?: string; tld?: string; action?: string; years?: number };
}

export type Step = string | Buffer | ((socket: net.Socket, clock: TestClock) => void);

export interface Fault {
  name: string;
  /** Chunks to send, or actions on the socket. */
  answer: readonly Step[] | ((request: ReceivedRequest) => readonly Step[]);
  codes: readonly number[];
  /** Error message of `balance`, with HOST as placeholder for the service. */
  message?: string | undefined;
}

export const closeSocket: Step = (socket) => socket.end();

export const resetSocket: Step = (socket) => socket.resetAndDestroy();

/** Advances the clock beyond any timeout. */
export const staySilent: Step = (_, clock) => clock.advance(20_000);

export function createReply(
  status: number | string,
  body: string | Buffer = '',
  headers: Record<string, string | number> = {},
): Step[] {
  const fields = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  return [`HTTP/1.1 ${status}\r\n${formatHeaders({ ...fields, ...headers })}\r\n`, body];
}

/** Creates a response head without Content-Length: the body ends with the connection. */
export function createHead(
  status: number | string,
  headers: Record<string, string | number> = {},
): string {
  return `HTTP/1.1 ${status}\r\n${formatHeaders({ 'Content-Type': 'application/json', ...headers })}\r\n`;
}

export async function startFaultyService(fault: Fault, clock: TestClock) {
  let requests = 0;
  // Nagle's algorithm would merge or delay chunks.
  const server = net.createServer({ noDelay: true }, (socket) => {
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += String(chunk);
      const request = parseRequest(text);
      if (request === undefined) return;
      text = '';
      requests += 1;
      const steps = typeof fault.answer === 'function' ? fault.answer(request) : fault.answer;
      for (const step of steps) {
        if (typeof step !== 'function') socket.write(step);
        // The written chunks have to arrive before the socket is closed or reset.
        else setImmediate(() => setImmediate(() => step(socket, clock)));
      }
    });
  });
  const env = envForPort(await listenUntilTestEnd(server));
  return { env, requests: () => requests };
}

function formatHeaders(headers: Record<string, string | number>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

function parseRequest(text: string): ReceivedRequest | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...fields] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  );
  const body = text.slice(end + 4);
  if (body.length < Number(headers['content-length'] ?? 0)) return undefined;
  const path = (first.split(' ')[1] ?? '').replace(/^\/api\/v1/, '');
  return { path, headers, body: body === '' ? {} : JSON.parse(body) };
}

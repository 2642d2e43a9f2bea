import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import net from 'node:net';
import { onTestFinished } from 'vitest';
import type { Environment } from '../../src/platform/surroundings.ts';
import { credentials, temporaryFolder } from './session.ts';

export const balanceData = {
  account_number: 'AF-1001',
  balance: '120.50',
  currency: 'USD',
  credit_limit: '50.00',
  active_domains: 42,
};

export const balanceText = JSON.stringify({ success: true, data: balanceData });

/** The head of an answer, as it goes over the line. */
export function head(...fields: string[]): string {
  return ['HTTP/1.1 200 OK', 'Content-Type: application/json', ...fields, '', ''].join('\r\n');
}

/** A service on loopback that lives as long as the test. @returns the environment that points to it */
export async function serve(listener: RequestListener): Promise<Environment> {
  const server = createServer(listener);
  return environmentOf(await listening(server));
}

/** The same, a connection at a time and byte by byte. */
export async function serveRaw(onRequest: (socket: net.Socket) => void): Promise<Environment> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => onRequest(socket));
  });
  return environmentOf(await listening(server));
}

export async function listening(server: net.Server | Server): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export function environmentOf(port: number): Environment {
  return {
    ...credentials,
    DOTAF_BASE_URL: `http://127.0.0.1:${port}`,
    DOTAF_HOME: temporaryFolder(),
  };
}

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import net from 'node:net';
import nock from 'nock';
import { onTestFinished } from 'vitest';
import { startSandboxServer } from '../../src/sandbox/server.ts';
import { credentials } from './fixtures.ts';
import { createEnv, type EnvVars } from './home.ts';

/** Starts a server that is closed at the end of the test. @returns variables for its clients */
export async function startServer(listener: RequestListener): Promise<EnvVars> {
  return envForPort(await listenUntilTestEnd(createServer(listener)));
}

export async function startRawServer(onRequest: (socket: net.Socket) => void): Promise<EnvVars> {
  const server = net.createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {});
    socket.on('data', () => onRequest(socket));
  });
  return envForPort(await listenUntilTestEnd(server));
}

/** Starts a sandbox without a noticeable rate limit. @returns variables for its clients */
export async function startSandboxWithEnv(): Promise<EnvVars> {
  const { baseUrl, key, secret, close } = await startSandboxServer({
    rate: { requests: 1_000_000, windowMs: 1000 },
    now: Date.now,
    delay: async () => {},
  });
  onTestFinished(close);
  return createEnv({ DOTAF_BASE_URL: baseUrl, DOTAF_KEY: key, DOTAF_SECRET: secret });
}

export async function listenUntilTestEnd(
  server: net.Server | Server,
  host = '127.0.0.1',
): Promise<number> {
  // nock would intercept the requests.
  nock.restore();
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  // Node would send the real date, which differs from the date of TestClock.
  server.prependListener('request', (_, response) => {
    response.sendDate = false;
  });
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts a proxy that tunnels every CONNECT to a local port, whatever host it names. */
export function startTunnel(port: number, proxy: Server = createServer()): Promise<number> {
  proxy.on('connect', (_, socket) => {
    const upstream = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  return listenUntilTestEnd(proxy);
}

export function envForPort(port: number): EnvVars {
  nock.restore();
  return createEnv({ ...credentials, DOTAF_BASE_URL: `http://127.0.0.1:${port}` });
}

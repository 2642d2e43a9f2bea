import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { dayOf } from '../core/dates.ts';
import type { Rate } from '../core/rate.ts';
import type { SandboxAccount } from './account.ts';
import type { Answer } from './answers.ts';
import { seededCredentials } from './credentials.ts';
import type { Fault } from './faults.ts';
import { defaultSeed } from './random.ts';
import { basePath } from './routes.ts';
import { seededAccount } from './seeded-account.ts';
import { seededFaults } from './seeded-faults.ts';
import { createService } from './service.ts';
import { SlidingWindow } from './sliding-window.ts';

export { readAccount } from './account-file.ts';
export { faultKinds, parseFault } from './faults.ts';

export interface SandboxOptions {
  /** 0 for any free one. */
  port?: number;
  rate?: Rate;
  latencyMs?: number;
  faults?: Fault[];
  seed?: string;
  account?: SandboxAccount;
  /** Milliseconds since 1970. */
  now: () => number;
  delay: (ms: number) => Promise<void>;
}

export interface RunningSandbox {
  /** With `/api/v1`. */
  baseUrl: string;
  key: string;
  secret: string;
  close(): Promise<void>;
}

/** Serves the whole API document on loopback. Rejects with the system's error, as EADDRINUSE. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { seed = defaultSeed, latencyMs = 0, now, delay } = options;
  const credentials = seededCredentials(seed);
  const service = createService({
    account: options.account ?? seededAccount(dayOf(now()), seed),
    credentials,
    window: new SlidingWindow(options.rate ?? documentedRate),
    nextFault: seededFaults(options.faults ?? [], seed),
    seed,
    now,
    delay,
  });
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await service(request);
    if (latencyMs > 0) await delay(latencyMs);
    send(answer, request, response);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  const port = await listen(server, options.port ?? 0);
  const baseUrl = `http://${loopback}:${port}${basePath}`;
  return { baseUrl, ...credentials, close: () => close(server) };
}

const loopback = '127.0.0.1';
const documentedRate: Rate = { requests: 60, windowMs: 60_000 };

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, loopback);
  await once(server, 'listening');
  // From here on an error is one of a single connection, and no reason to fall.
  server.on('error', () => {});
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function send(answer: Answer | 'reset', request: IncomingMessage, response: ServerResponse): void {
  if (answer === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  response.writeHead(answer.status, {
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(answer.body),
    ...answer.headers,
  });
  response.end(answer.body);
}

/** Cuts every connection, so that neither keep-alive nor a slow answer holds the server open. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

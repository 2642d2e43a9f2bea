import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { dayOf } from '../core/dates.ts';
import type { Rate } from '../core/periods.ts';
import type { SandboxAccount } from './account.ts';
import { Admission, type Credentials, seededCredentials } from './admission.ts';
import {
  type Answer,
  failure,
  faultRefusal,
  htmlPage,
  internalError,
  Refusal,
  success,
} from './answers.ts';
import { type Fault, faultSeries, slowMs } from './faults.ts';
import { readFields } from './fields.ts';
import { basePath, matchRoute } from './operations.ts';
import { defaultSeed, seededDraw } from './random.ts';
import { seededAccount } from './seeded-account.ts';

export interface SandboxOptions {
  /** 0 takes any free port. */
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

/** `reset` cuts the connection off without an answer. */
type Outcome = Answer | 'reset';

const loopback = '127.0.0.1';
const documentedRate: Rate = { requests: 60, windowMs: 60_000 };

/** Serves the whole API document on loopback. Rejects with the system's error, as EADDRINUSE. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { seed = defaultSeed, latencyMs = 0, delay } = options;
  const credentials = seededCredentials(seed);
  const answerTo = createService(options, seed, credentials);
  let requests = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    const requestId = `req_${String(requests).padStart(6, '0')}`;
    response.setHeader('X-Request-Id', requestId);
    response.setHeader('Date', new Date(options.now()).toUTCString());
    const outcome = await answerTo(request, requestId);
    if (latencyMs > 0) await delay(latencyMs);
    send(outcome, request, response);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  const port = await listen(server, options.port ?? 0);
  const baseUrl = `http://${loopback}:${port}${basePath}`;
  return { baseUrl, ...credentials, close: () => close(server) };
}

function createService(options: SandboxOptions, seed: string, credentials: Credentials) {
  const { now, delay, account = seededAccount(dayOf(now()), seed) } = options;
  const admission = new Admission(credentials, options.rate ?? documentedRate);
  const nextFault = faultSeries(options.faults ?? [], seededDraw(seed, 'faults'));
  return async (request: IncomingMessage, requestId: string): Promise<Outcome> => {
    // Drawn before anything can refuse the request, so that the order of requests alone decides.
    const fault = nextFault();
    try {
      admission.admit(request.headers, now());
      if (fault === 'reset') return 'reset';
      if (fault === 'html') return htmlPage();
      if (fault === 'slow') await delay(slowMs);
      else if (fault !== undefined) throw faultRefusal(fault);
      const { method, operation, domain } = matchRoute(request.method ?? '', request.url ?? '');
      const fields = method === 'POST' ? await readFields(request) : {};
      return success(operation({ account, seed, domain, fields }));
    } catch (error) {
      return failure(error instanceof Refusal ? error : internalError(), requestId);
    }
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, loopback);
  await once(server, 'listening');
  // From here on an error concerns a single connection, and must not end the process.
  server.on('error', () => {});
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function send(outcome: Outcome, request: IncomingMessage, response: ServerResponse): void {
  if (outcome === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  response.writeHead(outcome.status, {
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(outcome.body),
    ...outcome.headers,
  });
  response.end(outcome.body);
}

/** Cuts every connection, so that neither keep-alive nor a slow answer holds the server open. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

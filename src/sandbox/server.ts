import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { dayOf } from '../core/dates.ts';
import type { Rate } from '../core/periods.ts';
import { type Account, defaultSeed, seededAccount } from './account.ts';
import type { Fault } from './faults.ts';
import { answerTo, Refusal } from './operations.ts';
import { fractions, hexadecimal } from './random.ts';

export interface SandboxOptions {
  /** 0 takes any free port. */
  port?: number;
  rate?: Rate;
  latencyMs?: number;
  faults?: Fault[];
  seed?: string;
  account?: Account;
  now: () => number;
  delay: (ms: number) => Promise<void>;
}

export type RunningSandbox = Awaited<ReturnType<typeof startSandbox>>;

/** A captive portal answers so. */
const webPage = '<!doctype html>\n<title>Sign in</title>\n<h1>Sign in to this network</h1>\n';

const refusals = {
  401: new Refusal(401, 'unauthorized', 'the API key or secret is missing or wrong'),
  403: new Refusal(403, 'forbidden', 'API access is not enabled for this account'),
  429: rateLimited(1000),
  500: new Refusal(500, 'internal_error', 'an unexpected error'),
};

/** Serves the whole API document on loopback. Rejects with the system's error, as EADDRINUSE. */
export async function startSandbox(options: SandboxOptions) {
  const { seed = defaultSeed, faults = [], latencyMs = 0, now, delay } = options;
  const key = `sandbox_key_${hexadecimal(seed, 'key').slice(0, 24)}`;
  const secret = `sandbox_secret_${hexadecimal(seed, 'secret').slice(0, 40)}`;
  const account = options.account ?? seededAccount(dayOf(now()), seed);
  const admit = slidingWindow(options.rate ?? { requests: 60, windowMs: 60_000 });
  const draw = fractions(seed, 'faults');
  let requests = 0;

  const dataFor = async (request: IncomingMessage, fault: Fault['kind'] | undefined) => {
    const { method = '', url = '', headers } = request;
    const isKnown = headers['x-service-key'] === key && headers['x-service-secret'] === secret;
    if (!isKnown) throw refusals[401];
    admit(now());
    if (fault === 'slow') await delay(30_000);
    else if (fault !== undefined && fault !== 'html' && fault !== 'reset') throw refusals[fault];
    const isJson = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
    if (method === 'POST' && !isJson) {
      throw new Refusal(415, 'unsupported_media_type', 'the body must be application/json');
    }
    const [, path = ''] = /^\/api\/v1(\/[^?]*)/.exec(url) ?? [];
    return answerTo(account, seed, `${method} ${path}`, await text(request));
  };

  const server = createServer(async (request, response) => {
    requests += 1;
    const request_id = `req_${String(requests).padStart(6, '0')}`;
    // Drawn before anything can refuse the request, so that the order of requests alone decides.
    const fault = faults.find(({ percent }) => draw() * 100 < percent)?.kind;
    const answer = await dataFor(request, fault).then(
      (data) => ({ status: 200, headers: {}, body: { success: true, data } }),
      (error) => {
        const { answer } = error instanceof Refusal ? error : refusals[500];
        const { status, headers, ...says } = answer;
        return { status, headers, body: { success: false, error: { ...says, request_id } } };
      },
    );
    if (latencyMs > 0) await delay(latencyMs);
    if (fault === 'reset') return request.socket.resetAndDestroy();
    const isPage = fault === 'html';
    response.writeHead(isPage ? 200 : answer.status, {
      'Content-Type': `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
      Date: new Date(now()).toUTCString(),
      ...answer.headers,
    });
    return response.end(isPage ? webPage : JSON.stringify(answer.body));
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  // From here on an error concerns a single connection, and must not end the process.
  server.on('error', () => {});
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : options.port;
  return {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    key,
    secret,
    // Neither keep-alive nor a slow answer holds the server open.
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The strictest way to count a limit; refused requests do not count. */
function slidingWindow({ requests, windowMs }: Rate): (now: number) => void {
  const arrivals: number[] = [];
  return (now) => {
    while (now - (arrivals[0] ?? now) >= windowMs) arrivals.shift();
    const [oldest = now] = arrivals;
    if (arrivals.length >= requests) throw rateLimited(oldest + windowMs - now);
    arrivals.push(now);
  };
}

/** The wait is rounded up to whole seconds: a client that came earlier would be refused again. */
function rateLimited(waitMs: number): Refusal {
  const headers = { 'Retry-After': String(Math.ceil(waitMs / 1000)) };
  return new Refusal(429, 'rate_limited', 'too many requests', headers);
}

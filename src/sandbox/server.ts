import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { maxListedDomains, type QuoteAction, quoteActions } from '../core/api-vocabulary.ts';
import { isLoopbackHost } from '../core/base-url.ts';
import { type RateLimit, toIsoDate } from '../core/dates.ts';
import { isJsonObject, type JsonObject, parseJson, stringifyValue } from '../core/json.ts';
import { addPercent, type Decimal, multiplyDecimals } from '../core/money.ts';
import {
  createSeededRandom,
  generateSandboxAccount,
  hashToFraction,
  type SandboxAccount,
} from './account.ts';

class HttpError extends Error {
  readonly response;

  constructor(status: number, code: string, message: string, headers: OutgoingHttpHeaders = {}) {
    super(message);
    this.response = { status, code, headers };
  }
}

interface InjectedFault {
  kind: string;
  percent: number;
}

export interface SandboxOptions {
  /** Defaults to 0, which picks a free port. */
  port?: number;
  rate?: RateLimit | undefined;
  latencyMs?: number;
  faults?: readonly InjectedFault[];
  seed?: string;
  account?: SandboxAccount | undefined;
  now: () => number;
  delay: (ms: number) => Promise<void>;
}

const loginPage = '<!doctype html>\n<title>Sign in</title>\n<h1>Sign in to this network</h1>\n';

const unauthorizedError = new HttpError(
  401,
  'unauthorized',
  'the API key or secret is missing or wrong',
);

const internalError = new HttpError(500, 'internal_error', 'an unexpected error');

const faultErrors = new Map<string | undefined, HttpError>([
  ['401', unauthorizedError],
  ['403', new HttpError(403, 'forbidden', 'API access is not enabled for this account')],
  ['429', rateLimitError(1000)],
  ['500', internalError],
]);

/** Listens on 127.0.0.1 only. @throws a system error such as EADDRINUSE */
export async function startSandboxServer(options: SandboxOptions) {
  const { seed = 'dotaf', faults = [], latencyMs = 0, now, delay } = options;
  const key = `sandbox_key_${hash('sha256', `${seed}\0key`).slice(0, 24)}`;
  const secret = `sandbox_secret_${hash('sha256', `${seed}\0secret`).slice(0, 40)}`;
  const account = options.account ?? generateSandboxAccount(toIsoDate(now()), seed);
  const checkRateLimit = createSlidingWindow(options.rate ?? { requests: 60, windowMs: 60_000 });
  const random = createSeededRandom(`${seed}\0faults`);
  let requests = 0;

  const server = createServer(async (request, response) => {
    requests += 1;
    const requestId = `req_${String(requests).padStart(6, '0')}`;
    // Draw a random number for every request, even if it will be rejected, so that the injected
    // faults depend only on the seed and the order of the requests.
    const fault = faults.find(({ percent }) => random() * 100 < percent)?.kind;
    const handleRequest = async () => {
      const { headers } = request;
      assertLoopbackHost(headers.host);
      if (headers['x-service-key'] !== key || headers['x-service-secret'] !== secret) {
        throw unauthorizedError;
      }
      checkRateLimit(now());
      if (fault === 'slow') await delay(30_000);
      const httpError = faultErrors.get(fault);
      if (httpError) throw httpError;
      const data = await routeRequest(request, account, seed);
      return { status: 200, headers: {}, body: { success: true, data } };
    };
    const { status, headers, body } = await handleRequest().catch((error) =>
      toErrorResponse(error, requestId),
    );
    if (latencyMs > 0) await delay(latencyMs);
    if (fault === 'reset') return request.socket.resetAndDestroy();
    response.setHeader('Date', new Date(now()).toUTCString());
    if (fault === 'html') return response.setHeader('Content-Type', 'text/html').end(loginPage);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    return response.writeHead(status, headers).end(JSON.stringify(body));
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  // If accepting a connection fails, with EMFILE for example, the server must not crash.
  server.on('error', () => {});
  const { port } = Object(server.address());
  const close = () => {
    server.close();
    // Idle and pending connections would keep the server running.
    server.closeAllConnections();
  };
  return { baseUrl: `http://127.0.0.1:${port}/api/v1`, key, secret, close };
}

/** Prevents DNS rebinding: a web page must not reach the sandbox under its own host name. */
function assertLoopbackHost(host = '') {
  const url = `http://${host}`;
  if (URL.canParse(url) && isLoopbackHost(new URL(url).hostname)) return;
  const message = 'the Host header must name this machine, such as localhost';
  throw new HttpError(421, 'misdirected_request', message);
}

function toErrorResponse(error: unknown, request_id: string) {
  const { message, response } = error instanceof HttpError ? error : internalError;
  const { status, headers, code } = response;
  return { status, headers, body: { success: false, error: { code, message, request_id } } };
}

function createSlidingWindow({ requests, windowMs }: RateLimit) {
  const arrivals: number[] = [];
  return (now: number) => {
    while (now - (arrivals[0] ?? now) >= windowMs) arrivals.shift();
    const [oldest = now] = arrivals;
    if (arrivals.length >= requests) throw rateLimitError(oldest + windowMs - now);
    arrivals.push(now);
  };
}

/** Rounds `Retry-After` up, because a client that retries too early gets another 429. */
function rateLimitError(waitMs: number) {
  return new HttpError(429, 'rate_limited', 'too many requests', {
    'Retry-After': Math.ceil(waitMs / 1000),
  });
}

interface RouteContext {
  account: SandboxAccount;
  seed: string;
  name: string;
  body: JsonObject;
}

/** Endpoints defined in section 4 of the API specification. */
const routes = [
  ['POST', /^\/domains\/check$/, checkAvailability],
  ['POST', /^\/pricing$/, quotePricing],
  ['GET', /^\/domains$/, listAccountDomains],
  ['GET', /^\/domains\/([^/]+)$/, showDomain],
  ['GET', /^\/account\/balance$/, showBalance],
  ['GET', /^\/account\/tier$/, showTier],
] as const;

const maxRequestBytes = 100_000;

const maxYears = 10;

const takenShare = 0.45;

const alwaysTakenLabels = `
  afghanistan balkh bank bazaar com edu gov herat hotel kabul kandahar
  media net news nic org radio shop travel university www
`;

/** One-year prices in USD, before the pricing tier's discount. */
const listPrices: Record<string, Record<QuoteAction, Decimal>> = {
  '.af': { registration: '48.00', renewal: '46.00', transfer: '44.00', restore: '130.00' },
  '.com.af': { registration: '24.00', renewal: '22.50', transfer: '21.00', restore: '85.00' },
  '.net.af': { registration: '24.00', renewal: '23.00', transfer: '21.50', restore: '85.00' },
  '.org.af': { registration: '19.00', renewal: '18.25', transfer: '17.00', restore: '70.00' },
};

const bronzeTier = { name: 'Bronze', discount: '0' };

/** Pricing tiers above Bronze: minimum number of active domains, and discount in percent. */
const tiers = [
  { name: 'Silver', from: 25, discount: '7.5' },
  { name: 'Gold', from: 100, discount: '15' },
];

async function routeRequest(request: IncomingMessage, account: SandboxAccount, seed: string) {
  const { method, url = '' } = request;
  const [, path = ''] = /^\/api\/v1(\/[^?]*)/.exec(url) ?? [];
  for (const [allowedMethod, pattern, operation] of routes) {
    const match = pattern.exec(path);
    if (match === null) continue;
    if (method !== allowedMethod) {
      throw new HttpError(
        405,
        'method_not_allowed',
        `this operation is asked for by ${allowedMethod}`,
        {
          Allow: allowedMethod,
        },
      );
    }
    const body = method === 'POST' ? await readJsonBody(request) : {};
    return operation({ account, seed, name: match[1] ?? '', body });
  }
  throw new HttpError(404, 'not_found', 'no such operation');
}

async function readJsonBody(request: IncomingMessage) {
  const value = parseJson(await readBody(request));
  if (isJsonObject(value)) return value;
  throw new HttpError(400, 'invalid_json', 'the body must be a JSON object');
}

const bodyTooLargeError = new HttpError(
  413,
  'body_too_large',
  `the body is longer than ${maxRequestBytes / 1000} kB`,
  { Connection: 'keep-alive' },
);

/** Reads even oversized bodies to the end: many clients read the response only after sending. */
async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= maxRequestBytes) chunks.push(chunk);
  }
  if (size > maxRequestBytes) throw bodyTooLargeError;
  return Buffer.concat(chunks).toString();
}

function checkAvailability({ account, seed, body }: RouteContext) {
  const domain = stringifyValue(body.domain);
  const [label = '', ...suffixLabels] = domain.split('.');
  const tld = `.${suffixLabels.join('.')}`;
  const { amount, currency } = computePrice(account, tld, 'registration', body);
  const isManaged = account.domains.some((entry) => entry.domain === domain);
  const isAlwaysTaken = alwaysTakenLabels.split(/\s+/).includes(label);
  const isRandomlyTaken = hashToFraction(`${seed}\0registered\0${domain}`) < takenShare;
  const isTaken = isManaged || isAlwaysTaken || isRandomlyTaken;
  return {
    domain,
    status: isTaken ? 'registered' : 'available',
    available: !isTaken,
    pricing: { amount, currency },
  };
}

function quotePricing({ account, body }: RouteContext) {
  const tld = stringifyValue(body.tld);
  const action = quoteActions.find((candidate) => candidate === body.action);
  if (!action)
    throw new HttpError(422, 'invalid_action', `action must be one of ${quoteActions.join(', ')}`);
  return { tld, action, ...computePrice(account, tld, action, body) };
}

function listAccountDomains({ account }: RouteContext) {
  return { domains: account.domains.slice(0, maxListedDomains) };
}

function showDomain({ account, name: domainName }: RouteContext) {
  const entry = account.domains.find(({ domain }) => domain === domainName);
  if (entry) return entry;
  throw new HttpError(404, 'domain_not_found', 'the account does not manage this domain');
}

function showBalance({ account }: RouteContext) {
  const { domains, prices, ...attributes } = account;
  return { ...attributes, active_domains: countActiveDomains(account) };
}

function showTier({ account }: RouteContext) {
  const activeCount = countActiveDomains(account);
  const nextTier = tiers.find(({ from }) => from > activeCount);
  return {
    current_tier: findTier(activeCount).name,
    next_tier: nextTier?.name ?? null,
    domains_needed: nextTier ? nextTier.from - activeCount : 0,
  };
}

/** Prices from `--data` are final; list prices get the tier's discount, rounded to the cent. */
function computePrice(
  account: SandboxAccount,
  tld: string,
  action: QuoteAction,
  { years }: JsonObject,
) {
  const ownPrices = account.prices[tld];
  const prices = ownPrices ?? listPrices[tld];
  if (!prices) throw new HttpError(422, 'unsupported_tld', `the tld ${tld} is not supported`);
  const yearLimit = action === 'restore' ? 1 : maxYears;
  const isInteger = typeof years === 'number' && Number.isInteger(years);
  if (!isInteger || years < 1 || years > yearLimit) {
    throw new HttpError(
      422,
      'invalid_years',
      `years must be a whole number from 1 to ${yearLimit}`,
    );
  }
  const { discount } = ownPrices ? bronzeTier : findTier(countActiveDomains(account));
  const amount = multiplyDecimals(addPercent(prices[action], `-${discount}`), String(years));
  return { years, amount, currency: account.currency };
}

function findTier(activeCount: number) {
  return tiers.findLast(({ from }) => from <= activeCount) ?? bronzeTier;
}

function countActiveDomains({ domains }: SandboxAccount) {
  return domains.filter(({ status }) => status === 'active').length;
}

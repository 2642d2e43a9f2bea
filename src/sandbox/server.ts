import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { dayOf } from '../core/dates.ts';
import { isObject, type JsonObject, jsonText } from '../core/json.ts';
import { addPercent, type Decimal, multiply } from '../core/money.ts';
import type { Rate } from '../core/periods.ts';
import { type Action, actions } from '../core/service-words.ts';
import { fraction, fractions, hexadecimal, type SandboxAccount, seededAccount } from './account.ts';

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: OutgoingHttpHeaders;

  constructor(status: number, code: string, message: string, headers: OutgoingHttpHeaders = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export interface Fault {
  kind: '401' | '403' | '429' | '500' | 'reset' | 'html' | 'slow';
  percent: number;
}

export interface SandboxOptions {
  /** Port to listen on; 0 picks a free one. */
  port?: number;
  rate?: Rate | undefined;
  latencyMs?: number;
  faults?: readonly Fault[];
  seed?: string;
  account?: SandboxAccount | undefined;
  now: () => number;
  delay: (ms: number) => Promise<void>;
}

const webPage = '<!doctype html>\n<title>Sign in</title>\n<h1>Sign in to this network</h1>\n';

const unauthorized = new Refusal(401, 'unauthorized', 'the API key or secret is missing or wrong');

const internalError = new Refusal(500, 'internal_error', 'an unexpected error');

const faultRefusals = new Map<string | undefined, Refusal>([
  ['401', unauthorized],
  ['403', new Refusal(403, 'forbidden', 'API access is not enabled for this account')],
  ['429', rateLimited(1000)],
  ['500', internalError],
]);

/** Serves the whole API document on loopback. Rejects with the system's error, as EADDRINUSE. */
export async function startSandbox(options: SandboxOptions) {
  const { seed = 'dotaf', faults = [], latencyMs = 0, now, delay } = options;
  const key = `sandbox_key_${hexadecimal(seed, 'key').slice(0, 24)}`;
  const secret = `sandbox_secret_${hexadecimal(seed, 'secret').slice(0, 40)}`;
  const account = options.account ?? seededAccount(dayOf(now()), seed);
  const admit = slidingWindow(options.rate ?? { requests: 60, windowMs: 60_000 });
  const draw = fractions(seed, 'faults');
  let requests = 0;

  const answer = async (request: IncomingMessage, fault: Fault['kind'] | undefined) => {
    const { 'x-service-key': sentKey, 'x-service-secret': sentSecret } = request.headers;
    if (sentKey !== key || sentSecret !== secret) throw unauthorized;
    admit(now());
    if (fault === 'slow') await delay(30_000);
    const refusal = faultRefusals.get(fault);
    if (refusal !== undefined) throw refusal;
    const data = await operate(request, account, seed);
    return { status: 200, headers: {}, body: { success: true, data } };
  };

  const server = createServer(async (request, response) => {
    requests += 1;
    const id = `req_${String(requests).padStart(6, '0')}`;
    // Drawn before anything can refuse the request, so that the order of requests alone decides.
    const fault = faults.find(({ percent }) => draw() * 100 < percent)?.kind;
    const { status, headers, body } = await answer(request, fault).catch((error) =>
      failure(error, id),
    );
    if (latencyMs > 0) await delay(latencyMs);
    if (fault === 'reset') return request.socket.resetAndDestroy();
    response.setHeader('Date', new Date(now()).toUTCString());
    if (fault === 'html') return response.setHeader('Content-Type', 'text/html').end(webPage);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    return response.writeHead(status, headers).end(JSON.stringify(body));
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  // From here on an error concerns a single connection, and must not end the process.
  server.on('error', () => {});
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : options.port;
  const close = () => {
    server.close();
    // Neither keep-alive nor a slow answer holds the server open.
    server.closeAllConnections();
  };
  return { baseUrl: `http://127.0.0.1:${port}/api/v1`, key, secret, close };
}

function failure(error: unknown, request_id: string) {
  const { status, headers, code, message } = error instanceof Refusal ? error : internalError;
  return { status, headers, body: { success: false, error: { code, message, request_id } } };
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

/** Rounded up to whole seconds: a client that came earlier would be refused again. */
function rateLimited(waitMs: number): Refusal {
  return new Refusal(429, 'rate_limited', 'too many requests', {
    'Retry-After': Math.ceil(waitMs / 1000),
  });
}

interface Call {
  account: SandboxAccount;
  seed: string;
  name: string;
  fields: JsonObject;
}

/** Section 4 of the API document. */
const routes: [method: string, path: RegExp, operation: (call: Call) => object][] = [
  ['POST', /^\/domains\/check$/, checkAvailability],
  ['POST', /^\/pricing$/, quotePricing],
  ['GET', /^\/domains$/, listDomains],
  ['GET', /^\/domains\/([^/]+)$/, showDomain],
  ['GET', /^\/account\/balance$/, showBalance],
  ['GET', /^\/account\/tier$/, showTier],
];

const longestBody = 100_000;

const mostDomains = 100;

const mostYears = 10;

const shareTaken = 0.45;

const wellKnown = `
  afghanistan balkh bank bazaar com edu gov herat hotel kabul kandahar
  media net news nic org radio shop travel university www
`;

/** Prices for one year, by top-level domain. */
const listPrices: Record<string, Record<Action, Decimal>> = {
  '.af': { registration: '48.00', renewal: '46.00', transfer: '44.00', restore: '130.00' },
  '.com.af': { registration: '24.00', renewal: '22.50', transfer: '21.00', restore: '85.00' },
  '.net.af': { registration: '24.00', renewal: '23.00', transfer: '21.50', restore: '85.00' },
  '.org.af': { registration: '19.00', renewal: '18.25', transfer: '17.00', restore: '70.00' },
  '.edu.af': { registration: '14.00', renewal: '12.75', transfer: '12.00', restore: '55.00' },
  '.gov.af': { registration: '12.00', renewal: '11.00', transfer: '10.50', restore: '50.00' },
};

const bronze = { name: 'Bronze', from: 0, discount: '0' };

/** Tiers by the number of active domains from which they take a percentage off the list prices. */
const tiers = [
  bronze,
  { name: 'Silver', from: 25, discount: '7.5' },
  { name: 'Gold', from: 100, discount: '15' },
];

async function operate(
  request: IncomingMessage,
  account: SandboxAccount,
  seed: string,
): Promise<object> {
  const { method, url = '' } = request;
  const [, path = ''] = /^\/api\/v1(\/[^?]*)/.exec(url) ?? [];
  for (const [allowed, pattern, operation] of routes) {
    const match = pattern.exec(path);
    if (match === null) continue;
    if (method !== allowed) {
      throw new Refusal(405, 'method_not_allowed', `this operation is asked for by ${allowed}`, {
        Allow: allowed,
      });
    }
    const fields = method === 'POST' ? await fieldsOf(request) : {};
    return operation({ account, seed, name: match[1] ?? '', fields });
  }
  throw new Refusal(404, 'not_found', 'no such operation');
}

async function fieldsOf(request: IncomingMessage): Promise<JsonObject> {
  // Read to the end, since a client need not look at an answer before that.
  const body = await text(request);
  if (body.length > longestBody) {
    throw new Refusal(413, 'body_too_large', `the body is longer than ${longestBody / 1000} kB`);
  }
  try {
    const fields: unknown = JSON.parse(body);
    if (isObject(fields)) return fields;
  } catch {}
  throw new Refusal(400, 'invalid_json', 'the body must be a JSON object');
}

function checkAvailability({ account, seed, fields }: Call) {
  const domain = jsonText(fields.domain);
  const [label = '', ...others] = domain.split('.');
  const tld = `.${others.join('.')}`;
  const { amount, currency } = accountPrice(account, tld, 'registration', fields);
  const isManaged = account.domains.some((managed) => managed.domain === domain);
  const isWellKnown = wellKnown.split(/\s+/).includes(label);
  const isDrawn = fraction(seed, 'registered', domain) < shareTaken;
  const isTaken = isManaged || isWellKnown || isDrawn;
  return {
    domain,
    status: isTaken ? 'registered' : 'available',
    available: !isTaken,
    pricing: { amount, currency },
  };
}

function quotePricing({ account, fields }: Call) {
  const tld = jsonText(fields.tld);
  const action = actions.find((known) => known === fields.action);
  if (!action)
    throw new Refusal(422, 'invalid_action', `action must be one of ${actions.join(', ')}`);
  return { tld, action, ...accountPrice(account, tld, action, fields) };
}

function listDomains({ account }: Call) {
  return { domains: account.domains.slice(0, mostDomains) };
}

function showDomain({ account, name }: Call) {
  const managed = account.domains.find(({ domain }) => domain === name);
  if (managed !== undefined) return managed;
  throw new Refusal(404, 'domain_not_found', 'the account does not manage this domain');
}

function showBalance({ account }: Call) {
  const { domains, prices, ...facts } = account;
  return { ...facts, active_domains: activeDomains(account) };
}

function showTier({ account }: Call) {
  const active = activeDomains(account);
  const next = tiers.find(({ from }) => from > active);
  return {
    current_tier: tierOf(active).name,
    next_tier: next?.name ?? null,
    domains_needed: next === undefined ? 0 : next.from - active,
  };
}

/** The discount is taken off one year and rounded to the cent, and only then multiplied. */
function accountPrice(account: SandboxAccount, tld: string, action: Action, { years }: JsonObject) {
  const prices = account.prices[tld] ?? listPrices[tld];
  if (!prices) throw new Refusal(422, 'unsupported_tld', `the tld ${tld} is not supported`);
  // A restore brings a name back for the time that it had left.
  const most = action === 'restore' ? 1 : mostYears;
  const isWhole = typeof years === 'number' && Number.isInteger(years);
  if (!isWhole || years < 1 || years > most) {
    throw new Refusal(422, 'invalid_years', `years must be a whole number from 1 to ${most}`);
  }
  const { discount } = tierOf(activeDomains(account));
  const amount = multiply(addPercent(prices[action], `-${discount}`), String(years));
  return { years, amount, currency: account.currency };
}

function tierOf(active: number) {
  return tiers.findLast(({ from }) => from <= active) ?? bronze;
}

function activeDomains({ domains }: SandboxAccount): number {
  return domains.filter(({ status }) => status === 'active').length;
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { dayOf } from '../core/dates.ts';
import { isObject, type JsonObject, jsonText } from '../core/json.ts';
import { addPercent, type Decimal, multiply } from '../core/money.ts';
import { ldhName } from '../core/names.ts';
import type { Rate } from '../core/periods.ts';
import { type Action, actions } from '../core/service-words.ts';
import { type Account, defaultSeed, seededAccount } from './account.ts';
import type { Fault } from './faults.ts';
import { fraction, fractions, hexadecimal } from './random.ts';

class Refusal extends Error {
  readonly answer;

  constructor(status: number, code: string, message: string, headers: OutgoingHttpHeaders = {}) {
    super(message);
    this.answer = { status, code, message, headers };
  }
}

export interface SandboxOptions {
  /** Port to listen on; 0 picks a free one. */
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

/** Typical of a captive portal. */
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
    const body = await bodyOf(request);
    return answerTo(account, seed, { method, path, body });
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

interface Call {
  account: Account;
  seed: string;
  name: string;
  fields: JsonObject;
}

/** Section 4 of the API document. */
const routes: [method: string, path: RegExp, operation: (call: Call) => object][] = [
  ['POST', /^\/domains\/check$/, checkAvailability],
  ['POST', /^\/pricing$/, quotePricing],
  ['GET', /^\/domains$/, listDomains],
  ['GET', /^\/domains\/(?!check$)([^/]+)$/, showDomain],
  ['GET', /^\/account\/balance$/, readBalance],
  ['GET', /^\/account\/tier$/, readTier],
];

const longestBody = 100_000;

const wellKnown = `
  afghanistan balkh bank bazaar com edu gov herat hotel kabul kandahar
  media net news nic org radio shop travel university www
`;

/** For one year, by top-level domain. */
const listPrices: Record<string, Record<Action, Decimal>> = {
  af: { registration: '48.00', renewal: '46.00', transfer: '44.00', restore: '130.00' },
  'com.af': { registration: '24.00', renewal: '22.50', transfer: '21.00', restore: '85.00' },
  'net.af': { registration: '24.00', renewal: '23.00', transfer: '21.50', restore: '85.00' },
  'org.af': { registration: '19.00', renewal: '18.25', transfer: '17.00', restore: '70.00' },
  'edu.af': { registration: '14.00', renewal: '12.75', transfer: '12.00', restore: '55.00' },
  'gov.af': { registration: '12.00', renewal: '11.00', transfer: '10.50', restore: '50.00' },
};

const bronze = { name: 'Bronze', from: 0, discount: '0' };

/** Tiers by the number of active domains from which they take a percentage off the list prices. */
const tiers = [
  bronze,
  { name: 'Silver', from: 25, discount: '7.5' },
  { name: 'Gold', from: 100, discount: '15' },
];

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Read to the end, since a client need not look at an answer before that.
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= longestBody) chunks.push(chunk);
  }
  if (size <= longestBody) return Buffer.concat(chunks).toString();
  throw new Refusal(413, 'body_too_large', `the body is longer than ${longestBody / 1000} kB`);
}

function answerTo(
  account: Account,
  seed: string,
  { method, path, body }: { method: string; path: string; body: string },
): object {
  const route = routes.find(([, pattern]) => pattern.test(path));
  if (route === undefined) throw new Refusal(404, 'not_found', 'no such operation');
  const [allowed, pattern, operation] = route;
  if (method !== allowed) {
    const message = `this operation is asked for by ${allowed}`;
    throw new Refusal(405, 'method_not_allowed', message, { Allow: allowed });
  }
  const [, name = ''] = pattern.exec(path) ?? [];
  const fields = method === 'POST' ? fieldsIn(body) : {};
  return operation({ account, seed, name: name.toLowerCase(), fields });
}

function checkAvailability({ account, seed, fields }: Call): object {
  const domain = jsonText(fields.domain).toLowerCase();
  if (!ldhName.test(domain)) throw refuse('invalid_domain', 'domain must be a domain name');
  const [label = '', ...others] = domain.split('.');
  const prices = pricesOf(account, others.join('.'));
  if (!prices) throw refuse('unsupported_tld', `the tld of ${domain} is not supported`);
  const amount = amountOf(account, prices.registration, yearsIn(fields, 10));
  const isTaken =
    [...account.taken, ...account.domains.map((managed) => managed.domain)].includes(domain) ||
    wellKnown.split(/\s+/).includes(label) ||
    fraction(seed, 'registered', domain) < 0.45;
  return {
    domain,
    status: isTaken ? 'registered' : 'available',
    available: !isTaken,
    pricing: { amount, currency: account.currency },
  };
}

function quotePricing({ account, fields }: Call): object {
  const tld = jsonText(fields.tld).toLowerCase();
  if (!tld.startsWith('.')) throw refuse('invalid_tld', 'tld must begin with a dot, such as .af');
  const prices = pricesOf(account, tld.slice(1));
  if (!prices) throw refuse('unsupported_tld', 'the tld is not supported');
  const action = actions.find((known) => known === fields.action);
  if (!action) throw refuse('invalid_action', `action must be one of ${actions.join(', ')}`);
  // A restore brings a name back for the time that it had left.
  const years = yearsIn(fields, action === 'restore' ? 1 : 10);
  const amount = amountOf(account, prices[action], years);
  return { tld, action, years, amount, currency: account.currency };
}

function listDomains({ account: { domains, list_total } }: Call): object {
  return { domains: domains.slice(0, 100), ...(list_total && { total: domains.length }) };
}

function showDomain({ account, name }: Call): object {
  const managed = account.domains.find(({ domain }) => domain === name);
  if (managed !== undefined) return managed;
  throw new Refusal(404, 'domain_not_found', 'the account does not manage this domain');
}

function readBalance({ account }: Call): object {
  const { account_number, balance, currency, credit_limit } = account;
  return { account_number, balance, currency, credit_limit, active_domains: activeIn(account) };
}

function readTier({ account }: Call): object {
  const active = activeIn(account);
  const next = tiers.find(({ from }) => from > active);
  return {
    current_tier: tierOf(active).name,
    next_tier: next?.name ?? null,
    domains_needed: next === undefined ? 0 : next.from - active,
  };
}

/** The discount is taken off one year and rounded to the cent, and only then multiplied. */
function amountOf(account: Account, yearly: Decimal, years: number): Decimal {
  const discounted = addPercent(yearly, `-${tierOf(activeIn(account)).discount}`);
  return multiply(discounted, String(years));
}

function tierOf(active: number) {
  return tiers.findLast(({ from }) => from <= active) ?? bronze;
}

function pricesOf({ prices }: Account, tld: string) {
  return new Map(Object.entries({ ...listPrices, ...prices })).get(tld);
}

function activeIn({ domains }: Account): number {
  return domains.filter(({ status }) => status === 'active').length;
}

function fieldsIn(body: string): JsonObject {
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return value;
  } catch {}
  throw new Refusal(400, 'invalid_json', 'the body must be a JSON object');
}

function yearsIn({ years }: JsonObject, most: number): number {
  const isWhole = typeof years === 'number' && Number.isInteger(years);
  if (isWhole && years >= 1 && years <= most) return years;
  throw refuse('invalid_years', `years must be a whole number from 1 to ${most}`);
}

function refuse(code: string, message: string): Refusal {
  return new Refusal(422, code, message);
}

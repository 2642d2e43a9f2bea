import nock from 'nock';
import { herat, kabul, mazar, zaranj } from '../support/domains.ts';
import { balanceData } from '../support/fixtures.ts';

type ReplyData = object | [status: number, code: string, message: string];

const prices: Record<string, string> = {
  registration: '35.00',
  renewal: '30.00',
  transfer: '33.33',
  restore: '120.00',
};

/** Includes a Persian name, a name of 55 characters, and a domain of unknown attributes. */
const currentDomains = [
  kabul,
  { ...herat, nameservers: ['ns1.host.example', 'ns2.host.example', 'ns3.host.example'] },
  mazar,
  zaranj,
  { ...kabul, domain: 'xn--mgbc8fxs.af', expiry: '2026-12-21' },
  { ...herat, domain: `${'a-long-name-'.repeat(4)}shop.af`, expiry: '2028-01-31' },
];

const earlierDomains = [{ ...kabul, auto_renew: false }, mazar, { ...herat, domain: 'sold.af' }];

export interface MockAccount {
  isEarlier?: boolean;
  isEmpty?: boolean;
  replies?: ReplyOverride[];
}

export interface ReplyOverride {
  path: string;
  /** Values in the body or the credentials of the requests to override. */
  match: Record<string, unknown>;
  status: number;
  /** Complete body, in place of `value`. */
  body?: string;
  /** Keys to override in the default data, or the error object. */
  value?: object;
}

export function mockAccount(account: MockAccount): void {
  const replyTo = async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api/v1/', '');
    const body = JSON.parse(request.method === 'POST' ? await request.text() : '{}');
    const key = request.headers.get('x-service-key');
    const secret = request.headers.get('x-service-secret');
    const reply = findOverride(account, `/${path}`, { ...body, key, secret });
    if (reply?.body !== undefined) return [reply.status, reply.body];
    if (reply && reply.status >= 400) return [reply.status, { success: false, error: reply.value }];
    const data = createData(account, path, body);
    if (!Array.isArray(data))
      return [200, { success: true, data: applyOverride(data, reply?.value) }];
    const [status, code, message] = data;
    return [status, { success: false, error: { code, message } }];
  };
  const anyPath = /^\/api\/v1\//;
  const service = nock('https://api.reseller.example').persist();
  service.get(anyPath).reply(replyTo);
  service.post(anyPath).reply(replyTo);
}

function findOverride(
  { replies = [] }: MockAccount,
  path: string,
  body: object,
): ReplyOverride | undefined {
  const values = new Map(Object.entries(body));
  const matches = replies.filter(
    (reply) =>
      reply.path === path &&
      Object.entries(reply.match).every(([key, value]) => values.get(key) === value),
  );
  const [first, second] = matches;
  if (first && second) replies.splice(replies.indexOf(first), 1);
  return first;
}

/** A list that says that it is truncated lacks at least one domain. */
function countActiveDomains(list: object) {
  const { domains, total, has_more } = { domains: [], total: 0, has_more: false, ...list };
  const { length } = Array.isArray(domains) ? domains : [];
  return Math.max(length + Number(has_more), total);
}

function applyOverride(data: object, value: object = {}): object {
  const entries = Object.entries({ ...data, ...value });
  return Object.fromEntries(entries.filter(([, item]) => item !== '(absent)'));
}

function createData(account: MockAccount, path: string, body: RequestBody): ReplyData {
  const [, name] = /^domains\/(?!check)(.+)/.exec(path) ?? [];
  const domains = account.isEmpty ? [] : account.isEarlier ? earlierDomains : currentDomains;
  if (name !== undefined) {
    const match = domains.find(({ domain }) => domain === name);
    return match ?? [404, 'no_such_domain', 'not yours'];
  }
  if (path === 'domains') return { domains };
  if (path === 'domains/check') return createAvailability(body);
  if (path === 'pricing') return createPrice(account, body);
  if (path === 'account/balance') {
    const list = account.replies?.find((reply) => reply.path === '/domains')?.value;
    const active_domains = countActiveDomains(list ?? { domains });
    const earlierBalance = account.isEarlier ? { balance: '264.75' } : {};
    return { ...balanceData, ...earlierBalance, active_domains };
  }
  return {
    current_tier: 'Silver',
    next_tier: 'Gold',
    domains_needed: 68,
    perks: ['a', 'b'],
    since: { year: 2024 },
  };
}

interface RequestBody {
  domain?: string;
  tld?: string;
  action?: string;
  years?: number;
}

const availablePattern = /^(tea-house|xn--)/;

function createAvailability({ domain = '', years = 1 }: RequestBody): ReplyData {
  if (domain.endsWith('.zz')) return [422, 'unsupported_tld', 'no such tld'];
  const pricing = { amount: (35 * years).toFixed(2), currency: 'USD' };
  if (availablePattern.test(domain))
    return { domain, status: 'available', available: true, pricing };
  const status = domain.startsWith('held') ? 'reserved' : 'registered';
  return { domain, status, available: false, pricing: null };
}

function createPrice(
  { isEarlier }: MockAccount,
  { tld = '', action = '', years = 1 }: RequestBody,
): ReplyData {
  if (!['.af', '.com.af'].includes(tld)) return [422, 'unsupported_tld', 'no such tld'];
  if (action === 'restore' && years > 1) return [422, 'unsupported_period', 'one year only'];
  const amount = isEarlier && action === 'renewal' ? '28.00' : (prices[action] ?? '1.00');
  return { tld, action, years, amount: (Number(amount) * years).toFixed(2), currency: 'USD' };
}

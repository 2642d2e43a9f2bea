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

/** Among them one in Persian, one of 55 characters, and one of which little is known. */
const currentDomains = [
  kabul,
  { ...herat, nameservers: ['ns1.host.example', 'ns2.host.example', 'ns3.host.example'] },
  mazar,
  zaranj,
  { ...kabul, domain: 'xn--mgbc8fxs.af', expiry: '2026-12-21' },
  { ...herat, domain: `${'a-long-name-'.repeat(4)}shop.af`, expiry: '2028-01-31' },
];

const earlierDomains = [{ ...kabul, auto_renew: false }, mazar, { ...herat, domain: 'sold.af' }];

/** What the service answers to each request, as of today or as of an earlier day. */
export interface MockAccount {
  isEarlier?: boolean;
  isEmpty?: boolean;
  replies?: ReplyOverride[];
}

/** What a session changes of the usual answer to a request. */
export interface ReplyOverride {
  path: string;
  /** It is given to the requests that hold these values. */
  match: Record<string, unknown>;
  status: number;
  /** The whole answer. */
  body?: string;
  /** Keys of the answer that differ, or the error. */
  value?: object;
}

export function mockAccount(account: MockAccount): void {
  const replyTo = async (request: Request) => {
    const place = new URL(request.url).pathname.replace('/api/v1/', '');
    const asked = JSON.parse(request.method === 'POST' ? await request.text() : '{}');
    const key = request.headers.get('x-service-key');
    const secret = request.headers.get('x-service-secret');
    const reply = findOverride(account, `/${place}`, { ...asked, key, secret });
    if (reply?.body !== undefined) return [reply.status, reply.body];
    if (reply && reply.status >= 400) return [reply.status, { success: false, error: reply.value }];
    const data = createData(account, place, asked);
    if (!Array.isArray(data))
      return [200, { success: true, data: applyOverride(data, reply?.value) }];
    const [status, code, message] = data;
    return [status, { success: false, error: { code, message } }];
  };
  const every = /^\/api\/v1\//;
  const service = nock('https://api.reseller.example').persist();
  service.get(every).reply(replyTo);
  service.post(every).reply(replyTo);
}

function findOverride(
  { replies = [] }: MockAccount,
  path: string,
  asked: object,
): ReplyOverride | undefined {
  const values = new Map(Object.entries(asked));
  const fitting = replies.filter(
    (reply) =>
      reply.path === path &&
      Object.entries(reply.match).every(([key, value]) => values.get(key) === value),
  );
  const [first, second] = fitting;
  if (first && second) replies.splice(replies.indexOf(first), 1);
  return first;
}

function toArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function applyOverride(data: object, value: object = {}): object {
  const entries = Object.entries({ ...data, ...value });
  return Object.fromEntries(entries.filter(([, one]) => one !== '(absent)'));
}

function createData(account: MockAccount, path: string, asked: RequestBody): ReplyData {
  const [, name] = /^domains\/(?!check)(.+)/.exec(path) ?? [];
  const domains = account.isEmpty ? [] : account.isEarlier ? earlierDomains : currentDomains;
  if (name !== undefined) {
    const found = domains.find(({ domain }) => domain === name);
    return found ?? [404, 'no_such_domain', 'not yours'];
  }
  if (path === 'domains') return { domains };
  if (path === 'domains/check') return createAvailability(asked);
  if (path === 'pricing') return createPrice(account, asked);
  if (path === 'account/balance') {
    const listed = account.replies?.find((reply) => reply.path === '/domains')?.value;
    const { length } = listed && 'domains' in listed ? toArray(listed.domains) : domains;
    return { ...balanceData, active_domains: length };
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

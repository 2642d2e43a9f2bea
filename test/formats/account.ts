import nock from 'nock';
import { herat, kabul, mazar, zaranj } from '../support/domains.ts';
import { balanceData } from '../support/fixtures.ts';

type Data = object | [status: number, code: string, message: string];

const amounts: Record<string, string> = {
  registration: '35.00',
  renewal: '30.00',
  transfer: '33.33',
  restore: '120.00',
};

/** Among them one in Persian, one of 55 characters, and one of which little is known. */
const now = [
  kabul,
  { ...herat, nameservers: ['ns1.host.example', 'ns2.host.example', 'ns3.host.example'] },
  mazar,
  zaranj,
  { ...kabul, domain: 'xn--mgbc8fxs.af', expiry: '2026-12-21' },
  { ...herat, domain: `${'a-long-name-'.repeat(4)}shop.af`, expiry: '2028-01-31' },
];

const before = [{ ...kabul, auto_renew: false }, mazar, { ...herat, domain: 'sold.af' }];

/** What the service answers to each request, as of today or as of an earlier day. */
export interface Account {
  isEarlier?: boolean;
  isEmpty?: boolean;
  replies?: Reply[];
}

/** What a session changes of the usual answer to a request. */
export interface Reply {
  path: string;
  /** It is given to the requests that hold these values. */
  when: Record<string, unknown>;
  status: number;
  /** The whole answer. */
  body?: string;
  /** Keys of the answer that differ, or the error. */
  value?: object;
}

export function startAccount(account: Account): void {
  const replyTo = async (request: Request) => {
    const place = new URL(request.url).pathname.replace('/api/v1/', '');
    const asked = JSON.parse(request.method === 'POST' ? await request.text() : '{}');
    const key = request.headers.get('x-service-key');
    const secret = request.headers.get('x-service-secret');
    const reply = replyOf(account, `/${place}`, { ...asked, key, secret });
    if (reply?.body !== undefined) return [reply.status, reply.body];
    if (reply && reply.status >= 400) return [reply.status, { success: false, error: reply.value }];
    const data = dataOf(account, place, asked);
    if (!Array.isArray(data)) return [200, { success: true, data: changed(data, reply?.value) }];
    const [status, code, message] = data;
    return [status, { success: false, error: { code, message } }];
  };
  const every = /^\/api\/v1\//;
  const service = nock('https://api.reseller.example').persist();
  service.get(every).reply(replyTo);
  service.post(every).reply(replyTo);
}

function replyOf({ replies = [] }: Account, path: string, asked: object): Reply | undefined {
  const values = new Map(Object.entries(asked));
  const fitting = replies.filter(
    (reply) =>
      reply.path === path &&
      Object.entries(reply.when).every(([key, value]) => values.get(key) === value),
  );
  const [first, second] = fitting;
  if (first && second) replies.splice(replies.indexOf(first), 1);
  return first;
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function changed(data: object, value: object = {}): object {
  const entries = Object.entries({ ...data, ...value });
  return Object.fromEntries(entries.filter(([, one]) => one !== '(absent)'));
}

function dataOf(account: Account, path: string, asked: Asked): Data {
  const [, name] = /^domains\/(?!check)(.+)/.exec(path) ?? [];
  const domains = account.isEmpty ? [] : account.isEarlier ? before : now;
  if (name !== undefined) {
    const found = domains.find(({ domain }) => domain === name);
    return found ?? [404, 'no_such_domain', 'not yours'];
  }
  if (path === 'domains') return { domains };
  if (path === 'domains/check') return availability(asked);
  if (path === 'pricing') return price(account, asked);
  if (path === 'account/balance') {
    const listed = account.replies?.find((reply) => reply.path === '/domains')?.value;
    const { length } = listed && 'domains' in listed ? asList(listed.domains) : domains;
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

interface Asked {
  domain?: string;
  tld?: string;
  action?: string;
  years?: number;
}

const free = /^(tea-house|xn--)/;

function availability({ domain = '', years = 1 }: Asked): Data {
  if (domain.endsWith('.zz')) return [422, 'unsupported_tld', 'no such tld'];
  const pricing = { amount: (35 * years).toFixed(2), currency: 'USD' };
  if (free.test(domain)) return { domain, status: 'available', available: true, pricing };
  const status = domain.startsWith('held') ? 'reserved' : 'registered';
  return { domain, status, available: false, pricing: null };
}

function price({ isEarlier }: Account, { tld = '', action = '', years = 1 }: Asked): Data {
  if (!['.af', '.com.af'].includes(tld)) return [422, 'unsupported_tld', 'no such tld'];
  if (action === 'restore' && years > 1) return [422, 'unsupported_period', 'one year only'];
  const amount = isEarlier && action === 'renewal' ? '28.00' : (amounts[action] ?? '1.00');
  return { tld, action, years, amount: (Number(amount) * years).toFixed(2), currency: 'USD' };
}

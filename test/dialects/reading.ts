import { domainToASCII } from 'node:url';
import { service } from '../support/fixtures.ts';
import { dotaf, type Session } from '../support/session.ts';
import type { Answer, Dialect, Facts } from './dialect.ts';

/** What dotaf prints about one answer, beside what the answer states: the same names on both sides. */
export interface Case {
  command: string;
  stated: Facts;
  read: () => Promise<Facts>;
}

const domainFields = ['status', 'expiry', 'registration_date', 'auto_renew', 'nameservers'];

const fieldsOf = {
  check: ['status', 'available', 'amount', 'currency'],
  quote: ['amount', 'currency'],
  domains: ['found', 'cut', ...domainFields],
  domain: domainFields,
  balance: ['account_number', 'balance', 'currency', 'credit_limit', 'active_domains'],
  tier: ['current_tier', 'next_tier', 'domains_needed'],
  failure: ['message', 'api_code', 'request_id', 'exit'],
};

export function casesOf({ answers, facts }: Dialect): Case[] {
  return [
    ...answers.check.map((answer, index) => ({
      command: numbered('check', index),
      stated: factsOf('check', {
        ...Object(facts.check[index]),
        ...Object(facts.check[index]?.pricing),
      }),
      read: () => readCheck(answer),
    })),
    ...answers.quote.map((answer, index) => ({
      command: numbered('quote', index),
      stated: factsOf('quote', facts.quote[index]),
      read: () => readQuote(answer),
    })),
    {
      command: 'domains',
      stated: listFacts(facts.domains.rows, facts.domains.cut),
      read: () => readList(answers.domains),
    },
    {
      command: 'domain',
      stated: factsOf('domain', facts.domain),
      read: async () => {
        const { domain } = answers.domain.request;
        replies('get', `/domains/${domain}`, answers.domain);
        return factsOf('domain', printed(await dotaf(['domains', 'show', domain, '--json'])));
      },
    },
    {
      command: 'balance',
      stated: factsOf('balance', facts.balance),
      read: async () => {
        replies('get', '/account/balance', answers.balance);
        return factsOf('balance', printed(await dotaf(['balance', '--json'])));
      },
    },
    {
      command: 'tier',
      stated: factsOf('tier', facts.tier),
      read: async () => {
        replies('get', '/account/tier', answers.tier);
        return factsOf('tier', printed(await dotaf(['tier', '--json'])));
      },
    },
    {
      command: 'failure',
      stated: { ...facts.failure },
      read: () => readFailure(answers.failure, facts.failure.message),
    },
  ];
}

async function readCheck(answer: Dialect['answers']['check'][number]): Promise<Facts> {
  const { domain, years } = answer.request;
  const argv = ['check', domain, '--years', String(years), '--json'];
  replies('post', '/domains/check', answer);
  const found = Object(printed(await dotaf(argv)));
  // An availability that is unknown is one that is neither listed as available nor as taken.
  const isTaken = (await dotaf([...argv, '--only', 'taken'])).stdout !== '';
  const available = found.available === true ? true : isTaken ? false : null;
  return factsOf('check', { ...found, ...found.pricing, available });
}

async function readQuote(answer: Dialect['answers']['quote'][number]): Promise<Facts> {
  const { tld, action, years } = answer.request;
  replies('post', '/pricing', answer);
  const argv = ['quote', tld, '--action', action, '--years', String(years), '--json'];
  return factsOf('quote', printed(await dotaf(argv)));
}

async function readList(answer: Answer): Promise<Facts> {
  replies('get', '/domains', answer);
  const { stdout, stderr, code } = await dotaf(['domains', 'ls', '--json']);
  if (code !== 0) return factsOf('domains', {});
  return listFacts(
    JSON.parse(stdout),
    /^warning: .*(may be cut|lists \d+ of|more domains than)/m.test(stderr),
  );
}

/** The reasons count as read that the message contains. */
async function readFailure(
  { request, ...answer }: Dialect['answers']['failure'],
  reasons: string[],
): Promise<Facts> {
  const isPost = ['check', 'quote'].includes(String(request.argv[0]));
  replies(isPost ? 'post' : 'get', /.*/, answer);
  const { stderr, code } = await dotaf([...request.argv, '--json', '--max-wait', '0']);
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  const error = last.startsWith('{') ? JSON.parse(last).error : {};
  const message = reasons.filter((reason) => String(error.message).includes(reason));
  return {
    message: message.length === reasons.length ? message : null,
    api_code: error.api_code ?? null,
    request_id: error.request_id ?? null,
    // Exit 8 says that the answer could not be understood, which is nothing false.
    exit: code === 8 ? null : code,
  };
}

function replies(method: 'get' | 'post', path: string | RegExp, answer: Answer): void {
  const { status = 200, headers = {}, body } = answer;
  const scope = service().persist();
  const url = typeof path === 'string' ? `/api/v1${path}` : path;
  const reply = typeof body === 'string' ? body : JSON.stringify(body);
  scope[method](url).reply(status, reply, { 'content-type': 'application/json', ...headers });
}

function printed({ stdout, code }: Session): Facts {
  return code === 0 ? JSON.parse(stdout) : {};
}

/** A column of a list is one fact: what all rows say of it, by name. */
function listFacts(rows: Facts[], cut: boolean): Facts {
  const sorted = rows
    .map((row) => ({ ...factsOf('domain', row), domain: nameOf(row.domain) }))
    .sort((one, other) => (one.domain < other.domain ? -1 : 1));
  const columns = domainFields.map((name) => [name, sorted.map((row) => Object(row)[name])]);
  return { found: sorted.map((row) => row.domain), cut, ...Object.fromEntries(columns) };
}

function factsOf(kind: keyof typeof fieldsOf, object: object | undefined): Facts {
  return Object.fromEntries(
    fieldsOf[kind].map((name) => [name, comparable(name, Object(object)[name] ?? null)]),
  );
}

/** The same fact may be written in several ways: 44.4 and 44.40, active and ACTIVE. */
function comparable(name: string, value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(nameOf);
  const text = String(value);
  if (name === 'status')
    return text
      .toLowerCase()
      .split(/[\s,;]+/)
      .join(' ');
  if (name === 'currency') return text.toUpperCase();
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
}

function nameOf(name: unknown): string {
  if (typeof name !== 'string') return JSON.stringify(name);
  return domainToASCII(name.toLowerCase().replace(/\.$/, ''));
}

function numbered(command: string, index: number): string {
  return index === 0 ? command : `${command} ${index + 1}`;
}

import { domainToASCII } from 'node:url';
import { openEnvelope } from '../../src/api/envelope.ts';
import { Service } from '../../src/api/service.ts';
import type { ApiRequest } from '../../src/api/transport.ts';
import { parseAction } from '../../src/core/service-words.ts';
import { Failure } from '../../src/errors.ts';
import { cutReason } from '../../src/domains/list.ts';

/** What a service answers to one question, and what that answer states. */
export interface Case {
  name: string;
  command: CommandName;
  request: { domain?: string; years?: number; tld?: string; action?: string; argv?: string[] };
  /** 200 if it is left out. */
  status?: number;
  headers?: Record<string, string>;
  /** A text is sent as it is. */
  body: unknown;
  /** By meaning; a fact that is not named is one that the answer does not state. */
  facts: Facts;
  exit?: number;
  /** Other readings that are as good. */
  alt?: { facts?: Facts; exit?: number }[];
  /** Facts that dotaf is known to leave null. */
  unread?: string[];
}

export type Facts = Record<string, unknown>;

export type CommandName = keyof typeof factsOf;

export interface Verdict {
  about: string;
  stated: unknown;
  read: unknown;
  kind: 'right' | 'unknown' | 'false';
  isUnread: boolean;
}

const domainFacts = ['status', 'expiry', 'registration_date', 'auto_renew', 'nameservers'];

const factsOf = {
  check: ['status', 'available', 'amount', 'currency'],
  quote: ['amount', 'currency'],
  domains: ['found', 'cut', ...domainFacts],
  domain: domainFacts,
  balance: ['account_number', 'balance', 'currency', 'credit_limit', 'active_domains'],
  tier: ['current_tier', 'next_tier', 'domains_needed'],
  failure: ['message', 'api_code', 'request_id', 'exit'],
};

/** Reads one answer as the commands do, without a network. */
export async function verdictsOf(one: Case): Promise<Verdict[]> {
  const read = await factsRead(one);
  const readings = [{ facts: one.facts, exit: one.exit }, ...(one.alt ?? [])].map((stated) =>
    judged(one, { ...stated.facts, ...(stated.exit && { exit: stated.exit }) }, read),
  );
  const falseIn = (verdicts: Verdict[]) => verdicts.filter(({ kind }) => kind === 'false').length;
  const rightIn = (verdicts: Verdict[]) => verdicts.filter(({ kind }) => kind === 'right').length;
  readings.sort((a, b) => falseIn(a) - falseIn(b) || rightIn(b) - rightIn(a));
  return readings[0] ?? [];
}

export async function factsRead(one: Case): Promise<Facts> {
  return comparable(await printedFor(one));
}

/** As `--json` prints it, or the failure. */
export async function printedFor(one: Case): Promise<Facts> {
  const { status = 200, headers = {}, body } = one;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const reply = {
    ...{ status, text, isKnownWhole: true, receivedAt: Date.UTC(2026, 10, 22) },
    headers: { 'content-type': 'application/json', ...lowerKeys(headers) },
  };
  const origin = { source: 'the environment', remedy: 'log in' };
  const request = async (sent: ApiRequest) => openEnvelope(reply, sent, origin);
  const service = new Service({ request }, async () => {});
  try {
    return await ask(service, one);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { apiCode, requestId } = error.details;
    const exit = error.exitCode;
    return { message: error.text, api_code: apiCode ?? null, request_id: requestId ?? null, exit };
  }
}

async function ask(service: Service, { command, request }: Case): Promise<Facts> {
  const { domain = 'kabul.af', years = 1, tld = '.af', action = 'renewal' } = request;
  switch (command) {
    case 'check': {
      const { pricing, ...found } = await service.check(domain, years);
      return { ...found, ...pricing };
    }
    case 'quote':
      return { ...(await service.quote(tld.slice(1), parseAction(action) ?? 'renewal', years)) };
    case 'domains': {
      const list = await service.domains();
      const cut = cutReason(list) !== undefined;
      return { ...columnsOf(list.domains.map((row) => ({ ...row }))), cut };
    }
    case 'domain':
      return { ...(await service.domain(domain)) };
    case 'balance':
      return { ...(await service.balance()) };
    case 'tier':
      return { ...(await service.tier()) };
    case 'failure': {
      const [first = 'balance', second = '', third = ''] = request.argv ?? [];
      if (first === 'check') return ask(service, { command: 'check', request: { domain: second } } as Case);
      if (first === 'quote') return ask(service, { command: 'quote', request: {} } as Case);
      if (first === 'domains' && second === 'show')
        return ask(service, { command: 'domain', request: { domain: third } } as Case);
      const known: CommandName = first === 'domains' ? 'domains' : first === 'tier' ? 'tier' : 'balance';
      return ask(service, { command: known, request: {} } as Case);
    }
  }
}

/** A column of a list is one fact: what all rows say of it, by name. */
export function columnsOf(rows: Facts[]): Facts {
  const sorted = rows
    .map((row): Facts => ({ ...row, domain: nameOf(row.domain) }))
    .sort((a, b) => (String(a.domain) < String(b.domain) ? -1 : 1));
  const columns = domainFacts.map((name) => [name, sorted.map((row) => row[name] ?? null)]);
  return { found: sorted.map((row) => row.domain), ...Object.fromEntries(columns) };
}

/** What differs is false, unless it is null or says less. */
function judged({ name, command, unread = [] }: Case, facts: Facts, read: Facts): Verdict[] {
  const stated = comparable(facts);
  const isRefused = read.exit !== undefined;
  const names = facts.exit === undefined || command === 'failure' ? factsOf[command] : ['exit', ...factsOf[command]];
  return names.map((fact) => {
    const about = `${name} ${command}.${fact}`;
    const expected = stated[fact] ?? (fact === 'exit' ? 0 : null);
    let found = read[fact] ?? (fact === 'exit' ? 0 : null);
    if (fact === 'message') {
      const reasons = [expected].flat().filter((reason) => reason !== null);
      found = reasons.every((reason) => String(read.message).includes(String(reason))) ? expected : null;
    }
    if (isRefused && read.exit === 8 && fact !== 'exit') found = null;
    const isRight = same(found, expected);
    const isSilent = saysLess(found, expected) || (fact === 'exit' && found === 8);
    const kind = isRight ? 'right' : isSilent ? 'unknown' : 'false';
    return { about, stated: expected, read: found, kind, isUnread: unread.includes(fact) };
  });
}

function saysLess(read: unknown, fact: unknown): boolean {
  if (read === null) return true;
  if (!Array.isArray(read) || !Array.isArray(fact)) return false;
  const isAsLong = read.length === fact.length;
  return isAsLong && read.every((item, index) => item === null || same(item, fact[index]));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The same fact may be written in several ways: 44.4 and 44.40, active and ACTIVE. */
function comparable(facts: Facts): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, plain(name, value)]),
  );
}

function plain(name: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || name === 'exit' || name === 'message') return value;
  if (Array.isArray(value)) return value.map((item) => plain(Array.isArray(item) ? '' : name, item));
  const text = String(value);
  if (name === 'status') {
    const words = text.toLowerCase().split(/[\s,;]+/);
    return words.join(' ');
  }
  if (name === 'currency') return text.toUpperCase();
  if (name === 'nameservers' || name === 'found' || name === '') return nameOf(text);
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
}

function nameOf(name: unknown): string {
  if (typeof name !== 'string') return JSON.stringify(name);
  return domainToASCII(name.toLowerCase().replace(/\.$/, '')) || name;
}

function lowerKeys(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return Object.fromEntries(entries);
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { domainToASCII } from 'node:url';
import { openEnvelope, parseResponse } from '../../src/api/envelope.ts';
import { ApiService } from '../../src/api/service.ts';
import type { ApiRequest } from '../../src/api/transport.ts';
import { parseQuoteAction } from '../../src/core/api-vocabulary.ts';
import { mayListBeTruncated } from '../../src/domains/list.ts';
import { Failure } from '../../src/errors.ts';

export type Facts = Record<string, unknown>;

/** An answer of a service, and what it states. */
export interface Case {
  name: string;
  command: keyof typeof factNames;
  request?: { domain?: string; years?: number; tld?: string; action?: string };
  /** 200 if it is left out. */
  status?: number;
  headers?: Record<string, string>;
  /** Text is sent as it is. */
  body: unknown;
  /** By meaning. A fact that is left out is one that the answer does not state. */
  facts: Facts;
  /** Other readings that are as good. */
  alt?: { facts?: Facts }[];
}

export interface FactScore {
  label: string;
  expected: unknown;
  actual: unknown;
  /** `unknown` for a fact that is stated, and was not read. */
  kind: 'right' | 'unknown' | 'false';
}

const domainFacts = ['status', 'expiry', 'registration_date', 'auto_renew', 'nameservers'];

const factNames = {
  check: ['status', 'available', 'amount', 'currency'],
  quote: ['amount', 'currency'],
  domains: ['found', 'cut', ...domainFacts],
  domain: domainFacts,
  balance: ['account_number', 'balance', 'currency', 'credit_limit', 'active_domains'],
  tier: ['current_tier', 'next_tier', 'domains_needed'],
  failure: ['message', 'api_code', 'request_id', 'exit'],
};

/** The cases of a file: single answers, or services with several each. */
export function loadCases(file: string): Case[] {
  const lines = readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n');
  return lines.flatMap((line): Case[] => {
    const { answers, ...one } = JSON.parse(line);
    if (answers === undefined) return [one];
    return Object.entries(answers).flatMap(([command, sent]) =>
      [sent].flat().map((answer) => ({ ...one, ...Object(answer), command })),
    );
  });
}

export async function scoreCase(one: Case): Promise<FactScore[]> {
  const read = await readFacts(one);
  const [best = []] = [one.facts, ...(one.alt ?? []).map(({ facts }) => facts ?? {})]
    .map((facts) => scoreFacts(one, facts, read))
    .sort((left, right) => totalPenalty(left) - totalPenalty(right));
  return best;
}

/** What is read of an answer by the service client, without a network. */
export async function readFacts(one: Case): Promise<Facts> {
  const { status = 200, headers = {}, body } = one;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const small = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const reply = {
    ...{ status, text, isBodyComplete: true, receivedAt: Date.UTC(2026, 10, 22) },
    headers: { 'content-type': 'application/json', ...Object.fromEntries(small) },
  };
  const origin = { source: 'the environment', remedy: 'log in' };
  const request = async (sent: ApiRequest) =>
    openEnvelope(parseResponse(reply, sent, origin), sent);
  try {
    return normalizeFacts(await callService(new ApiService({ request }, async () => {}), one));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { apiCode, requestId } = error.details;
    return {
      message: error.fullMessage,
      api_code: apiCode,
      request_id: requestId,
      exit: error.exitCode,
    };
  }
}

async function callService(service: ApiService, { command, request = {} }: Case): Promise<Facts> {
  const { domain = 'kabul.af', years = 1, tld = '.af', action = 'renewal' } = request;
  const isOfDomain = request.domain !== undefined;
  switch (command) {
    case 'check': {
      const { pricing, ...found } = await service.check(domain, years);
      return { ...found, ...pricing };
    }
    case 'quote':
      return {
        ...(await service.quote(tld.slice(1), parseQuoteAction(action) ?? 'renewal', years)),
      };
    case 'domains': {
      const list = await service.domains();
      return { ...toColumns(list.domains), cut: mayListBeTruncated(list) };
    }
    case 'domain':
      return { ...(await service.domain(domain)) };
    case 'tier':
      return { ...(await service.tier()) };
    default:
      return { ...(await (isOfDomain ? service.domain(domain) : service.balance())) };
  }
}

/** A column of a list is one fact: what all rows say of it, in the order of names. */
function toColumns(rows: readonly object[]): Facts {
  const sorted = rows.map((row) => Object(row)).sort((a, b) => (a.domain < b.domain ? -1 : 1));
  const columns = domainFacts.map((name) => [name, sorted.map((row) => row[name] ?? null)]);
  return { found: sorted.map((row) => row.domain), ...Object.fromEntries(columns) };
}

function scoreFacts({ name, command }: Case, facts: Facts, read: Facts): FactScore[] {
  const stated = normalizeFacts(facts);
  const exit = facts.exit === undefined || command === 'failure' ? [] : ['exit'];
  const names = [...exit, ...factNames[command]];
  return names.map((fact) => {
    const expected = stated[fact] ?? null;
    const isUnread = read.exit === 8 && fact !== 'exit';
    const found = isUnread ? null : findActual(fact, read, expected);
    const isSilent = isPartial(found, expected) || (fact === 'exit' && found === 8);
    const kind = isEqual(found, expected) ? 'right' : isSilent ? 'unknown' : 'false';
    return { label: `${name} ${command}.${fact}`, expected, actual: found, kind };
  });
}

function findActual(fact: string, read: Facts, expected: unknown): unknown {
  if (fact !== 'message') return read[fact] ?? null;
  const reasons = [expected].flat().filter((reason) => reason !== null);
  return reasons.every((reason) => String(read.message).includes(String(reason))) ? expected : null;
}

function totalPenalty(verdicts: FactScore[]): number {
  const weights = { right: 0, unknown: 1, false: 100 };
  return verdicts.reduce((sum, { kind }) => sum + weights[kind], 0);
}

function isPartial(read: unknown, fact: unknown): boolean {
  if (read === null) return true;
  if (!Array.isArray(read) || !Array.isArray(fact) || read.length !== fact.length) return false;
  return read.every((item, index) => item === null || isEqual(item, fact[index]));
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** One writing for 44.4 and 44.40, `active` and `ACTIVE`, `Kabul.af.` and `kabul.af`. */
function normalizeFacts(facts: Facts): Facts {
  const plain = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => plain(name, item));
    if (typeof value === 'number' && name !== 'exit') return String(value);
    if (typeof value !== 'string' || name === 'message') return value ?? null;
    if (name === 'status')
      return value
        .toLowerCase()
        .split(/[\s,;]+/)
        .join(' ');
    if (name === 'nameservers' || name === 'found') return domainToASCII(value.replace(/\.$/, ''));
    return /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value;
  };
  return Object.fromEntries(Object.entries(facts).map(([name, one]) => [name, plain(name, one)]));
}

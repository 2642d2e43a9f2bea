import { readFileSync } from 'node:fs';
import path from 'node:path';
import { domainToASCII } from 'node:url';
import { parseResponse, unwrapEnvelope } from '../../src/api/envelope.ts';
import { ApiService } from '../../src/api/service.ts';
import type { ApiRequest } from '../../src/api/transport.ts';
import { comparedAttributes, parseQuoteAction } from '../../src/core/api-vocabulary.ts';
import { mayListBeTruncated } from '../../src/domains/account.ts';
import { CliError } from '../../src/errors.ts';

export type Attributes = Record<string, unknown>;

/** A response of an example service, and the attributes that a reader finds in it. */
export interface Case {
  name: string;
  command: keyof typeof attributes;
  request?: { domain?: string; years?: number; tld?: string; action?: string };
  status?: number;
  headers?: Record<string, string>;
  /** A string is sent verbatim, anything else as JSON. */
  body: unknown;
  /** Expected attributes; the response states no others. */
  facts: Attributes;
  /** Other readings of the response that are equally correct. */
  alt?: { facts?: Attributes }[];
}

export interface AttributeScore {
  label: string;
  expected: unknown;
  actual: unknown;
  /** `unknown` means the response states the attribute but it was not read. */
  kind: 'right' | 'unknown' | 'false';
}

const domainAttributes: readonly string[] = comparedAttributes;

const attributes = {
  check: ['status', 'available', 'amount', 'currency'],
  quote: ['amount', 'currency'],
  domains: ['found', 'cut', ...domainAttributes],
  domain: domainAttributes,
  balance: ['account_number', 'balance', 'currency', 'credit_limit', 'active_domains'],
  tier: ['current_tier', 'next_tier', 'domains_needed'],
  failure: ['message', 'api_code', 'request_id', 'exit'],
};

/** Loads JSON Lines; a line is one response, or a service with several responses. */
export function loadCases(file: string): Case[] {
  const lines = readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n');
  return lines.flatMap((line): Case[] => {
    const { answers, ...testCase } = JSON.parse(line);
    if (answers === undefined) return [testCase];
    return Object.entries(answers).flatMap(([command, responses]) =>
      [responses].flat().map((answer) => ({ ...testCase, ...Object(answer), command })),
    );
  });
}

export async function scoreCase(testCase: Case): Promise<AttributeScore[]> {
  const actual = await readAttributes(testCase);
  const [best = []] = [testCase.facts, ...(testCase.alt ?? []).map(({ facts }) => facts ?? {})]
    .map((facts) => scoreAttributes(testCase, facts, actual))
    .sort((left, right) => totalPenalty(left) - totalPenalty(right));
  return best;
}

/** Reads the attributes of a response through the service client, without a network. */
export async function readAttributes(testCase: Case): Promise<Attributes> {
  const { status = 200, headers = {}, body } = testCase;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const lowerCaseHeaders = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    value,
  ]);
  const reply = {
    ...{ status, text, isBodyComplete: true, receivedAt: Date.UTC(2026, 10, 22) },
    headers: { 'content-type': 'application/json', ...Object.fromEntries(lowerCaseHeaders) },
  };
  const origin = { source: 'the environment', remedy: 'log in' };
  const request = async (apiRequest: ApiRequest) =>
    unwrapEnvelope(parseResponse(reply, apiRequest, origin));
  try {
    return normalizeAttributes(
      await callService(new ApiService({ request }, async () => {}), testCase),
    );
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const { apiCode, requestId } = error.details;
    return {
      message: error.fullMessage,
      api_code: apiCode,
      request_id: requestId,
      exit: error.exitCode,
    };
  }
}

async function callService(
  service: ApiService,
  { command, request = {} }: Case,
): Promise<Attributes> {
  const { domain = 'kabul.af', years = 1, tld = '.af', action = 'renewal' } = request;
  const isOfDomain = request.domain !== undefined;
  switch (command) {
    case 'check': {
      const { pricing, ...availability } = await service.check(domain, years);
      return { ...availability, ...pricing };
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

function toColumns(rows: readonly object[]): Attributes {
  const sorted = rows.map((row) => Object(row)).sort((a, b) => (a.domain < b.domain ? -1 : 1));
  const columns = domainAttributes.map((name) => [
    name,
    nullIfEmpty(sorted.map((row) => row[name] ?? null)),
  ]);
  return { found: sorted.map((row) => row.domain), ...Object.fromEntries(columns) };
}

/** Returns null for a column of nulls, since a case need not state every attribute. */
function nullIfEmpty(value: unknown): unknown {
  const isEmpty = Array.isArray(value) && value.length > 0 && value.every((item) => item === null);
  return isEmpty ? null : value;
}

function scoreAttributes(
  { name, command }: Case,
  facts: Attributes,
  actual: Attributes,
): AttributeScore[] {
  const normalized = normalizeAttributes(facts);
  const exit = facts.exit === undefined || command === 'failure' ? [] : ['exit'];
  const names = [...exit, ...attributes[command]];
  return names.map((attribute) => {
    const expected = nullIfEmpty(normalized[attribute] ?? null);
    const isUnread = actual.exit === 8 && attribute !== 'exit';
    const actualValue = isUnread ? null : findActual(attribute, actual, expected);
    const isSilent =
      isPartial(actualValue, expected) || (attribute === 'exit' && actualValue === 8);
    const kind = isEqual(actualValue, expected) ? 'right' : isSilent ? 'unknown' : 'false';
    return { label: `${name} ${command}.${attribute}`, expected, actual: actualValue, kind };
  });
}

function findActual(attribute: string, actual: Attributes, expected: unknown): unknown {
  if (attribute !== 'message') return actual[attribute] ?? null;
  const reasons = [expected].flat().filter((reason) => reason !== null);
  return reasons.every((reason) => String(actual.message).includes(String(reason)))
    ? expected
    : null;
}

function totalPenalty(scores: AttributeScore[]): number {
  const weights = { right: 0, unknown: 1, false: 100 };
  return scores.reduce((sum, { kind }) => sum + weights[kind], 0);
}

function isPartial(actual: unknown, attribute: unknown): boolean {
  if (actual === null) return true;
  if (!Array.isArray(actual) || !Array.isArray(attribute) || actual.length !== attribute.length)
    return false;
  return actual.every((item, index) => item === null || isEqual(item, attribute[index]));
}

function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Normalizes spellings: 44.4 and 44.40, `active` and `ACTIVE`, `Kabul.af.` and `kabul.af`. */
function normalizeAttributes(facts: Attributes): Attributes {
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
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, plain(name, value)]),
  );
}

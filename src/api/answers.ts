import { isObject } from '../core/json.ts';
import type { Decimal } from '../core/money.ts';
import { isSameName } from '../core/names.ts';
import { meaningOf } from '../core/service-words.ts';
import { type Answer, dataOf, unexpected } from './envelope.ts';
import type { AskedQuote } from './reading/asked.ts';
import { contradictionIn, statementsOfCheck } from './reading/availability.ts';
import type { domainFacts } from './reading/domain.ts';
import { extraOf, type Found, type WithExtra } from './reading/facts.ts';
import { valueAtPath } from './reading/keys.ts';
import type { tierFacts } from './reading/tier.ts';
import { amount, count, signedAmount, text } from './reading/values.ts';

type Read<Value> = (value: unknown) => Value | null;

/** `available` is null beside a status whose meaning is not known. */
export type Availability = ReturnType<typeof readAvailability>['found'];

export type Balance = ReturnType<typeof readBalance>['found'];

export interface Quote extends AskedQuote, WithExtra {
  amount: Decimal | null;
  currency: string | null;
}

export type Domain = Found<typeof domainFacts> & WithExtra;

export interface DomainList {
  domains: Domain[];
  total: number | null;
  /** Null when the answer says neither that there are more domains nor that there are none. */
  isMore: boolean | null;
  /** The answer holds another list that could be meant. */
  isOneOfSeveral: boolean;
}

export type Tier = Found<typeof tierFacts> & WithExtra;

/**
 * API document, section 2, "Availability result".
 * @returns what was read, and the paths of fields of another type than documented
 * @throws Failure `unexpected_response` also for what contradicts itself or was not asked
 */
export function readAvailability(answer: Answer, domain: string, years: number) {
  const { data } = answer;
  const named = documented(answer, 'domain', word);
  if (!isSameName(named, domain)) {
    throw unexpected(answer, `'domain' is another name than the one asked: '${named}'`);
  }
  const available = documented(answer, 'available', truth);
  const status = optional(answer, 'status', word) || null;
  const pricing = available ? pricingIn(answer) : pricingOfTaken(data);
  const read = { domain, status, available, pricing, years };
  const statements = statementsOfCheck(data, read);
  const contradiction = contradictionIn(data, read, statements);
  if (contradiction !== undefined) throw unexpected(answer, contradiction);
  const fields = ['status', 'pricing.amount', 'pricing.currency'];
  const others = ['domain', 'available', ...statements.map(({ path }) => path.join('.'))];
  const extra = extraBeside(data, read, [...fields, ...others]);
  const isKnown = status === null || meaningOf(status) !== 'unknown';
  return {
    found: { ...read, available: isKnown ? available : null, ...extra },
    slips: slipsIn(data, read, available ? fields : ['status']),
  };
}

function pricingIn(answer: Answer) {
  optional(answer, 'pricing', (sent) => (isObject(sent) ? sent : null));
  return {
    amount: optional(answer, 'pricing.amount', amount),
    currency: optional(answer, 'pricing.currency', currencyIn),
  };
}

/** The document does not show the price of a name that cannot be registered. */
function pricingOfTaken(data: object): ReturnType<typeof pricingIn> {
  const [price, unit] = ['amount', 'currency'].map((key) => valueAtPath(data, ['pricing', key]));
  return { amount: amount(price), currency: currencyIn(unit) };
}

/** API document, section 2, "Account balance". @returns as `readAvailability` */
export function readBalance(answer: Answer) {
  const { data } = answer;
  const read = {
    account_number: documented(answer, 'account_number', text),
    balance: documented(answer, 'balance', signedAmount),
    currency: documented(answer, 'currency', currencyIn),
    credit_limit: signedAmount(valueAtPath(data, ['credit_limit'])),
    active_domains: documented(answer, 'active_domains', count),
  };
  const fields = Object.keys(read);
  const found = { ...read, ...extraBeside(data, read, fields) };
  return { found, slips: slipsIn(data, read, fields) };
}

function word(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 1000 ? value : null;
}

function truth(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

function currencyIn(value: unknown): string | null {
  return word(value)?.trim().toUpperCase() ?? null;
}

/** @throws Failure `unexpected_response` that names the field */
function documented<Value>(answer: Answer, field: string, read: Read<Value>): Value {
  const sent = valueAtPath(answer.data, field.split('.'));
  const value = read(sent);
  if (value !== null) return value;
  const isMissing = sent === undefined && !Array.isArray(answer.data);
  const fault = isMissing ? 'is missing' : 'is not what the document says';
  throw unexpected(answer, `'${field}' ${fault} in ${dataOf(answer)}`);
}

/** @returns null for a field that is absent or null */
function optional<Value>(answer: Answer, field: string, read: Read<Value>): Value | null {
  const sent = valueAtPath(answer.data, field.split('.')) ?? null;
  return sent === null ? null : documented(answer, field, read);
}

function slipsIn(data: object, read: object, fields: readonly string[]): string[] {
  return fields.filter((field) => {
    const path = field.split('.');
    const sent = valueAtPath(data, path);
    const value = valueAtPath(read, path);
    if (value === null) return true;
    if (typeof sent !== 'string' || typeof value !== 'string') return sent !== value;
    return sent.trim().toUpperCase() !== value.toUpperCase();
  });
}

function extraBeside(data: object, read: object, fields: readonly string[]): WithExtra {
  const paths = fields.map((field) => field.split('.'));
  const told = paths.filter((path) => valueAtPath(read, path) !== null || !valueAtPath(data, path));
  return extraOf(data, told);
}

import { isObject, toTextOrJson } from '../core/json.ts';
import type { Decimal } from '../core/money.ts';
import { isSameDomainName } from '../core/names.ts';
import { classifyStatus } from '../core/service-words.ts';
import type { Failure } from '../errors.ts';
import { type Answer, dataOf, unexpected } from './envelope.ts';
import { type AskedQuote, isTldOf, statementsOfCheck } from './reading/asked.ts';
import type { domainFacts } from './reading/domain.ts';
import { extraOf, type Found, type WithExtra } from './reading/facts.ts';
import { type Path, type Place, placesOf, topOf, valueAtPath } from './reading/keys.ts';
import type { tierFacts } from './reading/tier.ts';
import { amount, count, flag, signedAmount, text } from './reading/values.ts';

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
  hasMore: boolean | null;
  hasOtherLists: boolean;
}

export type Tier = Found<typeof tierFacts> & WithExtra;

/**
 * API document, section 2, "Availability result".
 * @returns what was read, and the paths of fields of another type than documented
 * @throws Failure `unexpected_response` also for what contradicts itself or was not asked
 */
export function readAvailability(answer: Answer, domain: string, years: number) {
  const { data } = answer;
  const fields = new Fields(answer);
  const named = fields.needed('domain', word);
  if (!isSameDomainName(named, domain)) {
    throw unexpected(answer, `'domain' is another name than the one asked: '${named}'`);
  }
  const available = fields.needed('available', truth);
  const status = fields.optional('status', word) || null;
  const meaning = classifyStatus(status ?? '');
  if (meaning === (available ? 'taken' : 'available')) {
    throw unexpected(answer, `'status' says ${status} and 'available' says ${available}`);
  }
  const denial = available ? denialIn(data) : undefined;
  if (denial !== undefined) {
    const says = `'${denial.path[0]}' says ${toTextOrJson(denial.value)}`;
    throw unexpected(answer, `${says} and 'available' says true`);
  }
  const statements = statementsOfCheck(data, domain, years);
  const other = statements.find(({ aspect, isAsked, value }) => {
    return !isAsked && !(aspect === 'tld' && isTldOf(domain, toTextOrJson(value)));
  });
  if (other !== undefined) {
    const says = `'${other.path.at(-1)}' is another than the one asked`;
    throw unexpected(answer, `${says}: '${text(other.value)}'`);
  }
  // The document does not show the price of a name that cannot be registered.
  const price: Fields['optional'] = (field, read) =>
    available ? fields.optional(field, read) : fields.readable(field, read, false);
  if (available && !isObject(valueAtPath(data, ['pricing']) ?? {})) throw fields.fault('pricing');
  const pricing = {
    amount: price('pricing.amount', amount),
    currency: price('pricing.currency', currencyIn),
  };
  const isKnown = status === null || meaning !== 'unknown';
  const extra = extraOf(data, [...fields.told, ...statements.map(({ path }) => path)]);
  const found = { domain, status, available: isKnown ? available : null, pricing, years, ...extra };
  return { found, slips: fields.slips };
}

/** Keys beyond the document that mean the same as `available`. */
const freeNames = 'is_available is_free free can_register';

/** Keys that mean the opposite. A name that is not registered may be reserved. */
const takenNames = `registered is_registered taken is_taken reserved is_reserved unavailable
  not_available`;

function denialIn(data: object): Place | undefined {
  const find = (names: string, said: boolean) =>
    placesOf(topOf(data), names).find(({ value }) => flag(value) === said);
  return find(takenNames, true) ?? find(freeNames, false);
}

/** API document, section 2, "Account balance". @returns as `readAvailability` */
export function readBalance(answer: Answer) {
  const fields = new Fields(answer);
  const read = {
    account_number: fields.needed('account_number', text),
    balance: fields.needed('balance', signedAmount),
    currency: fields.needed('currency', currencyIn),
    credit_limit: fields.readable('credit_limit', signedAmount),
    active_domains: fields.needed('active_domains', count),
  };
  return { found: { ...read, ...extraOf(answer.data, fields.told) }, slips: fields.slips };
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

class Fields {
  readonly #answer: Answer;
  /** Paths that were read, so that they do not count as extra. */
  readonly told: Path[] = [];
  /** Fields that are absent, or of another type than the document says. */
  readonly slips: string[] = [];

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  /** @param isDue false where nobody is warned @returns null for what is absent or cannot be read */
  readable<Value>(field: string, read: Read<Value>, isDue = true): Value | null {
    const path = field.split('.');
    const sent = valueAtPath(this.#answer.data, path);
    const value = read(sent);
    if (value !== null || !sent) this.told.push(path);
    if (isDue && isSlip(sent, value)) this.slips.push(field);
    return value;
  }

  /** @throws Failure `unexpected_response` that names the field */
  needed<Value>(field: string, read: Read<Value>): Value {
    const value = this.readable(field, read);
    if (value === null) throw this.fault(field);
    return value;
  }

  optional<Value>(field: string, read: Read<Value>): Value | null {
    const isAbsent = (valueAtPath(this.#answer.data, field.split('.')) ?? null) === null;
    return isAbsent ? this.readable(field, read) : this.needed(field, read);
  }

  fault(field: string): Failure {
    const { data } = this.#answer;
    const isMissing = valueAtPath(data, field.split('.')) === undefined && !Array.isArray(data);
    const says = isMissing ? 'is missing' : 'is not what the document says';
    return unexpected(this.#answer, `'${field}' ${says} in ${dataOf(this.#answer)}`);
  }
}

function isSlip(sent: unknown, value: unknown): boolean {
  if (value === null) return true;
  if (typeof sent !== 'string' || typeof value !== 'string') return sent !== value;
  return sent.trim().toUpperCase() !== value.toUpperCase();
}

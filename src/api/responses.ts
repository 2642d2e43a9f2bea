import { classifyAvailability } from '../core/api-vocabulary.ts';
import { isSameDomainName } from '../core/domain-names.ts';
import { isJsonObject, stringifyValue } from '../core/json.ts';
import type { NullableCost } from '../core/money.ts';
import { describeDataKeys, type SuccessEnvelope, unexpectedResponseError } from './envelope.ts';
import { type AttributeValues, collectExtraKeys, type WithExtraKeys } from './parse/attributes.ts';
import type { domainAttributeSchema } from './parse/domain.ts';
import {
  findNodesByKey,
  getValueAtPath,
  type JsonNode,
  type KeyPath,
  toRootNode,
} from './parse/json-node.ts';
import { findAvailabilityQualifiers, type QuoteRequest } from './parse/quote-qualifiers.ts';
import type { tierSchema } from './parse/tier.ts';
import {
  parseAmount,
  parseBooleanLike,
  parseCount,
  parseSignedAmount,
  parseText,
} from './parse/values.ts';

type Parser<Value> = (value: unknown) => Value | null;

/** `available` is null if the API sends `false` for a reason other than a taken name. */
export type AvailabilityResult = ReturnType<typeof parseAvailability>['attributes'];

export type AccountBalance = ReturnType<typeof parseBalance>['attributes'];

export type PriceQuote = QuoteRequest & NullableCost & WithExtraKeys;

export type Domain = AttributeValues<typeof domainAttributeSchema> & WithExtraKeys;

export type PricingTier = AttributeValues<typeof tierSchema> & WithExtraKeys;

/**
 * @throws an `unexpected_response` error if a required field is missing or invalid, or if the
 * response contradicts itself or the request
 */
export function parseAvailability(result: SuccessEnvelope, domain: string, years: number) {
  const { data } = result;
  const reader = new FieldReader(result);
  const reject = (message: string) => unexpectedResponseError(result, message);
  const responseDomain = reader.parseRequired('domain', parseString);
  if (!isSameDomainName(responseDomain, domain))
    throw reject(`'domain' is another name than the one asked: '${responseDomain}'`);
  const available = reader.parseRequired('available', parseBoolean);
  const status = reader.parseOptional('status', parseString) || null;
  const meaning = classifyAvailability(status ?? '');
  if (meaning === (available ? 'taken' : 'available'))
    throw reject(`'status' says ${status} and 'available' says ${available}`);
  const contradiction = available && findContradiction(data);
  if (contradiction) {
    const { path, value } = contradiction;
    throw reject(`'${path[0]}' says ${stringifyValue(value)} and 'available' says true`);
  }
  const qualifiers = findAvailabilityQualifiers(data, domain, years);
  const mismatch = qualifiers.find(({ isMatch }) => !isMatch);
  if (mismatch !== undefined) {
    const { path, value } = mismatch;
    throw reject(`'${path.at(-1)}' is not the one that was asked for: '${parseText(value)}'`);
  }
  // Accept any value as the price of a taken name: the API specification does not define it.
  const parsePrice: FieldReader['parseOptional'] = (field, parse) =>
    available ? reader.parseOptional(field, parse) : reader.parseLenient(field, parse, false);
  if (available && !isJsonObject(getValueAtPath(data, ['pricing']) ?? {}))
    throw reader.fieldError('pricing');
  const pricing = {
    amount: parsePrice('pricing.amount', parseAmount),
    currency: parsePrice('pricing.currency', parseCurrencyText),
  };
  const isKnown = available || status === null || meaning === 'taken';
  const extra = collectExtraKeys(data, [...reader.consumed, ...qualifiers.map(({ path }) => path)]);
  const attributes = {
    domain,
    status,
    available: isKnown ? available : null,
    pricing,
    years,
    ...extra,
  };
  return { attributes, mismatches: reader.mismatches };
}

/** Undocumented synonyms of the key `available`. */
const availableKeys = 'is_available is_free free can_register';

/**
 * Keys that mean "taken" if true. If false, the name may still be unavailable for another reason.
 */
const takenKeys = `registered is_registered taken is_taken reserved is_reserved unavailable
  not_available`;

function findContradiction(data: object): JsonNode | undefined {
  const find = (keys: string, expected: boolean) =>
    findNodesByKey(toRootNode(data), keys).find(
      ({ value }) => parseBooleanLike(value) === expected,
    );
  return find(takenKeys, true) ?? find(availableKeys, false);
}

/** @throws an `unexpected_response` error if a required field is missing or invalid */
export function parseBalance(result: SuccessEnvelope) {
  const reader = new FieldReader(result);
  const account = {
    account_number: reader.parseRequired('account_number', parseText),
    balance: reader.parseRequired('balance', parseSignedAmount),
    currency: reader.parseRequired('currency', parseCurrencyText),
    credit_limit: reader.parseLenient('credit_limit', parseSignedAmount),
    active_domains: reader.parseRequired('active_domains', parseCount),
  };
  return {
    attributes: { ...account, ...collectExtraKeys(result.data, reader.consumed) },
    mismatches: reader.mismatches,
  };
}

function parseString(value: unknown) {
  return typeof value === 'string' && value.length <= 1000 ? value : null;
}

function parseBoolean(value: unknown) {
  return typeof value === 'boolean' ? value : null;
}

function parseCurrencyText(value: unknown) {
  return parseString(value)?.trim().toUpperCase() ?? null;
}

class FieldReader {
  readonly #result;
  /** Paths of parsed keys; all other keys of the response are printed as `extra`. */
  readonly consumed: KeyPath[] = [];
  /** Fields that are missing or whose type differs from the API specification (section 2). */
  readonly mismatches: string[] = [];

  constructor(result: SuccessEnvelope) {
    this.#result = result;
  }

  parseLenient<Value>(field: string, parse: Parser<Value>, shouldWarn = true): Value | null {
    const path = field.split('.');
    const raw = getValueAtPath(this.#result.data, path);
    const value = parse(raw);
    if (value !== null || !raw) this.consumed.push(path);
    if (shouldWarn && isMismatch(raw, value)) this.mismatches.push(field);
    return value;
  }

  /** @throws an `unexpected_response` error if the field is missing or invalid */
  parseRequired<Value>(field: string, parse: Parser<Value>): Value {
    const value = this.parseLenient(field, parse);
    if (value === null) throw this.fieldError(field);
    return value;
  }

  /** @throws an `unexpected_response` error if the field is present but invalid */
  parseOptional<Value>(field: string, parse: Parser<Value>): Value | null {
    const raw = getValueAtPath(this.#result.data, field.split('.')) ?? null;
    return raw === null ? this.parseLenient(field, parse) : this.parseRequired(field, parse);
  }

  fieldError(field: string) {
    const { data } = this.#result;
    const isMissing = getValueAtPath(data, field.split('.')) === undefined && !Array.isArray(data);
    const problem = isMissing ? 'is missing' : 'is not what the document says';
    const message = `'${field}' ${problem} in ${describeDataKeys(this.#result)}`;
    return unexpectedResponseError(this.#result, message);
  }
}

function isMismatch(raw: unknown, value: unknown) {
  if (value === null) return true;
  if (typeof raw !== 'string' || typeof value !== 'string') return raw !== value;
  return raw.trim().toUpperCase() !== value.toUpperCase();
}

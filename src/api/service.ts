import type * as z from 'zod/mini';
import { isObject } from '../core/json.ts';
import { isSameName } from '../core/names.ts';
import type { Action } from '../core/service-words.ts';
import { contradicts } from '../core/service-words.ts';
import type { Client } from './client.ts';
import { type Answer, unexpected } from './envelope.ts';
import { availabilitySchema, balanceSchema, takenSchema } from './schemas.ts';
import { domainSpecification } from './tolerant/domain.ts';
import { readFields } from './tolerant/field-specification.ts';
import { itemsOf } from './tolerant/lists.ts';
import { otherQuote, readQuote } from './tolerant/quote.ts';
import { tierSpecification } from './tolerant/tier.ts';
import { count } from './tolerant/values.ts';
import type { Availability, Balance, Domain, DomainList, Quote, Tier, WithExtra } from './types.ts';

/** API document, section 4. @throws of each: the failures of `request`, and `unexpected_response` */
export class Service {
  readonly #client: Pick<Client, 'request'>;

  constructor(client: Pick<Client, 'request'>) {
    this.#client = client;
  }

  async check(domain: string, years: number, isBulk = false): Promise<Availability> {
    const answer = await this.#client.request({
      method: 'POST',
      path: '/domains/check',
      body: { domain, years },
      operation: `check ${domain}`,
      isBulk,
    });
    const isTaken = 'available' in answer.data && answer.data.available === false;
    const data = parseData(isTaken ? takenSchema : availabilitySchema, answer);
    const { domain: answered, status, available, pricing, years: period, ...others } = data;
    if (!isSameName(answered, domain)) {
      throw unexpected(answer, `'domain' is another name than the one asked: '${answered}'`);
    }
    if (contradicts(status, available)) {
      throw unexpected(answer, `'status' says ${status} and 'available' says ${available}`);
    }
    if (period !== undefined && count(period) !== years) {
      throw unexpected(answer, `'years' is another than the one asked: '${period}'`);
    }
    const { amount = null, currency = null, ...more } = pricing ?? {};
    const unrecognised = isEmpty(more) ? others : { ...others, pricing: more };
    const price = { amount, currency };
    return { domain, status, available, pricing: price, years, ...extra(unrecognised) };
  }

  async quote(tld: string, action: Action, years: number): Promise<Quote> {
    const answer = await this.#client.request({
      method: 'POST',
      path: '/pricing',
      body: { tld: `.${tld}`, action, years },
      operation: `quote .${tld} ${action}`,
    });
    const asked = { tld, action, years };
    const reading = readQuote(answer.data, asked);
    if (reading === undefined) throw unexpected(answer, "no matching quote in 'data'");
    const difference = otherQuote(reading.found, asked);
    if (difference !== undefined) throw unexpected(answer, difference);
    const { amount, currency } = reading.found;
    return { tld: `.${tld}`, action, years, amount, currency, ...extra(reading.unrecognised) };
  }

  async domains(): Promise<DomainList> {
    const operation = 'domains ls';
    const answer = await this.#client.request({ method: 'GET', path: '/domains', operation });
    const { items, total, isMore } = itemsOf(answer.data, answer.envelope);
    if (items === undefined) throw unexpected(answer, "no list of domains in 'data'");
    const domains = items.map((item) => readDomain(isObject(item) ? item : { domain: item }));
    if (domains.length > 0 && domains.every(({ domain }) => domain === null)) {
      throw unexpected(answer, "no domain name in the items of 'data'");
    }
    return { domains, total, isMore };
  }

  async domain(name: string, isBulk = false): Promise<Domain> {
    const answer = await this.#client.request({
      method: 'GET',
      path: `/domains/${encodeURIComponent(name)}`,
      operation: `domains show ${name}`,
      subject: name,
      isBulk,
    });
    const domain = readDomain(answer.data);
    if (domain.domain !== null && !isSameName(domain.domain, name)) {
      throw unexpected(answer, `the answer is about another name: '${domain.domain}'`);
    }
    return { ...domain, domain: name };
  }

  async balance(): Promise<Balance> {
    const path = '/account/balance';
    const answer = await this.#client.request({ method: 'GET', path, operation: 'balance' });
    const data = parseData(balanceSchema, answer);
    const { account_number, balance, currency, credit_limit, active_domains, ...rest } = data;
    const known = { account_number, balance, currency, credit_limit, active_domains };
    return { ...known, ...extra(rest) };
  }

  async tier(): Promise<Tier> {
    const path = '/account/tier';
    const { data } = await this.#client.request({ method: 'GET', path, operation: 'tier' });
    const { found, unrecognised } = readFields(data, tierSpecification);
    return { ...found, ...extra(unrecognised) };
  }
}

function parseData<Schema extends z.ZodMiniType>(schema: Schema, answer: Answer): z.infer<Schema> {
  const parsed = schema.safeParse(answer.data);
  if (parsed.success) return parsed.data;
  const keys = parsed.error.issues[0]?.path ?? [];
  let value: unknown = answer.data;
  for (const key of keys) value = isObject(value) ? value[String(key)] : undefined;
  const fault = value === undefined ? 'is missing' : 'is not what the document says';
  throw unexpected(answer, `'${keys.join('.') || 'data'}' ${fault}`);
}

function readDomain(data: object): Domain {
  const { found, unrecognised } = readFields(data, domainSpecification);
  return { ...found, ...extra(unrecognised) };
}

function extra(unrecognised: Record<string, unknown> = {}): WithExtra {
  return isEmpty(unrecognised) ? {} : { extra: unrecognised };
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}

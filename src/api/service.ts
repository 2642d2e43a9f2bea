import type * as z from 'zod/mini';
import { isObject } from '../core/json.ts';
import { isSameName } from '../core/names.ts';
import { type Action, contradicts } from '../core/service-words.ts';
import { dataOf, envelopeOf, unexpected } from './envelope.ts';
import type { Occasion } from './errors.ts';
import { availabilityShape, balanceShape, shapes, takenShape } from './schemas.ts';
import type { domainShape } from './tolerant/domain.ts';
import { type Reading, readFacts } from './tolerant/facts.ts';
import { itemsOf } from './tolerant/lists.ts';
import { otherQuote, readQuote } from './tolerant/quote.ts';
import { count } from './tolerant/values.ts';
import type { ApiReply, ApiRequest } from './transport.ts';
import type { Availability, Balance, Domain, DomainList, Quote, Tier, WithExtra } from './types.ts';

/** Sends a request, paced and retried; `read` turns the reply into data or a failure, an attempt at a time. */
export type Ask = <Data>(
  request: ApiRequest,
  read: (reply: ApiReply) => Data,
  isBulk?: boolean,
) => Promise<Data>;

/** The six operations of the API document, section 4. Every one throws the failures of `dataOf`. */
export class Service {
  readonly #ask: Ask;
  readonly #source: Pick<Occasion, 'source' | 'remedy'>;

  constructor(ask: Ask, source: Pick<Occasion, 'source' | 'remedy'>) {
    this.#ask = ask;
    this.#source = source;
  }

  /** @param isBulk one of many, whose turn may come late */
  async check(domain: string, years: number, isBulk = false): Promise<Availability> {
    const occasion = this.#occasion(`check ${domain}`);
    const request = { method: 'POST', path: '/domains/check', body: { domain, years } } as const;
    return this.#ask(
      request,
      (reply) => {
        const answer = dataOf(reply, occasion);
        const isTaken = 'available' in answer && answer.available === false;
        const data = strictly(isTaken ? takenShape : availabilityShape, answer, occasion);
        const { domain: answered, status, available, pricing, ...rest } = data;
        if (!isSameName(answered, domain)) {
          throw unexpected(occasion, `'domain' is another name than the one asked: '${answered}'`);
        }
        if (contradicts(status, available)) {
          throw unexpected(occasion, `'status' says ${status} and 'available' says ${available}`);
        }
        const { years: period, ...others } = rest;
        if (period !== undefined && count(period) !== years) {
          throw unexpected(occasion, `'years' is another than the one asked: '${period}'`);
        }
        const { amount = null, currency = null, ...more } = pricing ?? {};
        const beyond = isEmpty(more) ? others : { ...others, pricing: more };
        return {
          domain,
          status,
          available,
          pricing: { amount, currency },
          years,
          ...extra(beyond),
        };
      },
      isBulk,
    );
  }

  async quote(tld: string, action: Action, years: number): Promise<Quote> {
    const occasion = this.#occasion(`quote .${tld} ${action}`);
    const request = {
      method: 'POST',
      path: '/pricing',
      body: { tld: `.${tld}`, action, years },
    } as const;
    return this.#ask(request, (reply) => {
      const asked = { tld, action, years };
      const reading = readQuote(dataOf(reply, occasion), asked);
      if (reading === undefined) throw unexpected(occasion, "no quote of its own in 'data'");
      const fault = otherQuote(reading.found, asked);
      if (fault !== undefined) throw unexpected(occasion, fault);
      const { amount, currency } = reading.found;
      return { tld: `.${tld}`, action, years, amount, currency, ...extra(reading.extra) };
    });
  }

  async domains(): Promise<DomainList> {
    const occasion = this.#occasion('domains ls');
    return this.#ask({ method: 'GET', path: '/domains' }, (reply) => {
      const { data, envelope } = envelopeOf(reply, occasion);
      const { items, total, isMore } = itemsOf(data, envelope);
      if (items === undefined) throw unexpected(occasion, "no list of domains in 'data'");
      const domains = items.map((item) =>
        described(readFacts(isObject(item) ? item : { domain: item }, shapes.domain)),
      );
      if (domains.length > 0 && domains.every(({ domain }) => domain === null)) {
        throw unexpected(occasion, "no domain name in the items of 'data'");
      }
      return { domains, total, isMore };
    });
  }

  /** @param isBulk one of many, whose turn may come late */
  async domain(name: string, isBulk = false): Promise<Domain> {
    const occasion = { ...this.#occasion(`domains show ${name}`), subject: name };
    const request = { method: 'GET', path: `/domains/${encodeURIComponent(name)}` } as const;
    return this.#ask(
      request,
      (reply) => {
        const domain = described(readFacts(dataOf(reply, occasion), shapes.domain));
        if (domain.domain !== null && !isSameName(domain.domain, name)) {
          throw unexpected(occasion, `the answer is about another name: '${domain.domain}'`);
        }
        return { ...domain, domain: name };
      },
      isBulk,
    );
  }

  async balance(): Promise<Balance> {
    const occasion = this.#occasion('balance');
    return this.#ask({ method: 'GET', path: '/account/balance' }, (reply) => {
      const { account_number, balance, currency, credit_limit, active_domains, ...rest } = strictly(
        balanceShape,
        dataOf(reply, occasion),
        occasion,
      );
      const known = { account_number, balance, currency, credit_limit, active_domains };
      return { ...known, ...extra(rest) };
    });
  }

  async tier(): Promise<Tier> {
    const occasion = this.#occasion('tier');
    return this.#ask({ method: 'GET', path: '/account/tier' }, (reply) => {
      const { found, extra: beyond } = readFacts(dataOf(reply, occasion), shapes.tier);
      return { ...found, ...extra(beyond) };
    });
  }

  #occasion(operation: string): Occasion {
    return { operation, ...this.#source };
  }
}

function strictly<Shape extends z.ZodMiniType>(
  shape: Shape,
  data: unknown,
  occasion: Occasion,
): z.infer<Shape> {
  const parsed = shape.safeParse(data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw unexpected(
    occasion,
    `'${issue?.path.join('.') || 'data'}' ${isMissing(issue, data) ? 'is missing' : 'is not what the document says'}`,
  );
}

function isMissing(issue: { path: PropertyKey[] } | undefined, data: unknown): boolean {
  let value = data;
  for (const key of issue?.path ?? []) value = isObject(value) ? value[String(key)] : undefined;
  return value === undefined;
}

function described({ found, extra: beyond }: Reading<typeof domainShape.facts>): Domain {
  return { ...found, ...extra(beyond) };
}

function extra(beyond: Record<string, unknown> | undefined): WithExtra {
  return beyond === undefined || isEmpty(beyond) ? {} : { extra: beyond };
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}

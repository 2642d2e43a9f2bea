import type * as z from 'zod/mini';
import { isObject, type JsonObject, jsonText } from '../core/json.ts';
import { isSameName } from '../core/names.ts';
import type { Action } from '../core/service-words.ts';
import { availabilityOf } from '../core/service-words.ts';
import { excerpt, safeJson } from '../core/text.ts';
import type {
  Availability,
  Balance,
  Domain,
  DomainList,
  Quote,
  Tier,
  WithExtra,
} from './answers.ts';
import type { Client } from './client.ts';
import { type Answer, unexpected } from './envelope.ts';
import type { Facts, Reading, StatedKeys } from './reading/facts.ts';

/**
 * API document, section 4. What reads an answer is loaded when the answer is there.
 * @throws of each: the failures of `request`, and `unexpected_response`
 */
export class Service {
  readonly #client: Pick<Client, 'request'>;
  readonly #warn: (text: string) => Promise<void>;
  readonly #known = new Set<string>();
  #stated: StatedKeys | undefined;
  #checking:
    | Promise<[typeof import('./answers.ts'), typeof import('./reading/availability.ts')]>
    | undefined;
  /** The key, or the keys with dots between, that each fact of the last answer was read from. */
  sources: Readonly<Record<string, string>> = {};

  constructor(client: Pick<Client, 'request'>, warn: (text: string) => Promise<void>) {
    this.#client = client;
    this.#warn = warn;
  }

  reading(stated: StatedKeys): this {
    this.#stated = stated;
    return this;
  }

  async check(domain: string, years: number, isBulk = false): Promise<Availability> {
    const answer = await this.#client.request({
      method: 'POST',
      path: '/domains/check',
      body: { domain, years },
      operation: `check ${domain}`,
      isBulk,
    });
    this.#checking ??= Promise.all([import('./answers.ts'), import('./reading/availability.ts')]);
    const [{ availabilitySchema, takenSchema }, reading] = await this.#checking;
    const { contradictionIn, hasFailed } = reading;
    const isTaken = 'available' in answer.data && answer.data.available === false;
    const data = parseData(isTaken ? takenSchema : availabilitySchema, answer);
    const { domain: answered, status, available, pricing } = data;
    if (!isSameName(answered, domain)) {
      throw unexpected(answer, `'domain' is another name than the one asked: '${answered}'`);
    }
    const other = contradictionIn(answer.data, { domain, years, status, available });
    if (other !== undefined) throw unexpected(answer, other);
    const price = { amount: pricing?.amount ?? null, currency: pricing?.currency ?? null };
    const sent = objectIn(answer.data);
    const sentPrice = isObject(sent.pricing) ? sent.pricing : {};
    if (available) await this.#warnOfSlips(sentPrice, price, 'pricing.');
    const unread = unreadOf(sent, { domain, status, available, pricing, years });
    const unreadPrice = extra(unreadOf(sentPrice, price)).extra;
    const rest = unreadPrice ? { ...unread, pricing: unreadPrice } : unread;
    const isKnown = availabilityOf({ available, status }) !== 'unknown' && !hasFailed(answer.data);
    const said = isKnown ? available : null;
    return { domain, status, available: said, pricing: price, years, ...extra(rest) };
  }

  async quote(tld: string, action: Action, years: number): Promise<Quote> {
    const answer = await this.#client.request({
      method: 'POST',
      path: '/pricing',
      body: { tld: `.${tld}`, action, years },
      operation: `quote .${tld} ${action}`,
    });
    const { readQuote } = await import('./reading/quote.ts');
    const asked = { tld, action, years };
    const reading = readQuote(unwrapped(answer.data), asked, this.#stated);
    if (reading === undefined) throw unexpected(answer, `no matching quote in ${dataOf(answer)}`);
    const { amount, currency } = reading;
    this.sources = sourcesOf([reading]);
    return { tld: `.${tld}`, action, years, amount, currency, ...extra(reading.extra) };
  }

  async domains(): Promise<DomainList> {
    const answer = await this.#client.request({
      method: 'GET',
      path: '/domains',
      operation: 'domains ls',
      mayBeNull: true,
    });
    const { DomainReader } = await import('./reading/domain.ts');
    const { extentOf } = await import('./reading/extent.ts');
    const list = new DomainReader(this.#stated).list(unwrapped(answer.data));
    if (list === undefined) throw unexpected(answer, `no list of domains in ${dataOf(answer)}`);
    this.sources = sourcesOf(list.items);
    const domains = list.items.map(({ found, extra: rest }) => ({ ...found, ...extra(rest) }));
    const holders = [answer.envelope, ...list.holders];
    const { total, isMore } = extentOf(holders, answer.reply, domains.length);
    if (
      domains.every(({ domain }) => domain === null) &&
      (domains.length > 0 || (total ?? 0) > 0)
    ) {
      throw unexpected(answer, `no domain name in the items of ${dataOf(answer)}`);
    }
    return { domains, total, isMore: list.isOneOfSeveral || isMore };
  }

  async domain(name: string, isBulk = false): Promise<Domain> {
    const answer = await this.#client.request({
      method: 'GET',
      path: `/domains/${encodeURIComponent(name)}`,
      operation: `domains show ${name}`,
      subject: name,
      isBulk,
    });
    const { DomainReader } = await import('./reading/domain.ts');
    const sent = objectIn(answer.data);
    const { found, extra: rest } = new DomainReader(this.#stated).read(sent, name);
    const said = found.domain ?? (isObject(sent.domain) ? null : (sent.domain ?? null));
    if (said !== null && said !== '' && !isSameName(jsonText(said), name)) {
      throw unexpected(
        answer,
        `the answer is about another name: '${excerpt(jsonText(said), 80)}'`,
      );
    }
    return { ...found, domain: name, ...extra(rest) };
  }

  async balance(): Promise<Balance> {
    const path = '/account/balance';
    const answer = await this.#client.request({ method: 'GET', path, operation: 'balance' });
    const { balanceSchema } = await import('./answers.ts');
    const data = parseData(balanceSchema, answer);
    const sent = objectIn(answer.data);
    await this.#warnOfSlips(sent, data);
    this.sources = Object.fromEntries(Object.keys(data).map((key) => [key, key]));
    return { ...data, ...extra(unreadOf(sent, data)) };
  }

  async tier(): Promise<Tier> {
    const path = '/account/tier';
    const { data } = await this.#client.request({ method: 'GET', path, operation: 'tier' });
    const { readTier } = await import('./reading/tier.ts');
    const reading = readTier(objectIn(data), this.#stated);
    this.sources = sourcesOf([reading]);
    return { ...reading.found, ...extra(reading.extra) };
  }

  async #warnOfSlips(sent: JsonObject, read: JsonObject, prefix = ''): Promise<void> {
    const slips = Object.keys(read)
      .filter((key) => !isAsSent(sent[key], read[key]))
      .map((key) => `'${prefix}${key}'`)
      .filter((name) => !this.#known.has(name));
    if (slips.length === 0) return;
    for (const name of slips) this.#known.add(name);
    const fields = slips.join(', ');
    await this.#warn(`the service departs from its document, and is read all the same: ${fields}`);
  }
}

/** The keys of the first reading that was sent a fact, whether or not it could be read. */
function sourcesOf(readings: readonly Pick<Reading<Facts>, 'from'>[]): Record<string, string> {
  const sources: Record<string, string> = {};
  for (const { from } of readings) {
    for (const [fact, [path]] of from) {
      if (path !== undefined) sources[String(fact)] ??= path.join('.');
    }
  }
  return sources;
}

function isAsSent(sent: unknown, read: unknown): boolean {
  const isText = typeof sent === 'string' && typeof read === 'string';
  return (
    read !== null && (isText ? sent.trim().toUpperCase() === read.toUpperCase() : sent === read)
  );
}

/** @throws Failure `unexpected_response` that names the field */
function parseData<Schema extends z.ZodMiniType>(schema: Schema, answer: Answer): z.infer<Schema> {
  const parsed = schema.safeParse(answer.data);
  if (parsed.success) return parsed.data;
  const keys = (parsed.error.issues[0]?.path ?? []).map((key) => String(key));
  if (keys.length === 0) throw unexpected(answer, "'data' is not what the document says");
  let value: unknown = answer.data;
  for (const key of keys) value = isObject(value) ? value[key] : undefined;
  const isMinor =
    /^(balance|amount)$/.test(keys.at(-1) ?? '') && /^"?-?\d+"?$/.test(safeJson(value ?? null));
  const wrong = isMinor
    ? 'has no fraction, and may be in minor units,'
    : 'is not what the document says';
  const fault = value === undefined ? 'is missing' : wrong;
  throw unexpected(answer, `'${keys.join('.')}' ${fault} in ${dataOf(answer)}`);
}

const wrapper = /^(data|result|response|payload|item|body|return)s?$/i;

function unwrapped(data: object): object {
  const [[key, inner] = ['', null], ...others] = Object.entries(data);
  const isWrapper = isObject(data) && others.length === 0 && wrapper.test(key);
  return isWrapper && typeof inner === 'object' && inner !== null ? unwrapped(inner) : data;
}

/** A list of one is read as its item; of any other, nothing can be read. */
function objectIn(data: object): JsonObject {
  const bare = unwrapped(data);
  const [item, ...others] = Array.isArray(bare) ? bare : [bare];
  return isObject(item) && others.length === 0 ? item : { data: bare };
}

const mostKeys = 10;

function dataOf({ data }: Answer): string {
  const holder: unknown = Array.isArray(data) ? data.find(isObject) : data;
  const keys = Object.keys(isObject(holder) ? holder : {}).map((key) => `'${excerpt(key, 40)}'`);
  const more = keys.length > mostKeys ? ` and ${keys.length - mostKeys} more` : '';
  return `'data', which holds ${keys.slice(0, mostKeys).join(', ') || 'no keys'}${more}`;
}

function unreadOf(sent: JsonObject, read: JsonObject): JsonObject {
  const isUnread = ([key, value]: [string, unknown]) =>
    !Object.hasOwn(read, key) || (read[key] === null && value !== null);
  return Object.fromEntries(Object.entries(sent).filter(isUnread));
}

function extra(unread: JsonObject = {}): WithExtra {
  return Object.keys(unread).length > 0 ? { extra: unread } : {};
}

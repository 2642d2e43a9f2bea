import { toTextOrJson } from '../core/json.ts';
import { isSameDomainName } from '../core/names.ts';
import type { Action } from '../core/service-words.ts';
import { joinNames, truncateLine } from '../core/text.ts';
import {
  type Domain,
  type DomainList,
  type Quote,
  readAvailability,
  readBalance,
} from './answers.ts';
import type { Client } from './client.ts';
import { type Answer, dataOf, unexpected } from './envelope.ts';
import type { Source, StatedKeys } from './reading/facts.ts';
import { type Path, valueAtPath } from './reading/keys.ts';
import type { ApiRequest } from './transport.ts';

/** Calls of the API document, section 4. @throws as `request`, and `unexpected_response` */
export class Service {
  readonly #client: Pick<Client, 'request'>;
  readonly #warn: (text: string) => Promise<void>;
  readonly #stated: StatedKeys;
  readonly #warned = new Set<string>();
  /** The key, or the keys with dots between, that each fact of the last answer was read from. */
  sources: Readonly<Record<string, string>> = {};

  constructor(
    client: Pick<Client, 'request'>,
    warn: (text: string) => Promise<void>,
    stated: StatedKeys = new Map(),
  ) {
    this.#client = client;
    this.#warn = warn;
    this.#stated = stated;
  }

  async check(domain: string, years: number, isBulk = false) {
    const answer = await this.#client.request({
      method: 'POST',
      path: '/domains/check',
      body: { domain, years },
      operation: `check ${domain}`,
      isBulk,
    });
    const { found, slips } = readAvailability(answer, domain, years);
    await this.#warnOfSlips(slips);
    return found;
  }

  async quote(tld: string, action: Action, years: number): Promise<Quote> {
    const asked = { tld, action, years };
    const answer = await this.#client.request({
      method: 'POST',
      path: '/pricing',
      body: { ...asked, tld: `.${tld}` },
      operation: `quote .${tld} ${action}`,
    });
    const { readQuote } = await import('./reading/quote.ts');
    const reading = readQuote(this.#sourceOf(answer), asked);
    if (reading === undefined) throw unexpected(answer, `no matching quote in ${dataOf(answer)}`);
    this.sources = sourcesOf([reading]);
    await this.#warnOfUnits(answer, reading.places.get('amount') ?? []);
    return { ...asked, tld: `.${tld}`, ...reading.found };
  }

  async domains(): Promise<DomainList> {
    const answer = await this.#get('/domains', 'domains ls');
    const { extentOf, readDomains } = await import('./reading/list.ts');
    const { items, holders, lists } = readDomains(this.#sourceOf(answer));
    const none = `no list of domains in ${dataOf(answer)}`;
    if (items === undefined) {
      const several = `it is not clear which list is that of the domains: ${truncateLine(joinNames(lists))}`;
      throw unexpected(answer, lists.length === 0 ? none : several);
    }
    this.sources = sourcesOf(items);
    const domains = items.map(({ found }) => found);
    const { total, hasMore } = extentOf(
      [answer.envelope, ...holders],
      answer.reply,
      domains.length,
    );
    const isAny = domains.length > 0 || total;
    if (isAny && domains.every(({ domain }) => domain === null)) {
      throw unexpected(answer, none);
    }
    return { domains, total, hasMore, hasOtherLists: lists.length > 1 };
  }

  async domain(name: string, isBulk = false): Promise<Domain> {
    const path = `/domains/${encodeURIComponent(name)}`;
    const answer = await this.#get(path, `domains show ${name}`, { subject: name, isBulk });
    const { otherNameIn, readDomain } = await import('./reading/domain.ts');
    const { found } = readDomain(this.#sourceOf(answer), name);
    const other = otherNameIn(answer.data, name) ?? found.domain ?? name;
    if (!isSameDomainName(other, name)) {
      throw unexpected(answer, `the answer is about another name: '${truncateLine(other, 80)}'`);
    }
    return { ...found, domain: name };
  }

  async balance() {
    const answer = await this.#get('/account/balance', 'balance');
    const { found, slips } = readBalance(answer);
    await this.#warnOfSlips(slips);
    return found;
  }

  async tier() {
    const answer = await this.#get('/account/tier', 'tier');
    const { readTier } = await import('./reading/tier.ts');
    const reading = readTier(this.#sourceOf(answer));
    this.sources = sourcesOf([reading]);
    return reading.found;
  }

  #get(path: string, operation: string, more: Partial<ApiRequest> = {}): Promise<Answer> {
    return this.#client.request({ method: 'GET', path, operation, ...more });
  }

  #sourceOf({ data, envelope }: Answer): Source {
    return { data, envelope, stated: this.#stated };
  }

  /** A price without a fraction may be in minor units; zero is read. */
  async #warnOfUnits({ data }: Answer, path: Path): Promise<void> {
    const sent = toTextOrJson(valueAtPath(data, path)).trim();
    if (!/^0*[1-9]\d*$/.test(sent)) return;
    const field = truncateLine(path.join('.'));
    const says = 'without a fraction it may be in minor units, and is not read';
    await this.#warnOnce(field, `'${field}' is ${truncateLine(sent)}: ${says}`);
  }

  async #warnOfSlips(slips: readonly string[]): Promise<void> {
    const says = 'the service does not follow its documentation; read anyway';
    const fields = slips.map((field) => `'${field}'`).join(', ');
    if (slips.length > 0) await this.#warnOnce(fields, `${says}: ${fields}`);
  }

  async #warnOnce(fields: string, text: string): Promise<void> {
    if (this.#warned.has(fields)) return;
    this.#warned.add(fields);
    await this.#warn(text);
  }
}

function sourcesOf(
  readings: readonly { places: ReadonlyMap<string, Path> }[],
): Record<string, string> {
  // The first reading that holds a fact is the last to be entered.
  const places = readings.toReversed().flatMap((reading) => [...reading.places]);
  return Object.fromEntries(places.map(([fact, path]) => [fact, path.join('.')]));
}

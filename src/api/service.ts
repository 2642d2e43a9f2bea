import type { QuoteAction } from '../core/api-vocabulary.ts';
import { isSameDomainName } from '../core/domain-names.ts';
import { toTextOrJson } from '../core/json.ts';
import { joinNames, truncateLine } from '../core/text.ts';
import type { ApiClient } from './client.ts';
import { describeDataKeys, type SuccessEnvelope, unexpectedResponseFailure } from './envelope.ts';
import type { JsonKeyOverrides, ParseInput } from './parse/facts.ts';
import { getValueAtPath, type KeyPath } from './parse/json-node.ts';
import {
  type Domain,
  type DomainList,
  type PriceQuote,
  parseAvailability,
  parseBalance,
} from './responses.ts';
import type { ApiRequest } from './transport.ts';

/**
 * Provides a method for each API endpoint that dotaf uses (API specification, section 4).
 * @throws the same Failures as `Client.request`
 */
export class ApiService {
  readonly #client: Pick<ApiClient, 'request'>;
  readonly #warn: (text: string) => Promise<void>;
  readonly #overrides: JsonKeyOverrides;
  readonly #warnedFields = new Set<string>();
  /**
   * Maps each fact in the last response to the key, or the dot-separated key path, that the fact
   * was read from.
   */
  factSources: Readonly<Record<string, string>> = {};

  constructor(
    client: Pick<ApiClient, 'request'>,
    warn: (text: string) => Promise<void>,
    overrides: JsonKeyOverrides = new Map(),
  ) {
    this.#client = client;
    this.#warn = warn;
    this.#overrides = overrides;
  }

  async check(domain: string, years: number, isBulk = false) {
    const result = await this.#client.request({
      method: 'POST',
      path: '/domains/check',
      body: { domain, years },
      operation: `check ${domain}`,
      isBulk,
    });
    const { facts, mismatches } = parseAvailability(result, domain, years);
    await this.#warnMismatches(mismatches);
    return facts;
  }

  async quote(tld: string, action: QuoteAction, years: number): Promise<PriceQuote> {
    const request = { tld, action, years };
    const result = await this.#client.request({
      method: 'POST',
      path: '/pricing',
      body: { ...request, tld: `.${tld}` },
      operation: `quote .${tld} ${action}`,
    });
    const { parseQuote } = await import('./parse/quote.ts');
    const quote = parseQuote(this.#toParseInput(result), request);
    if (quote === undefined)
      throw unexpectedResponseFailure(result, `no matching quote in ${describeDataKeys(result)}`);
    this.factSources = collectFactSources([quote]);
    await this.#warnMinorUnits(result, quote.paths.get('amount') ?? []);
    return { ...request, tld: `.${tld}`, ...quote.facts };
  }

  async domains(): Promise<DomainList> {
    const result = await this.#get('/domains', 'domains ls');
    const { parsePagination, parseDomainList } = await import('./parse/domain-list.ts');
    const { items, ancestors, lists } = parseDomainList(this.#toParseInput(result));
    const noListMessage = `no list of domains in ${describeDataKeys(result)}`;
    if (items === undefined) {
      const ambiguousMessage = `it is not clear which list is that of the domains: ${truncateLine(joinNames(lists))}`;
      throw unexpectedResponseFailure(
        result,
        lists.length === 0 ? noListMessage : ambiguousMessage,
      );
    }
    this.factSources = collectFactSources(items);
    const domains = items.map(({ facts }) => facts);
    const { total, hasMore } = parsePagination(
      [result.envelope, ...ancestors],
      result.reply,
      domains.length,
    );
    const hasAny = domains.length > 0 || total;
    if (hasAny && domains.every(({ domain }) => domain === null)) {
      throw unexpectedResponseFailure(result, noListMessage);
    }
    return { domains, total, hasMore, hasOtherLists: lists.length > 1 };
  }

  async domain(name: string, isBulk = false): Promise<Domain> {
    const path = `/domains/${encodeURIComponent(name)}`;
    const result = await this.#get(path, `domains show ${name}`, { domain: name, isBulk });
    const { findMismatchedDomainName, parseDomain } = await import('./parse/domain.ts');
    const { facts } = parseDomain(this.#toParseInput(result), name);
    const otherName = findMismatchedDomainName(result.data, name) ?? facts.domain ?? name;
    if (!isSameDomainName(otherName, name)) {
      throw unexpectedResponseFailure(
        result,
        `the answer is about another name: '${truncateLine(otherName, 80)}'`,
      );
    }
    return { ...facts, domain: name };
  }

  async balance() {
    const result = await this.#get('/account/balance', 'balance');
    const { facts, mismatches } = parseBalance(result);
    await this.#warnMismatches(mismatches);
    return facts;
  }

  async tier() {
    const result = await this.#get('/account/tier', 'tier');
    const { parseTier } = await import('./parse/tier.ts');
    const tier = parseTier(this.#toParseInput(result));
    this.factSources = collectFactSources([tier]);
    return tier.facts;
  }

  #get(
    path: string,
    operation: string,
    options: Partial<ApiRequest> = {},
  ): Promise<SuccessEnvelope> {
    return this.#client.request({ method: 'GET', path, operation, ...options });
  }

  #toParseInput({ data, envelope }: SuccessEnvelope): ParseInput {
    return { data, envelope, overrides: this.#overrides };
  }

  /** Warns about a price without a decimal point, which may be in minor units such as cents. */
  async #warnMinorUnits({ data }: SuccessEnvelope, path: KeyPath): Promise<void> {
    const raw = toTextOrJson(getValueAtPath(data, path)).trim();
    if (!/^0*[1-9]\d*$/.test(raw)) return;
    const field = truncateLine(path.join('.'));
    const explanation = 'without a fraction it may be in minor units, and is not read';
    await this.#warnOnce(field, `'${field}' is ${truncateLine(raw)}: ${explanation}`);
  }

  async #warnMismatches(mismatches: readonly string[]): Promise<void> {
    const explanation = 'the service does not follow its documentation; read anyway';
    const fields = mismatches.map((field) => `'${field}'`).join(', ');
    if (mismatches.length > 0) await this.#warnOnce(fields, `${explanation}: ${fields}`);
  }

  async #warnOnce(fields: string, message: string): Promise<void> {
    if (this.#warnedFields.has(fields)) return;
    this.#warnedFields.add(fields);
    await this.#warn(message);
  }
}

function collectFactSources(
  results: readonly { paths: ReadonlyMap<string, KeyPath> }[],
): Record<string, string> {
  // Reverse the results: Object.fromEntries keeps a fact's last path, but the first path must win.
  const paths = results.toReversed().flatMap((result) => [...result.paths]);
  return Object.fromEntries(paths.map(([fact, path]) => [fact, path.join('.')]));
}

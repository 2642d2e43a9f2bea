import { absentAttributeKey, type QuoteAction } from '../core/api-vocabulary.ts';
import { isSameDomainName } from '../core/domain-names.ts';
import { stringifyValue } from '../core/json.ts';
import { joinNames, truncateLine } from '../core/text.ts';
import { CliError } from '../errors.ts';
import type { ApiClient } from './client.ts';
import { describeDataKeys, unexpectedResponseError } from './envelope.ts';
import type { JsonKeyOverrides } from './parse/attributes.ts';
import { getValueAtPath, type KeyPath } from './parse/json-node.ts';
import { parseAvailability, parseBalance } from './responses.ts';

export class ApiService {
  readonly #client;
  readonly #warn: (text: string) => void;
  readonly #overrides;
  readonly #warnedFields = new Set<string>();
  /** Key paths in the last response, such as `dates.expires_at` for the attribute `expiry`. */
  attributeSources: Readonly<Record<string, string>> = {};

  constructor(
    client: Pick<ApiClient, 'request'>,
    warn: (text: string) => void,
    overrides: JsonKeyOverrides = new Map(),
  ) {
    this.#client = client;
    this.#warn = warn;
    this.#overrides = overrides;
  }

  /** True if `field-names` maps the attribute to `-`, because the API does not return it. */
  isConfiguredAbsent(attribute: string) {
    return this.#overrides.get(attribute) === absentAttributeKey;
  }

  async check(domain: string, years: number, isBulk = false) {
    const result = await this.#client.request({
      method: 'POST',
      path: '/domains/check',
      body: { domain, years },
      operation: `check ${domain}`,
      isBulk,
    });
    return this.#reportMismatches(parseAvailability(result, domain, years));
  }

  async quote(tld: string, action: QuoteAction, years: number) {
    const request = { tld, action, years };
    const result = await this.#client.request({
      method: 'POST',
      path: '/pricing',
      body: { ...request, tld: `.${tld}` },
      operation: `quote .${tld} ${action}`,
    });
    const { parseQuote } = await import('./parse/quote.ts');
    const quote = parseQuote({ ...result, overrides: this.#overrides }, request);
    if (quote === undefined)
      throw unexpectedResponseError(result, `no matching quote in ${describeDataKeys(result)}`);
    this.attributeSources = collectAttributeSources([quote]);
    const path = quote.paths.get('amount') ?? [];
    const raw = stringifyValue(getValueAtPath(result.data, path)).trim();
    // The parser rejects a price without a decimal point, because it may be in cents.
    if (/^0*[1-9]\d*$/.test(raw)) {
      const field = truncateLine(path.join('.'));
      const explanation = 'without a fraction it may be in minor units, and is not read';
      this.#warnOnce(field, `'${field}' is ${truncateLine(raw)}: ${explanation}`);
    }
    return { ...request, tld: `.${tld}`, ...quote.attributes };
  }

  /**
   * @returns `hasMore`: whether the account has more domains than the list, or null if unknown;
   * `hasOtherLists`: whether the response contains another list of domains
   */
  async domains() {
    const result = await this.#get('/domains', 'domains ls');
    const { parsePagination, parseDomainList } = await import('./parse/domain-list.ts');
    const { items, ancestors, lists } = parseDomainList({
      ...result,
      overrides: this.#overrides,
    });
    const noListMessage = `no list of domains in ${describeDataKeys(result)}`;
    if (items === undefined) {
      const ambiguousMessage = `it is not clear which list is that of the domains: ${truncateLine(joinNames(lists))}`;
      throw unexpectedResponseError(result, lists.length === 0 ? noListMessage : ambiguousMessage);
    }
    this.attributeSources = collectAttributeSources(items);
    const domains = items.map(({ attributes }) => attributes);
    const sources = [result.envelope, ...ancestors];
    const { total, hasMore } = parsePagination(sources, result, domains.length);
    const hasAny = domains.length > 0 || total;
    if (hasAny && domains.every(({ domain }) => domain === null))
      throw unexpectedResponseError(result, noListMessage);
    return { domains, total, hasMore, hasOtherLists: lists.length > 1 };
  }

  async domain(name: string, isBulk = false) {
    return (await this.domainAnswer(name, isBulk)).domain;
  }

  /** @returns `emptyAttributes`: attributes whose key is in the response, but without a value */
  async domainAnswer(name: string, isBulk = false) {
    const result = await this.#client.request({
      method: 'GET',
      path: `/domains/${encodeURIComponent(name)}`,
      operation: `domains show ${name}`,
      domain: name,
      isBulk,
    });
    const { findUnrequestedDomainName, parseDomain } = await import('./parse/domain.ts');
    const parsed = parseDomain({ ...result, overrides: this.#overrides }, name);
    this.attributeSources = collectAttributeSources([parsed]);
    const { attributes } = parsed;
    const otherName = findUnrequestedDomainName(result.data, name) ?? attributes.domain ?? name;
    if (!isSameDomainName(otherName, name)) {
      const message = `the answer is about another name: '${truncateLine(otherName, 80)}'`;
      throw unexpectedResponseError(result, message);
    }
    const { emptyAttributes, unreadableAttributes } = parsed;
    return { domain: { ...attributes, domain: name }, emptyAttributes, unreadableAttributes };
  }

  async balance() {
    return this.#reportMismatches(parseBalance(await this.#get('/account/balance', 'balance')));
  }

  async tier() {
    const result = await this.#get('/account/tier', 'tier');
    const { parseTier } = await import('./parse/tier.ts');
    const tier = parseTier({ ...result, overrides: this.#overrides });
    this.attributeSources = collectAttributeSources([tier]);
    return tier.attributes;
  }

  #get(path: string, operation: string) {
    return this.#client.request({ method: 'GET', path, operation });
  }

  #reportMismatches<Attributes>(result: { attributes: Attributes; mismatches: string[] }) {
    const explanation = 'the service does not follow its documentation; read anyway';
    const fields = result.mismatches.map((field) => `'${field}'`).join(', ');
    if (fields !== '') this.#warnOnce(fields, `${explanation}: ${fields}`);
    return result.attributes;
  }

  #warnOnce(fields: string, message: string) {
    if (this.#warnedFields.has(fields)) return;
    this.#warnedFields.add(fields);
    this.#warn(message);
  }
}

function collectAttributeSources(results: readonly { paths: ReadonlyMap<string, KeyPath> }[]) {
  // The first path of an attribute must win, but Object.fromEntries keeps the last one.
  const paths = results.toReversed().flatMap((result) => [...result.paths]);
  return Object.fromEntries(paths.map(([attribute, path]) => [attribute, path.join('.')]));
}

/**
 * HTTP 403 means either that a single domain is forbidden or that the credentials are rejected.
 * Requests the balance once to find out, since that request fails if the credentials are rejected.
 * @returns a function that returns a 403 error if a single domain is forbidden, returns undefined
 * for all other errors, and throws if the request for the balance fails
 */
export function createForbiddenNameCheck(service: ApiService) {
  let balance: Promise<unknown> | undefined;
  return async (error: unknown) => {
    // A firewall's block page also has status 403, but gets the error code `unexpected_response`.
    if (!(error instanceof CliError && error.code === 'unauthorized')) return undefined;
    if (error.details.status === 401) return undefined;
    balance ??= service.balance();
    await balance;
    return error;
  };
}

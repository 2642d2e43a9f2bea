import { noKey, type QuoteAction } from '../core/api-vocabulary.ts';
import { isSameDomainName } from '../core/domain-names.ts';
import { toTextOrJson } from '../core/json.ts';
import { joinNames, truncateLine } from '../core/text.ts';
import { CliError } from '../errors.ts';
import type { ApiClient } from './client.ts';
import { describeDataKeys, unexpectedResponseError } from './envelope.ts';
import type { JsonKeyOverrides } from './parse/attributes.ts';
import { getValueAtPath, type KeyPath } from './parse/json-node.ts';
import { type Domain, parseAvailability, parseBalance } from './responses.ts';

/**
 * Provides a method for each API endpoint that dotaf uses (API specification, section 4). Each
 * method throws the same errors as `ApiClient.request`.
 */
export class ApiService {
  readonly #client;
  readonly #warn: (text: string) => void;
  readonly #overrides;
  readonly #warnedFields = new Set<string>();
  /**
   * Maps each attribute in the last quote, domain, domain list or tier to the key or dot-separated key path from
   * which it was read, such as `expiry` to `dates.expires_at`.
   */
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

  /** True if the user has configured that the service does not have this attribute. */
  isConfiguredAbsent(attribute: string) {
    return this.#overrides.get(attribute) === noKey;
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
    const raw = toTextOrJson(getValueAtPath(result.data, path)).trim();
    // A price without a decimal point may be in minor units, such as cents.
    if (/^0*[1-9]\d*$/.test(raw)) {
      const field = truncateLine(path.join('.'));
      const explanation = 'without a fraction it may be in minor units, and is not read';
      this.#warnOnce(field, `'${field}' is ${truncateLine(raw)}: ${explanation}`);
    }
    return { ...request, tld: `.${tld}`, ...quote.attributes };
  }

  /**
   * @returns the listed domains and, if the response contains it, their total number. `hasMore` is
   * true if the account has more domains than are listed, and null if this is unknown.
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
    const { total, hasMore } = parsePagination(
      [result.envelope, ...ancestors],
      result,
      domains.length,
    );
    const hasAny = domains.length > 0 || total;
    if (hasAny && domains.every(({ domain }) => domain === null)) {
      throw unexpectedResponseError(result, noListMessage);
    }
    return { domains, total, hasMore, hasOtherLists: lists.length > 1 };
  }

  async domain(name: string, isBulk = false): Promise<Domain> {
    return (await this.domainAnswer(name, isBulk)).domain;
  }

  /** @returns the domain, and the attributes whose key is in the answer but has no value */
  async domainAnswer(
    name: string,
    isBulk = false,
  ): Promise<{ domain: Domain; emptyAttributes: string[] }> {
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
      throw unexpectedResponseError(
        result,
        `the answer is about another name: '${truncateLine(otherName, 80)}'`,
      );
    }
    const emptyAttributes = [...parsed.paths].flatMap(([attribute, path]) =>
      isEmpty(getValueAtPath(result.data, path)) ? attribute : [],
    );
    return { domain: { ...attributes, domain: name }, emptyAttributes };
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

  /** Warns about fields that do not follow the API specification, and returns the attributes. */
  #reportMismatches<Attributes>(result: {
    attributes: Attributes;
    mismatches: string[];
  }): Attributes {
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
  // Reverse the results: Object.fromEntries keeps an attribute's last path, but the first path must win.
  const paths = results.toReversed().flatMap((result) => [...result.paths]);
  return Object.fromEntries(paths.map(([attribute, path]) => [attribute, path.join('.')]));
}

function isEmpty(value: unknown) {
  return value === null || value === '';
}

/**
 * Creates a function that returns an HTTP 403 error if it is about a single name. Sends one balance
 * request, whose error shows that the service rejects the credentials.
 * @returns undefined for any other error
 */
export function createForbiddenNameCheck(service: ApiService) {
  let balance: Promise<unknown> | undefined;
  return async (error: unknown) => {
    // A firewall's page also has status 403, but says nothing about the name.
    if (!(error instanceof CliError && error.code === 'unauthorized')) return undefined;
    if (error.details.status === 401) return undefined;
    balance ??= service.balance();
    await balance;
    return error;
  };
}

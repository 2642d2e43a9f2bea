import type { Answer } from '../api/envelope.ts';
import { domainFacts } from '../api/reading/domain.ts';
import { type FactTable, readAnswer, type Source, type StatedKeys } from '../api/reading/facts.ts';
import { readDomains } from '../api/reading/list.ts';
import { quoteFactsOf, readQuote } from '../api/reading/quote.ts';
import { readTier, tierFacts } from '../api/reading/tier.ts';
import { hostName } from '../api/reading/values.ts';
import { isObject } from '../core/json.ts';

/** A path in an answer that may hold a fact, for a person to confirm. */
export interface Proposal {
  fact: string;
  path: string;
  /** What would be read from it. */
  example: string;
}

/** What `quote` was asked for. */
export const askedQuote = { tld: 'af', action: 'registration', years: 1 } as const;

/** Keys that may hold a code for a transfer or another secret: they are never proposed. */
const secrets = /auth|secret|pass|token|epp|key|pin|code/i;

/** What the key of a fact may be like. Facts that their values tell come first. */
const likelyKeys: Readonly<Record<string, RegExp>> = {
  domain: /domain|name|fqdn/i,
  nameservers: /ns|server|dns|deleg/i,
  expiry: /exp|end|until|till|valid|paid/i,
  registration_date: /reg|creat|start|since/i,
  amount: /price|amount|cost|total|fee/i,
  currency: /cur/i,
  auto_renew: /renew|auto/i,
  status: /stat|phase|life|condition/i,
  current_tier: /cur|tier|level|plan|rank|grade/i,
  next_tier: /next|upcoming|target/i,
  domains_needed: /need|remain|left|missing|until|to_?next/i,
};

/** Facts whose values are so plain that a key of any name will do. */
const plainFacts = 'domain nameservers expiry registration_date amount currency'.split(' ');

/**
 * Proposes a path for the list and for each fact that was not found.
 *
 * @param answers the answers that came, by the path that was asked
 * @param today in UTC
 */
export function proposalsFor(
  answers: ReadonlyMap<string, Answer>,
  stated: StatedKeys,
  today: string,
): Proposal[] {
  const [domains, tier, quote] = ['/domains', '/account/tier', '/pricing'].map((path) => {
    const answer = answers.get(path);
    return answer && { data: answer.data, envelope: answer.envelope, stated };
  });
  return [
    ...(domains ? ofDomains(domains, today) : []),
    ...(tier ? ofTier(tier, today) : []),
    ...(quote ? ofQuote(quote, today) : []),
  ];
}

function ofDomains(source: Source, today: string): Proposal[] {
  const list = readDomains(source);
  const hasNames = list?.items.some(({ found }) => found.domain !== null);
  const isEmpty = list?.items.length === 0;
  const place = hasNames || isEmpty ? undefined : listIn(source.data);
  const stated = new Map(source.stated);
  if (place !== undefined) stated.set('domains', place.path);
  const items = readDomains({ ...source, stated })?.items ?? [];
  const rows = items.map(({ extra }) => extra);
  const isFound = (fact: string) => items.some(({ places }) => places.has(fact));
  const facts = proposals(domainFacts, isFound, rows, today);
  return place === undefined ? facts : [place, ...facts];
}

function ofTier(source: Source, today: string): Proposal[] {
  const { places, extra } = readTier(source);
  return proposals(tierFacts, (fact) => places.has(fact), [extra], today);
}

function ofQuote(source: Source, today: string): Proposal[] {
  const table = quoteFactsOf(askedQuote.action);
  const reading = readQuote(source, askedQuote) ?? readAnswer(source, table, '');
  const { places, extra } = reading;
  return proposals(table, (fact) => places.has(fact), [extra], today);
}

/** The first list of objects that hold domain names under a key. */
function listIn(data: object): Proposal | undefined {
  for (const [path, [list]] of leavesOf([data])) {
    const rows = Array.isArray(list) ? list.filter(isObject) : [];
    const columns = [...leavesOf(rows).values()];
    const names = columns.find((values) => values.length === rows.length && values.every(hostName));
    if (names !== undefined) {
      return { fact: 'domains', path, example: `a list with ${hostName(names[0])}` };
    }
  }
  return undefined;
}

function proposals(
  table: FactTable,
  isFound: (fact: string) => boolean,
  rows: readonly object[],
  today: string,
): Proposal[] {
  const leaves = leavesOf(rows);
  const proposed: Proposal[] = [];
  for (const [fact, likelyKey] of Object.entries(likelyKeys)) {
    const definition = table[fact];
    if (definition === undefined || isFound(fact)) continue;
    const read = (value: unknown) => exampleOf(fact, definition.read(value), today);
    const fitting = [...leaves].filter(([, values]) => values.every((one) => read(one) !== ''));
    const named = fitting.find(([path]) => likelyKey.test(path));
    const [path, values = []] = named ?? (plainFacts.includes(fact) ? fitting[0] : undefined) ?? [];
    if (path === undefined) continue;
    leaves.delete(path);
    proposed.push({ fact, path, example: read(values[0]) });
  }
  return proposed;
}

/** Empty for what is no likely value of the fact. */
function exampleOf(fact: string, read: unknown, today: string): string {
  const text = String(read ?? '');
  if (fact === 'expiry') return text > today ? text : '';
  if (fact === 'registration_date') return text <= today ? text : '';
  const isWord = /^\p{L}[\p{L}\d _-]{0,30}$/u.test(text);
  return /status|tier/.test(fact) && !isWord ? '' : text;
}

/** The values under each path of some objects. What is null tells nothing. */
function leavesOf(objects: readonly object[], path = ''): Map<string, unknown[]> {
  const leaves = new Map<string, unknown[]>();
  const entries = objects.flatMap(Object.entries);
  for (const [key, value] of entries) {
    const isTold = value !== null && value !== '' && canBeStated.test(key) && !secrets.test(key);
    if (!isTold) continue;
    const inner = isObject(value)
      ? leavesOf([value], `${path}${key}.`)
      : new Map([[path + key, [value]]]);
    for (const [leaf, values] of inner) leaves.set(leaf, [...(leaves.get(leaf) ?? []), ...values]);
  }
  return leaves;
}

/** Plain letters and digits: the line may be typed as it is shown, in any shell. */
const canBeStated = /^[\p{L}\p{N}_@-]+$/u;

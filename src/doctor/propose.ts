import type { Answer } from '../api/envelope.ts';
import { domainFacts } from '../api/reading/domain.ts';
import { type FactTable, readFacts, type StatedKeys } from '../api/reading/facts.ts';
import { objectAt } from '../api/reading/keys.ts';
import { readDomains } from '../api/reading/list.ts';
import { quoteFactsOf, readQuote } from '../api/reading/quote.ts';
import { readTier, tierFacts } from '../api/reading/tier.ts';
import { hostName } from '../api/reading/values.ts';
import { isObject } from '../core/json.ts';
import type { Action } from '../core/service-words.ts';

/** A path in an answer that may hold a fact, for a person to confirm. */
export interface Proposal {
  fact: string;
  path: string;
  /** What would be read from it. */
  example: string;
}

/** The answers that came, by the path that was asked. */
type Answers = ReadonlyMap<string, Answer>;

/** What `quote` was asked for. */
export const askedQuote = { tld: 'af', action: 'registration' as Action, years: 1 };

/** Keys that may hold a code for a transfer or another secret: they are never proposed. */
const secrets = /auth|secret|pass|token|epp|key|pin|code/i;

/** How a key of a fact may be told. */
interface Hint {
  key: RegExp;
  /** Its values are so plain that a key of any name will do. */
  isSure?: true;
}

/** The facts that are told by their values come first, so that they are not taken by others. */
const hints: Readonly<Record<string, Hint>> = {
  domain: { key: /domain|name|fqdn/i, isSure: true },
  nameservers: { key: /ns|server|dns|deleg/i, isSure: true },
  expiry: { key: /exp|end|until|till|valid|paid/i, isSure: true },
  registration_date: { key: /reg|creat|start|since/i, isSure: true },
  amount: { key: /price|amount|cost|total|fee/i, isSure: true },
  currency: { key: /cur/i },
  auto_renew: { key: /renew|auto/i },
  status: { key: /stat|phase|life|condition/i },
  current_tier: { key: /cur|tier|level|plan|rank|grade/i },
  next_tier: { key: /next|upcoming|target/i },
  domains_needed: { key: /need|remain|left|missing|until|to_?next/i },
};

/** Proposes a path for the list and for each fact that was not found. @param today in UTC */
export function proposalsFor(answers: Answers, stated: StatedKeys, today: string): Proposal[] {
  return [
    ...ofDomains(answers.get('/domains'), stated, today),
    ...ofTier(answers.get('/account/tier'), stated, today),
    ...ofQuote(answers.get('/pricing'), stated, today),
  ];
}

function ofDomains(answer: Answer | undefined, stated: StatedKeys, today: string): Proposal[] {
  if (answer === undefined) return [];
  const tops = [answer.data, answer.envelope];
  const place = nameless(tops, stated) ? listIn(answer.data) : undefined;
  const known = place === undefined ? stated : new Map([...stated, ['domains', place.path]]);
  const items = readDomains(tops, known)?.items ?? [];
  const absent = Object.keys(domainFacts).filter((fact) =>
    items.every(({ places }) => !places.has(fact)),
  );
  const rows = items.map(({ extra }) => extra);
  const facts = proposals(absent, domainFacts, rows, today);
  return place === undefined ? facts : [place, ...facts];
}

function nameless(tops: readonly object[], stated: StatedKeys): boolean {
  const list = readDomains(tops, stated);
  if (list === undefined) return true;
  return list.items.length > 0 && list.items.every(({ found }) => found.domain === null);
}

function ofTier(answer: Answer | undefined, stated: StatedKeys, today: string): Proposal[] {
  if (answer === undefined) return [];
  const { places, extra } = readTier([answer.data, answer.envelope], stated);
  const absent = Object.keys(tierFacts).filter((fact) => !places.has(fact));
  return proposals(absent, tierFacts, [extra], today);
}

function ofQuote(answer: Answer | undefined, stated: StatedKeys, today: string): Proposal[] {
  if (answer === undefined) return [];
  const tops = [answer.data, answer.envelope];
  const table = quoteFactsOf(askedQuote);
  const reading = readQuote(tops, askedQuote, stated);
  const [layer = { object: {}, path: [] }] = objectAt(answer.data, []);
  const { places } = reading ?? readFacts(layer, table, stated, tops);
  const absent = Object.keys(table).filter((fact) => !places.has(fact));
  return proposals(absent, table, [reading?.extra ?? answer.data], today);
}

/** The first list of objects that hold domain names under a key. */
function listIn(data: object): Proposal | undefined {
  for (const [path, [list]] of leavesOf([data])) {
    const rows: unknown[] = Array.isArray(list) ? list : [];
    const leaves = leavesOf(rows.filter(isObject));
    const names = [...leaves.values()].find((values) => values.every(hostName));
    const isOfDomains = names !== undefined && names.length === rows.length;
    if (isOfDomains) return { fact: 'domains', path, example: `a list with ${hostName(names[0])}` };
  }
  return undefined;
}

function proposals(
  absent: readonly string[],
  table: FactTable,
  rows: readonly object[],
  today: string,
): Proposal[] {
  const leaves = leavesOf(rows);
  const proposed: Proposal[] = [];
  for (const [fact, { key, isSure }] of Object.entries(hints)) {
    if (!absent.includes(fact)) continue;
    const read = (value: unknown) => exampleOf(fact, table[fact]?.read(value, {}), today);
    const fitting = [...leaves].filter(([, values]) => values.every((one) => read(one) !== ''));
    const named = fitting.find(([path]) => key.test(path));
    const [path, values = []] = named ?? (isSure ? fitting[0] : undefined) ?? [];
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

/**
 * The values of each key of some objects, with dots between the keys that lead to it. What is null
 * tells nothing.
 */
function leavesOf(objects: readonly object[]): Map<string, unknown[]> {
  const leaves = new Map<string, unknown[]>();
  const collect = (object: object, path: string) => {
    for (const [key, value] of Object.entries(object)) {
      const isTold = value !== null && value !== '' && !secrets.test(key) && canBeStated.test(key);
      if (!isTold) continue;
      if (isObject(value)) collect(value, `${path}${key}.`);
      else leaves.set(path + key, [...(leaves.get(path + key) ?? []), value]);
    }
  };
  for (const object of objects) collect(object, '');
  return leaves;
}

const canBeStated = /^[^\s=,.]+$/;

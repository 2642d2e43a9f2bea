import type { Balance } from '../api/answers.ts';
import type { Service } from '../api/service.ts';
import type { Context } from '../cli/context.ts';
import { isObject } from '../core/json.ts';
import { excerpt } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { type Finding, lineThatSets, ok, warning } from './finding.ts';

interface Source {
  context: Context;
  service: Service;
  /** Of the request that was made before. */
  balance: Balance | Failure;
}

interface Answer {
  step: string;
  /** What `dotaf api` shows the whole answer by. */
  path: string;
  facts: readonly string[];
  /** The service may have nothing to say about these. */
  optional?: readonly string[];
  read(source: Source): Promise<readonly { extra?: object }[]>;
}

export const answers: readonly Answer[] = [
  {
    step: 'balance',
    path: '/account/balance',
    facts: ['account_number', 'balance', 'currency', 'active_domains'],
    optional: ['credit_limit'],
    async read({ balance }) {
      if (balance instanceof Failure) throw balance;
      return [balance];
    },
  },
  {
    step: 'domains',
    path: '/domains',
    facts: ['domain', 'status', 'expiry', 'auto_renew'],
    optional: ['registration_date', 'nameservers'],
    read: async ({ service }) => (await service.domains()).domains,
  },
  {
    step: 'tier',
    path: '/account/tier',
    facts: ['current_tier'],
    // The highest tier has none after it.
    optional: ['next_tier', 'domains_needed'],
    read: async ({ service }) => [await service.tier()],
  },
  {
    step: 'quote',
    path: `/pricing --data '{"tld":".af","action":"registration","years":1}'`,
    facts: ['amount', 'currency'],
    read: async ({ service }) => [await service.quote('af', 'registration', 1)],
  },
];

/**
 * Shows the key that each fact of an answer was read from, and which other keys came; never their
 * values. Only a fact of which no key came can be stated.
 *
 * @throws Failure `unexpected_response` if no fact was found
 */
export async function findFacts(answer: Answer, source: Source): Promise<Finding> {
  const { path, facts, optional = [] } = answer;
  const showAll = `dotaf api ${path} shows the answer`;
  const rows = await answer.read(source).catch((error) => {
    const isUnread = error instanceof Failure && error.code === 'unexpected_response';
    throw isUnread ? error.with({ hint: showAll }) : error;
  });
  if (rows.length === 0) return ok('the list is empty');
  const { sources } = source.service;
  const counts = new Map([...facts, ...optional].map((fact) => [fact, countIn(rows, fact)]));
  const inNone = [...counts].filter(([, count]) => count === 0).map(([fact]) => fact);
  const absent = inNone.filter((fact) => sources[fact] === undefined);
  const read = [...counts].filter(([, count]) => count > 0);
  const shownRead = read.map(([fact, count]) => {
    const share = count < rows.length ? ` (in ${count} of ${rows.length})` : '';
    return withKey(fact, sources) + share;
  });
  const used = Object.values(sources);
  const keys = rows.flatMap(({ extra = {} }) => keysIn(extra)).filter((key) => !used.includes(key));
  const empty = inNone.filter((fact) => sources[fact] !== undefined);
  const found = [
    ...listed(rows.length === 1 ? 'read' : `read from ${rows.length} items`, shownRead),
    ...listed(
      'without a value',
      empty.map((fact) => withKey(fact, sources)),
    ),
    ...listed('not found', absent),
    ...listed('other keys', [...new Set(keys)]),
  ].join('; ');
  const canBeStated = absent.length > 0 && keys.length > 0;
  const next = canBeStated ? `${lineThatStates(source.context, absent)}; ${showAll}` : showAll;
  if (read.length === 0) throw new Failure('unexpected_response', found, { hint: next });
  const isWhole = facts.every((fact) => counts.get(fact) === rows.length);
  return canBeStated || !isWhole ? warning(found, next) : ok(found);
}

function countIn(rows: readonly object[], fact: string): number {
  return rows.filter((row) => isObject(row) && (row[fact] ?? null) !== null).length;
}

function withKey(fact: string, { [fact]: key = fact }: Readonly<Record<string, string>>): string {
  return key === fact ? fact : `${fact} from ${excerpt(key, 40)}`;
}

/** With what is stated already, since the line replaces it. */
function lineThatStates(context: Context, absent: readonly string[]): string {
  const stated = new Map(context.settings.preference('field-names'));
  for (const fact of absent) stated.set(fact, '<key>');
  const pairs = [...stated].map((pair) => pair.join('='));
  return lineThatSets(context, 'field-names', pairs.join(','));
}

function listed(title: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${title}: ${excerpt(names.join(', '))}`];
}

function keysIn(object: object, path = ''): string[] {
  return Object.entries(object).flatMap(([key, value]) =>
    isObject(value) ? keysIn(value, `${path}${key}.`) : [path + key],
  );
}

import type { Balance } from '../api/answers.ts';
import type { Service } from '../api/service.ts';
import type { Context } from '../cli/context.ts';
import { isObject } from '../core/json.ts';
import { excerpt, shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { valueAt } from '../output/fields.ts';
import type { PreferenceName } from '../settings/preferences.ts';

/** The result of a step, and the next thing to type or to do. */
export interface Finding {
  result: 'ok' | 'warning' | 'failed' | 'skipped';
  found: string;
  next: string | null;
}

interface Source {
  context: Context;
  service: Service;
  /** Of the request that was made before. */
  balance: Balance | Failure;
}

interface Answer {
  step: string;
  /** The path with which `dotaf api` shows the whole answer. */
  path: string;
  facts: readonly string[];
  /** The service may have nothing to say about these. */
  optional?: readonly string[];
  read(source: Source): Promise<readonly { extra?: object }[]>;
}

export const ok = (found: string): Finding => ({ result: 'ok', found, next: null });

export const skipped = (found: string): Finding => ({ result: 'skipped', found, next: null });

export const warning = (found: string, next: string): Finding => ({
  ...{ result: 'warning', found, next },
});

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
  const all = [...facts, ...optional].map((fact) => {
    const { [fact]: key } = sources;
    const count = rows.filter((row) => (valueAt(row, fact) ?? null) !== null).length;
    const from = key === undefined || key === fact ? '' : ` from ${excerpt(key, 40)}`;
    const share = count > 0 && count < rows.length ? ` (in ${count} of ${rows.length})` : '';
    return { fact, key, count, text: fact + from + share };
  });
  const read = all.filter(({ count }) => count > 0);
  const empty = all.filter(({ count, key }) => count === 0 && key !== undefined);
  const absent = all.filter(({ count, key }) => count === 0 && key === undefined);
  const used = Object.values(sources);
  const keys = rows.flatMap(({ extra = {} }) => keysIn(extra)).filter((key) => !used.includes(key));
  const texts = (some: typeof all) => some.map(({ text }) => text);
  const parts: [title: string, names: string[]][] = [
    [rows.length === 1 ? 'read' : `read from ${rows.length} items`, texts(read)],
    ['without a value', texts(empty)],
    ['not found', texts(absent)],
    ['other keys', [...new Set(keys)]],
  ];
  const found = parts
    .filter(([, names]) => names.length > 0)
    .map(([title, names]) => `${title}: ${excerpt(names.join(', '))}`)
    .join('; ');
  const canBeStated = absent.length > 0 && keys.length > 0;
  const missing = absent.map(({ fact }) => fact);
  const next = canBeStated ? `${lineThatStates(source.context, missing)}; ${showAll}` : showAll;
  if (read.length === 0) throw new Failure('unexpected_response', found, { hint: next });
  const isWhole = facts.every((_, at) => all[at]?.count === rows.length);
  return canBeStated || !isWhole ? warning(found, next) : ok(found);
}

/** The line that sets a preference where it is set now. */
export function lineThatSets(
  { settings, options: { profile } }: Context,
  name: PreferenceName,
  value: string,
): string {
  const { source, origin } = settings.shownPreference(name);
  if (source === 'variable') return `export ${origin}=${value}`;
  const option = profile === undefined ? '' : ` --profile ${shellWord(profile)}`;
  return `dotaf config set ${name} ${value}${option}`;
}

/** With what is stated already, since the line replaces it. */
function lineThatStates(context: Context, absent: readonly string[]): string {
  const stated = new Map(context.settings.preference('field-names'));
  for (const fact of absent) stated.set(fact, '<key>');
  const pairs = [...stated].map((pair) => pair.join('='));
  return lineThatSets(context, 'field-names', pairs.join(','));
}

function keysIn(object: object, path = ''): string[] {
  return Object.entries(object).flatMap(([key, value]) =>
    isObject(value) ? keysIn(value, `${path}${key}.`) : [path + key],
  );
}

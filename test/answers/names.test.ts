import { expect, it } from 'vitest';
import { domainFacts, readDomain } from '../../src/api/reading/domain.ts';
import type { FactTable } from '../../src/api/reading/facts.ts';
import { namesIn } from '../../src/api/reading/keys.ts';
import { listNames, readDomains } from '../../src/api/reading/list.ts';
import { quoteFactsOf, readQuote } from '../../src/api/reading/quote.ts';
import { readTier, tierFacts } from '../../src/api/reading/tier.ts';
import { actions } from '../../src/core/service-words.ts';

const values: Record<string, unknown> = {
  domain: 'kabul.af',
  status: 'active',
  expiry: '2027-03-01',
  registration_date: '2019-03-01',
  auto_renew: true,
  nameservers: ['ns1.kabul.af', 'ns2.kabul.af'],
  current_tier: 'Silver',
  next_tier: 'Gold',
  domains_needed: 12,
  amount: '44.40',
  currency: 'USD',
};

/** Every name of a table, alone but for what must stand beside it. */
function namesOf(table: FactTable): [fact: string, name: string, beside: object][] {
  return Object.entries(table).flatMap(([fact, { ranks }]) =>
    ranks.flatMap((rank) => {
      const { names, beside = [] } = typeof rank === 'string' ? { names: rank } : rank;
      const others = beside.map((keys) => namesIn(keys)[0] ?? '');
      const besides = Object.fromEntries(others.map((key) => [key, `Beside ${key}`]));
      return namesIn(names).map((name): [string, string, object] => [fact, name, besides]);
    }),
  );
}

function at(name: string, value: unknown): object {
  const keys = name.replace('*', 'gold').split('.');
  return Object(keys.reduceRight((inner: unknown, key) => ({ [key]: inner }), value));
}

it.each(namesOf(domainFacts))('reads the %s of a domain under %s', (fact, name) => {
  const sent = fact === 'auto_renew' ? 'auto' : values[fact];
  const { found } = readDomain([at(name, sent)], new Map());
  expect(found).toMatchObject({ [fact]: values[fact] });
});

it.each(namesOf(tierFacts))('reads the %s under %s', (fact, name, beside) => {
  const { found } = readTier([{ ...beside, ...at(name, values[fact]) }], new Map());
  expect(found).toMatchObject({ [fact]: values[fact] });
});

it.each(actions)('reads the price of a %s under each of its names', (action) => {
  const asked = { tld: 'af', action, years: 1 };
  const unread = namesOf({ amount: quoteFactsOf(asked).amount }).filter(([, name]) => {
    const reading = readQuote([at(name, '44.40')], asked, new Map());
    return reading?.found.amount !== '44.40';
  });
  expect(unread).toEqual([]);
});

it.each(namesIn(listNames))('finds a list under %s', (name) => {
  const rows = [{ domain: 'kabul.af' }, { domain: 'herat.af' }];
  const list = readDomains([{ [name]: rows, other: [1] }], new Map());
  expect(list?.items.map(({ found }) => found.domain)).toEqual(['kabul.af', 'herat.af']);
});

it.each(
  Object.entries(domainFacts).flatMap(([fact, { groups }]) =>
    groups.flatMap(({ names }) => namesIn(names).map((group) => [fact, group] as const)),
  ),
)('reads the %s of a domain in %s', (fact, group) => {
  const { found } = readDomain([{ [group]: { [fact]: values[fact] } }], new Map());
  expect(found).toMatchObject({ [fact]: values[fact] });
});

it('has no name in two ranks of a fact', () => {
  const tables = [
    domainFacts,
    tierFacts,
    ...actions.map((action) => quoteFactsOf({ action, years: 1 })),
  ];
  const doubled = tables.flatMap((table) => {
    const names = namesOf(table).map(([fact, name]) => `${fact} ${name}`);
    return names.filter((name, index) => names.indexOf(name) !== index);
  });
  expect(doubled).toEqual([]);
});

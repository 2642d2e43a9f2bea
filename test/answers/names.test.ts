import { expect, it } from 'vitest';
import { domainFacts, parseDomain } from '../../src/api/parse/domain.ts';
import { domainListKeys, parseDomainList } from '../../src/api/parse/domain-list.ts';
import type { FactSchema } from '../../src/api/parse/facts.ts';
import { splitNames } from '../../src/api/parse/json-node.ts';
import { createQuoteFacts, parseQuote } from '../../src/api/parse/quote.ts';
import { parseTier, tierFacts } from '../../src/api/parse/tier.ts';
import { actions, overridableFacts } from '../../src/core/api-vocabulary.ts';

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

const unstated = { overrides: new Map<string, string>() };

it('lets every fact of the tables be stated, and the place of the list', () => {
  const tables = { ...domainFacts, ...tierFacts, ...createQuoteFacts('renewal') };
  expect([...overridableFacts].sort()).toEqual([...Object.keys(tables), 'domains'].sort());
});

/** Every name of a table. */
function everyName(table: FactSchema): [fact: string, name: string][] {
  return Object.entries(table).flatMap(([fact, { keyAliases }]) =>
    keyAliases.flatMap((names) => splitNames(names).map((name): [string, string] => [fact, name])),
  );
}

function at(name: string, value: unknown): object {
  return Object(name.split('.').reduceRight((inner: unknown, key) => ({ [key]: inner }), value));
}

it.each(everyName(domainFacts))('reads the %s of a domain under %s', (fact, name) => {
  const { facts: found } = parseDomain({ data: at(name, values[fact]), ...unstated });
  expect(found).toMatchObject({ [fact]: values[fact] });
});

it.each(everyName(tierFacts))('reads the %s under %s', (fact, name) => {
  const data = { next_tier: 'Gold', ...at(name, values[fact]) };
  const { facts: found } = parseTier({ data, ...unstated });
  expect(found).toMatchObject({ [fact]: values[fact] });
});

it.each(actions)('reads the price of a %s under each of its names', (action) => {
  const asked = { tld: 'af', action, years: 1 };
  const unread = everyName({ amount: createQuoteFacts(action).amount }).filter(([, name]) => {
    const reading = parseQuote({ data: at(name, '44.40'), ...unstated }, asked);
    return reading?.facts.amount !== '44.40';
  });
  expect(unread).toEqual([]);
});

it.each(splitNames(domainListKeys))('chooses the list under %s', (name) => {
  const rows = [{ domain: 'kabul.af' }, { domain: 'herat.af' }];
  const list = parseDomainList({
    data: { expired: [{ domain: 'a.af' }], [name]: rows },
    ...unstated,
  });
  expect(list.items?.map(({ facts: found }) => found.domain)).toEqual(['kabul.af', 'herat.af']);
});

it('has no name in two ranks of a fact', () => {
  const tables = [domainFacts, tierFacts, ...actions.map((action) => createQuoteFacts(action))];
  const doubled = tables.flatMap((table) => {
    const names = everyName(table).map(([fact, name]) => `${fact} ${name}`);
    return names.filter((name, index) => names.indexOf(name) !== index);
  });
  expect(doubled).toEqual([]);
});

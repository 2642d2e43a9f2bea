import { expect, it } from 'vitest';
import { domainFactSchema, parseDomain } from '../../src/api/parse/domain.ts';
import { domainListKeys, parseDomainList } from '../../src/api/parse/domain-list.ts';
import { type FactSchema, groupKeys } from '../../src/api/parse/facts.ts';
import { expandKeyPatterns, splitOnWhitespace } from '../../src/api/parse/json-node.ts';
import { createQuoteFactSchema, parseQuote } from '../../src/api/parse/quote.ts';
import { parseTier, tierSchema } from '../../src/api/parse/tier.ts';
import { overridableFactNames, quoteActions } from '../../src/core/api-vocabulary.ts';

const sampleValues: Record<string, unknown> = {
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

const withoutOverrides = { overrides: new Map<string, string>() };

it('every fact and the path of the list can be overridden', () => {
  const tables = { ...domainFactSchema, ...tierSchema, ...createQuoteFactSchema('renewal') };
  expect([...overridableFactNames].sort()).toEqual([...Object.keys(tables), 'domains'].sort());
});

/** Flattens a schema to pairs of fact and key alias. */
function listKeyAliases(table: FactSchema): [fact: string, name: string][] {
  return Object.entries(table).flatMap(([fact, { keyAliases }]) =>
    keyAliases.flatMap((names) =>
      expandKeyPatterns(names).map((name): [string, string] => [fact, name]),
    ),
  );
}

function nestAtPath(name: string, value: unknown): object {
  return Object(name.split('.').reduceRight((inner: unknown, key) => ({ [key]: inner }), value));
}

it.each(listKeyAliases(domainFactSchema))('reads %s of a domain from the key %s', (fact, name) => {
  const { facts } = parseDomain({
    data: nestAtPath(name, sampleValues[fact]),
    ...withoutOverrides,
  });
  const isNegated = name === 'do_not_renew';
  expect(facts).toMatchObject({ [fact]: isNegated ? false : sampleValues[fact] });
});

it.each(splitOnWhitespace(groupKeys))('reads every fact but name and status in %s', (group) => {
  const { domain, status, ...groupedFacts } = domainFactSchema;
  const { facts } = parseDomain({ data: { [group]: sampleValues }, ...withoutOverrides });
  const expected = Object.keys(groupedFacts).map((fact) => [fact, sampleValues[fact]]);
  expect(facts).toMatchObject({ domain: null, status: null, ...Object.fromEntries(expected) });
});

it.each(listKeyAliases(tierSchema))('reads %s from the key %s', (fact, name) => {
  const data = { next_tier: 'Gold', ...nestAtPath(name, sampleValues[fact]) };
  const { facts } = parseTier({ data, ...withoutOverrides });
  expect(facts).toMatchObject({ [fact]: sampleValues[fact] });
});

it.each(quoteActions)('reads the price of a %s from each of its key aliases', (action) => {
  const request = { tld: 'af', action, years: 1 };
  const unreadAliases = listKeyAliases({ amount: createQuoteFactSchema(action).amount }).filter(
    ([, name]) => {
      const reading = parseQuote({ data: nestAtPath(name, '44.40'), ...withoutOverrides }, request);
      return reading?.facts.amount !== '44.40';
    },
  );
  expect(unreadAliases).toEqual([]);
});

it.each(splitOnWhitespace(domainListKeys))('finds the domain list under the key %s', (name) => {
  const rows = [{ domain: 'kabul.af' }, { domain: 'herat.af' }];
  const list = parseDomainList({
    data: { expired: [{ domain: 'a.af' }], [name]: rows },
    ...withoutOverrides,
  });
  expect(list.items?.map(({ facts }) => facts.domain)).toEqual(['kabul.af', 'herat.af']);
});

it('lists no key alias of a fact twice, except the word of the document', () => {
  const tables = [
    domainFactSchema,
    tierSchema,
    ...quoteActions.map((action) => createQuoteFactSchema(action)),
  ];
  const duplicates = tables.flatMap((table) => {
    // The word of the document is alone in the first rank, and in the second rank of groups.
    const laterRanks = Object.entries(table).map(([fact, definition]) => {
      const keyAliases = definition.keyAliases.slice(definition.isGrouped ? 1 : 0);
      return [fact, { ...definition, keyAliases }];
    });
    const names = listKeyAliases(Object.fromEntries(laterRanks)).map((pair) => pair.join(' '));
    return names.filter((name, index) => names.indexOf(name) !== index);
  });
  expect(duplicates).toEqual([]);
});

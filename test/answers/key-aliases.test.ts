import { expect, it } from 'vitest';
import { type AttributeSchema, attributeGroupKeys } from '../../src/api/parse/attributes.ts';
import { domainAttributeSchema, parseDomain } from '../../src/api/parse/domain.ts';
import { domainListKeys, parseDomainList } from '../../src/api/parse/domain-list.ts';
import { expandKeyPatterns, splitOnWhitespace } from '../../src/api/parse/json-node.ts';
import { createQuoteAttributeSchema, parseQuote } from '../../src/api/parse/quote.ts';
import { parseTier, tierSchema } from '../../src/api/parse/tier.ts';
import { configurableAttributes, quoteActions } from '../../src/core/api-vocabulary.ts';

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

it('every attribute and the path of the list can be overridden', () => {
  const tables = {
    ...domainAttributeSchema,
    ...tierSchema,
    ...createQuoteAttributeSchema('renewal'),
  };
  expect([...configurableAttributes].sort()).toEqual([...Object.keys(tables), 'domains'].sort());
});

function listKeyAliases(table: AttributeSchema): [attribute: string, name: string][] {
  return Object.entries(table).flatMap(([attribute, { keyAliases }]) =>
    keyAliases.flatMap((names) =>
      expandKeyPatterns(names).map((name): [string, string] => [attribute, name]),
    ),
  );
}

function nestAtPath(name: string, value: unknown): object {
  return Object(name.split('.').reduceRight((inner: unknown, key) => ({ [key]: inner }), value));
}

it.each(listKeyAliases(domainAttributeSchema))(
  'reads %s of a domain from the key %s',
  (attribute, name) => {
    const { attributes } = parseDomain({
      data: nestAtPath(name, sampleValues[attribute]),
      ...withoutOverrides,
    });
    const isNegated = name === 'do_not_renew';
    expect(attributes).toMatchObject({ [attribute]: isNegated ? false : sampleValues[attribute] });
  },
);

it.each(splitOnWhitespace(attributeGroupKeys))(
  'reads every attribute but name and status in %s',
  (group) => {
    const { domain, status, ...groupedAttributes } = domainAttributeSchema;
    const { attributes } = parseDomain({ data: { [group]: sampleValues }, ...withoutOverrides });
    const expected = Object.keys(groupedAttributes).map((attribute) => [
      attribute,
      sampleValues[attribute],
    ]);
    expect(attributes).toMatchObject({
      domain: null,
      status: null,
      ...Object.fromEntries(expected),
    });
  },
);

it.each(listKeyAliases(tierSchema))('reads %s from the key %s', (attribute, name) => {
  const data = { next_tier: 'Gold', ...nestAtPath(name, sampleValues[attribute]) };
  const { attributes } = parseTier({ data, ...withoutOverrides });
  expect(attributes).toMatchObject({ [attribute]: sampleValues[attribute] });
});

it.each(quoteActions)('reads the price of a %s from each of its key aliases', (action) => {
  const request = { tld: 'af', action, years: 1 };
  const unreadAliases = listKeyAliases({
    amount: createQuoteAttributeSchema(action).amount,
  }).filter(([, name]) => {
    const reading = parseQuote({ data: nestAtPath(name, '44.40'), ...withoutOverrides }, request);
    return reading?.attributes.amount !== '44.40';
  });
  expect(unreadAliases).toEqual([]);
});

it.each(splitOnWhitespace(domainListKeys))('finds the domain list under the key %s', (name) => {
  const rows = [{ domain: 'kabul.af' }, { domain: 'herat.af' }];
  const list = parseDomainList({
    data: { expired: [{ domain: 'a.af' }], [name]: rows },
    ...withoutOverrides,
  });
  expect(list.items?.map(({ attributes }) => attributes.domain)).toEqual(['kabul.af', 'herat.af']);
});

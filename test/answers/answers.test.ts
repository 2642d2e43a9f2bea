import { expect, it } from 'vitest';
import { isObject } from '../../src/core/json.ts';
import { type Case, casesIn, factsRead, verdictsOf } from './judge.ts';

const services = casesIn('services.jsonl');

const undocumented = services.filter(({ command }) => /^(domains?|quote|tier)$/.test(command));

/** What services of this style state under names that dotaf is told, and does not guess. */
const told = [
  'map-by-name tier.domains_needed',
  ...['status', 'expiry', 'auto_renew'].map((fact) => `details-group domains.${fact}`),
  ...['status', 'expiry'].map((fact) => `info-group domains.${fact}`),
  ...['status', 'expiry', 'registration_date', 'auto_renew'].flatMap((fact) => [
    `details-group domain.${fact}`,
    `info-group domain.${fact}`,
  ]),
  'details-group domain.nameservers',
  ...['domains', 'domain'].map((command) => `renewal-mode ${command}.auto_renew`),
  ...['prices-by-year-map', 'money-text'].flatMap((name) => [
    `${name} quote.amount`,
    `${name} quote.currency`,
  ]),
];

it('reads what services of this style state, but for what it is told', async () => {
  const verdicts = (await Promise.all(services.map(verdictsOf))).flat();
  expect(verdicts.length).toBeGreaterThan(1200);
  expect(verdicts.filter(({ kind }) => kind === 'false')).toEqual([]);
  const unread = verdicts.filter(({ kind }) => kind !== 'right').map(({ about }) => about);
  expect([...new Set(unread)].sort()).toEqual(told.sort());
});

it('reads nothing false of answers that tempt', async () => {
  const verdicts = (await Promise.all(casesIn('tempting.jsonl').map(verdictsOf))).flat();
  expect(verdicts.filter(({ kind }) => kind === 'false')).toEqual([]);
});

it('reads the reason, code and request id of refusals', async () => {
  const verdicts = (await Promise.all(casesIn('refusals.jsonl').map(verdictsOf))).flat();
  expect(verdicts.filter(({ kind }) => kind !== 'right')).toEqual([]);
});

type Entries = [string, unknown][];

it.each<[string, (data: unknown) => unknown]>([
  ['is wrapped', (data) => ({ result: data })],
  ['has its keys in another order', (data) => changed(data, (entries) => entries.toReversed())],
  ['has its keys in another case', (data) => changed(data, (all) => all.map(inPascalCase))],
  ['holds a strange key', (data) => changed(data, withStrangeKey)],
])('reads the same of an answer that %s', async (_, change) => {
  const differing: unknown[] = [];
  for (const one of undocumented) {
    const body = Object(one.body);
    const before = await factsRead(one);
    const after = await factsRead({ ...one, body: { ...body, data: change(body.data) } } as Case);
    for (const fact of Object.keys(one.facts)) {
      const [old, now] = [before[fact], after[fact]].map(inAnyOrder);
      if (old !== now) differing.push([one.name, one.command, fact, old, now]);
    }
  }
  expect(differing).toEqual([]);
});

/** The order of servers may be that of their keys. */
function inAnyOrder(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map(inAnyOrder).sort() : value);
}

function changed(value: unknown, change: (entries: Entries) => Entries): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, change));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [
    key,
    changed(one, change),
  ]);
  return Object.fromEntries(change(entries));
}

/** But for the key of a map, which is a domain name or a number of years. */
function inPascalCase([key, value]: [string, unknown]): [string, unknown] {
  const isKey = /^[a-z]+(_[a-z]+)*$/.test(key);
  const words = key.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return [isKey ? words.join('') : key, value];
}

function withStrangeKey(entries: Entries): Entries {
  const isMap = entries.every(([key]) => /^\d+$|\./.test(key));
  return isMap ? entries : [...entries, ['zqxj', 'kabul']];
}

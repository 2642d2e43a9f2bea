import { expect, it } from 'vitest';
import { isJsonObject } from '../../src/core/json.ts';
import { type Case, loadCases, readFacts, scoreCase } from './score.ts';

const serviceCases = loadCases('services.jsonl');

const undocumentedCases = serviceCases.filter(({ command }) =>
  /^(domains?|quote|tier)$/.test(command),
);

/** What services of this style state under names that dotaf is told, and does not guess. */
const knownGaps = [
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

it('reads every fact that the example services state, except the known gaps', async () => {
  const verdicts = (await Promise.all(serviceCases.map(scoreCase))).flat();
  expect(verdicts.length).toBeGreaterThan(1200);
  expect(verdicts.filter(({ kind }) => kind === 'false')).toEqual([]);
  const unread = verdicts.filter(({ kind }) => kind !== 'right').map(({ label }) => label);
  expect([...new Set(unread)].sort()).toEqual(knownGaps.sort());
});

it('reads no false fact from decoy answers', async () => {
  const verdicts = (await Promise.all(loadCases('decoys.jsonl').map(scoreCase))).flat();
  expect(verdicts.filter(({ kind }) => kind === 'false')).toEqual([]);
});

it('reads message, code and request id of error responses', async () => {
  const verdicts = (await Promise.all(loadCases('errors.jsonl').map(scoreCase))).flat();
  expect(verdicts.filter(({ kind }) => kind !== 'right')).toEqual([]);
});

type Entries = [string, unknown][];

it.each<[string, (data: unknown) => unknown]>([
  ['is wrapped', (data) => ({ result: data })],
  ['has its keys in another order', (data) => mapEntries(data, (entries) => entries.toReversed())],
  ['has its keys in another case', (data) => mapEntries(data, (all) => all.map(toPascalCase))],
  ['holds a strange key', (data) => mapEntries(data, addStrangeKey)],
])('reads the same facts when the answer %s', async (_, change) => {
  const differing: unknown[] = [];
  for (const one of undocumentedCases) {
    const body = Object(one.body);
    const before = await readFacts(one);
    const after = await readFacts({ ...one, body: { ...body, data: change(body.data) } } as Case);
    for (const fact of Object.keys(one.facts)) {
      const [old, now] = [before[fact], after[fact]].map(sortDeep);
      if (old !== now) differing.push([one.name, one.command, fact, old, now]);
    }
  }
  expect(differing).toEqual([]);
});

/** The order of servers may be that of their keys. */
function sortDeep(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map(sortDeep).sort() : value);
}

function mapEntries(value: unknown, change: (entries: Entries) => Entries): unknown {
  if (Array.isArray(value)) return value.map((item) => mapEntries(item, change));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [
    key,
    mapEntries(one, change),
  ]);
  return Object.fromEntries(change(entries));
}

/** But for the key of a map, which is a domain name or a number of years. */
function toPascalCase([key, value]: [string, unknown]): [string, unknown] {
  const isKey = /^[a-z]+(_[a-z]+)*$/.test(key);
  const words = key.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return [isKey ? words.join('') : key, value];
}

function addStrangeKey(entries: Entries): Entries {
  const isMap = entries.every(([key]) => /^\d+$|\./.test(key));
  return isMap ? entries : [...entries, ['zqxj', 'kabul']];
}

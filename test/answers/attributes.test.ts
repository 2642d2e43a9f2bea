import { expect, it } from 'vitest';
import { isJsonObject } from '../../src/core/json.ts';
import { type Case, loadCases, readAttributes, scoreCase } from './score.ts';

const serviceCases = loadCases('services.jsonl');

const undocumentedCases = serviceCases.filter(({ command }) =>
  /^(domains?|quote|tier)$/.test(command),
);

/** Attributes under keys that dotaf does not guess, so that a user must map them. */
const knownGaps = [
  'map-by-name tier.domains_needed',
  ...['status', 'expiry', 'auto_renew'].map((attribute) => `details-group domains.${attribute}`),
  ...['status', 'expiry'].map((attribute) => `info-group domains.${attribute}`),
  ...['status', 'expiry', 'registration_date', 'auto_renew'].flatMap((attribute) => [
    `details-group domain.${attribute}`,
    `info-group domain.${attribute}`,
  ]),
  'details-group domain.nameservers',
  ...['prices-by-year-map', 'money-text'].flatMap((name) => [
    `${name} quote.amount`,
    `${name} quote.currency`,
  ]),
];

it('reads every attribute that the example services state, except the known gaps', async () => {
  const scores = (await Promise.all(serviceCases.map(scoreCase))).flat();
  expect(scores.length).toBeGreaterThan(1200);
  expect(scores.filter(({ kind }) => kind === 'false')).toEqual([]);
  const unreadLabels = scores.filter(({ kind }) => kind !== 'right').map(({ label }) => label);
  expect([...new Set(unreadLabels)].sort()).toEqual(knownGaps.sort());
});

it('reads no false attribute from decoy answers', async () => {
  const scores = (await Promise.all(loadCases('decoys.jsonl').map(scoreCase))).flat();
  expect(scores.filter(({ kind }) => kind === 'false')).toEqual([]);
});

it('reads message, code and request id of error responses', async () => {
  const scores = (await Promise.all(loadCases('errors.jsonl').map(scoreCase))).flat();
  expect(scores.filter(({ kind }) => kind !== 'right')).toEqual([]);
});

type Entries = [string, unknown][];

it.each<[string, (data: unknown) => unknown]>([
  ['is wrapped', (data) => ({ result: data })],
  ['has its keys in another order', (data) => mapEntries(data, (entries) => entries.toReversed())],
  ['has its keys in another case', (data) => mapEntries(data, (all) => all.map(toPascalCase))],
  ['holds a strange key', (data) => mapEntries(data, addStrangeKey)],
])('reads the same attributes when the answer %s', async (_, change) => {
  const mismatches: unknown[] = [];
  for (const testCase of undocumentedCases) {
    const body = Object(testCase.body);
    const before = await readAttributes(testCase);
    const after = await readAttributes({
      ...testCase,
      body: { ...body, data: change(body.data) },
    } as Case);
    for (const attribute of Object.keys(testCase.facts)) {
      const [expected, actual] = [before[attribute], after[attribute]].map(sortDeep);
      if (expected !== actual)
        mismatches.push([testCase.name, testCase.command, attribute, expected, actual]);
    }
  }
  expect(mismatches).toEqual([]);
});

/** Sorts lists, since numbered name servers come in the order of their keys. */
function sortDeep(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map(sortDeep).sort() : value);
}

function mapEntries(value: unknown, change: (entries: Entries) => Entries): unknown {
  if (Array.isArray(value)) return value.map((item) => mapEntries(item, change));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, child]): [string, unknown] => [
    key,
    mapEntries(child, change),
  ]);
  return Object.fromEntries(change(entries));
}

/** Changes no key of a map, since these are domain names or numbers of years. */
function toPascalCase([key, value]: [string, unknown]): [string, unknown] {
  const isKey = /^[a-z]+(_[a-z]+)*$/.test(key);
  const words = key.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return [isKey ? words.join('') : key, value];
}

function addStrangeKey(entries: Entries): Entries {
  const isMap = entries.every(([key]) => /^\d+$|\./.test(key));
  return isMap ? entries : [...entries, ['zqxj', 'kabul']];
}

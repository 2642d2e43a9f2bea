import { expect, it } from 'vitest';
import { isObject } from '../../src/core/json.ts';
import { allCases } from './dialect.ts';
import { type Case, factsRead, printedFor } from './reading.ts';

type Entries = [string, unknown][];

const cases = allCases()
  .flatMap(({ cases: some }) => some)
  .filter(({ command, body }) => /^(domain|domains|quote|tier)$/.test(command) && isObject(body));

it.each<[string, (data: unknown) => unknown]>([
  ['is wrapped', (data) => ({ result: data })],
  ['has its keys in another order', (data) => changed(data, (entries) => entries.toReversed())],
  ['has its keys in another case', (data) => changed(data, (entries) => entries.map(inCamelCase))],
  ['holds strange keys', withStrangeKeys],
])('reads the same of an answer that %s', async (_, change) => {
  const differing: string[] = [];
  for (const one of cases) {
    const before = await factsRead(one);
    const after = await factsRead(withData(one, change));
    for (const fact of Object.keys(one.facts)) {
      const [old, now] = [before[fact], after[fact]].map(inAnyOrder);
      // What is told from other things by its only key is unknown beside another one.
      const isUnknown = change === withStrangeKeys && now === 'null';
      if (old !== now && !isUnknown) differing.push(`${one.name} ${fact}: ${old}, ${now}`);
    }
  }
  expect(differing).toEqual([]);
});

/** The order of servers may be that of their keys. */
function inAnyOrder(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map(inAnyOrder).sort() : value);
}

function withStrangeKeys(data: unknown): unknown {
  return changed(data, withStrangeKey);
}

function withStrangeKey(entries: Entries): Entries {
  const isMap = entries.every(([key]) => /^\d+$/.test(key));
  return isMap ? entries : [...entries, ['zqxj', 'kabul']];
}

it('reads what it has printed as it was', async () => {
  const differing: string[] = [];
  for (const one of cases.filter(({ command }) => command !== 'domains')) {
    const { extra, ...printed } = await printedFor(one);
    if (printed.exit !== undefined) continue;
    const before = await factsRead(one);
    const again = await factsRead({ ...one, body: { success: true, data: printed } });
    for (const fact of Object.keys(one.facts)) {
      const [old, now] = [before[fact], again[fact]].map(inAnyOrder);
      if (old !== now) differing.push(`${one.name} ${fact}: ${old}, ${now}`);
    }
  }
  expect(differing).toEqual([]);
});

function withData(one: Case, change: (data: unknown) => unknown): Case {
  const body = Object(one.body);
  return { ...one, body: { ...body, data: change(body.data) } };
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

function inCamelCase([key, value]: [string, unknown]): [string, unknown] {
  const isSnake = /^[a-z]+(_[a-z]+)+$/.test(key);
  return [isSnake ? key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()) : key, value];
}

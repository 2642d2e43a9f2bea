import { expect, it } from 'vitest';
import { startsWith, valuesOn, without } from '../../../src/api/tolerant/paths.ts';
import type { JsonObject } from '../../../src/core/json.ts';

it.each<[string[], string[], boolean]>([
  [['a', 'b'], [], true],
  [['a', 'b'], ['a'], true],
  [['a', 'b'], ['a', 'c'], false],
  [['a'], ['a', 'b'], false],
])('tells whether %j starts with %j', (path, start, expected) => {
  expect(startsWith(path, start)).toBe(expected);
});

it.each<[unknown, string[], unknown[]]>([
  [{ a: [{ b: 1 }] }, ['a', '0', 'b'], [{ a: [{ b: 1 }] }, [{ b: 1 }], { b: 1 }, 1]],
  [{ a: null }, ['a', 'b'], [{ a: null }, null, undefined]],
  [{}, ['a', 'b'], [{}, undefined, undefined]],
  ['text', ['length'], ['text', undefined]],
  [{}, ['toString'], [{}, undefined]],
])('meets in %j along %j only what was sent', (value, path, expected) => {
  expect(valuesOn(value, path)).toStrictEqual(expected);
});

it.each<[JsonObject, string[][], JsonObject | undefined]>([
  [{ a: 1, b: 2 }, [['a']], { b: 2 }],
  [{ a: 1 }, [['a']], undefined],
  [{ a: { b: 1, c: 2 } }, [['a', 'b']], { a: { c: 2 } }],
  [{ a: { b: 1 }, c: 2 }, [['a', 'b']], { c: 2 }],
  [{ a: { b: 1, c: 2 } }, [['a', 'b'], ['a']], undefined],
  [{ a: {}, b: [], c: 1 }, [['c']], { a: {}, b: [] }],
  [{ a: [1, 2, 3] }, [['a', '1']], { a: [1, 3] }],
  [{ a: [1], b: 2 }, [['a', '0']], { b: 2 }],
  [{ a: [{ b: 1 }] }, [['a', 'label']], { a: [{ b: 1 }] }],
  [{ a: 'text' }, [['a', 'b']], { a: 'text' }],
])('leaves of %j without %j what is not empty', (source, paths, rest) => {
  expect(without(source, paths)).toStrictEqual(rest);
});
